"""Clay Hut Builder: clay for five rounds once the house is not wooden."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    chance,
    goods,
    play,
    position,
    seat_of,
)


def clay(*numbers: int) -> Data:
    """2 clay on each of these round spaces."""
    return {str(number): {"clay": 2} for number in numbers}


def test_the_house_becomes_clay() -> None:
    """G36: in round 6, 2 clay on the spaces 7 to 11."""
    seat: Data = {"front": ["clay_hut_builder"], "goods": {"clay": 2, "reed": 1}}
    state = play(position(seat, round=6), "place House Redevelopment")
    assert goods(state) == {}
    assert seat_of(state)["promised"] == clay(7, 8, 9, 10, 11)


def test_the_clay_comes_when_its_round_begins() -> None:
    seat: Data = {"front": ["clay_hut_builder"], "goods": {"clay": 2, "reed": 1}, "at_home": 1}
    state = chance(play(position(seat, AWAY, round=6), "place House Redevelopment"))
    assert goods(state) == {"clay": 2}
    assert seat_of(state)["promised"] == clay(8, 9, 10, 11)


@pytest.mark.parametrize("house", ["clay", "stone"])
def test_played_when_it_is_so_already(house: str) -> None:
    """Counted from that round."""
    seat: Data = {"occupations": ["clay_hut_builder"], "house": house}
    state = play(position(seat, round=8), "place Lessons", "play Clay Hut Builder")
    assert seat_of(state)["promised"] == clay(9, 10, 11, 12, 13)


def test_played_in_a_wooden_house() -> None:
    """It waits."""
    state = position({"occupations": ["clay_hut_builder"]}, round=8)
    play(state, "place Lessons", "play Clay Hut Builder")
    assert seat_of(state)["promised"] == {}


@pytest.mark.parametrize(("number", "spaces"), [(9, (10, 11, 12, 13, 14)), (12, (13, 14)), (14, ())])
def test_only_rounds_still_to_come(number: int, spaces: tuple[int, ...]) -> None:
    """Those after the fourteenth do not exist (appendix p. 3)."""
    seat: Data = {"occupations": ["clay_hut_builder"], "house": "clay"}
    state = play(position(seat, round=number), "place Lessons", "play Clay Hut Builder")
    assert seat_of(state)["promised"] == clay(*spaces)


def test_once() -> None:
    """From clay to stone brings nothing more."""
    seat: Data = {"front": ["clay_hut_builder"], "house": "clay", "goods": {"stone": 2, "reed": 1}}
    state = play(position(seat, round=6), "place House Redevelopment")
    assert seat_of(state)["house"] == "stone"
    assert seat_of(state)["promised"] == {}


def test_straight_to_stone() -> None:
    """With Conservator."""
    seat: Data = {"front": ["conservator", "clay_hut_builder"], "goods": {"stone": 2, "reed": 1}}
    state = play(position(seat, round=6), "place House Redevelopment")
    assert seat_of(state)["promised"] == clay(7, 8, 9, 10, 11)


def test_a_renovation_on_day_laborer() -> None:
    """Cottager lets one renovate there."""
    seat: Data = {"front": ["cottager", "clay_hut_builder"], "goods": {"clay": 2, "reed": 1}}
    state = play(position(seat, round=3), "place Day Laborer", "use Cottager")
    assert seat_of(state)["promised"] == clay(4, 5, 6, 7, 8)
