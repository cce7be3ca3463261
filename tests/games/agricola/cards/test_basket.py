"""Basket (A056)."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    chance,
    goods,
    legal,
    pile,
    play,
    position,
    rule_against,
)

OWNER: Data = {"front": ["basket"], "goods": {}}


def test_two_wood_for_three_food() -> None:
    """Right after the wood is taken 2 of it may go back to the space."""
    state = play(position(OWNER, piles={"forest": 3}), "place Forest")
    assert goods(state) == {"wood": 3}
    assert legal(state) == ["done", "exchange", "use Basket"]
    play(state, "use Basket")
    assert (goods(state), pile(state, "forest")) == ({"wood": 1, "food": 3}, 2)
    assert state.to_play == 1, "once a use"


def test_it_may_be_left() -> None:
    """Who declines keeps the wood."""
    state = play(position(OWNER, piles={"forest": 3}), "place Forest", "done")
    assert (goods(state), pile(state, "forest")) == ({"wood": 3}, 0)


def test_any_wood_of_the_supply() -> None:
    """It works with less than 2 wood on the space, and not with less than 2 in all."""
    state = play(position({**OWNER, "goods": {"wood": 1}}, piles={"forest": 1}), "place Forest", "use Basket")
    assert (goods(state), pile(state, "forest")) == ({"food": 3}, 2)
    state = play(position(OWNER, piles={"forest": 1}), "place Forest")
    assert state.to_play == 1
    assert goods(state) == {"wood": 1}


def test_the_wood_waits_for_later_rounds() -> None:
    """R2.1: the space stays occupied, and next round 3 more wood come to those 2 (G24)."""
    state = play(position({**OWNER, "at_home": 1}, {"at_home": 1}), "place Forest", "use Basket")
    assert rule_against(state, "place Forest") == "R2.1"
    chance(play(state, "place Day Laborer"))
    assert pile(state, "forest") == 5


@pytest.mark.parametrize("space", ["Forest", "Grove", "Copse"])
def test_all_wood_accumulation_spaces(space: str) -> None:
    """Forest, Grove and Copse are such spaces; each gets its own wood back."""
    state = play(position(OWNER, players=4, piles={space.lower(): 4}), f"place {space}", "use Basket")
    assert (goods(state), pile(state, space.lower())) == ({"wood": 2, "food": 3}, 2)


def test_other_spaces() -> None:
    """Clay Pit is none, and neither are spaces that others use."""
    state = play(position({**OWNER, "goods": {"wood": 5}}, {"goods": {"wood": 5}}), "place Clay Pit")
    assert state.to_play == 1
    play(state, "place Forest")
    assert state.to_play == 0
    assert "use Basket" not in legal(state)


def test_playing_it() -> None:
    """It costs 1 reed."""
    hand: Data = {"minors": ["basket"], "goods": {"wood": 1}}
    assert legal(play(position(hand), "place Meeting Place")) == ["done", "exchange"]
    state = play(position({**hand, "goods": {"reed": 1}}, AWAY), "place Meeting Place", "play Basket")
    play(state, "place Forest", "use Basket")
    assert goods(state) == {"wood": 1, "food": 3}


@pytest.mark.parametrize("first", ["Basket", "Mushroom Collector"])
@pytest.mark.parametrize(("players", "next_round"), [(2, 6), (1, 5)])
def test_with_mushroom_collector(first: str, players: int, next_round: int) -> None:
    """G32: of 6 wood 3 go back for 5 food, in either order; next round 6 wood lie there (solo 5)."""
    second = "Mushroom Collector" if first == "Basket" else "Basket"
    farm: Data = {"front": ["basket", "mushroom_collector"], "at_home": 1, "goods": {}}
    others = [AWAY] * (players - 1)
    state = position(farm, *others, players=players, piles={"forest": 6})
    play(state, "place Forest", f"use {first}", f"use {second}")
    assert (goods(state), pile(state, "forest")) == ({"wood": 3, "food": 5}, 3)
    assert pile(chance(state), "forest") == next_round
