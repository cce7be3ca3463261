"""R2: action spaces, who may use them, and what each gives."""

from __future__ import annotations

import pytest

from farmtable.games.agricola import GAME
from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    allowed,
    chance,
    fences,
    goods,
    house_of,
    legal,
    pile,
    play,
    position,
    rule_against,
    seat_of,
    spaces,
)

RICH: Data = {"goods": {"wood": 30, "clay": 20, "reed": 12, "stone": 12, "grain": 3, "food": 9}}


# --- one person a round ------------------------------------------------------------------------------


def test_r2_1_an_occupied_space_is_closed() -> None:
    """R2.1: for everybody, its own player too, until the round is over."""
    state = play(position(players=2, start=0), "place Forest")
    assert rule_against(state, "place Forest") == "R2.1"
    play(state, "place Clay Pit")
    assert rule_against(state, "place Forest") == "R2.1"
    play(state, "place Fishing", "place Reed Bank")
    assert {"Forest", "Clay Pit", "Fishing", "Reed Bank"} <= spaces(chance(state))


# --- something must be done --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("space", "rule", "poor", "able"),
    [
        ("Farm Expansion", "R2.2", {}, {"goods": {"wood": 2}}),
        ("Farm Expansion", "R2.2", {"goods": {"wood": 4}, "stables": ["B1", "C1", "D1", "E1"]}, RICH),
        ("Farmland", "R4.1", {"stables": ["A1", "B2", "C1"], "fields": {"B1": ""}}, {"fields": {"B1": ""}}),
        ("Fencing", "R5.6", {"goods": {"wood": 3}}, {"goods": {"wood": 4}}),
        ("Major Improvement", "R10", {"goods": {"clay": 1}}, {"goods": {"clay": 2}}),
        ("Grain Utilization", "R2.2", {"goods": {"grain": 1}}, {"goods": {"grain": 1}, "fields": {"C1": ""}}),
        (
            "Grain Utilization",
            "R2.2",
            {"fields": {"C1": ""}},
            {"goods": {"vegetable": 1}, "fields": {"C1": ""}},
        ),
        ("House Redevelopment", "R3.3", {"goods": {"clay": 2}}, {"goods": {"clay": 2, "reed": 1}}),
        ("Farm Redevelopment", "R3.3", {"house": "stone", **RICH}, {"house": "clay", **RICH}),
        ("Basic Wish for Children", "R3.5", {}, {"rooms": house_of(3)}),
        ("Urgent Wish for Children", "R3.6", {"people": 5, "at_home": 1}, {"people": 4, "at_home": 1}),
    ],
)
def test_r2_2_no_idle_visits(space: str, rule: str, poor: Data, able: Data) -> None:
    """R2.2: a space can only be used if at least one of its actions can be taken."""
    nothing: Data = {"goods": {}}
    assert rule_against(position({**nothing, **poor}, round=14), f"place {space}") == rule
    assert allowed(position({**nothing, **able}, round=14), f"place {space}")


def test_r2_2_nothing_lies_there() -> None:
    """R2.2: an accumulation space without goods gives nothing to do."""
    state = position(piles={"clay_pit": 1}, cards="none")
    assert rule_against(state, "place Forest") == "R2.2"
    assert allowed(state, "place Clay Pit")


def test_r2_2_meeting_place_is_always_usable() -> None:
    """R2.2: taking or keeping the token is an action, even by its owner and without food there."""
    for players in (1, 2):
        state = position(players=players, piles={})
        play(state, "place Meeting Place")
        assert state.to_dict()["start"] == 0
        assert goods(state).get("food", 0) == (0 if players == 1 else 2)


def test_r2_2_not_done_before_something_is_done() -> None:
    """R2.2: at least one part of the action is taken before one may stop."""
    state = play(position(RICH), "place Farm Expansion")
    assert rule_against(state, "done") == "R2.2"
    assert allowed(play(state, "build stable C1"), "done")


# --- several parts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "back"),
    [
        (["build room A1", "build room B1"], ["build stable D1", "build stable E1"], "build room B2"),
        (["build stable D1", "build stable E1"], ["build room A1", "build room B1"], "build stable C1"),
    ],
)
def test_r2_3_rooms_and_or_stables(first: list[str], second: list[str], back: str) -> None:
    """R2.3: either, both, in any order, each as one block; never rooms, stables, rooms."""
    state = play(position(RICH), "place Farm Expansion", *first)
    alone = state.clone()
    play(alone, "done")
    assert alone.to_play == 1
    play(state, *second)
    assert rule_against(state, back) == "R2.3"
    play(state, "done")
    assert state.to_play == 1


