"""`why_not`: every refusal names its rule, the page where it is written, and a reason that is true."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from farmtable import CHANCE, OVER, IllegalAction, Refusal, Rng, State
from farmtable.core.playout import sample_chance
from farmtable.games.agricola import GAME
from tests.games.agricola.scenarios import (
    Data,
    finished,
    harvest,
    new_round,
    play,
    position,
    seat_of,
)

FARM: Data = {
    "goods": {"wood": 20, "reed": 4, "grain": 3, "food": 3},
    "rooms": ["A2", "A3", "B3"],
    "fields": {"D1": "grain 3", "E1": ""},
    "stables": ["B1"],
    "pastures": [["C3", "D3"]],
    "improvements": ["fireplace_2", "clay_oven"],
}
POOR: Data = {"goods": {"wood": 1, "food": 3}}
FENCED: Data = {**FARM, "goods": {"wood": 5}, "pastures": [["C3", "D3"], ["E2", "E3"]], "fields": {}}
TILE = {"variant_tile": "yes"}
BARE = {"cards": "none"}
LATE = {"round": 14}


def at(farm: Data, *actions: str, players: int = 2, **rest: Any) -> State:
    """Seat 0 has this farm and has done these actions."""
    return play(position(farm, players=players, **{"round": 6, **rest}), *actions)


# Where, what is tried, the rule that forbids it, where that is written, and a piece of the reason.
KINDS: dict[str, tuple[State, str, str, str, str]] = {
    # Action spaces.
    "occupied": (at(FARM, used_by={"forest": 1}), "place Forest", "R2.1", "p. 6", "seat 2 has a person"),
    "not turned up": (at(FARM), "place Pig Market", "R1.2", "p. 6", "rounds 8 to 9"),
    "not turned up, the last": (at(FARM), "place Farm Redevelopment", "R1.2", "p. 6", "in round 14"),
    "not on this board": (at(FARM), "place Grove", "R2", "p. 3", "number of players"),
    "no lessons": (at(FARM, options=BARE), "place Lessons", "R14.2", "appendix, p. 1", "occupations"),
    "no Side Job": (at(FARM), "place Side Job", "R14.2", "appendix, p. 1", "not part of this game"),
    "no tile": (at(FARM), "place Animal Market", "R14.3", "appendix, p. 8", "not part of this game"),
    "a tile in use": (
        at(FARM, options=TILE, used_by={"variant_copse": 1}),
        "place Animal Market",
        "R14.3",
        "appendix, p. 8",
        "seat 2 has a person on the tile",
    ),
    "a wish too early": (
        at(FARM, options=TILE, round=4),
        "place Modest Wish for Children",
        "R14.3",
        "appendix, p. 8",
        "from round 5",
    ),
    "nothing to build": (
        at(POOR),
        "place Farm Expansion",
        "R2.2",
        "p. 6",
        "5 wood and 2 reed; you have 1 wood",
    ),
    "nothing to bake or sow": (
        at(POOR),
        "place Grain Utilization",
        "R2.2",
        "p. 6",
        "no empty field. You have no",
    ),
    "no wood for fences": (at(POOR), "place Fencing", "R5.6", "p. 8", "1 wood and 15 fences"),
    "no improvement to pay": (
        at(POOR, options=BARE),
        "place Major Improvement",
        "R10",
        "p. 10",
        "cannot afford",
    ),
    "no improvement to build or play": (
        at(POOR),
        "place Major Improvement",
        "R10",
        "p. 10",
        "play from your hand",
    ),
    "no room to grow": (at(POOR), "place Basic Wish for Children", "R3.5", "p. 7", "2 rooms for 2 people"),
    "five people": (
        at({"people": 5}, **LATE),
        "place Urgent Wish for Children",
        "R3.6",
        "p. 7",
        "All your people",
    ),
    "no renovation to pay": (
        at(POOR),
        "place House Redevelopment",
        "R3.3",
        "p. 7",
        "2 clay and 1 reed; you have 0",
    ),
    "stone already": (at({"house": "stone"}), "place House Redevelopment", "R3.3", "p. 7", "stone already"),
    "a stone house to pay": (
        at({"house": "clay", "goods": {"clay": 9, "reed": 1, "stone": 1}}),
        "place House Redevelopment",
        "R3.3",
        "p. 7",
        "costs 1 reed and 2 stone; you have 1 reed and 1 stone",
    ),
    "nowhere to plow": (
        at({"fields": {"A1": ""}, "stables": ["B1"]}),
        "place Farmland",
        "R4.1",
        "p. 9",
        "next to any of your fields",
    ),
    # The moment.
    "a second person": (at(FARM, "place Fencing"), "place Forest", "R2.2", "p. 6", "First finish"),
    "building out of turn": (at(FARM), "build room A1", "R1.6", "p. 6", "Place one of your people"),
    "another part": (at(FARM, "place Fencing"), "plow C1", "R2.3", "p. 6", "plow a field"),
    "a block that is over": (
        at(FARM, "place Farm Expansion", "build room A1", "build stable C1"),
        "build room B2",
        "R2.3",
        "p. 6",
        "no longer",
    ),
    "nothing to leave": (at(FARM), "done", "R1.6", "p. 6", "Place"),
    "leaving too early": (at(FARM, "place Fencing"), "done", "R2.2", "p. 6", "at least one part"),
    "exchanging too early": (at(FARM, "place Fencing"), "exchange", "R8.2", "our ruling", "First take"),
    "exchanging nothing": (at({"goods": {}}), "exchange", "R8.1", "p. 8", "nothing to exchange"),
    "exchanging unasked": (at(FARM), "eat grain", "R8.1", "p. 8", "Say first"),
    "placing instead of exchanging": (
        at(FARM, "exchange"),
        "place Forest",
        "R8.1",
        "p. 8",
        "First choose what",
    ),
    "exchanging twice": (at(FARM, "exchange"), "exchange", "R8.3", "our ruling", "already on offer"),
    # Rooms, stables, fields.
    "a room on a stable": (
        at(FARM, "place Farm Expansion"),
        "build room B1",
        "R3.2",
        "appendix",
        "stable on B1",
    ),
    "a room in a pasture": (at(FARM, "place Farm Expansion"), "build room C3", "R3.2", "appendix", "pasture"),
    "a room apart": (at(FARM, "place Farm Expansion"), "build room E2", "R3.1", "p. 7", "E2 is not next to"),
    "a room too dear": (
        at({**FARM, "goods": {"wood": 4, "reed": 2}}, "place Farm Expansion"),
        "build room A1",
        "R3.1",
        "p. 7",
        "A room costs 5 wood and 2 reed; you have 4 wood and 2 reed",
    ),
    "a stable on a room": (at(FARM, "place Farm Expansion"), "build stable A2", "R5.1", "p. 8", "room on A2"),
    "a stable on a stable": (
        at(FARM, "place Farm Expansion"),
        "build stable B1",
        "R5.1",
        "p. 8",
        "stable on B1",
    ),
    "a fifth stable": (
        at({**FARM, "stables": ["A1", "B1", "C1", "E3"]}, "place Farm Expansion"),
        "build stable C2",
        "R5.1",
        "p. 8",
        "All your stables",
    ),
    "a field on a field": (at(FARM, "place Farmland"), "plow D1", "R4.1", "p. 9", "field on D1"),
    "a field apart": (at(FARM, "place Farmland"), "plow A1", "R4.1", "p. 9", "A1 is not next to"),
    # Sowing and baking.
    "sowing on grass": (
        at(FARM, "place Grain Utilization"),
        "sow grain C1",
        "R4.2",
        "p. 9",
        "no field on C1",
    ),
    "sowing twice": (at(FARM, "place Grain Utilization"), "sow grain D1", "R4.2", "p. 9", "sown already"),
    "sowing nothing": (
        at(FARM, "place Grain Utilization"),
        "sow vegetable E1",
        "R4.2",
        "p. 9",
        "no vegetable",
    ),
    "baking too much": (
        at(FARM, "place Grain Utilization"),
        "bake 4 grain",
        "R10.1",
        "p. 10",
        "only 3 grain",
    ),
    "ovens too small": (
        at({**FARM, "improvements": ["clay_oven"]}, "place Grain Utilization"),
        "bake 2 grain",
        "R10.1",
        "p. 10",
        "bake only 1 grain",
    ),
    "baking without an oven": (
        at({**FARM, "improvements": [], "fields": {"E1": "", "E2": ""}}, "place Grain Utilization"),
        "bake 1 grain",
        "R10.1",
        "p. 10",
        "no improvement to bake with",
    ),
    # Fences.
    "fencing a field": (at(FARM, "place Fencing"), "fence C1 D1", "R5.3", "p. 8", "field on D1"),
    "a pasture that is there": (at(FARM, "place Fencing"), "fence C3 D3", "R5.6", "p. 8", "already exists"),
    "merging pastures": (at(FENCED, "place Fencing"), "fence C3 D3 E3", "R5.5", "p. 8", "never removed"),
    "a pasture apart": (
        at(FARM, "place Fencing"),
        "fence A1",
        "R5.4",
        "p. 8",
        "not next to any of your pastures",
    ),
    "fences without wood": (
        at({**FARM, "goods": {"wood": 4}}, "place Fencing"),
        "fence C1 C2 E2 D2",
        "R5.2",
        "p. 8",
        "costs 8 wood; you have 4 wood",
    ),
    "fences without fences": (
        at({**FENCED, "goods": {"wood": 20}}, "place Fencing"),
        "fence A1 B1 C1 D1 E1",
        "R5.2",
        "p. 8",
        "11 new fences; you have 4 left",
    ),
    # Improvements.
    "an improvement twice": (
        at({**FARM, "goods": {"clay": 9}}, "place Major Improvement"),
        "build Fireplace 2",
        "R11.2",
        "p. 10",
        "You already have",
    ),
    "an improvement of others": (
        play(position(FARM | {"goods": {"clay": 9}}, {"improvements": ["well"]}), "place Major Improvement"),
        "build Well",
        "R11.2",
        "p. 10",
        "seat 2 has Well",
    ),
    "an improvement too dear": (
        at({**FARM, "goods": {"clay": 3}}, "place Major Improvement"),
        "build Pottery",
        "R10",
        "p. 10",
        "Pottery costs 2 clay and 2 stone; you have 3 clay and 0 stone",
    ),
    "a Fireplace of others": (
        at({**FARM, "goods": {"clay": 3}}, "place Major Improvement"),
        "return Fireplace 3 for Cooking Hearth 4",
        "R9.6",
        "p. 10",
        "You do not have",
    ),
    "renovating at will": (at(FARM), "renovate to clay", "R1.6", "p. 6", "Place one of your people"),
    # Choices.
    "too dear an animal": (
        at({"goods": {}}, "place Animal Market", options=TILE),
        "take cattle",
        "R14.3",
        "appendix, p. 8",
        "1 food; you have 0 food",
    ),
    "not on the market": (
        at(FARM, "place Resource Market", players=3),
        "take wood",
        "R2",
        "appendix, p. 7",
        "gives no wood",
    ),
    "choosing first": (
        at(FARM, "place Resource Market", players=3),
        "place Forest",
        "R2.2",
        "p. 6",
        "First choose",
    ),
    "an order out of time": (at(FARM), "order Fencing", "R13.1", "p. 12", "before the first round"),
    "an order of a later stage": (
        GAME.new(1, stage_order="chosen", cards="none"),
        "order Cultivation",
        "R13.1",
        "p. 12",
        "not a card of stage 1",
    ),
    "an order given twice": (
        play(GAME.new(1, stage_order="chosen", cards="none"), "order Fencing"),
        "order Fencing",
        "R13.1",
        "p. 12",
        "its place already",
    ),
    "ordering first": (
        GAME.new(1, stage_order="chosen", cards="none"),
        "place Forest",
        "R13.1",
        "p. 12",
        "the order in which",
    ),
    # Animals, feeding.
    "letting too many stay": (
        at({"goods": {"sheep": 1, "wild boar": 1}}, agenda=[["return home", 0], ["work", 0], ["house", 8]]),
        "done",
        "R6.5",
        "p. 8",
        "which ones to let go",
    ),
    "cooking raw": (
        at({"goods": {"sheep": 1, "wild boar": 1}}, agenda=[["return home", 0], ["work", 0], ["house", 8]]),
        "cook sheep",
        "R7.4",
        "p. 9",
        "no improvement that turns sheep",
    ),
    "letting nothing go": (
        at({"goods": {"sheep": 1, "wild boar": 1}}, agenda=[["return home", 0], ["work", 0], ["house", 8]]),
        "discard cattle",
        "R8.5",
        "appendix, p. 6",
        "no cattle",
    ),
    "cooking while breeding": (
        harvest(
            {"goods": {"sheep": 2, "cattle": 1}, "improvements": ["fireplace_2"]},
            agenda=[["end round", 0], ["house", 0]],
        ),
        "cook sheep",
        "R6.7",
        "p. 9",
        "breeding phase",
    ),
    "placing while feeding": (
        harvest({"goods": {"grain": 2}}),
        "place Forest",
        "R7.3",
        "p. 9",
        "feeding phase",
    ),
    "eating without hunger": (
        harvest({"goods": {"grain": 2, "food": 9, "wood": 1}, "improvements": ["joinery"]}),
        "eat grain",
        "R7.4",
        "our ruling",
        "enough food",
    ),
    "crafting twice": (
        harvest(
            {"goods": {"grain": 2, "wood": 2}, "crafted": ["joinery"], "improvements": ["joinery"]},
            agenda=[["end round", 0], ["breed", 1], ["breed", 0], ["feed", 1], ["feed", 0]],
        ),
        "craft wood",
        "R7.5",
        "p. 10",
        "in this harvest",
    ),
    "crafting out of season": (
        at({"goods": {"wood": 2, "food": 1}, "improvements": ["joinery"]}, "exchange"),
        "craft wood",
        "R7.5",
        "p. 10",
        "feeding phase",
    ),
    "crafting without a workshop": (
        harvest({"goods": {"grain": 2, "wood": 2}}),
        "craft wood",
        "R7.4",
        "p. 9",
        "no improvement",
    ),
    "exchanging what one has not": (at(FARM, "exchange"), "eat vegetable", "R8.1", "p. 8", "no vegetable"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_refusal(kind: str) -> None:
    state, action, rule, source, piece = KINDS[kind]
    before = state.key()
    refusal = state.why_not(action)
    assert isinstance(refusal, Refusal)
    assert refusal.rule == rule
    assert source in str(refusal.source)
    assert piece in str(refusal.reason)
    assert str(refusal).endswith(f"({rule}, {refusal.source})")
    with pytest.raises(IllegalAction, match=re.escape(rule)) as caught:
        state.play(action)
    assert caught.value.refusal == refusal
    assert state.key() == before
    assert state.seen_by(state.to_play).why_not(action) == refusal


def test_chance_and_the_end_are_nobodys_to_decide() -> None:
    turning_up = new_round(round=2).why_not("place Forest")
    assert turning_up is not None
    assert turning_up.rule == "R1.2"
    over = finished().why_not("place Forest")
    assert over is not None
    assert "over" in str(over)


def test_rules_that_are_named_can_be_read() -> None:
    """Every rule that a refusal can name stands in the rules for players, by its number or its chapter."""
    text = GAME.rules()
    for _, _, rule, _, _ in KINDS.values():
        assert f"**{rule} ·" in text or f"## {rule[1:]} ·" in text, rule


# --- in random games ---------------------------------------------------------------------------------

ON_A_SPACE = re.compile(r"There is a (room|field|stable) on (\w\d)\.")
PRICE = re.compile(r"costs (.+); you have (.+)\.")


def holds(state: State, refusal: Refusal) -> bool:
    """Whether what a refusal says of the farm is so, as the stored position tells it."""
    farm = seat_of(state, state.to_play)
    reason = str(refusal.reason)
    if match := ON_A_SPACE.fullmatch(reason):
        return match[2] in farm[{"room": "rooms", "field": "fields", "stable": "stables"}[match[1]]]
    if match := re.fullmatch(r"There is no field on (\w\d)\.", reason):
        return match[1] not in farm["fields"]
    if match := re.fullmatch(r"(\w\d) is part of a pasture\.", reason):
        return any(match[1] in cells for cells in farm["pastures"])
    if match := PRICE.search(reason):
        price, have = (amounts(part) for part in match.groups())
        owned = {good: farm["goods"].get(good, 0) for good in have}
        return owned == have and any(have[good] < n for good, n in price.items())
    if match := re.fullmatch(r"You have no ([a-z ]+)\.", reason):
        return match[1] not in farm["goods"]
    return True


def amounts(text: str) -> dict[str, int]:
    """ "3 wood and 1 reed" as numbers of goods; the other reasons after it are left out."""
    return {good: int(n) for n, good in re.findall(r"(\d+) ([a-z ]+?)(?=$|,| and |\.)", text)}


@pytest.mark.parametrize(
    ("players", "options"), [(1, {}), (2, {"variant_tile": "yes"}), (3, {}), (4, {"side_job": "yes"})]
)
def test_reasons_are_true_in_random_games(players: int, options: dict[str, str]) -> None:
    """Whatever is not legal is refused, by a rule that players can read, for a reason that is so."""
    rules = GAME.rules()
    rng = Rng("reasons", players)
    named: Counter[str] = Counter()
    for _ in range(2):
        state = GAME.new(players, **options, cards="none")
        while state.to_play != OVER:
            legal = set(state.legal_actions())
            if state.to_play != CHANCE and rng.below(4) == 0:
                for action in (rng.below(GAME.num_actions) for _ in range(60)):
                    refusal = state.why_not(action)
                    assert (refusal is None) == (action in legal)
                    if refusal is not None and refusal.rule != "-":
                        assert f"**{refusal.rule} ·" in rules or f"## {refusal.rule[1:]} ·" in rules
                        assert holds(state, refusal), f"{state.describe(action)}: {refusal}"
                        named[refusal.rule] += 1
            if state.to_play == CHANCE:
                state.apply(sample_chance(state, rng))
            else:
                state.apply(sorted(legal)[rng.below(len(legal))])
    assert {"R1.6", "R2.3"} <= set(named)
