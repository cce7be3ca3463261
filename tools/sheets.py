"""Lets networks of the package tell what score sheets to expect: `python -m tools.sheets GAMES [WORD …]`.

In a checkout. Each network plays `GAMES` games against itself, with its numbers of seats, and what is
fitted to them goes into its file (`farmtable.training.sheets`); its other tensors stay as they are, and so
does all that it plays. With words only networks that have all of them in their path. A recipe with `sheets`
does the same at its end.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from farmtable.arena.files import write_whole
from farmtable.arena.pool import open_workers
from farmtable.bots.network_file import load_network, metadata
from farmtable.core import game
from farmtable.training.episodes import every
from farmtable.training.recipe import Recipe
from farmtable.training.sheets import SheetEpisode, Sheets, with_sheets
from tools.networks import GAMES

POSITIONS = 16


def main() -> None:
    """Play, fit, and write, one network after the other."""
    for path in chosen(sys.argv[2:]):
        network = path.read_bytes()
        with_them, quality = with_sheets(network, played(path, int(sys.argv[1])))
        write_whole(path, with_them)
        check(path)
        print(path.relative_to(GAMES), len(network), len(with_them), json.dumps(quality), flush=True)


def chosen(words: Sequence[str]) -> Iterator[Path]:
    """The networks of the package that have all of these words in their path."""
    for path in sorted(GAMES.glob("*/networks/*.safetensors")):
        if all(word in str(path.relative_to(GAMES)) for word in words):
            yield path


def played(path: Path, games: int) -> list[Sheets]:
    """So many games of a network against itself, with the numbers of seats that it was made for."""
    made = metadata(path)
    found = game(made["game"])
    seats = tuple(sorted({int(one) for one in made["players"].split(",")}))
    recipe = Recipe(found.id, seats, found.check_options(json.loads(made["options"])), positions=POSITIONS)
    episode = SheetEpisode(recipe, path.read_bytes(), every(recipe))
    with open_workers(1) as hands:
        return [one for _, one in sorted(hands.run(episode, range(games)))]


def check(path: Path) -> None:
    """Raises BadRecord where a network that was written is none any more."""
    found = game(metadata(path)["game"])
    load_network(path, found.feature_names, lines=found.sheet_lines)


if __name__ == "__main__":
    main()
