"""Animal Tamer: 1 wood or 1 grain, and an animal in every room."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    Data,
    goods,
    harvest,
    house_of,
    legal,
    play,
    position,
)


@pytest.mark.parametrize(("choice", "good"), [("take wood", "wood"), ("take grain", "grain")])
def test_played_for_wood_or_grain(choice: str, good: str) -> None:
    state = position({"occupations": ["animal_tamer"], "goods": {"food": 1}})
    play(state, "place Lessons", "play Animal Tamer")
    assert legal(state) == ["take wood", "take grain"]
    play(state, choice)
    assert goods(state) == {good: 1, "food": 1}


def test_one_animal_in_each_room() -> None:
    """Three rooms keep three animals; a fourth has to go."""
    seat: Data = {"front": ["animal_tamer"], "rooms": house_of(3)}
    state = play(position(seat, round=4, piles={"sheep_market": 3}), "place Sheep Market")
    assert goods(state)["sheep"] == 3
    assert state.to_play == 1
    state = play(position(seat, round=4, piles={"sheep_market": 4}), "place Sheep Market")
    assert goods(state)["sheep"] == 3


def test_without_it_the_house_keeps_one_pet() -> None:
    state = position({"rooms": house_of(3)}, round=4, piles={"sheep_market": 2})
    play(state, "place Sheep Market")
    assert goods(state)["sheep"] == 1


def test_the_animals_may_be_of_different_types() -> None:
    seat: Data = {"front": ["animal_tamer"], "rooms": house_of(3), "goods": {"wild boar": 1, "cattle": 1}}
    state = play(position(seat, round=4, piles={"sheep_market": 1}), "place Sheep Market")
    assert goods(state) == {"sheep": 1, "wild boar": 1, "cattle": 1}


def test_as_soon_as_it_is_played() -> None:
    """A sheep beside the wild boar."""
    seat: Data = {"occupations": ["animal_tamer"], "goods": {"wild boar": 1}}
    state = position(seat, round=4, piles={"sheep_market": 1})
    play(state, "place Lessons", "play Animal Tamer", "take grain", "place Day Laborer", "place Sheep Market")
    assert goods(state) == {"grain": 1, "sheep": 1, "wild boar": 1}


def test_in_a_room_built_later() -> None:
    seat: Data = {"front": ["animal_tamer"], "goods": {"sheep": 2, "wood": 5, "reed": 2}}
    state = position(seat, round=4, piles={"sheep_market": 1})
    play(state, "place Farm Expansion", "build room A1", "place Day Laborer", "place Sheep Market")
    assert goods(state) == {"sheep": 3}


def test_only_real_rooms_count() -> None:
    """Caravan houses a person, not an animal."""
    seat: Data = {"front": ["animal_tamer", "caravan"]}
    state = play(position(seat, round=4, piles={"sheep_market": 3}), "place Sheep Market")
    assert goods(state)["sheep"] == 2
    assert state.to_play == 1


def test_a_stable_keeps_one_more() -> None:
    """R6.1: a stable outside pastures keeps its own."""
    seat: Data = {"front": ["animal_tamer"], "stables": ["E1"]}
    state = play(position(seat, round=4, piles={"sheep_market": 3}), "place Sheep Market")
    assert goods(state)["sheep"] == 3
    assert state.to_play == 1


def test_room_for_a_newborn() -> None:
    """R6.6: two rooms are full with the parents; a third one takes the newborn."""
    two: Data = {"front": ["animal_tamer"], "goods": {"sheep": 2, "food": 9}}
    assert goods(harvest(two))["sheep"] == 2
    assert goods(harvest({**two, "rooms": house_of(3)}))["sheep"] == 3
