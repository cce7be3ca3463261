"""Wood Cutter: one more wood from each wood accumulation space."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    Data,
    goods,
    last_person,
    pile,
    play,
    position,
    rule_against,
)


def test_one_more_wood() -> None:
    state = play(position({"front": ["wood_cutter"], "goods": {}}), "place Forest")
    assert goods(state) == {"wood": 3 + 1}
    assert pile(state, "forest") == 0


@pytest.mark.parametrize(("space", "wood"), [("Forest", 3), ("Copse", 1), ("Grove", 2)])
def test_all_wood_spaces(space: str, wood: int) -> None:
    state = play(position({"front": ["wood_cutter"], "goods": {}}, players=4), f"place {space}")
    assert goods(state) == {"wood": wood + 1}


def test_the_copse_of_the_tile() -> None:
    state = position({"front": ["wood_cutter"], "goods": {}}, options={"variant_tile": "yes"})
    assert goods(play(state, "place Tile Copse")) == {"wood": 1 + 1}


def test_nowhere_else() -> None:
    state = play(position({"front": ["wood_cutter"], "goods": {}}), "place Clay Pit")
    assert goods(state) == {"clay": 1}


def test_not_for_others() -> None:
    state = play(position({"front": ["wood_cutter"], "goods": {}}, start=1), "place Forest")
    assert goods(state) == {}


def test_it_does_not_fill_an_empty_space() -> None:
    """R2.2: the space itself must give something."""
    state = position({"front": ["wood_cutter"]}, piles={"clay_pit": 1})
    assert rule_against(state, "place Forest") == "R2.2"


def test_before_the_effect_of_the_space() -> None:
    """With Geologist's clay all of it is there before Basket, which comes right after the space."""
    seat: Data = {"front": ["wood_cutter", "basket", "geologist"], "goods": {}}
    state = play(position(seat, piles={"forest": 1}), "place Forest", "use Basket")
    assert goods(state) == {"clay": 1, "food": 3}
    assert pile(state, "forest") == 2


def test_a_building_resource_obtained() -> None:
    """G43: Claypipe counts it: 6 + 1 building resources."""
    seat: Data = {"front": ["wood_cutter", "claypipe"], "goods": {}}
    state = play(last_person(seat, round=2, piles={"forest": 6}), "place Forest")
    assert goods(state) == {"wood": 7, "food": 2}
