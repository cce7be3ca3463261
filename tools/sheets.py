"""Lets networks of the package tell what score sheets to expect: `python -m tools.sheets GAMES [WORD …]`.

In a checkout. Each network plays `GAMES` games against itself, with its numbers of seats, and what is
fitted to them goes into its file (`farmtable.training.sheets`); its other tensors stay as they are, and so
does all that it plays. With words only networks that have all of them in their path. A recipe with `sheets`
does the same at its end.
"""

from __future__ import annotations

import json
import sys

from farmtable.arena.files import write_whole
from farmtable.arena.pool import open_workers
from farmtable.bots.network_file import load_network, metadata
from farmtable.core import game
from farmtable.training.episodes import every
from farmtable.training.recipe import Recipe
from farmtable.training.sheets import SheetEpisode, with_sheets
from tools.networks import GAMES

POSITIONS = 16


def main() -> None:
    """Play, fit, and write, one network after the other."""
    games = int(sys.argv[1])
    for path in sorted(GAMES.glob("*/networks/*.safetensors")):
        if not all(word in str(path.relative_to(GAMES)) for word in sys.argv[2:]):
            continue
        network, made = path.read_bytes(), metadata(path)
        found = game(made["game"])
        seats = tuple(sorted({int(one) for one in made["players"].split(",")}))
        options = found.check_options(json.loads(made["options"]))
        recipe = Recipe(found.id, seats, options, positions=POSITIONS)
        episode = SheetEpisode(recipe, network, every(recipe))
        with open_workers(1) as hands:
            seen = [played for _, played in sorted(hands.run(episode, range(games)))]
        with_them, quality = with_sheets(network, seen)
        write_whole(path, with_them)
        load_network(path, found.feature_names, lines=found.sheet_lines)
        print(path.relative_to(GAMES), len(network), len(with_them), json.dumps(quality), flush=True)


if __name__ == "__main__":
    main()
