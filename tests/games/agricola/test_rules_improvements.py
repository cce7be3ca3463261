"""R9 and R11: improvements, the Well among them, and what can run out."""

from __future__ import annotations

import pytest

from farmtable import BadRecord
from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    allowed,
    chance,
    goods,
    house_of,
    last_person,
    legal,
    line,
    new_round,
    play,
    position,
    rule_against,
    seat_of,
)

PRICES = {
    "Fireplace 2": {"clay": 2},
    "Fireplace 3": {"clay": 3},
    "Cooking Hearth 4": {"clay": 4},
    "Cooking Hearth 5": {"clay": 5},
    "Well": {"wood": 1, "stone": 3},
    "Clay Oven": {"clay": 3, "stone": 1},
    "Stone Oven": {"clay": 1, "stone": 3},
    "Joinery": {"wood": 2, "stone": 2},
    "Pottery": {"clay": 2, "stone": 2},
    "Basketmaker's Workshop": {"reed": 2, "stone": 2},
}
POINTS = dict(zip(PRICES, (1, 1, 1, 1, 4, 2, 3, 2, 2, 2), strict=True))
EVERYTHING = {"wood": 9, "clay": 9, "reed": 9, "stone": 9}


@pytest.mark.parametrize("name", PRICES)
def test_r9_7_building(name: str) -> None:
    """R9.7: an improvement is paid and lies in front of its owner with its points; one in an action."""
    price = PRICES[name]
    state = play(position({"goods": EVERYTHING}), "place Major Improvement", f"build {name}")
    assert goods(state) == {good: n - price.get(good, 0) for good, n in EVERYTHING.items()}
    assert line(state, "improvements") == POINTS[name]
    assert state.to_play == 1
    for good in price:
        short = {**price, good: price[good] - 1, "food": 1}
        state = position({"goods": {"clay": 2, **short}}, {"improvements": ["fireplace_2"]})
        if allowed(state, "place Major Improvement"):
            play(state, "place Major Improvement")
        assert not allowed(state, f"build {name}")


def test_r9_7_where_improvements_are_built() -> None:
    """R9.7: at Major Improvement, and at House Redevelopment after renovating; not at Farm Redevelopment."""
    rich: Data = {"goods": {**EVERYTHING}}
    for space, possible in (
        ("Major Improvement", True),
        ("House Redevelopment", True),
        ("Farm Redevelopment", False),
    ):
        state = play(position(rich, round=14), f"place {space}")
        assert allowed(state, "build Well") == possible
    assert rule_against(state, "build Well") == "R2.3"
    state = play(position({**rich, "rooms": house_of(3)}, round=14), "place Basic Wish for Children")
    assert state.to_play == 1, "there is no minor improvement to play"


@pytest.mark.parametrize("fireplace", [2, 3])
@pytest.mark.parametrize("hearth", [4, 5])
def test_r9_6_a_fireplace_for_a_cooking_hearth(fireplace: int, hearth: int) -> None:
    """R9.6: either for either, for nothing, wherever a major improvement can be built."""
    cook: Data = {"goods": {}, "improvements": [f"fireplace_{fireplace}"]}
    state = play(position(cook), "place Major Improvement")
    play(state, f"return Fireplace {fireplace} for Cooking Hearth {hearth}")
    assert seat_of(state)["improvements"] == [f"cooking_hearth_{hearth}"]
    assert (goods(state), state.to_play) == ({}, 1)


def test_r9_6_a_returned_fireplace_is_built_by_another() -> None:
    """R9.6: it lies on the supply board again, for anybody."""
    cook: Data = {"goods": {"clay": 2, "reed": 1}, "improvements": ["fireplace_3"]}
    other: Data = {"goods": {"clay": 3}, "improvements": ["fireplace_2"]}
    state = play(position(cook, other, round=6), "place House Redevelopment")
    play(state, "return Fireplace 3 for Cooking Hearth 4", "place Major Improvement", "build Fireplace 3")
    assert seat_of(state)["improvements"] == ["cooking_hearth_4"]
    assert seat_of(state, 1)["improvements"] == ["fireplace_2", "fireplace_3"]


