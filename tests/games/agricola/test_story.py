"""The log: what happened, in the sentences that a player reads."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import CHANCE, OVER, Rng, State
from farmtable.bots import Budget, SearchBot
from farmtable.core.playout import sample_chance
from farmtable.core.text import Text
from farmtable.games.agricola import GAME
from farmtable.tables.advice import choice_of, line_told
from tests.games.agricola.scenarios import Data, chance, harvest, last_person, new_round, play, position

FARM: Data = {
    "goods": {"wood": 20, "clay": 9, "reed": 4, "stone": 4, "grain": 3, "vegetable": 1, "food": 3},
    "fields": {"D1": "grain 3", "E1": "", "E2": ""},
    "stables": ["B1"],
    "improvements": ["fireplace_2"],
}


def at(*actions: str, **rest: Any) -> State:
    return play(position(FARM, **{"round": 6, **rest}), *actions)


# Where, what is done, and what is told of it.
TOLD: dict[str, tuple[State, str, list[str]]] = {
    "goods of a space": (at(), "place Forest", ["seat 1 takes 3 wood from Forest."]),
    "several goods": (
        at(players=4),
        "place Resource Market",
        ["seat 1 takes 1 reed, 1 stone and 1 food from Resource Market."],
    ),
    "a space to build": (at(), "place Farm Expansion", ["seat 1 goes to Farm Expansion."]),
    "the only thing to do": (
        play(position({"fields": {"A1": ""}})),
        "place Farmland",
        ["seat 1 goes to Farmland.", "seat 1 plows B1."],
    ),
    "a room": (
        at("place Farm Expansion"),
        "build room A1",
        ["seat 1 builds a room on A1 for 5 wood and 2 reed."],
    ),
    "a stable": (at("place Farm Expansion"), "build stable C1", ["seat 1 builds a stable on C1 for 2 wood."]),
    "a pasture": (at("place Fencing"), "fence C3 D3", ["seat 1 fences C3 D3 for 6 wood."]),
    "sowing": (at("place Grain Utilization"), "sow vegetable E1", ["seat 1 sows vegetable on E1."]),
    "baking": (at("place Grain Utilization"), "bake 2 grain", ["seat 1 bakes 2 grain and gets 4 food."]),
    "renovation": (
        at(),
        "place House Redevelopment",
        ["seat 1 goes to House Redevelopment.", "seat 1 renovates to a clay house for 2 clay and 1 reed."],
    ),
    "an improvement": (
        at("place Major Improvement"),
        "build Well",
        [
            "seat 1 builds Well for 1 wood and 3 stone.",
            "1 food will be ready for seat 1 in each of the next 5 rounds.",
        ],
    ),
    "an improvement returned": (
        at("place Major Improvement"),
        "return Fireplace 2 for Cooking Hearth 5",
        ["seat 1 returns Fireplace 2 for Cooking Hearth 5."],
    ),
    "a child": (
        play(position({"rooms": ["A1", "A2", "A3"]}, round=6)),
        "place Basic Wish for Children",
        ["seat 1 goes to Basic Wish for Children.", "seat 1’s family grows."],
    ),
    "the token": (
        at(options={"cards": "none"}),
        "place Meeting Place",
        [
            "seat 1 goes to Meeting Place.",
            "seat 1 is the starting player from the next round on.",
            "seat 1 takes 1 food from Meeting Place.",
        ],
    ),
    "saying that one exchanges": (at(), "exchange", []),
    "an exchange": (at("exchange"), "eat vegetable", ["seat 1 turns 1 vegetable into 2 food."]),
    "something given back": (at("exchange"), "discard wood", ["seat 1 gives 1 wood back."]),
    "a choice with a price": (
        at("place Animal Market", options={"variant_tile": "yes"}),
        "take cattle",
        ["seat 1 takes 1 cattle from Animal Market for 1 food."],
    ),
    "animals without a place": (
        position({}, piles={"sheep_market": 2}, round=4),
        "place Sheep Market",
        ["seat 1 takes 2 sheep from Sheep Market.", "seat 1 lets 1 sheep go."],
    ),
    "who begins": (GAME.new(2, cards="none"), "start seat 2", ["seat 2 begins.", "Round 1 begins."]),
    "who begins, being fixed": (
        GAME.new(2, cards="none", start="2"),
        "turn up Fencing",
        ["seat 2 begins.", "Round 1 begins.", "Fencing is turned up."],
    ),
    "that it begins, alone": (
        GAME.new(1, cards="none"),
        "turn up Fencing",
        ["Round 1 begins.", "Fencing is turned up."],
    ),
    "who begins, and orders the cards": (
        GAME.new(2, cards="none", start="2", stage_order="chosen"),
        "order Fencing",
        ["seat 2 begins.", "Round 1 begins.", "Fencing will come in round 1."],
    ),
    "a card": (new_round(round=2), "turn up Fencing", ["Fencing is turned up."]),
    "goods of a round space": (
        new_round({"promised": {"2": {"food": 1}}}, round=2),
        "turn up Fencing",
        ["Fencing is turned up.", "seat 1 takes 1 food from the round space."],
    ),
    "an order": (
        play(GAME.new(1, stage_order="chosen", cards="none"), "order Fencing", "order Sheep Market"),
        "order Grain Utilization",
        ["Grain Utilization will come in round 3.", "Major Improvement will come in round 4."],
    ),
    "a harvest": (
        last_person(
            {"goods": {"sheep": 2, "food": 9}, "fields": {"B1": "grain 1"}, "pastures": [["D1", "E1"]]},
            round=4,
        ),
        "place Day Laborer",
        [
            "seat 1 takes 2 food from Day Laborer.",
            "seat 1 harvests 1 grain.",
            "seat 1 feeds the family with 4 food.",
            "seat 2 feeds the family with 3 food.",
            "seat 2 takes 1 begging marker.",
            "seat 1 gets newborn animals: 1 sheep.",
            "Round 5 begins.",
        ],
    ),
    "the end": (
        last_person({"goods": {"food": 9}}, round=14),
        "place Day Laborer",
        [
            "seat 1 takes 2 food from Day Laborer.",
            "seat 1 feeds the family with 4 food.",
            "seat 2 feeds the family with 3 food.",
            "seat 2 takes 1 begging marker.",
            "The game is over.",
        ],
    ),
}


@pytest.mark.parametrize("what", TOLD)
def test_what_is_told(what: str) -> None:
    """Everybody reads the same."""
    state, action, sentences = TOLD[what]
    before = state.key()
    for reader in range(-1, state.players):
        assert [str(text) for text in state.tell(state.parse(action), reader)] == sentences
    assert state.key() == before


def test_nobody_is_told_what_everybody_begins_with() -> None:
    """Where the starting player is fixed, the game begins with the last answer about hands."""
    state = play(chance(GAME.new(2, start="2", redraw="yes")), "done")
    assert [str(text) for text in state.tell(state.parse("done"), 0)] == [
        "seat 2 keeps their hand.",
        "seat 2 begins.",
        "Round 1 begins.",
    ]


def test_who_begins_is_told_where_nobody_draws_it() -> None:
    """After the last card that is dealt, or at the first thing that happens."""
    state = GAME.new(2, start="2")
    rng = Rng("who begins")
    while not state.to_dict()["round"]:
        before, action = state.clone(), sample_chance(state, rng)
        state.apply(action)
    begins = ["seat 2 begins.", "Round 1 begins."]
    assert [str(text) for text in before.tell(action, -1)] == begins
    of_the_last, *rest = before.tell(action, 1)
    assert "is dealt" in str(of_the_last)
    assert [str(text) for text in rest] == begins
    assert [str(text) for text in state.tell(state.legal_actions()[0], 0)][1:] == []


def test_names_stand_where_readers_know_them() -> None:
    texts = at().tell(at().parse("place Forest"), 0)
    assert texts[0].render(names=["Anna", "Ben"]) == "Anna takes 3 wood from Forest."


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_game_can_be_told(players: int) -> None:
    """Sentences, and something for every action but those that only announce or end one."""
    rng = Rng("story", players)
    state = GAME.new(players, cards="none")
    while state.to_play != OVER:
        actions = state.legal_actions()
        action = sample_chance(state, rng) if state.to_play == CHANCE else actions[rng.below(len(actions))]
        told = [str(text) for text in state.tell(action, -1)]
        assert told or state.describe(action) in ("exchange", "done")
        assert all(text.endswith(".") and "{" not in text for text in told)
        state.apply(action)


@pytest.mark.parametrize(("action", "caption"), [("exchange", "Exchange"), ("done", "Done")])
def test_what_does_nothing_yet_has_a_caption(action: str, caption: str) -> None:
    """A hint can advise it, and a log would say nothing of it."""
    state = at("place Farm Expansion", "build stable C1")
    number = state.parse(action)
    assert state.tell(number, 0) == []
    assert str(state.caption(number)) == caption
    thought = SearchBot(Rng(0), Budget(1)).think(state.seen_by(0))
    of_this = next(one for one in thought.candidates if one.action == number)
    assert choice_of(of_this, thought.position, 0, 1).said == Text(caption)


def test_a_decision_is_called_by_itself_and_not_by_what_follows() -> None:
    """A hint says "Done", and what comes of it where it tells how the game could go on."""
    state = harvest({"goods": {"grain": 2, "food": 3}}, {"goods": {"food": 4}})
    number = state.parse("done")
    assert str(state.tell(number, 0)[0]) == "seat 1 feeds the family with 3 food."
    thought = SearchBot(Rng(0), Budget(1)).think(state.seen_by(0))
    of_this = next(one for one in thought.candidates if one.action == number)
    assert choice_of(of_this, thought.position, 0, 1).said == state.seen_by(0).called(number) == Text("Done")
    thought.line = [number]
    assert [str(text) for text in line_told(thought, 0)] == ["seat 1 feeds the family with 3 food."]
