"""The worked examples: the rulebook's own and ours, with their exact numbers.

Wholly about hand cards, and waiting for them: G09, G16, G17, G21, G26, G32 to G52, G55. Of G01, G10,
G13, G14, G15, G22, G31 and G54 the parts without hand cards are here.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from farmtable import BadRecord, Match
from farmtable.games.agricola import GAME
from farmtable.games.agricola.box.components import COMPONENTS
from farmtable.games.agricola.rules import housing, scoring, series
from tests.games.agricola.scenarios import (
    AWAY,
    HARVESTS,
    LINES,
    Data,
    allowed,
    chance,
    fences,
    finished,
    goods,
    harvest,
    house_of,
    idle_round,
    last_person,
    legal,
    line,
    new_round,
    pile,
    play,
    position,
    rule_against,
    seat_of,
    sheet,
    spaces,
)

# --- scoring -----------------------------------------------------------------------------------------

EXAMPLE: Data = {
    "house": "stone",
    "rooms": ["A1", "B1", "A2", "A3"],
    "fields": {"D1": "", "E1": "grain 2", "D2": "", "E2": "vegetable 1"},
    "pastures": [["C2", "C3"], ["D3", "E3"]],
    "stables": ["E3", "B3"],
    "people": 5,
    "goods": {"wood": 5, "grain": 1, "sheep": 8, "wild boar": 6},
    "improvements": ["joinery"],
}


def test_g01_the_farm_of_the_rulebook() -> None:
    """G01: the farm gives 35 points, the Joinery 2 and 2 more; the 3 of the Loom wait for hand cards."""
    state = finished(EXAMPLE)
    expected = (3, 2, 1, 1, 4, 3, -1, -2, 1, 0, 8, 15)
    assert tuple(sheet(state)[:12]) == expected
    assert sum(expected) == 35
    assert (line(state, "improvements"), line(state, "bonus")) == (2, 2)
    assert state.scores()[0] == 35 + 2 + 2
    assert fences(state) == 11
    alone = list(housing.arrangement(state, 0))[-3:]
    assert alone == [0, 2, 0], "one wild boar in the house and one in the stable outside"


def test_g02_untouched_farm() -> None:
    """G02: seven missing things, 13 unused spaces, two people: -14."""
    state = finished({"goods": {}})
    assert sheet(state) == [-1] * 7 + [-13, 0, 0, 0, 6, 0, 0, 0]
    assert state.scores()[0] == -14


THRESHOLDS = {
    "fields": {0: -1, 1: -1, 2: 1, 3: 2, 4: 3, 5: 4, 7: 4},
    "pastures": {0: -1, 1: 1, 2: 2, 3: 3, 4: 4},
    "grain": {0: -1, 1: 1, 3: 1, 4: 2, 5: 2, 6: 3, 7: 3, 8: 4, 20: 4},
    "vegetables": {0: -1, 1: 1, 2: 2, 3: 3, 4: 4, 9: 4},
    "sheep": {0: -1, 3: 1, 4: 2, 5: 2, 6: 3, 7: 3, 8: 4},
    "wild boar": {0: -1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4},
    "cattle": {0: -1, 1: 1, 2: 2, 3: 2, 4: 3, 5: 3, 6: 4},
}


def farm_with(category: str, n: int) -> Data:
    """A farm with so many of a category of the score table."""
    if category == "fields":
        return {"fields": dict.fromkeys(["B1", "C1", "D1", "E1", "B2", "C2", "D2"][:n], "")}
    if category == "pastures":
        return {"pastures": [["D1"], ["E1"], ["D2"], ["E2"]][:n]}
    if category in ("grain", "vegetables"):
        return {"goods": {category.removesuffix("s"): n}}
    return {"goods": {category: n}, "pastures": [["C1", "D1", "C2", "D2"]]}


@pytest.mark.parametrize(
    ("category", "n", "points"),
    [(category, n, points) for category, steps in THRESHOLDS.items() for n, points in steps.items()],
)
def test_g03_thresholds(category: str, n: int, points: int) -> None:
    """G03: what so many fields, pastures, crops and animals give."""
    assert line(finished(farm_with(category, n)), category) == points


def test_g03_six_pastures() -> None:
    """G03: six pastures, more than 15 fences can close, would give no more than four."""
    assert scoring.table(finished(), LINES.index("pastures"), 6) == 4


def test_g04_six_spaces_in_three_pastures() -> None:
    """G04: pastures count, not their spaces: three of two spaces each give 3."""
    state = finished({"pastures": [["C1", "D1"], ["C2", "D2"], ["C3", "D3"]]})
    assert line(state, "pastures") == 3


@pytest.mark.parametrize(("house", "points"), [("wood", 0), ("clay", 4), ("stone", 8)])
def test_g05_rooms(house: str, points: int) -> None:
    """G05: four rooms give 0, 4 or 8."""
    state = finished({"house": house, "rooms": house_of(4)})
    assert line(state, "clay rooms") + line(state, "stone rooms") == points


def test_g06_begging() -> None:
    """G06: two begging markers cost 6 points."""
    assert line(finished({"begging": 2}), "begging") == -6


@pytest.mark.parametrize(
    ("building", "good", "bonus"),
    [
        ("joinery", "wood", {2: 0, 3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 10: 3}),
        ("pottery", "clay", {2: 0, 3: 1, 4: 1, 5: 2, 6: 2, 7: 3, 10: 3}),
        ("basketmakers_workshop", "reed", {1: 0, 2: 1, 3: 1, 4: 2, 5: 3, 8: 3}),
    ],
)
def test_g07_craft_bonus(building: str, good: str, bonus: dict[int, int]) -> None:
    """G07: bonus points by what is left in the supply."""
    for n, points in bonus.items():
        assert line(finished({"goods": {good: n}, "improvements": [building]}), "bonus") == points


FORTY: Data = {  # points, whatever building resources there are
    "house": "stone",
    "rooms": house_of(5),
    "people": 5,
    "fields": dict.fromkeys(["D3", "E3", "D2", "E2", "C3"], ""),
    "pastures": [["C1"], ["D1"], ["E1"], ["C2"]],
}


def forty(**own: int) -> Data:
    return {**FORTY, "goods": {"grain": 8, "vegetable": 4, "sheep": 4, **own}}


def test_g08_tie() -> None:
    """G08: of two with 40 points the one with more building resources wins; equal ones share."""
    state = finished(forty(wood=3, stone=1, food=9), forty(clay=5))
    assert state.scores() == [40, 40]
    assert state.winners() == [1]
    assert finished(forty(wood=3, stone=2), forty(clay=5)).winners() == [0, 1]


def test_g08_joinery_does_not_spend() -> None:
    """G08: the wood that brings the Joinery's bonus still breaks the tie."""
    joiner = {**forty(wood=7), "improvements": ["joinery"]}
    for clay, winners in ((6, [0]), (7, [0, 1]), (8, [1])):
        other = {**forty(clay=clay), "improvements": ["well", "fireplace_2"]}
        state = finished(joiner, other)
        assert state.scores() == [45, 45]
        assert state.winners() == winners


