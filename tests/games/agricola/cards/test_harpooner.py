"""Harpooner: 1 wood for 1 reed and 1 food for each person, when fishing."""

from __future__ import annotations

import pytest

from farmtable.core.errors import BadRecord
from tests.games.agricola.scenarios import (
    Data,
    goods,
    house_of,
    legal,
    pile,
    play,
    position,
)


def test_one_wood_for_reed_and_food() -> None:
    state = position({"front": ["harpooner"], "goods": {"wood": 1}}, players=3)
    play(state, "place Fishing")
    assert legal(state) == ["done", "use Harpooner"]
    play(state, "use Harpooner")
    assert goods(state) == {"reed": 1, "food": 2 + 1}
    assert state.to_play == 1  # once for each use


def test_before_the_effect_of_the_space() -> None:
    """The food of the space still lies there when one decides."""
    state = position({"front": ["harpooner"], "goods": {"wood": 1}}, players=3)
    play(state, "place Fishing")
    assert pile(state, "fishing") == 1
    assert goods(state) == {"wood": 1}


def test_it_may_be_left() -> None:
    state = position({"front": ["harpooner"], "goods": {"wood": 1}}, players=3)
    play(state, "place Fishing", "done")
    assert goods(state) == {"wood": 1, "food": 1}


def test_not_without_wood() -> None:
    state = play(position({"front": ["harpooner"], "goods": {}}, players=3), "place Fishing")
    assert state.to_play == 1
    assert goods(state) == {"food": 1}


def test_not_elsewhere_and_not_for_others() -> None:
    state = play(position({"front": ["harpooner"], "goods": {"wood": 1}}, players=3), "place Clay Pit")
    assert state.to_play == 1
    play(state, "place Fishing")
    assert state.to_play == 2
    assert goods(state) == {"wood": 1, "clay": 1}


def test_a_newborn_is_a_person_at_once() -> None:
    seat: Data = {
        "front": ["harpooner"],
        "rooms": house_of(4),
        "people": 4,
        "newborns": 1,
        "goods": {"wood": 1},
    }
    state = play(position(seat, players=3, round=5), "place Fishing", "use Harpooner")
    assert goods(state) == {"reed": 1, "food": 4 + 1}


def test_only_with_three_or_four_players() -> None:
    with pytest.raises(BadRecord):
        position({"front": ["harpooner"]}, players=2)


def test_with_canoe() -> None:
    """That brings 1 food and 1 reed by itself."""
    seat: Data = {"front": ["canoe", "harpooner"], "goods": {"wood": 1}}
    state = play(position(seat, players=3), "place Fishing", "use Harpooner")
    assert goods(state) == {"reed": 2, "food": 1 + 2 + 1}
