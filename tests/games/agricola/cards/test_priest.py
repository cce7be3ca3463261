"""Priest: goods for a clay house of 2 rooms."""

from __future__ import annotations

import pytest

from farmtable import State
from tests.games.agricola.scenarios import (
    Data,
    goods,
    house_of,
    last_person,
    play,
    position,
    seat_of,
)


def played(seat: Data) -> State:
    """The card is played on Lessons."""
    state = position({"occupations": ["priest"], "goods": {}, **seat}, round=6)
    return play(state, "place Lessons", "play Priest")


def test_a_clay_house_of_two_rooms() -> None:
    assert goods(played({"house": "clay"})) == {"clay": 3, "reed": 2, "stone": 2}


@pytest.mark.parametrize(
    "seat", [{}, {"house": "stone"}, {"house": "clay", "rooms": house_of(3)}, {"rooms": house_of(3)}]
)
def test_otherwise_nothing(seat: Data) -> None:
    assert goods(played(seat)) == {}


def test_only_real_rooms_count() -> None:
    """Caravan is none."""
    assert goods(played({"house": "clay", "front": ["caravan"]})) == {"clay": 3, "reed": 2, "stone": 2}


def test_only_when_it_is_played() -> None:
    """A renovation afterwards changes nothing."""
    state = position({"occupations": ["priest"], "goods": {"clay": 2, "reed": 1}}, {}, round=6)
    play(state, "place Lessons", "play Priest", "place Fishing", "place House Redevelopment")
    assert seat_of(state)["house"] == "clay"
    assert goods(state) == {}


def test_building_resources_obtained() -> None:
    """Claypipe counts these 7."""
    seat: Data = {"occupations": ["priest"], "front": ["claypipe"], "house": "clay", "goods": {}}
    state = play(last_person(seat, round=6), "place Lessons", "play Priest")
    assert goods(state) == {"clay": 3, "reed": 2, "stone": 2, "food": 2}