# --- building ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pasture", "stables", "animals"),
    [
        ("C1", "", 2),
        ("C1", "C1", 4),
        ("C1 D1", "", 4),
        ("C1 D1", "C1", 8),
        ("C1 D1", "C1 D1", 16),
        ("C1 D1 E1", "", 6),
        ("C1 D1 C2 D2", "D2", 16),
        ("C1 D1 E1", "C1 D1 E1", 48),
    ],
)
def test_g10_capacity(pasture: str, stables: str, animals: int) -> None:
    """G10: 2 animals a space, doubled by each stable; and one more lives in the house."""
    farm: Data = {"pastures": [pasture.split()], "stables": stables.split()}
    position({**farm, "goods": {"cattle": animals + 1}})
    with pytest.raises(BadRecord, match=r"R6\.1"):
        position({**farm, "goods": {"cattle": animals + 2}})


@pytest.mark.parametrize(
    ("pasture", "needed"),
    [
        ("C1", 4),
        ("C1 D1", 6),
        ("C1 D1 E1", 8),
        ("C1 D1 C2 D2", 8),
        ("C1 D1 E1 C2 D2 E2", 10),
        ("B1 C1 D1 E1 B2 C2 D2 E2", 12),
        ("B1 C1 D1 E1 B2 C2 D2 E2 B3 C3 D3 E3", 14),
    ],
)
def test_g11_fences_of_one_pasture(pasture: str, needed: int) -> None:
    """G11: how many fences a first pasture takes."""
    state = play(position({"goods": {"wood": 15}}, round=2), "place Fencing", f"fence {pasture}")
    assert goods(state).get("wood", 0) == 15 - needed
    assert fences(state) == needed


