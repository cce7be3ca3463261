"""Handplow (A019)."""

from __future__ import annotations

import pytest

from farmtable import State
from tests.games.agricola.scenarios import Data, chance, goods, legal, new_round, play, position, seat_of


def begun(seat: Data, round: int) -> State:
    """The round has begun for the owner of a Handplow whose field lies on the space of round 8."""
    return chance(new_round({"front": [["handplow", 8]], **seat}, round=round))


@pytest.mark.parametrize(("played", "due"), [(1, 6), (3, 8), (9, 14), (10, 0), (14, 0)])
def test_playing_it(played: int, due: int) -> None:
    """G36: in round R the field goes to round R + 5; after round 14 there is no space, so nothing happens."""
    farm: Data = {"minors": ["handplow"], "goods": {"wood": 1}}
    state = play(position(farm, round=played), "place Meeting Place", "play Handplow")
    assert goods(state) == {}
    assert seat_of(state)["front"] == [["handplow", due]]


def test_one_wood_is_needed() -> None:
    """R9.3: its cost must be in the supply."""
    state = play(position({"minors": ["handplow"], "goods": {"clay": 1}}), "place Meeting Place")
    assert legal(state) == ["done", "exchange"]


def test_plowing_when_the_round_comes() -> None:
    """R1.3: in the preparation phase of that round, under the usual rules (R4.1)."""
    state = begun({"fields": {"D1": ""}}, round=8)
    assert legal(state) == ["done", "exchange", "use Handplow"]
    play(state, "use Handplow")
    assert legal(state) == ["plow C1", "plow E1", "plow D2"]
    play(state, "plow D2")
    assert seat_of(state)["fields"] == {"D1": "", "D2": ""}
    assert seat_of(state)["front"] == [["handplow", 0]]
    assert "place Farmland" in legal(state), "Farmland itself has not been used"


def test_declining() -> None:
    """R1.4: a field that is declined is gone for good."""
    state = play(begun({}, round=8), "done")
    assert "place Forest" in legal(state)
    assert "use Handplow" not in legal(begun({}, round=9))
    state = chance(play(state, "place Forest", "place Clay Pit", "place Fishing", "place Reed Bank"))
    assert state.to_dict()["round"] == 9
    assert seat_of(state)["front"] == [["handplow", 0]]
    assert "place Forest" in legal(state)


def test_before_its_round() -> None:
    """Nothing is offered in the rounds between."""
    for number in (4, 7):
        assert "place Forest" in legal(begun({}, round=number))


def test_without_a_site() -> None:
    """R4.1: where no field may be plowed it is not offered."""
    assert "place Forest" in legal(begun({"fields": {"E3": ""}, "stables": ["D3", "E2"]}, round=8))


def test_with_plow_driver() -> None:
    """R1.5: with Plow Driver both fields are plowed in the same preparation phase, in any order."""
    farm: Data = {"front": ["plow_driver", ["handplow", 8]], "house": "stone", "goods": {"food": 1}}
    state = begun(farm, round=8)
    assert {"use Handplow", "use Plow Driver"} <= set(legal(state))
    play(state, "use Handplow", "plow D1", "use Plow Driver", "plow E1")
    assert seat_of(state)["fields"] == {"D1": "", "E1": ""}
    assert goods(state) == {}
