"""Seasonal Worker: crops for day labour."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    Data,
    goods,
    legal,
    play,
    position,
    seat_of,
)


def test_one_grain() -> None:
    """G51: in round 5 2 food and 1 grain, unasked."""
    state = play(position({"front": ["seasonal_worker"], "goods": {}}, round=5), "place Day Laborer")
    assert goods(state) == {"grain": 1, "food": 2}
    assert state.to_play == 1


@pytest.mark.parametrize("crop", ["grain", "vegetable"])
def test_a_choice_from_round_6(crop: str) -> None:
    """G51."""
    state = play(position({"front": ["seasonal_worker"], "goods": {}}, round=6), "place Day Laborer")
    assert legal(state) == ["take grain", "take vegetable"]
    assert goods(state) == {}  # before the effect of the space
    play(state, f"take {crop}")
    assert goods(state) == {crop: 1, "food": 2}


def test_not_elsewhere_and_not_for_others() -> None:
    state = position({"front": ["seasonal_worker"], "goods": {}}, {"goods": {}}, round=6)
    play(state, "place Clay Pit", "place Day Laborer")
    assert goods(state) == {"clay": 1}
    assert goods(state, 1) == {"food": 2}


def test_with_loam_pit() -> None:
    """G51: 3 clay as well."""
    state = position({"front": ["seasonal_worker", "loam_pit"], "goods": {}}, round=5)
    assert goods(play(state, "place Day Laborer")) == {"clay": 3, "grain": 1, "food": 2}


def test_before_other_work_of_that_day() -> None:
    """The grain is there at once, the food after Assistant Tiller's field."""
    seat: Data = {"front": ["seasonal_worker", "assistant_tiller"], "goods": {}}
    state = play(position(seat, round=5), "place Day Laborer")
    assert goods(state) == {"grain": 1}
    play(state, "use Assistant Tiller", "plow E1")
    assert goods(state) == {"grain": 1, "food": 2}
    assert seat_of(state)["fields"] == {"E1": ""}