@pytest.mark.parametrize(
    ("pastures", "wood"),
    [
        (["C1 D1", "D1"], [6, 1]),
        (["C1", "D1"], [4, 3]),
        (["C1", "D1", "C2", "D2"], [4, 3, 3, 2]),
        (["A1", "B1", "C1", "D1"], [4, 3, 3, 3]),
        (["C1", "D1", "C2", "D2", "E1"], [4, 3, 3, 2, 3]),
    ],
)
def test_g11_fences_of_several_pastures(pastures: list[str], wood: list[int]) -> None:
    """G11: dividing takes 1, a neighbour 3; four in a block 12; with one beside it exactly 15."""
    state = play(position({"goods": {"wood": 99}}, round=2), "place Fencing")
    left = [99]
    for pasture in pastures:
        play(state, f"fence {pasture}")
        left.append(goods(state)["wood"])
    assert [before - after for before, after in pairwise(left)] == wood
    assert fences(state) == sum(wood)
    assert len(seat_of(state)["pastures"]) == len(pastures)


def test_g11_five_in_a_row_are_too_many() -> None:
    """G11: five single spaces in a row would need 16 fences; five pastures still give 4 points."""
    row: Data = {"goods": {"wood": 99}, "pastures": [["A1"], ["B1"], ["C1"], ["D1"]]}
    assert fences(position(row)) == 13
    assert rule_against(position(row, round=2), "place Fencing") == "R5.6"
    assert line(finished({"pastures": [["C1"], ["D1"], ["C2"], ["D2"], ["E1"]]}), "pastures") == 4


def test_g12_room_edges_are_no_fences() -> None:
    """G12: three fences and the wall of a room close nothing: the fourth is needed there too."""
    assert not allowed(position({"goods": {"wood": 3}}, round=2), "place Fencing")
    state = play(position({"goods": {"wood": 9}}, round=2), "place Fencing", "fence B2")
    assert goods(state)["wood"] == 5


def test_g12_pastures_stay_together() -> None:
    """G12: a second pasture that does not touch the first is illegal."""
    state = play(position({"goods": {"wood": 9}}, round=2), "place Fencing", "fence B2")
    assert rule_against(state, "fence D2") == "R5.4"


@pytest.mark.parametrize(
    ("house", "cost", "rooms"),
    [
        ("wood", {"wood": 10, "reed": 4}, ["A1", "B2"]),
        ("clay", {"clay": 5, "reed": 2}, ["A1"]),
        ("stone", {"stone": 5, "reed": 2}, ["B3"]),
    ],
)
def test_g13_rooms(house: str, cost: dict[str, int], rooms: list[str]) -> None:
    """G13: what one or two rooms cost."""
    state = play(position({"house": house, "goods": cost}), "place Farm Expansion")
    for room in rooms:
        play(state, f"build room {room}")
    assert goods(state) == {}
    assert set(seat_of(state)["rooms"]) == {"A2", "A3", *rooms}


