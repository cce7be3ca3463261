"""Claypipe (A053)."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import State
from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    chance,
    goods,
    last_person,
    legal,
    new_round,
    play,
    position,
    waits_for_chance,
)

PIPE: Data = {"front": ["claypipe"], "goods": {}}


def work_phase(seat: Data, *actions: str, piles: Data, **rest: Any) -> State:
    """The owner alone has people left; after these actions everybody has returned home."""
    state = position({**PIPE, **seat}, AWAY, piles=piles, **rest)
    play(state, *actions)
    assert waits_for_chance(state)
    return state


def test_seven_resources() -> None:
    """G43: 6 wood and 1 clay in one work phase are 7 building resources: 2 food."""
    state = work_phase({}, "place Forest", "place Clay Pit", piles={"forest": 6, "clay_pit": 1})
    assert goods(state) == {"wood": 6, "clay": 1, "food": 2}


def test_six_are_too_few() -> None:
    """G43: with 6 wood there is nothing; grain is no building resource."""
    state = work_phase({}, "place Forest", "place Grain Seeds", piles={"forest": 6})
    assert goods(state) == {"wood": 6, "grain": 1}


def test_at_most_two_food() -> None:
    """Twice as many bring no more."""
    state = work_phase({}, "place Forest", "place Reed Bank", piles={"forest": 12, "reed_bank": 2})
    assert goods(state) == {"wood": 12, "reed": 2, "food": 2}


def test_what_was_spent_counts() -> None:
    """All that was obtained counts, though 4 wood have become two stables meanwhile."""
    actions = ("place Forest", "place Farm Expansion", "build stable D1", "build stable E1")
    state = work_phase({}, *actions, "done", piles={"forest": 7})
    assert goods(state) == {"wood": 3, "food": 2}


def test_goods_of_the_start_of_the_round() -> None:
    """What lies on the round space, or comes in the preparation phase, does not count."""
    farm: Data = {"front": ["claypipe", "small_scale_farmer"], "promised": {"5": {"wood": 6}}, "goods": {}}
    state = chance(new_round(farm, round=5, piles={}))
    assert goods(state) == {"wood": 7}
    play(state, "place Day Laborer", "place Meeting Place", "place Grain Seeds", "place Clay Pit")
    assert waits_for_chance(state)
    assert goods(state) == {"wood": 7, "grain": 1, "food": 2}


def test_each_work_phase_for_itself() -> None:
    """6 resources in one round and 1 in the next are not 7 in one."""
    state = work_phase({}, "place Forest", "place Day Laborer", piles={"forest": 6})
    chance(state)
    play(state, "place Clay Pit", "place Fishing", "place Grain Seeds", "place Reed Bank")
    assert waits_for_chance(state)
    assert goods(state) == {"wood": 6, "clay": 1, "grain": 1, "food": 2}, "2 food of Day Laborer"


def test_played_after_the_resources_came() -> None:
    """What came earlier in the same work phase counts, even if Claypipe was played only after it."""
    hand: Data = {"front": [], "minors": ["claypipe"], "goods": {"clay": 1}}
    state = work_phase(hand, "place Forest", "place Meeting Place", "play Claypipe", piles={"forest": 7})
    assert goods(state) == {"wood": 7, "food": 2}


def test_one_clay_is_needed() -> None:
    """R9.3: its cost must be in the supply."""
    state = play(position({"minors": ["claypipe"], "goods": {"wood": 1}}), "place Meeting Place")
    assert legal(state) == ["done", "exchange"]


def test_before_the_harvest() -> None:
    """R1.8: everybody returns home before the harvest, so the 2 food help to feed the family."""
    farm: Data = {"goods": {"food": 2}}
    state = work_phase(farm, "place Forest", "place Clay Pit", piles={"forest": 6, "clay_pit": 1}, round=4)
    assert goods(state) == {"wood": 6, "clay": 1}
    assert state.to_dict()["seats"][0]["begging"] == 0


def test_with_basket() -> None:
    """G43: wood that Basket puts back does not reduce the count."""
    farm: Data = {"front": ["basket", "claypipe"]}
    actions = ("place Forest", "use Basket", "place Clay Pit")
    state = work_phase(farm, *actions, piles={"forest": 6, "clay_pit": 1})
    assert goods(state) == {"wood": 4, "clay": 1, "food": 3 + 2}


def test_with_grocer() -> None:
    """Resources of an exchange count: the wood on top of Grocer's pile is the seventh."""
    farm: Data = {"front": ["grocer", "claypipe"], "goods": {"food": 1}}
    actions = ("place Forest", "exchange", "use Grocer", "place Day Laborer")
    state = work_phase(farm, *actions, piles={"forest": 6})
    assert goods(state) == {"wood": 7, "food": 2 + 2}


def test_an_exchange_after_the_last_person() -> None:
    """R8.2: 5 clay of the last person and 3 stone for 4 of them, traded before everybody goes home, are 8."""
    farm: Data = {"front": ["claypipe", "hard_porcelain"], "goods": {}}
    state = play(last_person(farm, round=2, piles={"clay_pit": 5}), "place Clay Pit")
    assert legal(state) == ["done", "use Hard Porcelain"]
    declined = play(state.clone(), "done")
    assert waits_for_chance(declined)
    assert goods(declined) == {"clay": 5}
    play(state, "use Hard Porcelain", "option 3")
    assert waits_for_chance(state)
    assert goods(state) == {"clay": 1, "stone": 3, "food": 2}


@pytest.mark.parametrize(("gathered", "asked"), [(3, False), (4, True), (6, True), (7, False)])
def test_asked_only_where_exchanges_make_seven(gathered: int, asked: bool) -> None:
    """R8.2: 3 food buy wood, grain and reed, and the food of that grain stone: 3 resources, and no more."""
    farm: Data = {"front": ["grocer", "claypipe"], "goods": {"food": 1}, "gathered": gathered}
    state = play(last_person(farm, round=2), "place Day Laborer")
    assert waits_for_chance(state) != asked
    if asked:
        assert legal(state) == ["done", "use Grocer"]