def test_r2_3_sow_and_or_bake() -> None:
    """R2.3: sow all one wants and then bake, or bake and then sow."""
    farm: Data = {"goods": {"grain": 4}, "fields": {"C1": "", "D1": ""}, "improvements": ["fireplace_2"]}
    state = play(position(farm, round=3), "place Grain Utilization", "sow grain C1", "bake 2 grain")
    assert state.to_play == 1, "sowing is over, and baking is one action"
    state = play(position(farm, round=3), "place Grain Utilization", "bake 1 grain")
    assert rule_against(state, "bake 1 grain") == "R2.3"
    play(state, "sow grain C1", "sow grain D1")
    assert goods(state) == {"grain": 1, "food": 2}


def test_r2_3_plow_and_or_sow() -> None:
    """R2.3: plow and sow the new field, or sow first; one field only."""
    farm: Data = {"goods": {"grain": 3}, "fields": {"C1": ""}}
    state = play(position(farm, round=13), "place Cultivation", "plow D1")
    assert rule_against(state, "plow E1") == "R2.3"
    play(state, "sow grain D1", "sow grain C1")
    assert seat_of(state)["fields"] == {"C1": "grain 3", "D1": "grain 3"}
    state = play(position(farm, round=13), "place Cultivation", "sow grain C1", "plow D1")
    assert state.to_play == 1, "the sowing is over, although there is a new field and grain"
    assert seat_of(state)["fields"] == {"C1": "grain 3", "D1": ""}


def test_r2_4_and_afterward_improvement() -> None:
    """R2.4: renovating is compulsory; only then one improvement may be built, or not."""
    house: Data = {"goods": {"clay": 5, "reed": 1}}
    state = play(position(house, round=6), "place House Redevelopment")
    assert (seat_of(state)["house"], goods(state)) == ("clay", {"clay": 3}), (
        "done at once, without a question"
    )
    assert legal(state) == ["done", "exchange", "build Fireplace 2", "build Fireplace 3"]
    declined = state.clone()
    play(state, "build Fireplace 2")
    assert state.to_play == 1, "one improvement only"
    play(declined, "done")
    assert (declined.to_play, seat_of(declined)["improvements"]) == (1, [])
    rich_without_clay: Data = {"goods": {"wood": 9, "stone": 9, "reed": 1}}
    assert rule_against(position(rich_without_clay, round=6), "place House Redevelopment") == "R3.3"


def test_r2_4_and_afterward_fences() -> None:
    """R2.4: renovating is compulsory at Farm Redevelopment, fences come after it."""
    house: Data = {"goods": {"clay": 2, "reed": 1, "wood": 7}}
    state = play(position(house, round=14), "place Farm Redevelopment", "fence C1", "fence D1")
    assert (seat_of(state)["house"], fences(state), goods(state)) == ("clay", 7, {})
    state = play(position(house, round=14), "place Farm Redevelopment", "done")
    assert (seat_of(state)["house"], fences(state), state.to_play) == ("clay", 0, 1)
    no_reed: Data = {"goods": {"clay": 2, "wood": 7}}
    assert rule_against(position(no_reed, round=14), "place Farm Redevelopment") == "R3.3"


# --- taking goods ------------------------------------------------------------------------------------


def test_r2_5_everything_is_taken() -> None:
    """R2.5: an accumulation space is emptied."""
    state = play(position({"goods": {}}, piles={"forest": 12}), "place Forest")
    assert (goods(state), pile(state, "forest")) == ({"wood": 12}, 0)


def test_r2_5_no_animal_stays_on_the_space() -> None:
    """R2.5: animals without a place go; none can be left there."""
    state = play(position({"goods": {}}, round=4, piles={"sheep_market": 3}), "place Sheep Market")
    assert (goods(state), pile(state, "sheep_market")) == ({"sheep": 1}, 0)


def test_r2_6_a_turn_is_one_person() -> None:
    """R2.6: everything that one person does on its space is a turn; then the next seat has its own."""
    state = play(position(RICH), "place Farm Expansion", "build room A1", "build room B1", "build stable E3")
    assert state.to_play == 0
    assert rule_against(state, "place Forest") == "R2.2"
    play(state, "done")
    assert state.to_play == 1


def test_r2_8_meeting_place() -> None:
    """R2.8: the token at once, and all food there."""
    state = position({"goods": {}}, {"goods": {}}, turn=1, piles={"meeting_place": 3}, cards="none")
    play(state, "place Meeting Place")
    assert (state.to_dict()["start"], goods(state, 1)) == (1, {"food": 3})
    assert state.to_play == 0, "there is nothing more to do"


def test_r2_9_seeds_are_not_sown_there() -> None:
    """R2.9: the grain or vegetable just taken stays in the supply."""
    field: Data = {"fields": {"D1": ""}, "goods": {}}
    for space, good in (("Grain Seeds", "grain"), ("Vegetable Seeds", "vegetable")):
        state = play(position(field, round=8), f"place {space}")
        assert (goods(state), seat_of(state)["fields"]) == ({good: 1}, {"D1": ""})
        assert state.to_play == 1


