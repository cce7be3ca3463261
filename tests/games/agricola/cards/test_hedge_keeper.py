"""Hedge Keeper: 3 fences of each Build Fences action cost no wood."""

from __future__ import annotations

from tests.games.agricola.scenarios import (
    Data,
    allowed,
    fences,
    goods,
    house_of,
    legal,
    play,
    position,
)


def test_seven_fences_cost_four_wood() -> None:
    """G16."""
    state = position({"front": ["hedge_keeper"], "goods": {"wood": 4}}, round=2)
    play(state, "place Fencing", "fence D1", "fence E1")
    assert fences(state) == 7
    assert goods(state) == {}


def test_three_fences_cost_nothing() -> None:
    """G16: with 0 wood."""
    state = position({"front": ["hedge_keeper"], "pastures": [["E1"]], "goods": {}}, round=2)
    play(state, "place Fencing", "fence D1")
    assert fences(state) == 7
    assert goods(state) == {}


def test_the_fourth_fence_costs_one_wood() -> None:
    assert allowed(position({"front": ["hedge_keeper"], "goods": {"wood": 1}}, round=2), "place Fencing")
    assert not allowed(position({"front": ["hedge_keeper"], "goods": {}}, round=2), "place Fencing")
    assert not allowed(position({"goods": {"wood": 1}}, round=2), "place Fencing")


def test_each_action_has_its_own_three() -> None:
    """What is left of the three is lost; Farm Redevelopment brings three new ones."""
    seat: Data = {
        "front": ["hedge_keeper"],
        "pastures": [["D1", "E1"]],
        "goods": {"clay": 2, "reed": 1},
    }
    state = position(seat, {}, round=14)
    play(state, "place Fencing", "fence D1")
    assert fences(state) == 7
    play(state, "place Forest", "place Farm Redevelopment")
    assert allowed(state, "fence D2")  # 3 fences
    assert not allowed(state, "fence D2 D3")  # 5
    play(state, "fence D2", "place Fishing")
    assert fences(state) == 10
    assert goods(state) == {}


def test_the_pieces_are_still_needed() -> None:
    """R5.2: 14 of 15 fences stand; a part of the pasture needs 2."""
    cells = [f"{column}{row}" for column in "BCDE" for row in "123"]
    state = position({"front": ["hedge_keeper"], "pastures": [cells], "rooms": house_of(3)}, round=2)
    assert fences(state) == 14
    assert not allowed(state, "place Fencing")


def test_with_rammed_clay() -> None:
    """G16: 7 fences with 1 wood and 3 clay; the free ones are taken off first (R9.19)."""
    seat: Data = {"front": ["hedge_keeper", "rammed_clay"], "goods": {"wood": 1, "clay": 3}}
    state = play(position(seat, round=2), "place Fencing", "fence D1")
    assert legal(state) == ["pay 1 wood", "pay 1 clay"]
    play(state, "pay 1 wood", "fence E1")
    assert fences(state) == 7
    assert goods(state) == {}


def test_mini_pasture_is_no_build_fences_action() -> None:
    """It needs no wood anyway, and takes nothing of the three."""
    seat: Data = {"front": ["hedge_keeper"], "minors": ["mini_pasture"], "goods": {"food": 2}}
    state = position(seat, {}, round=2)
    play(state, "place Meeting Place", "play Mini Pasture", "fence E1")
    assert goods(state) == {}
    play(state, "place Forest", "place Fencing", "fence D1")
    assert fences(state) == 7
