"""R7: the harvest, its fields, its meals and its order."""

from __future__ import annotations

import pytest

from farmtable import OVER, State
from tests.games.agricola.scenarios import (
    AWAY,
    HARVESTS,
    Data,
    allowed,
    chance,
    goods,
    harvest,
    last_person,
    legal,
    line,
    play,
    position,
    rule_against,
    seat_of,
    waits_for_chance,
)


def hungry(state: State, seat: int = 0) -> int:
    """A seat's begging markers."""
    return int(seat_of(state, seat)["begging"])


# --- the three phases --------------------------------------------------------------------------------


def test_r7_1_phases_for_everybody() -> None:
    """R7.1: all fields, then all meals, then all young; each from the starting player clockwise."""
    farm: Data = {
        "fields": {"D2": "grain 3"},
        "pastures": [["C1"], ["D1"]],
        "goods": {"food": 3, "sheep": 2, "cattle": 2},
    }
    state = harvest(farm, farm, farm, players=3, start=2)
    asked = []
    while not waits_for_chance(state):
        assert all(seat_of(state, seat)["fields"] == {"D2": "grain 2"} for seat in range(3))
        asked.append((int(state.to_play), legal(state)[0]))
        play(state, "eat grain" if "eat grain" in legal(state) else "discard cattle")
    feeding = [(seat, "done") for seat in (2, 0, 1)]
    breeding = [(seat, "discard sheep") for seat in (2, 0, 1)]
    assert asked == feeding + breeding


# --- fields ------------------------------------------------------------------------------------------


def test_r7_2_one_crop_from_each_field() -> None:
    """R7.2: exactly one from every planted field, whether one wants it or not."""
    fields = {"C1": "grain 3", "D1": "grain 1", "E1": "vegetable 2", "E2": "vegetable 1", "D2": ""}
    state = harvest({"fields": fields, "goods": {"food": 4}})
    assert seat_of(state)["fields"] == {
        "C1": "grain 2",
        "D1": "",
        "E1": "vegetable 1",
        "E2": "",
        "D2": "",
    }
    assert goods(state) == {"grain": 2, "vegetable": 2}


def test_r7_2_before_feeding() -> None:
    """R7.2: what comes in can feed the family."""
    state = harvest({"fields": {"C1": "grain 3"}, "goods": {"food": 3}})
    play(state, "eat grain")
    assert (hungry(state), goods(state)) == (0, {})


# --- feeding -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "people", "newborns", "needed"),
    [(2, 2, 0, 4), (2, 5, 0, 10), (3, 3, 1, 5), (4, 5, 2, 8), (1, 2, 0, 6), (1, 5, 1, 13)],
)
def test_r7_3_what_a_family_eats(players: int, people: int, newborns: int, needed: int) -> None:
    """R7.3: 2 for each adult, alone 3, and 1 for each newborn; a begging marker for each missing one."""
    family: Data = {"people": people, "newborns": newborns}
    state = harvest({**family, "goods": {"food": needed + 1}}, players=players, round=7)
    assert (goods(state), hungry(state)) == ({"food": 1}, 0)
    state = harvest({**family, "goods": {"food": needed - 3}}, players=players, round=7)
    assert (goods(state), hungry(state)) == ({}, 3)


def test_r7_3_begging_markers_stay() -> None:
    """R7.3: 3 points less for each, and no way to lose them."""
    state = harvest({"begging": 2, "goods": {"food": 20}}, round=14)
    assert state.to_play == OVER
    assert (hungry(state), line(state, "begging")) == (2, -6)
    assert hungry(harvest({"begging": 2, "goods": {"food": 3}})) == 3


def test_r7_4_raw_crops() -> None:
    """R7.4: grain and vegetables are 1 food each, animals nothing without a cooking improvement."""
    herd = {"sheep": 2, "wild boar": 2, "cattle": 2}
    farm: Data = {"pastures": [["C1", "D1"], ["C2", "D2"], ["E1", "E2"]]}
    state = harvest({**farm, "goods": {"grain": 2, "vegetable": 2, **herd}})
    assert legal(state) == ["done", "eat grain", "eat vegetable"]
    for animal in herd:
        assert rule_against(state, f"cook {animal}") == "R7.4"
    play(state, "eat vegetable", "eat grain", "eat vegetable", "eat grain")
    assert hungry(state) == 0


@pytest.mark.parametrize(
    ("improvement", "rates"),
    [
        ("fireplace_2", {"grain": 1, "vegetable": 2, "sheep": 2, "wild boar": 2, "cattle": 3}),
        ("cooking_hearth_5", {"grain": 1, "vegetable": 3, "sheep": 2, "wild boar": 3, "cattle": 4}),
    ],
)
def test_r7_4_cooking(improvement: str, rates: dict[str, int]) -> None:
    """R7.4: what a cooking improvement makes of each good; grain is not baked in a harvest."""
    farm: Data = {"improvements": [improvement], "stables": ["C1", "D1"]}
    for good, food in rates.items():
        state = harvest({**farm, "goods": {good: 1}})
        play(state, f"{'eat' if good in ('grain', 'vegetable') else 'cook'} {good}")
        assert hungry(state) == 4 - food
    state = harvest({**farm, "goods": {"grain": 2}})
    assert rule_against(state, "bake 1 grain") == "R7.3"