# --- what each space gives ---------------------------------------------------------------------------

BOARD = {
    "Farm Expansion",
    "Meeting Place",
    "Grain Seeds",
    "Farmland",
    "Day Laborer",
    "Forest",
    "Clay Pit",
    "Reed Bank",
    "Fishing",
}
CARDS = {
    "Major Improvement",
    "Fencing",
    "Grain Utilization",
    "Sheep Market",
    "Basic Wish for Children",
    "House Redevelopment",
    "Western Quarry",
    "Vegetable Seeds",
    "Pig Market",
    "Cattle Market",
    "Eastern Quarry",
    "Urgent Wish for Children",
    "Cultivation",
    "Farm Redevelopment",
}
EXTENSION = {
    1: set(),
    2: set(),
    3: {"Grove", "Resource Market", "Hollow"},
    4: {"Copse", "Grove", "Resource Market", "Hollow", "Traveling Players"},
}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_r2_the_spaces_of_each_number_of_players(players: int) -> None:
    """R2.1, R2.2: with all cards up and a farm that can do anything, these can be used and no others."""
    able: Data = {**RICH, "rooms": house_of(3), "fields": {"E1": ""}}
    state = position(able, players=players, round=14)
    assert spaces(state) == BOARD | CARDS | EXTENSION[players]
    for space in ("Grove", "Copse", "Traveling Players"):
        if space not in EXTENSION[players]:
            assert rule_against(state, f"place {space}") == "R2"


@pytest.mark.parametrize(
    ("players", "each_round"),
    [
        (1, {"forest": 2}),
        (2, {"forest": 3}),
        (3, {"forest": 3, "grove": 2, "hollow": 1}),
        (4, {"forest": 3, "copse": 1, "grove": 2, "hollow": 2, "traveling_players": 1}),
    ],
)
def test_r2_5_what_accumulates(players: int, each_round: dict[str, int]) -> None:
    """R2.5, R1.2: the goods that come to each accumulation space in a round."""
    by_ones = ("meeting_place", "clay_pit", "reed_bank", "fishing", "sheep_market", "western_quarry")
    later = ("pig_market", "cattle_market", "eastern_quarry")
    state = position(*[AWAY] * players, players=players, round=13, piles={}, cards="none")
    chance(state)
    assert state.to_dict()["piles"] == dict.fromkeys(by_ones + later, 1) | each_round


@pytest.mark.parametrize(
    ("players", "space", "gained"),
    [
        (2, "Grain Seeds", {"grain": 1}),
        (2, "Vegetable Seeds", {"vegetable": 1}),
        (2, "Day Laborer", {"food": 2}),
        (2, "Forest", {"wood": 5}),
        (2, "Clay Pit", {"clay": 5}),
        (2, "Reed Bank", {"reed": 5}),
        (2, "Fishing", {"food": 5}),
        (2, "Western Quarry", {"stone": 5}),
        (2, "Eastern Quarry", {"stone": 5}),
        (2, "Sheep Market", {"sheep": 5}),
        (2, "Pig Market", {"wild boar": 5}),
        (2, "Cattle Market", {"cattle": 5}),
        (3, "Grove", {"wood": 5}),
        (3, "Hollow", {"clay": 5}),
        (4, "Copse", {"wood": 5}),
        (4, "Traveling Players", {"food": 5}),
        (4, "Resource Market", {"reed": 1, "stone": 1, "food": 1}),
    ],
)
def test_r2_5_what_each_space_gives(players: int, space: str, gained: dict[str, int]) -> None:
    """R2.5: fixed goods, or all that lies there."""
    accumulation = position(players=players, round=14).to_dict()["piles"]
    seat: Data = {"goods": {}, "pastures": [["C1", "D1", "C2", "D2"]]}
    state = position(seat, players=players, round=14, piles=dict.fromkeys(accumulation, 5))
    assert goods(play(state, f"place {space}")) == gained


@pytest.mark.parametrize("good", ["reed", "stone"])
def test_r2_resource_market_of_three(good: str) -> None:
    """R2.2: with three players the Resource Market gives 1 food and a choice of reed or stone."""
    state = play(position({"goods": {}}, players=3), "place Resource Market")
    assert legal(state) == ["take reed", "take stone"]
    assert rule_against(state, "take wood") == "R2"
    assert rule_against(state, "done") == "R2.2"
    assert goods(play(state, f"take {good}")) == {good: 1, "food": 1}


def test_r2_2_spaces_that_are_only_for_hand_cards() -> None:
    """R2.2, R14.2: nobody can use Lessons."""
    for players, space in ((2, "Lessons"), (3, "Lessons 3"), (4, "Lessons 4")):
        state = chance(GAME.new(players, cards="none"))
        assert rule_against(state, f"place {space}") == "R14.2"
