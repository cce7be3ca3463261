"""The games of the last generations, from which the next network is learned: in memory, and in a folder."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from farmtable.core import BadRecord
from farmtable.core.files import drafted
from farmtable.training.decisions import Decisions, decisions_of
from farmtable.training.episodes import Seen
from farmtable.training.positions import Positions, positions_of
from farmtable.training.recipe import Recipe

Shapes = Mapping[str, tuple[int | str, ...]]
"""The shapes of arrays by name. A named length may be any, but is the same wherever that name occurs."""

PACKED: Final = 1
"""Compression level of files: most features are 0, so the fastest level is good enough."""


@dataclass(frozen=True)
class Played:
    """What is kept of the games of one generation: positions by numbers of seats, and decisions studied."""

    positions: list[Positions]
    decisions: Decisions

    @staticmethod
    def of(games: Sequence[Seen], features: int) -> Played:
        """The positions and decisions of these games, with this many features per seat."""
        return Played(positions_of(games, features), decisions_of(games, features))


class Window:
    """The games of the generations that are learned from, as many as the recipe says.

    `games-NNN-PLAYERS.npz` and `decisions-NNN.npz` in the folder hold them for resuming.
    """

    def __init__(self, recipe: Recipe, folder: Path) -> None:
        self._recipe = recipe
        self._folder = folder
        self._known: dict[int, Played] = {}

    def add(self, generation: int, played: Played) -> list[Played]:
        """Add a generation; returns those of the window, the latest first. Older ones are forgotten.

        Raises BadRecord for files that are damaged or missing.
        """
        self.take_up(generation)
        self._known[generation] = played
        return [self._known[number] for number in sorted(self._known, reverse=True)]

    def take_up(self, generation: int) -> None:
        """Load what that generation learns from besides its own games, from the folder if necessary.

        Raises BadRecord for files that are damaged or missing.
        """
        first = max(1, generation - self._recipe.window + 1)
        self._known = {
            number: self._known.get(number) or self._read(number) for number in range(first, generation)
        }

    def save(self, generation: int) -> None:
        """Write the games of a generation, and delete those that have left the window."""
        played, gone = self._known[generation], generation - self._recipe.window
        for course in played.positions:
            write_arrays(self._games(generation, course.players), course.arrays())
        if self._recipe.policy > 0:
            write_arrays(self._decisions(generation), played.decisions.arrays())
        for players in self._recipe.players:
            self._games(gone, players).unlink(missing_ok=True)
        self._decisions(gone).unlink(missing_ok=True)

    def _read(self, generation: int) -> Played:
        positions = [
            Positions.of(read_arrays(self._games(generation, players), Positions.shapes(players)))
            for players in self._recipe.seats()
        ]
        if self._recipe.policy == 0:
            return Played(positions, decisions_of((), positions[0].features.shape[2]))
        return Played(positions, Decisions.of(read_arrays(self._decisions(generation), Decisions.SHAPES)))

    def _games(self, generation: int, players: int) -> Path:
        return self._folder / f"games-{generation:03}-{players}.npz"

    def _decisions(self, generation: int) -> Path:
        return self._folder / f"decisions-{generation:03}.npz"


def write_arrays(path: Path, arrays: Mapping[str, Any]) -> None:
    """Write a file of arrays (NumPy's `npz`), whole or not at all. Raises OSError, naming it."""
    with (
        drafted(path) as half,
        zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED, compresslevel=PACKED) as packed,
    ):
        for name, one in arrays.items():
            with packed.open(f"{name}.npy", "w", force_zip64=True) as file:
                np.lib.format.write_array(file, np.asanyarray(one), allow_pickle=False)


def read_arrays(path: Path, wanted: Shapes | None = None) -> dict[str, Any]:
    """The arrays in a file. Raises BadRecord if it cannot be read, or lacks those `wanted`."""
    try:
        with np.load(path, allow_pickle=False) as packed:
            found = dict(packed)
    except Exception as error:  # whatever zipfile, zlib and NumPy raise for what is no such file
        said = " ".join(str(error).split()) or type(error).__name__
        raise BadRecord(f"cannot go on from {path}: {said}") from None
    if amiss := _amiss(found, wanted or {}):
        raise BadRecord(f"cannot go on from {path}: {', '.join(amiss)} not there, or not as it should be")
    return found


def _amiss(found: Mapping[str, Any], wanted: Shapes) -> list[str]:
    """The names of arrays that are not there, hold no numbers, or have another shape than is `wanted`."""
    lengths: dict[str, int] = {}
    return [
        name
        for name, shape in wanted.items()
        if name not in found
        or found[name].dtype.kind not in "bif"
        or len(found[name].shape) != len(shape)
        or any(
            length != (lengths.setdefault(one, length) if isinstance(one, str) else one)
            for one, length in zip(shape, found[name].shape, strict=True)
        )
    ]