@pytest.mark.parametrize(
    ("house", "rooms", "cost", "after"),
    [("wood", 2, {"clay": 2, "reed": 1}, "clay"), ("clay", 4, {"stone": 4, "reed": 1}, "stone")],
)
def test_g14_renovation(house: str, rooms: int, cost: dict[str, int], after: str) -> None:
    """G14: one clay or stone for each room, and one reed."""
    farm: Data = {"house": house, "rooms": house_of(rooms), "goods": cost}
    state = play(position(farm, round=6), "place House Redevelopment")
    assert (goods(state), seat_of(state)["house"]) == ({}, after)


def test_g15_stables() -> None:
    """G15: three stables for 6 wood at Farm Expansion, one for 1 wood at the Side Job."""
    state = play(position({"goods": {"wood": 6}}), "place Farm Expansion")
    play(state, "build stable C1", "build stable D2", "build stable E3")
    assert (goods(state), seat_of(state)["stables"]) == ({}, ["C1", "D2", "E3"])
    state = position({"goods": {"wood": 6}}, cards="none", options={"side_job": "yes"})
    play(state, "place Side Job", "build stable C1")
    assert (goods(state), seat_of(state)["stables"]) == ({"wood": 5}, ["C1"])
    assert state.to_play == 1, "no second stable there"


# --- baking and cooking ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("improvements", "grain", "baked", "food"),
    [
        ("clay_oven cooking_hearth_4", 3, 1, 5),
        ("clay_oven cooking_hearth_4", 3, 3, 11),
        ("stone_oven fireplace_2", 4, 4, 12),
        ("clay_oven stone_oven cooking_hearth_5", 5, 5, 19),
        ("clay_oven", 3, 1, 5),
        ("stone_oven", 3, 2, 8),
    ],
)
def test_g18_g19_baking(improvements: str, grain: int, baked: int, food: int) -> None:
    """G18, G19: several baking improvements in one action, each up to its limit."""
    farm: Data = {"goods": {"grain": grain, "clay": 1}, "improvements": improvements.split()}
    state = play(position(farm, round=3), "place Grain Utilization")
    if baked < grain and "hearth" not in improvements:
        assert not allowed(state, f"bake {baked + 1} grain"), "the rest stays"
    if allowed(state, f"bake {baked} grain"):
        play(state, f"bake {baked} grain")
    assert (goods(state)["food"], goods(state).get("grain", 0)) == (food, grain - baked)


@pytest.mark.parametrize(
    ("improvements", "food"),
    [([], 2), (["fireplace_3"], 4 + 2 + 2 + 3), (["cooking_hearth_5"], 6 + 2 + 3 + 4)],
)
def test_g20_cooking(improvements: list[str], food: int) -> None:
    """G20: two vegetables, a sheep, a wild boar and a cattle: 2, 11 or 15 food."""
    have = {"vegetable": 2, "sheep": 1, "wild boar": 1, "cattle": 1}
    state = position({"goods": have, "improvements": improvements, "pastures": [["C1"], ["D1"]]})
    animals = ["cook sheep", "cook wild boar", "cook cattle"] if improvements else []
    for conversion in ["eat vegetable", "eat vegetable", *animals]:
        play(state, "exchange")
        assert improvements or not any(words.startswith("cook") for words in legal(state))
        play(state, conversion)
    assert goods(state)["food"] == food


@pytest.mark.parametrize(
    ("now", "rounds"), [(3, [4, 5, 6, 7, 8]), (11, [12, 13, 14]), (14, [])], ids=["early", "late", "last"]
)
def test_g22_well(now: int, rounds: list[int]) -> None:
    """G22: 1 wood and 3 stone, 4 points, and food on the next five round spaces, as far as there are any."""
    state = position({"goods": {"wood": 1, "stone": 3}}, round=now)
    play(state, "place Major Improvement")
    assert seat_of(state)["improvements"] == ["well"], "the only one that can be paid"
    assert goods(state) == {}
    assert seat_of(state)["promised"] == {str(number): {"food": 1} for number in rounds}
    assert line(state, "improvements") == 4


