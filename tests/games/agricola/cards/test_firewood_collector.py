"""Firewood Collector: 1 wood at the end of a turn with work on the fields."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    Data,
    goods,
    play,
    position,
)


def test_farmland() -> None:
    state = play(position({"front": ["firewood_collector"], "goods": {}}), "place Farmland")
    assert goods(state) == {}
    play(state, "plow E1")
    assert goods(state) == {"wood": 1}


def test_grain_seeds() -> None:
    state = play(position({"front": ["firewood_collector"], "goods": {}}), "place Grain Seeds")
    assert goods(state) == {"grain": 1, "wood": 1}


def test_grain_utilization() -> None:
    """Once for the use, though one sows and bakes."""
    seat: Data = {
        "front": ["firewood_collector"],
        "fields": {"E1": ""},
        "improvements": ["fireplace_2"],
        "goods": {"grain": 2},
    }
    state = play(position(seat, round=3), "place Grain Utilization", "sow grain E1")
    assert goods(state) == {"grain": 1}
    play(state, "bake 1 grain")
    assert goods(state) == {"food": 2, "wood": 1}


def test_cultivation() -> None:
    """The wood comes when all is done."""
    seat: Data = {"front": ["firewood_collector"], "goods": {"grain": 1}}
    state = play(position(seat, round=13), "place Cultivation", "plow E1")
    assert goods(state) == {"grain": 1}
    play(state, "sow grain E1")
    assert goods(state) == {"wood": 1}


@pytest.mark.parametrize("space", ["Clay Pit", "Day Laborer", "Vegetable Seeds"])
def test_not_elsewhere(space: str) -> None:
    state = play(position({"front": ["firewood_collector"], "goods": {}}, round=9), f"place {space}")
    assert "wood" not in goods(state)


def test_not_for_others() -> None:
    state = play(position({"front": ["firewood_collector"], "goods": {}}, start=1), "place Grain Seeds")
    assert goods(state) == {}


def test_it_cannot_be_spent_in_that_turn() -> None:
    """Threshing Board bakes and the field is plowed before; the wood comes last."""
    seat: Data = {"front": ["firewood_collector", "threshing_board"], "improvements": ["fireplace_2"]}
    state = position({**seat, "goods": {"grain": 1}}, {})
    play(state, "place Farmland", "use Threshing Board")
    assert goods(state) == {"food": 2}  # the space itself is still to come
    play(state, "plow E1")
    assert goods(state) == {"food": 2, "wood": 1}


def test_with_moldboard_plow() -> None:
    """After the second field, too."""
    seat: Data = {"front": ["firewood_collector", "moldboard_plow"], "goods": {}}
    state = play(position(seat), "place Farmland", "use Moldboard Plow", "plow E1")
    assert goods(state) == {}
    play(state, "plow D1")
    assert goods(state) == {"wood": 1}