def test_r9_6_only_ones_own_fireplace() -> None:
    """R9.6: only a Fireplace in front of oneself, and only for a Cooking Hearth that is there."""
    rich: Data = {"goods": EVERYTHING}
    state = play(position(rich, {"improvements": ["fireplace_2"]}), "place Major Improvement")
    assert rule_against(state, "return Fireplace 2 for Cooking Hearth 4") == "R9.6"
    cook: Data = {**rich, "improvements": ["fireplace_2"]}
    state = play(position(cook, {"improvements": ["cooking_hearth_4"]}), "place Major Improvement")
    assert rule_against(state, "return Fireplace 2 for Cooking Hearth 4") == "R11.2"
    assert allowed(state, "return Fireplace 2 for Cooking Hearth 5")


def test_r9_6_paid_or_exchanged() -> None:
    """R9.6: with a Fireplace one may also pay for a Cooking Hearth and keep both."""
    cook: Data = {"goods": {"clay": 4}, "improvements": ["fireplace_2"]}
    state = play(position(cook), "place Major Improvement")
    assert legal(state) == [
        "build Fireplace 3",
        "build Cooking Hearth 4",
        "return Fireplace 2 for Cooking Hearth 4",
        "return Fireplace 2 for Cooking Hearth 5",
    ]
    play(state, "build Cooking Hearth 4")
    assert seat_of(state)["improvements"] == ["fireplace_2", "cooking_hearth_4"]


def test_r9_14_no_deals() -> None:
    """R9.14: no decision gives anything of one seat to another."""
    state = position({"goods": {"wood": 1, "grain": 1}}, {"goods": {"clay": 1}})
    play(state, "exchange", "discard wood")
    assert goods(state, 1) == {"clay": 1}


# --- the Well ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("built", "rounds"), [(1, 5), (9, 5), (10, 4), (12, 2), (13, 1), (14, 0)])
def test_r1_4_the_well(built: int, rounds: int) -> None:
    """R1.2, R1.4: 1 food in each of the next five rounds, as far as the game lasts."""
    stocks = {"wood": 1, "stone": 3}
    state = play(last_person({"goods": stocks}, round=built), "place Major Improvement")
    expected = {str(number): {"food": 1} for number in range(built + 1, built + 1 + rounds)}
    if rounds > 1:
        assert seat_of(chance(state))["promised"].items() <= expected.items()
        assert len(seat_of(state)["promised"]) == rounds - 1, "the next round has begun"
        assert goods(state)["food"] == 1
    else:
        assert seat_of(state)["promised"] == {}


def test_r1_2_well_food_comes_round_by_round() -> None:
    """R1.2: the food of each round when that round begins."""
    seat: Data = {"goods": {}, "promised": {"6": {"food": 1}, "8": {"food": 1}}, "improvements": ["well"]}
    state = chance(new_round(seat, round=6))
    assert (goods(state), seat_of(state)["promised"]) == ({"food": 1}, {"8": {"food": 1}})


# --- what can run out --------------------------------------------------------------------------------


def test_r11_1_goods_never_run_out() -> None:
    """R11.1: there may be more of a good than there are pieces in the box."""
    state = play(position({"goods": {"wood": 90}}, piles={"forest": 60}), "place Forest")
    assert goods(state) == {"wood": 150}


def test_r11_1_limits() -> None:
    """R11.1: five people, four stables and fifteen fences each."""
    for seat in (
        {"people": 6},
        {"stables": ["A1", "B1", "C1", "D1", "E1"]},
        {"pastures": [["A1"], ["B1"], ["C1"], ["D1"], ["E1"]]},
    ):
        with pytest.raises(BadRecord):
            position(seat)


def test_r11_2_each_exists_once() -> None:
    """R11.2: what somebody has built cannot be built again."""
    rich: Data = {"goods": {"wood": 99, "clay": 99, "reed": 99, "stone": 99}}
    owned = ["fireplace_2", "well", "pottery"]
    state = play(position(rich, {"improvements": owned}, AWAY, players=3), "place Major Improvement")
    for name in ("Fireplace 2", "Well", "Pottery"):
        assert rule_against(state, f"build {name}") == "R11.2"
    play(state, "build Joinery")
    mine: Data = {**rich, "improvements": ["joinery"]}
    state = play(position(mine, {"improvements": owned}), "place Major Improvement")
    assert rule_against(state, "build Joinery") == "R11.2"


def test_r11_2_all_built() -> None:
    """R11.2: then Major Improvement gives nothing to do."""
    names = [name.lower().replace("'", "").replace(" ", "_") for name in PRICES]
    state = position({"goods": EVERYTHING}, {"improvements": names})
    assert rule_against(state, "place Major Improvement") == "R10"
