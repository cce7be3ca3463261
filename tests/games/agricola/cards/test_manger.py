"""Manger (A032)."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import Data, finished, goods, legal, play, position, worth

SITES = ["B1", "C1", "D1", "E1", "B2", "C2", "D2", "E2", "B3", "C3", "D3", "E3"]


@pytest.mark.parametrize(
    ("spaces", "points"),
    [(0, 0), (1, 0), (5, 0), (6, 1), (7, 2), (8, 3), (9, 3), (10, 4), (11, 4), (12, 4)],
)
def test_points_for_spaces(spaces: int, points: int) -> None:
    """G41: the spaces inside pastures, at the end of the game."""
    farm: Data = {"pastures": [SITES[:spaces]] if spaces else []}
    assert worth(finished({**farm, "front": ["manger"]}), "manger") == points


def test_spaces_not_pastures() -> None:
    """Three small pastures of 2 spaces count as one of 6 does, and stables change nothing."""
    farm: Data = {"front": ["manger"], "pastures": [["B1", "C1"], ["B2", "C2"], ["D1", "D2"]]}
    assert worth(finished(farm), "manger") == 1
    assert worth(finished({**farm, "stables": ["B1", "C2", "E3"]}), "manger") == 1


def test_playing_it() -> None:
    """It costs 2 wood and is worth nothing by itself."""
    hand: Data = {"minors": ["manger"], "goods": {"wood": 1}}
    assert legal(play(position(hand), "place Meeting Place")) == ["done", "exchange"]
    state = play(position({**hand, "goods": {"wood": 2}}), "place Meeting Place", "play Manger")
    assert goods(state) == {}
    assert worth(finished({"front": ["manger"]}), "manger") == 0


def test_with_mini_pasture() -> None:
    """The space that Mini Pasture fences is the sixth."""
    farm: Data = {"front": ["manger"], "pastures": [SITES[:4], ["C2"]], "goods": {"food": 2}}
    farm["minors"] = ["mini_pasture"]
    state = position(farm)
    assert worth(state, "manger") == 0
    play(state, "place Meeting Place", "play Mini Pasture", "fence D2")
    assert worth(state, "manger") == 1
