"""The games that are learned from: so many generations, in memory or out of the folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import farmtable
from farmtable import BadRecord
from farmtable.training.decisions import decisions_of
from farmtable.training.positions import Positions
from farmtable.training.recipe import Recipe
from farmtable.training.window import Played, Window, read_arrays, write_arrays

RECIPE = Recipe("aehre", (2, 3), farmtable.game("aehre").check_options({}), window=3, policy=8)


def played(number: int) -> Played:
    def some(players: int) -> Positions:
        features = np.full((4, players, 5), number, np.int16)
        return Positions(
            features, np.zeros(4, np.int64), np.zeros((4, players), np.float32), np.zeros(4, bool)
        )

    return Played([some(2), some(3)], decisions_of((), 5))


def numbers(recent: list[Played]) -> list[int]:
    assert all([course.players for course in one.positions] == [2, 3] for one in recent)
    return [int(one.positions[0].features[0, 0, 0]) for one in recent]


def test_it_holds_the_latest_generations(tmp_path: Path) -> None:
    window = Window(RECIPE, tmp_path)
    seen = []
    for number in range(1, 6):
        seen.append(numbers(window.add(number, played(number))))
        window.save(number)
    assert seen == [[1], [2, 1], [3, 2, 1], [4, 3, 2], [5, 4, 3]]
    assert sorted({path.name[:9] for path in tmp_path.glob("games*")}) == [
        "games-003",
        "games-004",
        "games-005",
    ]
    assert not list(tmp_path.glob("*.part"))


def test_another_goes_on_out_of_the_folder(tmp_path: Path) -> None:
    first = Window(RECIPE, tmp_path)
    for number in (1, 2):
        first.add(number, played(number))
        first.save(number)
    assert numbers(Window(RECIPE, tmp_path).add(3, played(3))) == [3, 2, 1]
    (tmp_path / "decisions-002.npz").unlink()
    with pytest.raises(BadRecord, match="decisions-002"):
        Window(RECIPE, tmp_path).add(3, played(3))


def test_arrays_are_written_whole_and_read_as_they_were(tmp_path: Path) -> None:
    arrays: dict[str, Any] = {"a": np.arange(6, dtype=np.int16).reshape(2, 3), "b": np.float32(2.5)}
    write_arrays(tmp_path / "x.npz", arrays)
    found = read_arrays(tmp_path / "x.npz")
    assert {name: (part.dtype, part.tolist()) for name, part in found.items()} == {
        name: (part.dtype, part.tolist()) for name, part in arrays.items()
    }
