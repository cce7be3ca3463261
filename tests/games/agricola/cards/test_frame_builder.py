"""Frame Builder: 1 wood in place of 2 clay or 2 stone."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    Data,
    allowed,
    goods,
    house_of,
    legal,
    play,
    position,
    rule_against,
    seat_of,
)


def test_a_clay_room() -> None:
    """G13: 3 clay, 1 wood, 2 reed."""
    seat: Data = {"front": ["frame_builder"], "house": "clay", "goods": {"clay": 3, "wood": 1, "reed": 2}}
    state = play(position(seat), "place Farm Expansion", "build room A1")
    assert goods(state) == {}


def test_it_may_be_left() -> None:
    seat: Data = {"front": ["frame_builder"], "house": "clay", "goods": {"clay": 5, "wood": 1, "reed": 2}}
    state = play(position(seat), "place Farm Expansion", "build room A1")
    assert legal(state) == ["pay 5 clay, 2 reed", "pay 1 wood, 3 clay, 2 reed"]
    play(state, "pay 5 clay, 2 reed")
    assert goods(state) == {"wood": 1}


def test_a_stone_room() -> None:
    seat: Data = {"front": ["frame_builder"], "house": "stone", "goods": {"stone": 3, "wood": 1, "reed": 2}}
    assert goods(play(position(seat), "place Farm Expansion", "build room A1")) == {}


def test_once_for_each_room() -> None:
    """Never twice for one: 1 clay and 2 wood are no price."""
    seat: Data = {"front": ["frame_builder"], "house": "clay", "goods": {"clay": 6, "wood": 2, "reed": 4}}
    state = play(position(seat), "place Farm Expansion", "build room A1")
    play(state, "pay 1 wood, 3 clay, 2 reed", "build room B1")
    assert goods(state) == {}
    seat["goods"] = {"clay": 1, "wood": 2, "reed": 2}
    assert not allowed(position({**seat, "stables": ["B1", "C1", "D1", "E1"]}), "place Farm Expansion")


def test_not_for_wooden_rooms() -> None:
    """No clay or stone is in their price."""
    seat: Data = {"front": ["frame_builder"], "goods": {"wood": 6, "clay": 5, "stone": 5, "reed": 2}}
    state = play(position(seat), "place Farm Expansion", "build room A1")
    assert goods(state) == {"wood": 1, "clay": 5, "stone": 5}


def test_a_renovation() -> None:
    """G14: 3 rooms from wood to clay: 1 clay, 1 wood, 1 reed."""
    seat: Data = {
        "front": ["frame_builder"],
        "rooms": house_of(3),
        "goods": {"clay": 1, "wood": 1, "reed": 1},
    }
    state = play(position(seat, round=6), "place House Redevelopment")
    assert seat_of(state)["house"] == "clay"
    assert goods(state) == {}


def test_once_for_the_whole_renovation() -> None:
    """4 rooms to stone: 2 stone, 1 wood, 1 reed; not 2 wood and no stone."""
    seat: Data = {"front": ["frame_builder"], "house": "clay", "rooms": house_of(4)}
    rich: Data = {**seat, "goods": {"stone": 2, "wood": 1, "reed": 1}}
    assert goods(play(position(rich, round=6), "place House Redevelopment")) == {}
    poor: Data = {**seat, "goods": {"wood": 2, "reed": 1}}
    assert rule_against(position(poor, round=6), "place House Redevelopment") == "R3.3"


def test_the_price_has_at_least_two_of_it() -> None:
    """With Stonecutter and Carpenter a stone room costs 2 stone: 1 wood for these, none for a single one."""
    seat: Data = {"front": ["frame_builder", "stonecutter", "carpenter"], "house": "stone"}
    poor: Data = {**seat, "goods": {"wood": 1, "reed": 2}}
    assert goods(play(position(poor, players=3), "place Farm Expansion", "build room A1")) == {}
    wood: Data = {"front": ["frame_builder"], "house": "stone", "goods": {"wood": 1, "stone": 1, "reed": 2}}
    assert rule_against(position(wood), "place Farm Expansion") == "R2.2"


def test_stonecutter_makes_no_renovation_dearer() -> None:
    """R9.19: 2 rooms cost 1 wood and 1 reed, with it or without: nothing is left to reduce."""
    for front in (["frame_builder"], ["frame_builder", "stonecutter"], ["stonecutter", "frame_builder"]):
        seat: Data = {"front": front, "house": "clay", "goods": {"wood": 1, "reed": 1}}
        state = play(position(seat, players=3, round=6), "place House Redevelopment")
        assert seat_of(state)["house"] == "stone"
        assert goods(state) == {}


def test_with_stonecutter_one_chooses() -> None:
    """R9.19: reduced to 1 stone, or 2 stone replaced by 1 wood; of 3 rooms 1 stone is left to reduce."""
    both: Data = {"front": ["frame_builder", "stonecutter"], "house": "clay"}
    state = position({**both, "goods": {"wood": 1, "stone": 1, "reed": 1}}, players=3, round=6)
    play(state, "place House Redevelopment")
    assert legal(state) == ["pay 1 wood, 1 reed", "pay 1 reed, 1 stone"]
    state = position({**both, "rooms": house_of(3), "goods": {"wood": 1, "reed": 1}}, players=3, round=6)
    play(state, "place House Redevelopment")
    assert seat_of(state)["house"] == "stone"
    assert goods(state) == {}


def test_with_carpenter() -> None:
    """G13: a clay room for 1 clay, 1 wood, 2 reed."""
    seat: Data = {
        "front": ["frame_builder", "carpenter"],
        "house": "clay",
        "goods": {"clay": 1, "wood": 1, "reed": 2},
    }
    assert goods(play(position(seat), "place Farm Expansion", "build room A1")) == {}


@pytest.mark.parametrize(
    "front", [["frame_builder", "brushwood_collector"], ["brushwood_collector", "frame_builder"]]
)
def test_with_brushwood_collector(front: list[str]) -> None:
    """G14: 3 rooms from wood to clay for 1 clay and 2 wood."""
    seat: Data = {"front": front, "rooms": house_of(3), "goods": {"clay": 1, "wood": 2}}
    state = play(position(seat, players=3, round=6), "place House Redevelopment")
    assert seat_of(state)["house"] == "clay"
    assert goods(state) == {}


def test_not_for_improvements_or_fences() -> None:
    seat: Data = {"front": ["frame_builder"], "goods": {"wood": 1}}
    assert not allowed(position(seat, round=1), "place Major Improvement")
