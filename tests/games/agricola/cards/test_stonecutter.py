"""Stonecutter: 1 stone less for improvements, rooms and renovations."""

from __future__ import annotations

import pytest

from farmtable import State
from farmtable.core.errors import BadRecord
from tests.games.agricola.scenarios import (
    Data,
    allowed,
    goods,
    house_of,
    legal,
    play,
    position,
    seat_of,
)


def built(state: State, improvement: str) -> bool:
    """Build a major improvement; where it is the only one that can be paid nobody is asked."""
    play(state, "place Major Improvement")
    if f"build {improvement}" in legal(state):
        play(state, f"build {improvement}")
    name = improvement.lower().replace(" ", "_").replace("'", "")
    return bool(seat_of(state)["improvements"] == [name])


def test_a_stone_room() -> None:
    """G13: 4 stone and 2 reed, for each room."""
    seat: Data = {"front": ["stonecutter"], "house": "stone", "goods": {"stone": 8, "reed": 4}}
    state = play(position(seat, players=3), "place Farm Expansion", "build room A1", "build room B1")
    assert goods(state) == {}


def test_a_renovation() -> None:
    """G14: 4 rooms for 3 stone and 1 reed: 1 less in total."""
    seat: Data = {
        "front": ["stonecutter"],
        "house": "clay",
        "rooms": house_of(4),
        "goods": {"stone": 3, "reed": 1},
    }
    state = play(position(seat, players=3, round=6), "place House Redevelopment")
    assert seat_of(state)["house"] == "stone"
    assert goods(state) == {}


@pytest.mark.parametrize(
    ("improvement", "price"),
    [
        ("Well", {"wood": 1, "stone": 2}),
        ("Clay Oven", {"clay": 3}),
        ("Stone Oven", {"clay": 1, "stone": 2}),
        ("Joinery", {"wood": 2, "stone": 1}),
        ("Pottery", {"clay": 2, "stone": 1}),
        ("Basketmaker's Workshop", {"reed": 2, "stone": 1}),
        ("Fireplace 2", {"clay": 2}),
    ],
)
def test_major_improvements(improvement: str, price: Data) -> None:
    """Only where stone is part of the price."""
    state = position({"front": ["stonecutter"], "goods": price}, players=3)
    assert built(state, improvement)
    assert goods(state) == {}


def test_not_below_nothing() -> None:
    """2 clay stay 2 clay; and Mantlepiece's 1 stone becomes nothing."""
    assert not allowed(
        position({"front": ["stonecutter"], "goods": {"clay": 1}}, players=3), "place Major Improvement"
    )
    seat: Data = {"front": ["stonecutter"], "minors": ["mantlepiece"], "house": "clay", "goods": {}}
    state = play(position(seat, players=3), "place Meeting Place", "play Mantlepiece")
    assert goods(state) == {}


def test_minor_improvements() -> None:
    """Lumber Mill for 1 stone."""
    seat: Data = {"front": ["stonecutter"], "minors": ["lumber_mill"], "goods": {"stone": 1}}
    state = play(position(seat, players=3), "place Meeting Place", "play Lumber Mill")
    assert goods(state) == {}


def test_not_for_wood_and_clay() -> None:
    seat: Data = {"front": ["stonecutter"], "goods": {"wood": 4, "reed": 2}, "stables": ["B1"]}
    state = play(position(seat, players=3), "place Farm Expansion")
    assert not allowed(state, "build room A1")
    seat = {"front": ["stonecutter"], "goods": {"clay": 1, "reed": 1}}
    assert not allowed(position(seat, players=3, round=6), "place House Redevelopment")


def test_only_with_three_or_four_players() -> None:
    with pytest.raises(BadRecord):
        position({"front": ["stonecutter"]}, players=2)


def test_with_master_bricklayer() -> None:
    """Both take stone off: Well with 3 rooms for 1 wood and 1 stone."""
    seat: Data = {
        "front": ["stonecutter", "master_bricklayer"],
        "rooms": house_of(3),
        "goods": {"wood": 1, "stone": 1},
    }
    state = position(seat, players=3)
    assert built(state, "Well")
    assert goods(state) == {}


def test_with_carpenter() -> None:
    """A stone room for 3 - 1 stone and 2 reed (R9.19)."""
    seat: Data = {
        "front": ["stonecutter", "carpenter"],
        "house": "stone",
        "goods": {"stone": 2, "reed": 2},
    }
    assert goods(play(position(seat, players=3), "place Farm Expansion", "build room A1")) == {}