def test_r7_4_crops_only_while_food_is_short() -> None:
    """R7.4: our ruling: fed is fed; animals are offered all the same, before they breed."""
    rich: Data = {"goods": {"food": 4, "grain": 2, "vegetable": 1}}
    assert waits_for_chance(harvest(rich)), "nobody is asked"
    cook: Data = {"goods": {"food": 4, "grain": 2, "sheep": 1}, "improvements": ["fireplace_3"]}
    state = harvest(cook)
    assert legal(state) == ["done", "cook sheep"]
    assert rule_against(state, "eat grain") == "R7.4"


@pytest.mark.parametrize(
    ("building", "good", "food"),
    [("joinery", "wood", 2), ("pottery", "clay", 2), ("basketmakers_workshop", "reed", 3)],
)
def test_r7_5_craft_buildings(building: str, good: str, food: int) -> None:
    """R7.5: one of its good, once in each harvest, even if there is food enough."""
    state = harvest({"improvements": [building], "goods": {"food": 4, good: 5}})
    assert legal(state) == ["done", f"craft {good}"]
    play(state, f"craft {good}")
    assert goods(state) == {good: 4, "food": food}
    assert waits_for_chance(state)


def test_r7_5_once_each() -> None:
    """R7.5: each building on its own, none a second time in one harvest, and none without its good."""
    workshops = ["joinery", "pottery", "basketmakers_workshop"]
    farm: Data = {"improvements": workshops, "goods": {"wood": 2, "clay": 2, "reed": 2}, "people": 5}
    state = harvest(farm)
    play(state, "craft wood")
    assert rule_against(state, "craft wood") == "R7.5"
    play(state, "craft reed", "craft clay")
    assert (hungry(state), goods(state)) == (10 - 7, {"wood": 1, "clay": 1, "reed": 1})
    state = harvest({"improvements": ["joinery"], "goods": {"grain": 1, "clay": 3}})
    assert legal(state) == ["done", "eat grain"]
    assert rule_against(state, "craft clay") == "R7.4"


def test_r7_5_again_in_the_next_harvest() -> None:
    """R7.5: once in every harvest, and only there."""
    farm: Data = {"improvements": ["joinery"], "goods": {"food": 20, "wood": 9}, "at_home": 1}
    state = play(last_person(farm, round=13), "place Forest", "craft wood")
    chance(state)
    assert state.to_dict()["round"] == 14
    play(state, "exchange")
    assert rule_against(state, "craft wood") == "R7.5"
    play(state, "discard food", "place Fishing", "place Clay Pit", "place Reed Bank", "place Grain Seeds")
    assert allowed(state, "craft wood")


def test_r7_6_nobody_must_cook() -> None:
    """R7.6: goods may be kept and markers taken; food must be paid."""
    farm: Data = {
        "goods": {"food": 3, "grain": 2, "vegetable": 1, "sheep": 1},
        "improvements": ["fireplace_2"],
    }
    state = play(harvest(farm), "done")
    assert (hungry(state), goods(state)) == (1, {"grain": 2, "vegetable": 1, "sheep": 1})


def test_r7_6_any_mix() -> None:
    """R7.6, R7.4: any goods in any order until the family is fed."""
    farm: Data = {
        "people": 5,
        "goods": {"food": 1, "grain": 2, "vegetable": 2, "wood": 1, "sheep": 2, "cattle": 1},
        "stables": ["C1", "D1"],
        "improvements": ["fireplace_2", "joinery"],
    }
    state = play(harvest(farm), "cook cattle", "craft wood", "eat vegetable", "eat grain", "eat grain")
    assert "eat vegetable" not in legal(state), "10 food are there"
    play(state, "done")
    assert hungry(state) == 0
    assert goods(state) == {"vegetable": 1, "sheep": 3}, "the sheep were left to breed"


def test_r7_3_asked_only_where_there_is_a_choice() -> None:
    """R7.3: who has only food, too much or too little, is not asked."""
    for food in (0, 3, 9):
        state = harvest({"goods": {"food": food, "wood": 5}})
        assert waits_for_chance(state)
        assert hungry(state) == max(4 - food, 0)


@pytest.mark.parametrize("number", range(1, 15))
def test_r7_1_harvest_rounds(number: int) -> None:
    """R7.1, R1.1: only after six of the rounds."""
    state = play(position({"goods": {}, "at_home": 1}, AWAY, round=number), "place Reed Bank")
    assert (hungry(state) > 0) == (number in HARVESTS)
