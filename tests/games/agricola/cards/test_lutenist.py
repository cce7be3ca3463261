"""Lutenist: food and wood from the others' Traveling Players, and a vegetable for 2 food."""

from __future__ import annotations

import pytest

from farmtable.core.errors import BadRecord
from tests.games.agricola.scenarios import (
    goods,
    legal,
    play,
    position,
)


def test_another_player_uses_the_space() -> None:
    state = position({"goods": {}}, {"front": ["lutenist"], "goods": {}}, players=4)
    play(state, "place Traveling Players")
    assert goods(state, 1) == {"wood": 1, "food": 1}
    assert goods(state, 0) == {"food": 1}
    assert state.to_play == 1
    assert "place Forest" in legal(state)  # 1 food is too little for a vegetable


def test_a_vegetable_for_two_food() -> None:
    """The food just gained counts."""
    state = position({}, {"front": ["lutenist"], "goods": {"food": 1}}, players=4)
    play(state, "place Traveling Players")
    assert state.to_play == 1
    assert legal(state) == ["done", "use Lutenist"]
    play(state, "use Lutenist")
    assert goods(state, 1) == {"wood": 1, "vegetable": 1}


def test_exactly_one_vegetable() -> None:
    state = position({}, {"front": ["lutenist"], "goods": {"food": 9}}, players=4)
    play(state, "place Traveling Players", "use Lutenist")
    assert goods(state, 1) == {"wood": 1, "food": 8, "vegetable": 1}
    assert "use Lutenist" not in legal(state)


def test_it_may_be_left() -> None:
    state = position({"goods": {}}, {}, {"front": ["lutenist"], "goods": {"food": 3}}, players=4)
    play(state, "place Traveling Players")
    assert state.to_play == 2
    play(state, "done")
    assert goods(state, 2) == {"wood": 1, "food": 4}
    assert goods(state, 0) == {"food": 1}
    assert state.to_play == 1


def test_never_on_ones_own_use() -> None:
    state = play(position({"front": ["lutenist"], "goods": {}}, players=4), "place Traveling Players")
    assert goods(state) == {"food": 1}


def test_not_elsewhere() -> None:
    state = position({}, {"front": ["lutenist"], "goods": {"food": 3}}, players=4)
    play(state, "place Day Laborer")
    assert goods(state, 1) == {"food": 3}


@pytest.mark.parametrize("players", [2, 3])
def test_only_with_four_players(players: int) -> None:
    """Traveling Players is a space for four."""
    with pytest.raises(BadRecord):
        position({"front": ["lutenist"]}, players=players)


def test_conjurer_of_the_one_who_lands() -> None:
    """R9.18: each gets what is due."""
    state = position(
        {"front": ["conjurer"], "goods": {}}, {}, {"front": ["lutenist"], "goods": {"food": 1}}, players=4
    )
    play(state, "place Traveling Players", "use Lutenist")
    assert goods(state, 0) == {"wood": 1, "grain": 1, "food": 1}
    assert goods(state, 2) == {"wood": 1, "vegetable": 1}
