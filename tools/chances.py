"""Lets networks of the package tell chances to win that come true: `python -m tools.chances GAMES [WORD …]`.

In a checkout. Each network plays `GAMES` games against itself, and the spreads by which chances are told, for
each number of seats, become those that make it likeliest that those won who did
(`farmtable.training.calibration`). The spread that a search goes by stays as it is, and so does all that it
plays; `tools.recalibrate` sets that one. With words only networks that have all of them in their path. A
recipe with `sheets` does the same at its end.
"""

from __future__ import annotations

import json
import sys

from farmtable.arena.files import write_whole
from farmtable.bots.network_file import CHANCES, parse_tensors
from farmtable.training.sheets import with_chances
from tools.networks import GAMES
from tools.sheets import check, chosen, played

SHOWN = (5, 25, 50, 75, 95)
"""What is left of the game, in percent, where spreads are shown."""


def main() -> None:
    """Play, fit, and write, one network after the other."""
    for path in chosen(sys.argv[2:]):
        network = with_chances(path.read_bytes(), played(path, int(sys.argv[1])))
        write_whole(path, network)
        check(path)
        tensors, _ = parse_tensors(network)
        told = tensors.get(CHANCES, ())
        shown = {
            "search": [round(tensors["spreads"][left], 1) for left in SHOWN],
            **{
                str(table // 101 + 1): [round(told[table + left], 1) for left in SHOWN]
                for table in range(0, len(told), 101)
                if any(told[table : table + 101])
            },
        }
        print(path.relative_to(GAMES), json.dumps(shown), flush=True)


if __name__ == "__main__":
    main()
