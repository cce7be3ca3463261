"""Roughcaster: 3 food for clay rooms, and for renovating from clay to stone."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    Data,
    goods,
    play,
    position,
)


def test_clay_rooms() -> None:
    """Once for the action, no matter how many rooms."""
    seat: Data = {"front": ["roughcaster"], "house": "clay", "goods": {"clay": 15, "reed": 6}}
    state = play(position(seat), "place Farm Expansion", "build room A1", "build room B1")
    assert goods(state) == {"clay": 5, "reed": 2}  # the action is not over
    play(state, "done")
    assert goods(state) == {"clay": 5, "reed": 2, "food": 3}
    state = play(position(seat), "place Farm Expansion", "build room A1", "done")
    assert goods(state) == {"clay": 10, "reed": 4, "food": 3}


def test_each_time_anew() -> None:
    seat: Data = {"front": ["roughcaster"], "house": "clay", "goods": {"clay": 5, "reed": 2}}
    state = play(position(seat, {}), "place Farm Expansion", "build room A1")
    assert goods(state) == {"food": 3}


@pytest.mark.parametrize(("house", "good"), [("wood", "wood"), ("stone", "stone")])
def test_not_for_other_rooms(house: str, good: str) -> None:
    seat: Data = {"front": ["roughcaster"], "house": house, "goods": {good: 5, "reed": 2}}
    assert goods(play(position(seat), "place Farm Expansion", "build room A1")) == {}


def test_from_clay_to_stone() -> None:
    seat: Data = {"front": ["roughcaster"], "house": "clay", "goods": {"stone": 2, "reed": 1}}
    state = play(position(seat, round=6), "place House Redevelopment")
    assert goods(state) == {"food": 3}


def test_not_from_wood_to_clay() -> None:
    seat: Data = {"front": ["roughcaster"], "goods": {"clay": 2, "reed": 1}}
    assert goods(play(position(seat, round=6), "place House Redevelopment")) == {}


def test_not_from_wood_to_stone() -> None:
    """Conservator's renovation does not come from clay."""
    seat: Data = {"front": ["roughcaster", "conservator"], "goods": {"stone": 2, "reed": 1}}
    assert goods(play(position(seat, round=6), "place House Redevelopment")) == {}


def test_not_for_stables() -> None:
    seat: Data = {"front": ["roughcaster"], "house": "clay", "goods": {"wood": 2}}
    assert goods(play(position(seat), "place Farm Expansion", "build stable E1")) == {}


def test_a_single_room_counts() -> None:
    """One that Cottager lets build."""
    seat: Data = {"front": ["roughcaster", "cottager"], "house": "clay", "goods": {"clay": 5, "reed": 2}}
    state = play(position(seat, {}), "place Day Laborer", "use Cottager", "build room A1")
    assert goods(state) == {"food": 3 + 2}
