"""Why a hand card cannot be played, used or kept: each refusal names its rule and a reason that is true."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import CHANCE, OVER, Refusal, Rng, State
from farmtable.core.playout import sample_chance
from farmtable.games.agricola import GAME
from farmtable.games.agricola.position.actions import NUM_ACTIONS, PLAY
from farmtable.games.agricola.position.facts import IN_HAND, MAX_DECK
from farmtable.games.agricola.rules.card import deck_of
from farmtable.games.agricola.state import AgricolaState
from farmtable.games.agricola.words import obstacles
from tests.games.agricola.scenarios import AWAY, Data, chance, harvest, new_round, play, position

GOODS: Data = {"wood": 5, "clay": 5, "reed": 2, "grain": 1, "food": 3}


def at(*actions: str, round: int = 6, players: int = 2, **seat: Any) -> AgricolaState:
    """Seat 1 has so much and has done these actions."""
    state = position({"goods": GOODS, **seat}, players=players, round=round)
    play(state, *actions)
    return state


def crowded(minor: str, at_home: Data) -> State:
    """A sheep waits for room beside the animals at home, and Scholar lets a card be played."""
    farm: Data = {"front": ["scholar"], "house": "stone", "pastures": [["E1", "E2"]], "minors": [minor]}
    arriving: Data = {**farm, "goods": at_home, "promised": {"6": {"sheep": 1}}}
    return play(chance(new_round(arriving, round=6)), "use Scholar")


# Where, what is tried, the rule that forbids it, where that is written, and a piece of the reason.
KINDS: dict[str, tuple[State, str, str, str, str]] = {
    # Playing.
    "not in the hand": (at(), "play Tutor", "R9.1", "p. 11", "Tutor is not in your hand"),
    "in another hand": (
        position({}, {"occupations": ["tutor"]}),
        "play Tutor",
        "R9.1",
        "p. 11",
        "Tutor is not in your hand",
    ),
    "played already": (
        position({}, {"front": ["tutor"]}),
        "play Tutor",
        "R9.1",
        "p. 11",
        "seat 2 has played Tutor",
    ),
    "no Lessons": (at(occupations=["tutor"]), "play Tutor", "R2.10", "p. 11", "when you use Lessons"),
    "no improvement action": (
        at("place Farm Expansion", minors=["loom"]),
        "play Loom",
        "R9.7",
        "p. 11",
        "when you use Meeting Place, Major Improvement",
    ),
    "a requirement": (
        at("place Meeting Place", minors=["loom"]),
        "play Loom",
        "R9.2",
        "p. 11",
        "Loom requires: 2 occupations.",
    ),
    "a price": (
        at("place Meeting Place", minors=["lumber_mill"]),
        "play Lumber Mill",
        "R9.3",
        "p. 11",
        "Lumber Mill costs 2 stone; you have 0 stone.",
    ),
    "a price by people": (
        at("place Meeting Place", minors=["bottles"], goods={"clay": 2, "food": 1}),
        "play Bottles",
        "R9.3",
        "p. 11",
        "Bottles costs 2 clay and 2 food; you have 2 clay and 1 food.",
    ),
    "an occupation that is not to be paid": (
        at(occupations=["tutor"], front=["grocer"], goods={}),
        "place Lessons",
        "R2.10",
        "p. 11",
        "An occupation costs 1 food; you have 0 food.",
    ),
    "no occupation": (at(), "place Lessons", "R2.10", "p. 11", "no occupation in your hand"),
    # Using.
    "not in front": (at(minors=["basket"]), "use Basket", "R9.1", "p. 11", "is not in front of you"),
    "by itself": (at(front=["canoe"]), "use Canoe", "R9.1", "p. 11", "Canoe acts by itself"),
    "a different time": (at(front=["basket"]), "use Basket", "R9.1", "p. 11", "right after the effect"),
    "no effect now": (
        at("exchange", front=[["grocer", 8]], goods={"food": 1}),
        "use Grocer",
        "R9.1",
        "p. 11",
        "Grocer has no effect now",
    ),
    "no food for an effect": (
        at("exchange", front=["grocer"], goods={"wood": 1}),
        "use Grocer",
        "R9.3",
        "p. 11",
        "You have too little food to use Grocer.",
    ),
    "no wood for an effect": (
        play(
            position({"front": ["basket", "mushroom_collector"], "goods": {}}, piles={"forest": 1}),
            "place Forest",
        ),
        "use Basket",
        "R9.3",
        "p. 11",
        "You have too little wood to use Basket.",
    ),
    "no food for a newborn": (
        at(front=["adoptive_parents"], people=3, newborns=1, at_home=1, goods={}),
        "use Adoptive Parents",
        "R9.3",
        "p. 11",
        "You have too little food to use Adoptive Parents.",
    ),
    "unasked": (at(front=["grocer"]), "use Grocer", "R8.1", "p. 8", "Say first that you want to exchange"),
    "before a compulsory part": (
        at("place Farmland", front=["grocer"]),
        "use Grocer",
        "R8.2",
        "our ruling",
        "First take one part",
    ),
    "before the effect of the space": (
        at("place Day Laborer", front=["assistant_tiller"]),
        "exchange",
        "R8.2",
        "our ruling",
        "No exchange before the effect of the space",
    ),
    # Questions.
    "not answering": (
        at("place Day Laborer", front=["seasonal_worker"]),
        "place Forest",
        "R9.1",
        "p. 11",
        "First answer the question that Seasonal Worker asks",
    ),
    "no such answer": (
        at("place Day Laborer", front=["seasonal_worker"]),
        "take wood",
        "R9.1",
        "p. 11",
        "Seasonal Worker does not offer this",
    ),
    "another field": (
        at(
            "exchange",
            "use Clearing Spade",
            front=["clearing_spade"],
            fields={"B1": "grain 3", "C1": "", "D1": ""},
        ),
        "choose E3",
        "R9.1",
        "p. 11",
        "Clearing Spade does not offer this",
    ),
    "not choosing an effect": (
        at("place Forest", front=["basket"]),
        "place Fishing",
        "R9.17",
        "our ruling",
        "which of your cards",
    ),
    "not paying": (
        at("place Farm Expansion", "build room A1", house="clay", front=["frame_builder"]),
        "done",
        "R9.19",
        "our ruling",
        "how to pay",
    ),
    # What cards change.
    "several prices": (
        at(house="clay", front=["carpenter", "frame_builder"], goods={"clay": 9}),
        "place Farm Expansion",
        "R2.2",
        "p. 6",
        "costs 3 clay and 2 reed, or 1 wood, 1 clay and 2 reed; you have 0 wood, 9 clay and 0 reed",
    ),
    "no more renovation": (
        at(house="clay", front=["mantlepiece"]),
        "place House Redevelopment",
        "R9.1",
        "p. 11",
        "no longer lets you renovate",
    ),
    "two steps": (
        at("place Day Laborer", "use Cottager", front=["cottager"], goods={**GOODS, "clay": 7}),
        "renovate to stone",
        "R3.3",
        "p. 7",
        "clay comes before stone",
    ),
    "wood and clay": (
        at("place Fencing", front=["rammed_clay"], goods={"wood": 2, "clay": 3}),
        "fence D1 E1",
        "R5.2",
        "p. 8",
        "This costs 6 wood or clay; you have 2 wood and 3 clay.",
    ),
    "free fences": (
        at("place Fencing", front=["hedge_keeper"], goods={"wood": 2}),
        "fence D1 E1",
        "R5.2",
        "p. 8",
        "This costs 3 wood; you have 2 wood.",
    ),
    "grain on Beanfield": (
        play(
            position(
                {"front": ["beanfield"], "goods": {"grain": 1, "vegetable": 1}, "fields": {"B1": ""}}, round=6
            ),
            "place Grain Utilization",
        ),
        "sow grain Beanfield",
        "R9.1",
        "p. 11",
        "grain cannot be sown on Beanfield",
    ),
    "only grain, and only Beanfield": (
        at(front=["beanfield"], goods={"grain": 1}),
        "place Grain Utilization",
        "R2.2",
        "p. 6",
        "Nothing can be done there. grain cannot be sown on Beanfield. You have no improvement to bake with.",
    ),
    "Beanfield twice": (
        at(
            "place Grain Utilization",
            front=["beanfield"],
            fields={"B1": "", "C1": "", "beanfield": "vegetable 1"},
            goods={"vegetable": 2},
        ),
        "sow vegetable Beanfield",
        "R4.2",
        "p. 9",
        "The field on Beanfield has been sown already",
    ),
    "room and Caravan": (
        at(front=["caravan"], people=3),
        "place Basic Wish for Children",
        "R3.5",
        "p. 7",
        "3 rooms for 3 people",
    ),
    "a second person elsewhere": (
        at("place Forest", "use Lasso", front=["lasso"], round=10),
        "place Fishing",
        "R9.1",
        "p. 11",
        "Sheep Market, Pig Market or Cattle Market",
    ),
    "a second person after a market": (
        at("place Sheep Market", "use Lasso", front=["lasso"], goods={}, people=3),
        "place House Redevelopment",
        "R3.3",
        "p. 7",
        "Renovating your house costs 2 clay and 1 reed; you have 0 clay and 0 reed.",
    ),
    "nobody left": (
        position(
            {"front": ["adoptive_parents"], "people": 3, "newborns": 1, "at_home": 0, "goods": {"food": 1}},
            AWAY,
            round=6,
        ),
        "place Forest",
        "R1.6",
        "p. 6",
        "nobody left at home",
    ),
    # Choosing cards.
    "not the time to choose": (at(), "pick Tutor", "R14.4", "appendix, p. 8", "before the first round"),
    "the other kind": (
        chance(GAME.new(2, hands="drafted")),
        "pick Loom",
        "R14.4",
        "appendix, p. 8",
        "of this kind to keep: occupation",
    ),
    "too many players": (
        chance(GAME.new(1, hands="chosen")),
        "pick Braggart",
        "R9.1",
        "p. 3",
        "3 players or more",
    ),
    "chosen already": (
        play(chance(GAME.new(1, hands="chosen")), "pick Tutor"),
        "pick Tutor",
        "R13.1",
        "p. 12",
        "Tutor has been chosen already",
    ),
    "choosing first": (
        chance(GAME.new(1, hands="chosen")),
        "place Forest",
        "R9.1",
        "p. 3",
        "which card to keep",
    ),
    "giving back in the last window": (
        position(
            {"front": ["grocer"], "goods": {"food": 1, "sheep": 1}, "improvements": ["fireplace_2"]},
            round=14,
            agenda=[["keep one", 0], ["window", 9], ["window", 8]],
        ),
        "discard sheep",
        "R6.10",
        "our ruling",
        "exchange what you like",
    ),
    "paying with animals that do not all fit": (
        crowded("young_animal_market", {"cattle": 4, "wild boar": 1}),
        "play Young Animal Market",
        "R6.4",
        "appendix, p. 6",
        "cannot keep all your animals",
    ),
    "animals required that do not all fit": (
        crowded("wool_blankets", {"sheep": 4, "cattle": 1}),
        "play Wool Blankets",
        "R6.4",
        "appendix, p. 6",
        "cannot keep all your animals",
    ),
    "giving back before a card acts": (
        harvest(
            {
                "front": ["pig_breeder"],
                "pastures": [["E1"]],
                "improvements": ["fireplace_2"],
                "goods": {"wild boar": 2, "sheep": 1},
            },
            players=4,
            round=12,
        ),
        "discard sheep",
        "R8.2",
        "our ruling",
        "exchange what you like",
    ),
    "at the start of a round": (
        play(
            new_round({"front": ["plow_driver"], "house": "stone", "goods": {"food": 1}}, round=2),
            "turn up Fencing",
        ),
        "place Forest",
        "R9.17",
        "our ruling",
        "or go on",
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_refusal(kind: str) -> None:
    state, action, rule, source, piece = KINDS[kind]
    before = state.key()
    refusal = state.why_not(action)
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, piece in str(refusal.reason)) == (rule, True), refusal
    assert source in str(refusal.source)
    assert state.key() == before
    assert state.seen_by(state.to_play).why_not(action) == refusal


def test_a_person_may_join_where_a_card_says_so() -> None:
    """R2.1: the Sleeping Corner, if people of one other player stand there."""
    seat = {"front": ["sleeping_corner"], "rooms": ["A1", "A2", "A3"]}
    state = position(seat, round=6, used_by={"basic_wish_for_children": 1})
    assert state.why_not("place Basic Wish for Children") is None
    own = position(seat, round=6, used_by={"basic_wish_for_children": 0})
    refusal = own.why_not("place Basic Wish for Children")
    assert refusal is not None
    assert refusal.rule == "R2.1"


# --- the hand ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("actions", "seat", "card", "reason"),
    [
        ([], {"minors": ["loom"]}, "loom", "Loom requires: 2 occupations."),
        ([], {"minors": ["lumber_mill"]}, "lumber_mill", "Lumber Mill costs 2 stone; you have 0 stone."),
        ([], {"minors": ["basket"]}, "basket", "You play a minor improvement when you use Meeting Place"),
        ([], {"occupations": ["tutor"]}, "tutor", "You play an occupation when you use Lessons"),
        (
            [],
            {"occupations": ["tutor"], "front": ["grocer"], "goods": {}},
            "tutor",
            "An occupation costs 1 food",
        ),
        (["place Lessons"], {"occupations": ["tutor", "grocer"]}, "tutor", None),
        (["place Meeting Place"], {"minors": ["basket"]}, "basket", None),
    ],
)
def test_why_a_card_of_the_hand_cannot_be_played_now(
    actions: list[str], seat: Data, card: str, reason: str | None
) -> None:
    state = at(*actions, **seat)
    deck = deck_of(state)
    assert deck is not None
    (number,) = (found.index for found in deck.cards if found.id == card)
    said = obstacles.unplayable(state, 0, number)
    assert (said is None) == (reason is None)
    assert reason is None or str(said).startswith(reason)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_reasons_in_random_games(players: int) -> None:
    """Whatever is not legal has a rule that can be read; a card of the hand is legal or has a reason."""
    rules = GAME.rules()
    rng = Rng("cards refused", players)
    state = GAME.new(players)
    assert isinstance(state, AgricolaState)
    while state.to_play != OVER:
        actions = state.legal_actions()
        if state.to_play != CHANCE:
            for action in (NUM_ACTIONS - 1 - rng.below(3 * MAX_DECK) for _ in range(10)):
                refusal = state.why_not(action)
                assert (refusal is None) == (action in actions)
                if refusal is not None and refusal.rule != "-":
                    assert f"**{refusal.rule} ·" in rules
            for card in range(len(state.where)):
                if state.where[card] == IN_HAND + state.to_play:
                    reason = obstacles.unplayable(state, int(state.to_play), card)
                    assert (reason is None) == (PLAY + card in actions)
        wanted = [action for action in actions if action >= PLAY] or list(actions)
        chosen = wanted if rng.below(2) else list(actions)
        state.apply(sample_chance(state, rng) if state.to_play == CHANCE else chosen[rng.below(len(chosen))])
