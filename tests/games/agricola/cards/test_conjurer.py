"""Conjurer: Traveling Players bring 1 wood and 1 grain more."""

from __future__ import annotations

import pytest

from farmtable.core.errors import BadRecord
from tests.games.agricola.scenarios import (
    goods,
    pile,
    play,
    position,
    rule_against,
)


def test_one_wood_and_one_grain() -> None:
    state = play(position({"front": ["conjurer"], "goods": {}}, players=4), "place Traveling Players")
    assert goods(state) == {"wood": 1, "grain": 1, "food": 1}
    assert pile(state, "traveling_players") == 0


def test_on_top_of_all_that_lies_there() -> None:
    state = position({"front": ["conjurer"], "goods": {}}, players=4, piles={"traveling_players": 3})
    assert goods(play(state, "place Traveling Players")) == {"wood": 1, "grain": 1, "food": 3}


def test_not_elsewhere() -> None:
    state = play(position({"front": ["conjurer"], "goods": {}}, players=4), "place Day Laborer")
    assert goods(state) == {"food": 2}


def test_not_for_others() -> None:
    state = play(
        position({"front": ["conjurer"], "goods": {}}, players=4, start=1), "place Traveling Players"
    )
    assert goods(state) == {}


def test_it_does_not_fill_an_empty_space() -> None:
    """R2.2: the space itself must give something."""
    state = position({"front": ["conjurer"]}, players=4, piles={"forest": 3})
    assert rule_against(state, "place Traveling Players") == "R2.2"


@pytest.mark.parametrize("players", [2, 3])
def test_only_with_four_players(players: int) -> None:
    with pytest.raises(BadRecord):
        position({"front": ["conjurer"]}, players=players)


def test_with_lutenist() -> None:
    """Another player's Lutenist reacts to the same use."""
    state = position({"front": ["conjurer"], "goods": {}}, {"front": ["lutenist"], "goods": {}}, players=4)
    play(state, "place Traveling Players")
    assert goods(state, 0) == {"wood": 1, "grain": 1, "food": 1}
    assert goods(state, 1) == {"wood": 1, "food": 1}
