"""`why_not`: every refusal names its rule, the chapter where it is written, and a reason that is true."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from farmtable import CHANCE, OVER, IllegalAction, Refusal, Rng, State
from farmtable.core.playout import sample_chance
from farmtable.games.mi_tierra import GAME
from farmtable.games.mi_tierra.position.steps import STEP_NAMES
from tests.games.mi_tierra.scenarios import Data, activated, after_event, finished, play, position, seat_of

FARM: Data = {
    "money": 20,
    "goods": {"apple": 4, "wheat": 4, "grape": 4, "sheep": 2, "milk": 1, "egg": 2},
    "fields": {"A1": "apple", "B2": "grape", "C3": "wheat"},
    "barnyards": [3, 2],
    "cards": ["III", "X", "XV"],
}
WHEAT: Data = dict.fromkeys(("A1", "B1", "C1", "B2", "C2", "A3", "B3", "C3"), "wheat")
THREE: Data = {**FARM, "barnyards": [3, 2, 2]}
SELLER: Data = {**FARM, "cards": []}  # nothing to decide at home
ANIMALS: Data = {"goods": {"sheep": 2}}


def at(zone: str, *actions: str, farm: Data = FARM, **rest: Any) -> State:
    """Seat 0 has this farm and a worker in a zone, and has done these actions."""
    return play(activated(farm, **{"placed": {zone: [0]}, **rest}), *actions)


def pair(zone: str, *actions: str, farm: Data = FARM) -> State:
    return at(zone, *actions, farm=farm, placed={zone: [[0, "pair"]]})


def buying(*actions: str, farm: Data = FARM) -> State:
    """At the development area, with a worker on the top space."""
    return at("Development", *actions, farm=farm, placed={"Development": [None, 0]})


def selling(*actions: str, farm: Data = SELLER, market: str = "cow 6x2", **rest: Any) -> State:
    return at("Official Market", *actions, farm=farm, market=[market, None], **rest)


def reordering() -> State:
    return activated({}, placed={"Clock Tower": [0]}, top=["cow 6x2", "thieves", "meat 4x3", "egg 7x3"])


def upkeep(money: int) -> State:
    return position({"workers": 5, "money": money}, {}, round=3, agenda=[["round", 0]])


# Where, what is tried, the rule that forbids it, where that is written, and a piece of the reason.
KINDS: dict[str, tuple[State, str, str, str, str]] = {
    # Upkeep.
    "unpaid workers": (upkeep(3), "keep 5 workers", "R5", "Phase 2", "costs 4; you have 3"),
    "too few workers": (upkeep(3), "keep 2 workers", "R11", "our ruling", "at least 3"),
    "too many workers": (upkeep(3), "keep 6 workers", "R11", "Phase 2", "have 5"),
    # Placing.
    "a full zone": (
        position(placed={"Oven": [1]}),
        "place Oven",
        "R15",
        "Phase 3",
        "taken: Oven",
    ),
    "a closed zone": (position(permanent="strike"), "place Oven", "R22", "Events", "strike"),
    "a second place in the order": (
        position(placed={"Turn Order": [0]}),
        "place Turn Order",
        "R10",
        "our ruling",
        "turn-order",
    ),
    "development without a space": (position(), "place Development", "R19", "Development", "centre, top"),
    "a blocked space": (position(), "place Development bottom", "R17", "Phase 3", "blocked"),
    "a taken space": (
        position(placed={"Development": [1]}),
        "place Development centre",
        "R15",
        "Phase 3",
        "taken",
    ),
    "the farm without a field": (position(), "place Own Farm", "R20", "own farm", "which field"),
    "a bare field": (position(), "place field B1", "R20", "own farm", "Nothing grows"),
    "a field twice": (
        position({"field_workers": ["A2"]}),
        "place field A2",
        "R20",
        "our ruling",
        "on this field",
    ),
    "the black market": (position(), "place Black Market", "R23", "Black market", "from the official market"),
    "a pair of one": (
        position({"field_workers": ["A2", "A1"], "fields": {"A1": "apple"}}),
        "place pair Forest",
        "R18",
        "Phase 3",
        "only one worker",
    ),
    "a pair in a full zone": (
        position(placed={"Forest": [1, 1]}),
        "place pair Forest",
        "R15",
        "Phase 3",
        "taken: Forest",
    ),
    "something else while placing": (position(), "take", "R15", "Phase 3", "Place a worker"),
    # The zones.
    "a choice without a pair": (
        at("Forest", "roll 3"),
        "choose barnyard 2",
        "R18",
        "Forest",
        "rolls the die",
    ),
    "a crop without a pair": (at("Seed Shop", "roll 3"), "choose wheat", "R18", "Crops", "rolls the die"),
    "no such capacity": (pair("Forest"), "choose barnyard 5", "R27", "Forest", "5 animals"),
    "a second choice": (
        pair("Forest", "choose barnyard 2"),
        "choose barnyard 3",
        "R18",
        "Forest",
        "chosen already",
    ),
    "a barnyard too early": (pair("Forest"), "take", "R18", "Forest", "capacity"),
    "a throw of nothing": (
        pair("Forest", "choose barnyard 2"),
        "throw away barnyard 3",
        "R32",
        "To be noted",
        "You have no barnyard",
    ),
    "no place for a barnyard": (
        pair("Forest", "choose barnyard 2", farm=THREE),
        "take",
        "R32",
        "To be noted",
        "which barnyard",
    ),
    "a crop too early": (pair("Seed Shop"), "plant B1", "R18", "Crops", "choose the crop"),
    "a second crop": (pair("Seed Shop", "choose wheat"), "choose grape", "R18", "Crops", "chosen already"),
    "the printed field": (
        pair("Seed Shop", "choose grape", farm={**FARM, "fields": WHEAT}),
        "plant A2",
        "R32",
        "our ruling",
        "printed",
    ),
    "a crop of no field": (pair("Seed Shop", "choose wheat"), "take", "R31", "Crops", "which field"),
    "a roll again without a card": (
        at("Forest", "roll 3", farm={}),
        "reroll",
        "R40",
        "Development cards",
        "do not have card X",
    ),
    "a third roll": (
        at("Forest", "roll 3", "reroll", "roll 2"),
        "reroll",
        "R56",
        "Development cards",
        "second result",
    ),
    "a roll of nothing": (at("Oven"), "reroll", "R56", "Development cards", "no die"),
    "animals left": (at("Sheep Farm", "roll 3"), "leave", "R29", "our ruling", "given up"),
    "too little wheat": (
        at("Winery and Mill", farm={**FARM, "goods": {"grape": 3}}),
        "make flour",
        "R35",
        "Winery and mill",
        "needs 3 wheat; you have 0 wheat",
    ),
    "flour or wine": (at("Winery and Mill"), "take", "R35", "Winery and mill", "flour, wine or both"),
    "another zone": (at("Oven"), "make flour", "R26", "Phase 4", "Oven"),
    # Animals.
    "the arriving ones": (
        at(
            "Sheep Farm",
            "roll 3",
            "take",
            farm={**FARM, "goods": {"sheep": 5, "cow": 2}, "barnyards": [3, 2]},
        ),
        "release sheep",
        "R29",
        "our ruling",
        "arrive",
    ),
    "none of these": (
        at("Cattle Farm", "roll 3", "take", farm={**FARM, **ANIMALS, "barnyards": []}),
        "release chicken",
        "R29",
        "our ruling",
        "no chickens",
    ),
    # The clock tower.
    "a card that is not there": (reordering(), "next card frost", "R34", "Clock tower", "not one of those"),
    # Development cards.
    "nobody there": (buying(), "buy II from left", "R36", "Development", "no worker"),
    "out of touch": (buying(), "buy IV from top", "R19", "Development", "does not touch card IV"),
    "too dear": (
        at("Development", farm={"money": 2}, placed={"Development": [0, 0]}),
        "buy III from centre",
        "R5",
        "Phase 2",
        "costs 4; you have 2",
    ),
    "twice the same": (
        at("Development", farm={"money": 9, "cards": ["II"]}),
        "buy II from centre",
        "R36",
        "our ruling",
        "have card II",
    ),
    "a card that needs another": (
        at("Development", farm={"money": 9}, display=["XII", "IX", "I", "V"]),
        "buy XII from centre",
        "R36",
        "Development cards",
        "needs card I",
    ),
    "a card replaced": (
        at("Development", farm={"money": 9, "cards": ["XII"]}, display=["I", "IX", "II", "V"]),
        "buy I from centre",
        "R36",
        "Development cards",
        "card XII in place of card I",
    ),
    "a card of others": (buying("buy II from top"), "drop IV", "R32", "Development", "do not have card IV"),
    # The farm.
    "no field worker": (activated(FARM), "work A1", "R38", "own farm", "no worker"),
    "no card": (activated(FARM), "use IV", "R37", "Development cards", "do not have card IV"),
    "a card used": (activated(FARM), "use X", "R40", "Development cards", "by itself"),
    "a card twice": (
        play(activated(FARM), "use III"),
        "use III with 5 wheat",
        "R37",
        "our ruling",
        "already been used this round",
    ),
    "too little for a card": (
        activated(FARM),
        "use III with 5 wheat",
        "R40",
        "Development cards",
        "needs 5 wheat; you have 4 wheat",
    ),
    # The markets.
    "not on show": (selling(), "sell 1 to egg 7x3", "R42", "Official markets", "not on show"),
    "closed markets": (
        selling(options={"closing_markets": "closed"}, closing=["egg 7x3", None]),
        "sell 1 to egg 7x3",
        "R13",
        "our ruling",
        "closing line",
    ),
    "more than the limit": (selling(), "sell 3 to cow 6x2", "R42", "rulebook, Markets", "at most 2 cows"),
    "more than one has": (
        selling(),
        "sell 1 to cow 6x2",
        "R42",
        "rulebook, Markets",
        "needs 1 cow; you have 0 cows",
    ),
    "half a bundle": (
        selling(farm={"goods": {"apple": 2}}, market="3 apple + 1 wheat for 15"),
        "sell to 3 apple + 1 wheat for 15",
        "R42",
        "rulebook, Markets",
        "needs 3 apples and 1 wheat; you have 2 apples and 0 wheat",
    ),
    "nothing to sell": (
        selling(farm={}, market="generic 3/4"),
        "sell to generic 3/4",
        "R42",
        "rulebook, Markets",
        "nothing",
    ),
    "nothing sold": (
        selling("sell to generic 3/4", market="generic 3/4"),
        "leave",
        "R42",
        "our ruling",
        "at least one",
    ),
    "cake on the market": (
        selling("sell to generic 3/4", market="generic 3/4"),
        "offer cake",
        "R42",
        "our ruling",
        "at the end",
    ),
    "a piece one has not": (
        selling("sell to generic 3/4", market="generic 3/4"),
        "offer cow",
        "R42",
        "rulebook, Markets",
        "You have no cows",
    ),
    "cake on the black market": (
        selling("black market"),
        "offer cake",
        "R52",
        "Black market",
        "does not take",
    ),
    "what is not sold there": (
        selling("black market"),
        "buy flour",
        "R52",
        "Black market",
        "does not sell flour",
    ),
    "more than one can pay": (
        selling("black market", farm={"money": 4, "goods": {"apple": 1}}),
        "buy apple",
        "R5",
        "Phase 2",
        "costs 5; you have 4",
    ),
    "a fourth purchase": (
        selling("black market", *["buy apple"] * 3),
        "buy apple",
        "R52",
        "Black market",
        "at most 3",
    ),
    "more than there is": (
        play(
            activated({"money": 20}, {"goods": {"egg": 21}}, placed={"Official Market": [0]}),
            "black market",
        ),
        "buy egg",
        "R57",
        "our ruling",
        "no eggs left",
    ),
    # Events.
    "a gift that is not asked for": (
        after_event({"goods": {"sheep": 1, "cow": 1}, "barnyards": [2]}, top=["thieves"]),
        "give back apple",
        "R47",
        "Events",
        "does not take this: apples",
    ),
    "a gift one has not": (
        after_event({"goods": {"grape": 3, "wheat": 3}}, top=["frost"]),
        "give back apple",
        "R50",
        "Events",
        "does not take",
    ),
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
    rolling = at("Forest").why_not("place Forest")
    assert rolling is not None
    assert rolling.rule == "R7"
    over = finished().why_not("place Forest")
    assert over is not None
    assert "over" in str(over)


def test_reasons_do_not_depend_on_what_is_hidden() -> None:
    """Whatever lies on the pile, nobody hears of it from a refusal (R58)."""
    one = position(top=["thieves", "cow 6x2"])
    other = position(top=["frost", "apple 5x2 out"])
    for action in range(GAME.num_actions):
        if not one.is_legal(action):
            assert one.why_not(action) == other.why_not(action)


def test_rules_that_are_named_can_be_read() -> None:
    """Every rule that a refusal can name stands in the rules for players."""
    text = GAME.rules()
    for _, _, rule, _, _ in KINDS.values():
        assert f"**{rule} ·" in text, rule


# --- in random games ---------------------------------------------------------------------------------


def holds(state: State, refusal: Refusal) -> bool:
    """Whether what a refusal says of the seat is so, as the stored position tells it."""
    seat = seat_of(state, state.to_play)
    reason = str(refusal.reason)
    if match := re.fullmatch(r"This costs (\d+); you have (\d+)\.", reason):
        return int(match[1]) > int(match[2]) and int(match[2]) == int(seat["money"])
    if match := re.fullmatch(r"You have no (\w+)\.", reason):
        return match[1] not in seat["goods"] and match[1].removesuffix("s") not in seat["goods"]
    if refusal.rule != "R11" and (match := re.fullmatch(r"You have (\d+) (\w+)\.", reason)):
        return int(match[1]) in (seat["goods"].get(name) for name in (match[2], match[2].removesuffix("s")))
    if match := re.fullmatch(r"You have card (\w+) already\.", reason):
        return match[1] in seat["cards"]
    if match := re.fullmatch(r"You do not have card (\w+)\.", reason):
        return match[1] not in seat["cards"]
    if match := re.fullmatch(r"This needs (.+); you have (.+)\.", reason):
        needed, have = (re.findall(r"\d+", part) for part in match.groups())
        return any(int(owned) < int(n) for owned, n in zip(have, needed, strict=True))
    return "{" not in reason


@pytest.mark.parametrize("players", [2, 3, 4])
def test_reasons_are_true_in_random_games(players: int) -> None:
    """Whatever is not legal is refused, by a rule that players can read, for a reason that is so."""
    rules = GAME.rules()
    rng = Rng("reasons", players)
    asked: Counter[str] = Counter()
    state = GAME.new(players)
    while state.to_play != OVER:
        legal = set(state.legal_actions())
        if state.to_play != CHANCE and rng.below(4) == 0:
            asked[STEP_NAMES[state.step()]] += 1
            for action in (rng.below(GAME.num_actions) for _ in range(60)):
                refusal = state.why_not(action)
                assert (refusal is None) == (action in legal)
                if refusal is not None and refusal.rule != "-":
                    assert f"**{refusal.rule} ·" in rules
                    assert holds(state, refusal), f"{state.describe(action)}: {refusal}"
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
        else:
            state.apply(sorted(legal)[rng.below(len(legal))])
    assert {"placing", "offered", "farming", "selling", "trading"} <= set(asked)
