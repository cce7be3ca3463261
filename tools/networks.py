"""Installs a network in a game: `python -m tools.networks FILE GAME NAME LEVELS OTHERS VISITS [LIKELIEST]`.

In a checkout. `NAME` is one that the game looks for (`Game.networks`), as `none-2`; `LEVELS` the budgets of
the eight levels in JSON, `[[simulations, temperature], …]`, as `tools.strength` proved them; `OTHERS` how
freely a search takes others to choose (`Evaluation.others`), 0 or more; `VISITS` as so many visits its
appraisals count (`Evaluation.prior_visits`); `LIKELIEST` how many actions its policy names to a search, if
not as many as in the games that it learned from. What made the network stays in its metadata.
`python -m tools.networks` alone lists the networks there are.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from farmtable.bots.network_file import load_network, metadata, pack_tensors, parse_tensors
from farmtable.core import game

GAMES = Path("src/farmtable/games")
HALF = ("hidden", "policy_hidden", "policy_out", "sheet_steady", "sheet_fading")
"""The long tensors: what they lose as float16 no search notices."""


def main() -> None:
    """Install one, or list them."""
    if len(sys.argv) == 1:
        for path in sorted(GAMES.glob("*/networks/*.safetensors")):
            print(path.relative_to(GAMES), json.dumps(metadata(path), indent=1))
        return
    source, id, name, levels, others, prior_visits, *likeliest = sys.argv[1:]
    tensors, made = parse_tensors(Path(source).read_bytes())
    if len(json.loads(levels)) != 8:
        sys.exit("there are eight levels")
    target = GAMES / id / "networks" / f"{name}.safetensors"
    target.parent.mkdir(exist_ok=True)
    made |= {"levels": levels, "others": others, "prior_visits": prior_visits}
    if likeliest:
        made["likeliest"] = likeliest[0]
    made.setdefault("command", f"farmtable train {made['recipe']}")
    target.write_bytes(pack_tensors(tensors, made, HALF))
    load_network(target, game(id).feature_names)
    print(target, target.stat().st_size)


if __name__ == "__main__":
    main()
