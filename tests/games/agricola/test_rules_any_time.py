"""R8: what may be done at any time, and when that is."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    allowed,
    goods,
    harvest,
    legal,
    play,
    position,
    rule_against,
    seat_of,
)

GOODS = ("wood", "clay", "reed", "stone", "grain", "vegetable", "sheep", "wild boar", "cattle", "food")


def test_r8_1_raw_crops() -> None:
    """R8.1: grain and vegetables into 1 food each; one at a time, and then the person is placed."""
    state = play(position({"goods": {"grain": 2, "vegetable": 1}}), "exchange", "eat grain")
    assert goods(state) == {"grain": 1, "vegetable": 1, "food": 1}
    assert state.to_play == 0
    play(state, "exchange", "eat vegetable", "place Forest")
    assert goods(state) == {"grain": 1, "food": 2, "wood": 3}


def test_r8_1_cooking() -> None:
    """R8.1: animals need a cooking improvement, and a vegetable is better with one."""
    herd = {"sheep": 1, "wild boar": 1, "cattle": 1, "vegetable": 1}
    farm: Data = {"stables": ["C1", "D1"], "goods": herd}
    state = play(position(farm), "exchange")
    assert rule_against(state, "cook sheep") == "R7.4"
    state = position({**farm, "improvements": ["cooking_hearth_4"]})
    for action in ("cook sheep", "cook wild boar", "cook cattle", "cook vegetable"):
        play(state, "exchange", action)
    assert goods(state) == {"food": 2 + 3 + 4 + 3}


def test_r8_1_the_best_rate() -> None:
    """R8.1: of several improvements the one that gives most for the good."""
    farm: Data = {"goods": {"cattle": 1, "wood": 1}, "improvements": ["fireplace_2", "cooking_hearth_5"]}
    assert goods(play(position(farm), "exchange", "cook cattle"))["food"] == 4


def test_r8_1_no_baking_and_no_crafts() -> None:
    """R8.1: grain is baked only by an action, and craft buildings work only in harvests."""
    farm: Data = {"goods": {"grain": 2, "wood": 2}, "improvements": ["fireplace_2", "joinery"]}
    state = play(position(farm), "exchange")
    assert legal(state) == ["eat grain", "discard wood", "discard grain"]
    assert rule_against(state, "craft wood") == "R7.5"


def test_r8_1_nothing_to_exchange() -> None:
    """R8.1: with empty hands it is not offered; nor can an exchange be done without asking for it."""
    assert rule_against(position({"goods": {}}), "exchange") == "R8.1"
    assert rule_against(position({"goods": {"grain": 1}}), "eat grain") == "R8.1"
    cook: Data = {"goods": {"clay": 2, "reed": 1}, "improvements": ["fireplace_2"]}
    state = play(position(cook, round=6), "place House Redevelopment")
    assert rule_against(state, "exchange") == "R8.1", "all went into the house"


def test_r8_2_between_the_parts_of_an_action() -> None:
    """R8.2: as soon as the compulsory part is done."""
    farm: Data = {"goods": {"wood": 10, "grain": 1}}
    state = play(position(farm), "place Farm Expansion")
    assert rule_against(state, "exchange") == "R8.2"
    play(state, "build stable C1", "exchange", "eat grain")
    assert goods(state) == {"wood": 8, "food": 1}
    play(state, "build stable D1")
    assert seat_of(state)["stables"] == ["C1", "D1"]


def test_r8_2_room_just_before_it_is_needed() -> None:
    """R8.2: before a person is placed, room can be made for animals to come."""
    farm: Data = {"goods": {"sheep": 1}, "improvements": ["fireplace_2"]}
    state = play(position(farm, round=9), "exchange", "cook sheep", "place Pig Market")
    assert goods(state) == {"wild boar": 1, "food": 2}


def test_r8_2_food_for_a_price() -> None:
    """R8.2: grain is eaten to pay for the cattle of the Animal Market."""
    farm: Data = {"goods": {"grain": 1, "wood": 1}}
    state = position(farm, options={"variant_tile": "yes"})
    asked = play(state.clone(), "place Animal Market")
    assert rule_against(asked, "take cattle") == "R14.3"
    play(state, "exchange", "eat grain", "place Animal Market", "take cattle")
    assert goods(state) == {"wood": 1, "cattle": 1}


def test_r8_3_not_in_the_middle() -> None:
    """R8.3: not while goods are taken, and not while animals breed."""
    state = play(position({"goods": {"grain": 1}}, players=3), "place Resource Market")
    assert rule_against(state, "exchange") == "R2.2"
    farm: Data = {"goods": {"food": 4, "grain": 1, "sheep": 2, "cattle": 2}, "pastures": [["C1"], ["D1"]]}
    state = harvest(farm)
    assert legal(state) == ["discard sheep", "discard cattle"]
    assert rule_against(state, "exchange") == "R6.7"
    assert rule_against(state, "discard grain") == "R6.5"


def test_r8_4_only_in_ones_own_turn() -> None:
    """R8.4: exchanges are the business of the seat that is asked; others wait for their own turn."""
    state = position({"goods": {"wood": 1}}, {"goods": {"grain": 1}})
    play(state, "exchange", "discard wood")
    assert goods(state) == {}
    assert rule_against(state, "exchange") == "R8.1", "the grain belongs to the other seat"
    play(state, "place Forest")
    assert allowed(state, "exchange")


@pytest.mark.parametrize("good", GOODS)
def test_r8_5_any_good_can_be_given_back(good: str) -> None:
    """R8.5: one at a time, for nothing."""
    farm: Data = {"goods": {**dict.fromkeys(GOODS, 1), good: 2}, "pastures": [["C1"], ["D1"], ["E1"]]}
    state = play(position(farm), "exchange", f"discard {good}")
    assert goods(state) == dict.fromkeys(GOODS, 1)


def test_r8_5_nothing_else_can_be_given_back() -> None:
    """R8.5: people, stables and fences stay; what one does not have cannot be given back either."""
    farm: Data = {"goods": {"wood": 2, "clay": 1}, "stables": ["C1"], "pastures": [["D1"]]}
    state = play(position(farm, AWAY), "exchange")
    assert legal(state) == ["discard wood", "discard clay"]
    assert rule_against(state, "discard stone") == "R8.5"
