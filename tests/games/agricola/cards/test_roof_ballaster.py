"""Roof Ballaster (B123)."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import State
from tests.games.agricola.scenarios import Data, goods, house_of, legal, play, position


def played(seat: Data, **rest: Any) -> State:
    """Roof Ballaster has just been played on Lessons."""
    state = position({"occupations": ["roof_ballaster"], "goods": {}, **seat}, **rest)
    return play(state, "place Lessons", "play Roof Ballaster")


@pytest.mark.parametrize("rooms", [2, 3, 5])
def test_a_stone_for_each_room(rooms: int) -> None:
    """Ruling: 1 food in all, not for each room."""
    state = played({"rooms": house_of(rooms), "goods": {"food": 3}})
    assert legal(state) == ["done", "exchange", "use Roof Ballaster"]
    play(state, "use Roof Ballaster")
    assert goods(state) == {"food": 2, "stone": rooms}
    assert state.to_play == 1


def test_it_may_be_left() -> None:
    """The food is kept then, and the chance is gone."""
    state = play(played({"goods": {"food": 3}}), "done")
    assert goods(state) == {"food": 3}
    assert state.to_play == 1


def test_no_food() -> None:
    """Nothing is asked."""
    state = played({})
    assert (goods(state), state.to_play) == ({}, 1)


def test_beside_the_occupation_cost() -> None:
    """Ruling: on top of what Lessons asks, 1 food for a second occupation."""
    state = played({"front": ["grocer"], "goods": {"food": 1}})
    assert (goods(state), state.to_play) == ({}, 1)
    state = played({"front": ["tutor"], "goods": {"food": 2}})
    assert goods(play(state, "use Roof Ballaster")) == {"stone": 2}


def test_rooms_of_the_house_only() -> None:
    """Ruling: a Caravan is no room."""
    state = played({"front": ["caravan"], "goods": {"food": 1}})
    assert goods(play(state, "use Roof Ballaster")) == {"stone": 2}


def test_with_paper_maker() -> None:
    """Food of a Paper Maker pays for the occupation and for the stone."""
    state = played({"front": ["paper_maker", "tutor"], "goods": {"wood": 1}})
    assert goods(state) == {"food": 1}
    assert goods(play(state, "use Roof Ballaster")) == {"stone": 2}


def test_with_grocer() -> None:
    """While it is offered goods may be exchanged, as at any time."""
    state = played({"front": ["grocer"], "goods": {"food": 3}})
    play(state, "exchange", "use Grocer", "use Roof Ballaster")
    assert goods(state) == {"wood": 1, "stone": 2}
