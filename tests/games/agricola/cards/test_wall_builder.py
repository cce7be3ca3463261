"""Wall Builder: food on the next 4 round spaces for building rooms."""

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


def test_food_on_the_next_four_round_spaces() -> None:
    seat: Data = {"front": ["wall_builder"], "goods": {"wood": 5, "reed": 2}}
    state = play(position(seat, round=3), "place Farm Expansion", "build room A1")
    assert seat_of(state)["promised"] == {str(number): {"food": 1} for number in (4, 5, 6, 7)}
    assert goods(state) == {}


def test_the_food_comes_when_its_round_begins() -> None:
    seat: Data = {"front": ["wall_builder"], "goods": {"wood": 5, "reed": 2}, "at_home": 1}
    state = chance(play(position(seat, AWAY, round=3), "place Farm Expansion", "build room A1"))
    assert goods(state) == {"food": 1}
    assert seat_of(state)["promised"] == {str(number): {"food": 1} for number in (5, 6, 7)}


def test_once_for_an_action() -> None:
    """No matter how many rooms it builds."""
    seat: Data = {"front": ["wall_builder"], "goods": {"wood": 10, "reed": 4}}
    state = play(position(seat, round=3), "place Farm Expansion", "build room A1", "build room B1")
    assert seat_of(state)["promised"] == {str(number): {"food": 1} for number in (4, 5, 6, 7)}


@pytest.mark.parametrize(("number", "spaces"), [(11, (12, 13, 14)), (13, (14,)), (14, ())])
def test_only_rounds_still_to_come(number: int, spaces: tuple[int, ...]) -> None:
    """Those after the fourteenth do not exist (appendix p. 3)."""
    seat: Data = {"front": ["wall_builder"], "goods": {"wood": 5, "reed": 2}}
    state = play(position(seat, round=number), "place Farm Expansion", "build room A1")
    assert seat_of(state)["promised"] == {str(space): {"food": 1} for space in spaces}


def test_on_top_of_what_lies_there() -> None:
    seat: Data = {
        "front": ["wall_builder"],
        "goods": {"wood": 5, "reed": 2},
        "promised": {"5": {"food": 1}, "6": {"sheep": 1}},
    }
    state = play(position(seat, round=4), "place Farm Expansion", "build room A1")
    promised = seat_of(state)["promised"]
    assert promised["5"] == {"food": 2}
    assert promised["6"] == {"sheep": 1, "food": 1}


def test_not_for_stables_or_the_rooms_of_others() -> None:
    seat: Data = {"front": ["wall_builder"], "goods": {"wood": 2}}
    state = play(position(seat), "place Farm Expansion", "build stable E1")
    assert seat_of(state)["promised"] == {}
    state = position({"front": ["wall_builder"]}, {"goods": {"wood": 5, "reed": 2}}, start=1)
    play(state, "place Farm Expansion", "build room A1")
    assert seat_of(state)["promised"] == {}


def test_for_any_house_and_with_roughcaster() -> None:
    """A clay room brings both."""
    seat: Data = {"front": ["wall_builder", "roughcaster"], "house": "clay", "goods": {"clay": 5, "reed": 2}}
    state = play(position(seat, round=12), "place Farm Expansion", "build room A1")
    assert goods(state) == {"food": 3}
    assert seat_of(state)["promised"] == {"13": {"food": 1}, "14": {"food": 1}}
