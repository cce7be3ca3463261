"""Carpenter (B126)."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import State
from tests.games.agricola.scenarios import Data, allowed, goods, legal, play, position, seat_of


def building(seat: Data, *others: str, **rest: Any) -> State:
    """The owner of a Carpenter builds a room with Farm Expansion."""
    state = position({"front": ["carpenter", *others], **seat}, **rest)
    return play(state, "place Farm Expansion", "build room A1")


@pytest.mark.parametrize("house", ["wood", "clay", "stone"])
def test_three_of_the_material(house: str) -> None:
    """G13: 3 wood, clay or stone, and 2 reed."""
    state = building({"house": house, "goods": {house: 3, "reed": 2}})
    assert goods(state) == {}
    assert seat_of(state)["rooms"] == ["A1", "A2", "A3"]
    assert state.to_play == 1


def test_several_rooms() -> None:
    """Each costs that."""
    state = play(building({"goods": {"wood": 7, "reed": 4}}), "build room B1")
    assert goods(state) == {"wood": 1}


@pytest.mark.parametrize("poor", [{"wood": 2, "reed": 2}, {"wood": 5, "reed": 1}, {"clay": 3, "reed": 2}])
def test_too_little(poor: Data) -> None:
    """All of the price, in the resource of the house."""
    state = position({"front": ["carpenter"], "goods": poor, "stables": ["B1", "C1", "D1", "E1"]})
    assert not allowed(state, "place Farm Expansion")


def test_nothing_else_is_cheaper() -> None:
    """A renovation and a stable cost what they always did."""
    state = position({"front": ["carpenter"], "goods": {"clay": 1, "reed": 1, "wood": 1}}, round=6)
    assert not allowed(state, "place House Redevelopment")
    assert not allowed(state, "place Farm Expansion")


def test_others_pay_in_full() -> None:
    """Only its owner pays less."""
    state = position({"front": ["carpenter"]}, {"goods": {"wood": 3, "reed": 2}}, start=1)
    assert not allowed(play(state, "place Farm Expansion"), "build room A1")


def test_with_stonecutter() -> None:
    """Ruling: reductions apply to this price: a stone room for 2 stone and 2 reed."""
    farm: Data = {"house": "stone", "goods": {"stone": 2, "reed": 2}}
    assert goods(building(farm, "stonecutter", players=3)) == {}


def test_with_frame_builder() -> None:
    """G13: and so do replacements: a clay room for 1 clay, 1 wood and 2 reed, if one prefers that."""
    farm: Data = {"house": "clay", "goods": {"wood": 1, "clay": 3, "reed": 2}}
    state = building(farm, "frame_builder")
    assert set(legal(state)) == {"pay 3 clay, 2 reed", "pay 1 wood, 1 clay, 2 reed"}
    assert goods(play(state, "pay 1 wood, 1 clay, 2 reed")) == {"clay": 2}


def test_with_carpenters_parlor() -> None:
    """Ruling: for wooden rooms its 2 wood and 2 reed are another price, not added to this one."""
    assert goods(building({"goods": {"wood": 5, "reed": 2}}, "carpenters_parlor")) == {"wood": 3}
    farm: Data = {"house": "clay", "goods": {"clay": 5, "reed": 2}}
    assert goods(building(farm, "carpenters_parlor")) == {"clay": 2}
