"""Childless (B114)."""

from __future__ import annotations

import pytest

from farmtable import State
from tests.games.agricola.scenarios import Data, chance, goods, house_of, legal, new_round, play, position


def begun(seat: Data) -> State:
    """Round 6 has begun for the owner of a Childless with 3 rooms and 2 people."""
    return chance(new_round({"front": ["childless"], "rooms": house_of(3), "goods": {}, **seat}, round=6))


@pytest.mark.parametrize("crop", ["grain", "vegetable"])
def test_food_and_a_crop(crop: str) -> None:
    """1 food, and the choice of 1 grain or 1 vegetable."""
    state = begun({})
    assert legal(state) == ["take grain", "take vegetable"]
    play(state, f"take {crop}")
    assert goods(state) == {"food": 1, crop: 1}
    assert "place Forest" in legal(state)


def test_every_round() -> None:
    """At the start of each, in a house of more rooms too."""
    state = play(begun({"rooms": house_of(5)}), "take grain")
    play(state, "place Clay Pit", "place Forest", "place Reed Bank", "place Fishing")
    play(chance(state), "take grain")
    assert goods(state) == {"food": 2, "grain": 2, "clay": 2, "reed": 2}


@pytest.mark.parametrize("seat", [{"rooms": house_of(2)}, {"people": 3}, {"rooms": house_of(5), "people": 3}])
def test_too_few_rooms_or_too_many_people(seat: Data) -> None:
    """3 rooms or more, and just 2 people."""
    state = begun(seat)
    assert goods(state) == {}
    assert "place Forest" in legal(state)


def test_rooms_of_the_house_only() -> None:
    """Ruling: a Caravan is no room."""
    assert goods(begun({"front": ["childless", "caravan"], "rooms": house_of(2)})) == {}


def test_not_when_played() -> None:
    """R1.3: it waits for the start of a round."""
    farm: Data = {"occupations": ["childless"], "rooms": house_of(3), "goods": {}}
    state = play(position(farm, round=5), "place Lessons", "play Childless")
    assert (goods(state), state.to_play) == ({}, 1)


def test_with_scholar() -> None:
    """Its food pays for what Scholar plays; played with Scholar it acts in the same round."""
    farm: Data = {"front": ["childless", "scholar"], "house": "stone", "occupations": ["tutor"]}
    state = play(begun(farm), "take vegetable", "use Scholar", "play Tutor")
    assert goods(state) == {"vegetable": 1}
    farm = {"front": ["scholar"], "house": "stone", "occupations": ["childless"], "goods": {"food": 1}}
    state = play(begun(farm), "use Scholar", "play Childless", "take grain")
    assert goods(state) == {"food": 1, "grain": 1}
