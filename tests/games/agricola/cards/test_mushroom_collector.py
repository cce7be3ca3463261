"""Mushroom Collector: 1 wood back onto its space for 2 food."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    Data,
    goods,
    idle_round,
    legal,
    pile,
    play,
    position,
    rule_against,
)


def test_one_wood_for_two_food() -> None:
    state = position({"front": ["mushroom_collector"], "goods": {}}, {}, piles={"forest": 6, "fishing": 1})
    play(state, "place Forest")
    assert goods(state) == {"wood": 6}  # right after the space's own effect
    assert legal(state)[0] == "done"
    assert "use Mushroom Collector" in legal(state)
    play(state, "use Mushroom Collector")
    assert goods(state) == {"wood": 5, "food": 2}
    assert pile(state, "forest") == 1
    assert state.to_play == 1  # once for each use


def test_it_may_be_left() -> None:
    state = position({"front": ["mushroom_collector"], "goods": {}}, piles={"forest": 3})
    play(state, "place Forest", "done")
    assert goods(state) == {"wood": 3}
    assert pile(state, "forest") == 0


def test_the_wood_stays_for_later_rounds() -> None:
    """The space remains occupied in this round; in the next one 3 wood come on top."""
    state = position({"front": ["mushroom_collector"], "goods": {}}, {}, piles={"forest": 3})
    play(state, "place Forest", "use Mushroom Collector")
    assert rule_against(state, "place Forest") == "R2.1"
    assert pile(idle_round(state, ["Forest"]), "forest") == 1 + 3


@pytest.mark.parametrize(("space", "wood"), [("Copse", 1), ("Grove", 2)])
def test_the_other_wood_spaces(space: str, wood: int) -> None:
    state = position({"front": ["mushroom_collector"], "goods": {}}, players=4)
    play(state, f"place {space}", "use Mushroom Collector")
    assert pile(state, space.lower()) == 1
    assert goods(state) == ({"wood": wood - 1, "food": 2} if wood > 1 else {"food": 2})


def test_the_copse_of_the_tile() -> None:
    state = position({"front": ["mushroom_collector"], "goods": {}}, options={"variant_tile": "yes"})
    play(state, "place Tile Copse", "use Mushroom Collector")
    assert goods(state) == {"food": 2}
    assert pile(state, "variant_copse") == 1


def test_nowhere_else() -> None:
    state = position({"front": ["mushroom_collector"], "goods": {"wood": 3}}, {})
    play(state, "place Clay Pit")
    assert state.to_play == 1


def test_not_for_the_wood_of_others() -> None:
    state = position({"front": ["mushroom_collector"], "goods": {"wood": 1}}, {}, start=1)
    play(state, "place Forest")
    assert goods(state) == {"wood": 1}
    assert "use Mushroom Collector" not in legal(state)


def test_with_basket() -> None:
    """G32: 6 wood, 3 of them back for 5 food; 3 + 3 wood in the next round."""
    seat: Data = {"front": ["basket", "mushroom_collector"], "goods": {}}
    state = position(seat, {}, piles={"forest": 6})
    play(state, "place Forest", "use Basket", "use Mushroom Collector")
    assert goods(state) == {"wood": 3, "food": 5}
    assert pile(state, "forest") == 3
    assert pile(idle_round(state, ["Forest"]), "forest") == 6


def test_with_basket_in_a_solo_game() -> None:
    """G32: in a solo game 2 wood come on top."""
    seat: Data = {"front": ["basket", "mushroom_collector"], "goods": {}}
    state = position(seat, players=1, piles={"forest": 6})
    play(state, "place Forest", "use Mushroom Collector", "use Basket")
    assert goods(state) == {"wood": 3, "food": 5}
    assert pile(idle_round(state, ["Forest"]), "forest") == 5


def test_not_without_wood() -> None:
    """Basket took the 2 wood of the Grove."""
    state = position({"front": ["basket", "mushroom_collector"], "goods": {}}, players=3)
    play(state, "place Grove", "use Basket")
    assert state.to_play == 1
    assert goods(state) == {"food": 3}
