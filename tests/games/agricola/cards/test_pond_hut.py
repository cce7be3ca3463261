"""Pond Hut (A044)."""

from __future__ import annotations

import pytest

from farmtable.games.agricola.cards.pond_hut import PondHut
from farmtable.games.agricola.cards.strawberry_patch import StrawberryPatch
from tests.games.agricola.scenarios import (
    Data,
    chance,
    finished,
    goods,
    last_person,
    legal,
    play,
    position,
    seat_of,
    worth,
)

HAND: Data = {"minors": ["pond_hut"], "goods": {"wood": 1}, "front": ["grocer", "priest"]}
PLAYED = ("place Meeting Place", "play Pond Hut")


@pytest.mark.parametrize(
    ("number", "spaces"), [(1, [2, 3, 4]), (10, [11, 12, 13]), (12, [13, 14]), (13, [14]), (14, [])]
)
def test_food_on_the_next_three_round_spaces(number: int, spaces: list[int]) -> None:
    """G36: as far as there are any; played in round 12 only 13 and 14."""
    state = play(position(HAND, round=number), *PLAYED)
    assert goods(state) == {}
    assert seat_of(state)["promised"] == {str(space): {"food": 1} for space in spaces}


def test_it_comes_when_the_round_begins() -> None:
    """R1.2: taken in the preparation phase, one in each of the rounds."""
    state = chance(play(last_person(HAND, round=1), *PLAYED))
    assert goods(state) == {"food": 1}
    assert seat_of(state)["promised"] == {"3": {"food": 1}, "4": {"food": 1}}


def test_exactly_two_occupations() -> None:
    """R9.2: neither one nor three; minor improvements in front are none."""
    for front in (["grocer"], ["grocer", "priest", "tutor"], ["grocer", "canoe"]):
        state = play(position({**HAND, "front": front}), "place Meeting Place")
        assert "play Pond Hut" not in legal(state)
    assert "play Pond Hut" in legal(play(position(HAND), "place Meeting Place"))


def test_its_point() -> None:
    """It is worth 1 point."""
    assert worth(finished({"front": ["pond_hut"]}), "pond_hut") == 1


def test_with_other_goods_on_the_spaces() -> None:
    """What Large Greenhouse or Strawberry Patch put there stays, and comes together with it."""
    farm: Data = {**HAND, "promised": {"6": {"vegetable": 1}, "7": {"food": 1}}}
    state = play(last_person(farm, round=5), *PLAYED)
    assert seat_of(state)["promised"] == {
        "6": {"vegetable": 1, "food": 1},
        "7": {"food": 2},
        "8": {"food": 1},
    }
    assert goods(chance(state)) == {"vegetable": 1, "food": 1}


def test_with_lumber_mill() -> None:
    """Lumber Mill takes its only wood off the price."""
    farm: Data = {**HAND, "goods": {}, "front": ["grocer", "priest", "lumber_mill"]}
    state = play(position(farm), *PLAYED)
    assert seat_of(state)["promised"] == {"2": {"food": 1}, "3": {"food": 1}, "4": {"food": 1}}


def test_it_says_when_the_food_comes() -> None:
    """Three round spaces are three rounds; Strawberry Patch does the same and says the same."""
    assert PondHut.text == StrawberryPatch.text
