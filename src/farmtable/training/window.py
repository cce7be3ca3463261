"""The games of the last generations, from which the next network is learned: in memory, and in a folder."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from farmtable.core import BadRecord
from farmtable.training.decisions import Decisions, decisions_of
from farmtable.training.episodes import Seen
from farmtable.training.positions import Positions, positions_of
from farmtable.training.recipe import Recipe

PACKED: Final = 1
"""How hard files are packed: most features are 0, which the quickest way finds as well."""


@dataclass(frozen=True)
class Played:
    """What is kept of the games of one generation: positions by numbers of seats, and decisions studied."""

    positions: list[Positions]
    decisions: Decisions

    @staticmethod
    def of(games: Sequence[Seen], features: int) -> Played:
        """What these games showed, with so many features a seat."""
        return Played(positions_of(games, features), decisions_of(games, features))


class Window:
    """What was played in the generations that are learned from: as many as the recipe says.

    `games-NNN-PLAYERS.npz` and `decisions-NNN.npz` in the folder hold them for who goes on there.
    """

    def __init__(self, recipe: Recipe, folder: Path) -> None:
        self._recipe = recipe
        self._folder = folder
        self._known: dict[int, Played] = {}

    def add(self, generation: int, played: Played) -> list[Played]:
        """Those of the window with a fresh one, the latest first; what has left it is forgotten.

        Raises BadRecord for files that are damaged or missing.
        """
        first = max(1, generation - self._recipe.window + 1)
        earlier = {
            number: self._known.get(number) or self._read(number) for number in range(first, generation)
        }
        self._known = {**earlier, generation: played}
        return [self._known[number] for number in range(generation, first - 1, -1)]

    def save(self, generation: int) -> None:
        """Write what was played in a generation; what has left the window goes."""
        played, gone = self._known[generation], generation - self._recipe.window
        for course in played.positions:
            write_arrays(self._games(generation, course.players), course.arrays())
        if self._recipe.policy > 0:
            write_arrays(self._decisions(generation), played.decisions.arrays())
        for players in self._recipe.players:
            self._games(gone, players).unlink(missing_ok=True)
        self._decisions(gone).unlink(missing_ok=True)

    def _read(self, generation: int) -> Played:
        seats = sorted(set(self._recipe.players))
        positions = [Positions.of(read_arrays(self._games(generation, players))) for players in seats]
        if self._recipe.policy == 0:
            return Played(positions, decisions_of((), positions[0].features.shape[2]))
        return Played(positions, Decisions.of(read_arrays(self._decisions(generation))))

    def _games(self, generation: int, players: int) -> Path:
        return self._folder / f"games-{generation:03}-{players}.npz"

    def _decisions(self, generation: int) -> Path:
        return self._folder / f"decisions-{generation:03}.npz"


def write_arrays(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write a file of arrays (NumPy's `npz`), whole or not at all."""
    half = path.with_name(path.name + ".part")
    with zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED, compresslevel=PACKED) as packed:
        for name, one in arrays.items():
            with packed.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.asanyarray(one), allow_pickle=False)
    half.replace(path)


def read_arrays(path: Path) -> dict[str, Any]:
    """The arrays in a file. Raises BadRecord where they cannot be read."""
    try:
        with np.load(path, allow_pickle=False) as found:
            return dict(found)
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        raise BadRecord(f"cannot go on from {path}: {error}") from None
