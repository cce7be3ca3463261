"""Measures what levels score among their like: `python -m tools.level_scores GAMES [WORD …]`, in a checkout.

Each level plays `GAMES` games against itself (and alone, where a game can be), and the mean points of all
seats go into the metadata of the network that it plays with, from which lobby and tables tell what may be
expected of it (`bots.level_scores`); `python -m tools.strength 0` writes them into `docs/strength.md`. With
words only what has all of them in its name is played (`agricola`, `4`, `base`, `level-8`).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from farmtable import Match
from farmtable.arena.files import write_whole
from farmtable.arena.pool import open_workers
from farmtable.bots import make_bot
from farmtable.bots.network_file import SCORES, halves, pack_tensors, parse_tensors
from farmtable.core import OVER, Rng, game
from tools.measurements import SEATINGS

LEVELS: Final = 8
SETTINGS: Final = (*SEATINGS, ("agricola", 1, "base"))


@dataclass(frozen=True)
class Among:
    """The task of playing one game of a level among its like; the points of all seats."""

    game: str
    players: int
    options: str
    level: int

    def __call__(self, number: int) -> list[int]:
        options: dict[str, Any] = json.loads(self.options)
        match = Match(self.game, self.players, seed=f"level scores {number}", **options)
        bots = [make_bot(f"search:{self.level}", Rng(number, seat)) for seat in range(self.players)]
        while match.state.to_play != OVER:
            mover = match.state.to_play
            match.play(int(bots[mover].choose(match.state.seen_by(mover))))
        return list(match.state.scores())


def settings() -> Iterator[tuple[str, Among, Path]]:
    """All that is measured: its name, its task, and the file of its network."""
    for id, players, cards in SETTINGS:
        found = game(id)
        options = found.check_options({"cards": cards} if cards else {})
        network = next(path for path in found.networks(players, options) if path.exists())
        for level in range(1, LEVELS + 1):
            name = " ".join(part for part in (id, str(players), cards, f"level-{level}") if part)
            yield name, Among(id, players, json.dumps(options), level), network


def note(path: Path, players: int, level: int, points: float) -> None:
    """Write the mean points of a level into a network's metadata. Levels not yet measured stand as null."""
    data = path.read_bytes()
    tensors, made = parse_tensors(data)
    known = json.loads(made.get(SCORES, "{}"))
    row = known.setdefault(str(players), [None] * LEVELS)
    row[level - 1] = round(points, 1)
    made[SCORES] = json.dumps(known)
    write_whole(path, pack_tensors(tensors, made, halves(data)))


def main() -> None:
    """Play, and write, one level after the other."""
    games, words = int(sys.argv[1]), sys.argv[2:]
    for name, among, network in settings():
        if not all(word in name.split() for word in words):
            continue
        with open_workers() as hands:
            points = [one for _, scores in hands.run(among, range(games)) for one in scores]
        note(network, among.players, among.level, fmean(points))
        print(name, f"{fmean(points):.1f}", flush=True)


if __name__ == "__main__":
    main()
