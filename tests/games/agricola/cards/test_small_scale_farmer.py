"""Small-scale Farmer (B118)."""

from __future__ import annotations

import pytest

from farmtable import State
from tests.games.agricola.scenarios import Data, chance, goods, house_of, new_round, play, position, seat_of


def begun(seat: Data) -> State:
    """Round 6 has begun for the owner of a Small-scale Farmer."""
    return chance(new_round({"front": ["small_scale_farmer"], "goods": {}, **seat}, round=6))


@pytest.mark.parametrize("house", ["wood", "clay", "stone"])
def test_two_rooms(house: str) -> None:
    """1 wood at the start of the round, whatever the house is made of."""
    assert goods(begun({"house": house})) == {"wood": 1}


def test_every_round() -> None:
    """1 wood each."""
    state = play(begun({}), "place Clay Pit", "place Forest", "place Reed Bank", "place Fishing")
    assert goods(chance(state)) == {"wood": 2, "clay": 2, "reed": 2}


@pytest.mark.parametrize("rooms", [3, 5])
def test_more_rooms(rooms: int) -> None:
    """Exactly 2, so nothing."""
    assert goods(begun({"rooms": house_of(rooms)})) == {}


def test_rooms_of_the_house_only() -> None:
    """Ruling: with a Caravan the house still has 2 rooms."""
    assert goods(begun({"front": ["small_scale_farmer", "caravan"]})) == {"wood": 1}


def test_not_when_played() -> None:
    """R1.3: it waits for the start of a round."""
    state = position({"occupations": ["small_scale_farmer"], "goods": {}})
    assert goods(play(state, "place Lessons", "play Small-scale Farmer")) == {}


def test_with_groom() -> None:
    """R1.5: the wood pays for a stable in the same preparation phase."""
    state = begun({"front": ["groom", "small_scale_farmer"], "house": "stone"})
    play(state, "use Groom", "build stable E1")
    assert goods(state) == {}
    assert seat_of(state)["stables"] == ["E1"]
