"""Dutch Windmill (A063)."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import Data, allowed, finished, goods, legal, play, position, worth

MILL: Data = {"front": ["dutch_windmill"], "improvements": ["fireplace_2"], "goods": {"grain": 1}}


@pytest.mark.parametrize("number", range(3, 15))
def test_three_more_food_right_after_a_harvest(number: int) -> None:
    """G21: a grain in the Fireplace is 5 food in rounds 5, 8, 10, 12 and 14, 2 food in all others."""
    state = play(position(MILL, round=number), "place Grain Utilization")
    assert goods(state) == {"food": 5 if number in (5, 8, 10, 12, 14) else 2}


def test_once_an_action() -> None:
    """The 3 food come once for each Bake Bread action, however much is baked."""
    farm: Data = {**MILL, "goods": {"grain": 3}}
    state = play(position(farm, round=5), "place Grain Utilization", "bake 3 grain")
    assert goods(state) == {"food": 6 + 3}


def test_an_oven_just_built() -> None:
    """G50: the Bake Bread action of Clay Oven built in round 8 brings 5 + 3 food."""
    farm: Data = {"front": ["dutch_windmill"], "goods": {"clay": 3, "stone": 1, "grain": 1}}
    state = play(position(farm, round=8), "place Major Improvement", "build Clay Oven", "bake 1 grain")
    assert goods(state) == {"food": 8}


def test_nothing_baked() -> None:
    """R10.3: at least 1 grain must really be baked."""
    farm: Data = {"front": ["dutch_windmill"], "goods": {"clay": 3, "stone": 1, "grain": 1}}
    state = play(position(farm, round=8), "place Major Improvement", "build Clay Oven", "done")
    assert goods(state) == {"grain": 1}


def test_it_bakes_nothing_itself() -> None:
    """It is no baking improvement."""
    assert not allowed(position({**MILL, "improvements": []}, round=5), "place Grain Utilization")


def test_playing_it() -> None:
    """It costs 2 wood and 2 stone and is worth 2 points."""
    hand: Data = {"minors": ["dutch_windmill"], "goods": {"wood": 2, "stone": 1}}
    assert legal(play(position(hand), "place Meeting Place")) == ["done", "exchange"]
    state = position({**hand, "goods": {"wood": 2, "stone": 2}})
    play(state, "place Meeting Place", "play Dutch Windmill")
    assert goods(state) == {}
    assert worth(finished({"front": ["dutch_windmill"]}), "dutch_windmill") == 2


def test_with_oven_firing_boy() -> None:
    """Every Bake Bread action counts: also the one that Oven Firing Boy adds on Forest."""
    farm: Data = {**MILL, "front": ["dutch_windmill", "oven_firing_boy"]}
    state = play(position(farm, round=10), "place Forest", "use Oven Firing Boy")
    if "bake 1 grain" in legal(state):
        play(state, "bake 1 grain")
    assert goods(state) == {"wood": 3, "food": 5}
