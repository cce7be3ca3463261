"""Scullery (B057): food in a wooden house."""

from __future__ import annotations

from tests.games.agricola.scenarios import (
    Data,
    chance,
    goods,
    house_of,
    last_person,
    legal,
    new_round,
    play,
    position,
    seat_of,
)


def test_its_price() -> None:
    """1 wood and 1 clay; it brings nothing in the round in which it is played, 1 food in the next."""
    state = play(
        last_person({"minors": ["scullery"], "goods": {"wood": 1, "clay": 1}}), "place Meeting Place"
    )
    play(state, "play Scullery")
    assert (goods(state), seat_of(state)["front"]) == ({}, [["scullery", 0]])
    assert goods(chance(state)) == {"food": 1}
    for lacking in ({"wood": 2}, {"clay": 2}):
        state = position({"minors": ["scullery"], "goods": lacking})
        assert "play Scullery" not in legal(play(state, "place Meeting Place"))


def test_as_long_as_the_house_is_wooden() -> None:
    """R1.3: at the start of each round, in a wooden house only."""
    for house, food in (("wood", {"food": 1}), ("clay", {}), ("stone", {})):
        farm: Data = {"front": ["scullery"], "house": house, "goods": {}}
        assert goods(chance(new_round(farm, round=14))) == food


def test_only_for_its_owner() -> None:
    state = chance(new_round({"front": ["scullery"], "goods": {}}, {"goods": {}}, round=2))
    assert (goods(state), goods(state, 1)) == ({"food": 1}, {})


def test_with_childless() -> None:
    """R9.17: both bring food at the start of the round."""
    farm: Data = {"front": ["scullery", "childless"], "rooms": house_of(3), "goods": {}}
    state = play(chance(new_round(farm, round=2)), "take vegetable")
    assert goods(state) == {"vegetable": 1, "food": 2}