def test_g23_hearth_upgrade() -> None:
    """G23: the Fireplace pays for the Cooking Hearth and can be built again; the points stay 1."""
    state = position({"goods": {"clay": 5}, "improvements": ["fireplace_2"]}, {"goods": {"clay": 2}}, start=0)
    assert line(state, "improvements") == 1
    play(state, "place Major Improvement", "return Fireplace 2 for Cooking Hearth 5")
    assert (goods(state), seat_of(state)["improvements"]) == ({"clay": 5}, ["cooking_hearth_5"])
    assert line(state, "improvements") == 1
    later = play(position({"improvements": ["cooking_hearth_5"]}, {"goods": {"clay": 2}}, turn=1))
    play(later, "place Major Improvement")
    assert seat_of(later, 1)["improvements"] == ["fireplace_2"]


# --- rounds, harvest, feeding ------------------------------------------------------------------------


def test_g24_accumulation() -> None:
    """G24: 3 wood more on the 3 left; 9 after three rounds, alone 6; Hollow 4 and 2 after two."""
    assert pile(chance(new_round(round=2, piles={"forest": 3})), "forest") == 6
    for players, wood in ((2, 9), (1, 6)):
        state = Match("agricola", players, seed=1, cards="none").state
        for _ in range(2):
            idle_round(state, spared=["Forest"])
        assert pile(state, "forest") == wood
    for players, clay in ((4, 4), (3, 2)):
        state = Match("agricola", players, seed=1, cards="none").state
        idle_round(state, spared=["Hollow"])
        assert pile(state, "hollow") == clay


def test_g25_food_at_the_start() -> None:
    """G25: the starting player has 2 food, the others 3; alone one has none."""
    for start in range(4):
        state = Match("agricola", 4, start=str(start + 1), cards="none").state
        assert [goods(state, seat)["food"] for seat in range(4)] == [3 - (seat == start) for seat in range(4)]
    assert goods(Match("agricola", 1, cards="none").state) == {}


@pytest.mark.parametrize(
    ("good", "sown", "after"), [("grain", 3, [2, 1, 0]), ("vegetable", 2, [1, 0])], ids=["grain", "vegetable"]
)
def test_g27_sowing_and_harvest(good: str, sown: int, after: list[int]) -> None:
    """G27: 1 grain becomes 3 on the field, 1 vegetable 2; each harvest brings one of them."""
    state = position({"goods": {good: 1}, "fields": {"D1": ""}}, round=3)
    play(state, "place Grain Utilization")
    assert (goods(state), seat_of(state)["fields"]) == ({}, {"D1": f"{good} {sown}"})
    lying, brought = sown, 0
    for left in after:
        state = harvest({"goods": {"food": 4}, "fields": {"D1": f"{good} {lying}"}})
        brought += goods(state)[good]
        lying = left
        assert seat_of(state)["fields"] == {"D1": f"{good} {left}" if left else ""}
    assert brought == sown


def test_g28_feeding() -> None:
    """G28: three adults and a newborn eat 7 (alone 10), in the next harvest 8."""
    family: Data = {"people": 4, "newborns": 1}
    state = harvest({**family, "goods": {"food": 7}}, round=7)
    assert (goods(state), seat_of(state)["begging"]) == ({}, 0)
    state = harvest({**family, "goods": {"food": 10}}, players=1, round=7)
    assert (goods(state), seat_of(state)["begging"]) == ({}, 0)
    state = harvest({"people": 4, "goods": {"food": 8}}, round=9)
    assert (goods(state), seat_of(state)["begging"]) == ({}, 0)


@pytest.mark.parametrize(("improvements", "markers"), [([], 1), (["fireplace_2"], 0)])
def test_g28_feeding_with_crops(improvements: list[str], markers: int) -> None:
    """G28: 3 food, 2 grain and a vegetable: one short of 7, but not with a Fireplace."""
    seat: Data = {"people": 4, "newborns": 1, "improvements": improvements}
    state = harvest({**seat, "goods": {"food": 3, "grain": 2, "vegetable": 1}}, round=7)
    play(state, "eat grain", "eat grain", "eat vegetable")
    assert (goods(state), seat_of(state)["begging"]) == ({}, markers)


@pytest.mark.parametrize("number", range(1, 15))
def test_g29_harvest_rounds(number: int) -> None:
    """G29: harvests after rounds 4, 7, 9, 11, 13 and 14; rounds 5, 8, 10, 12 and 14 follow one."""
    state = last_person({"fields": {"D1": "grain 3"}, "goods": {"food": 9}}, round=number)
    play(state, "place Reed Bank")
    harvested = seat_of(state)["fields"] == {"D1": "grain 2"}
    assert harvested == (number in HARVESTS)
    assert {after + 1 for after in HARVESTS if after < 14} == {5, 8, 10, 12, 14}


def test_g30_breeding() -> None:
    """G30: a pair has one newborn, if it has a place; seven sheep become eight; one cattle stays alone."""
    one: Data = {"pastures": [["C1"]]}
    assert goods(harvest({**one, "goods": {"food": 4, "sheep": 2}}))["sheep"] == 3
    full = harvest({**one, "goods": {"food": 4, "sheep": 2, "wild boar": 1}})
    play(full, "discard sheep")
    assert goods(full) == {"sheep": 2, "wild boar": 1}
    large: Data = {"pastures": [["C1", "D1", "C2", "D2"]]}
    assert goods(harvest({**large, "goods": {"food": 4, "sheep": 7}}))["sheep"] == 8
    assert goods(harvest({**large, "goods": {"food": 4, "cattle": 1}}))["cattle"] == 1


@pytest.mark.parametrize("given_up", ["sheep", "wild boar"])
def test_g30_breeding_with_one_place(given_up: str) -> None:
    """G30: two pairs and one free place: one newborn, as the owner chooses."""
    farm: Data = {"pastures": [["C1"], ["D1"]], "goods": {"food": 4, "sheep": 2, "wild boar": 2}}
    state = harvest(farm)
    assert legal(state) == ["discard sheep", "discard wild boar"]
    play(state, f"discard {given_up}")
    assert goods(state) == {"sheep": 3, "wild boar": 3} | {given_up: 2}


def test_g31_family_growth() -> None:
    """G31: 3 rooms and 2 people: yes; 3 and 3: no; 2 and 3 (Urgent Wish), then a third room: still no."""
    state = position({"rooms": house_of(3)}, AWAY, round=5)
    play(state, "place Basic Wish for Children")
    assert seat_of(state)["people"] == 3
    same = position({"rooms": house_of(3), "people": 3}, round=5)
    assert rule_against(same, "place Basic Wish for Children") == "R3.5"
    urgent = position({"goods": {"wood": 5, "reed": 2}}, AWAY, round=12)
    play(urgent, "place Urgent Wish for Children", "place Farm Expansion", "build room A1")
    assert (len(seat_of(urgent)["rooms"]), seat_of(urgent)["people"]) == (3, 3)
    assert "Basic Wish for Children" not in spaces(urgent)


# --- campaigns ---------------------------------------------------------------------------------------


def test_g53_solo_series() -> None:
    """G53: the goals; 57 points in game 1 bring 3 food, 55 in game 2 none."""
    goals = [50, 55, 59, 62, 64, 65, 66, 67, 68, 69]
    facts = [COMPONENTS.facts(1, GAME.check_options({"series": str(number)})) for number in range(1, 11)]
    assert [int(each.goal) for each in facts] == goals
    assert [series.food_earned(57, 50), series.food_earned(55, 55)] == [3, 0]
    state = GAME.new(1, series="2", series_food="3", cards="none")
    assert goods(chance(state)) == {"food": 3}


def test_g54_campaign() -> None:
    """G54: what each of three games brings by rank; a second, a first and a third place make 16."""
    tables = series.CAMPAIGN_POINTS[4]
    assert tables == ((7, 5, 4, 3), (8, 5, 3, 2), (9, 6, 3, 1))
    ranks = (2, 1, 3)
    assert sum(table[rank - 1] for table, rank in zip(tables, ranks, strict=True)) == 5 + 8 + 3 == 16
