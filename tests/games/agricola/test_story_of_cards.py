"""The log of hand cards: what they do stands behind their names, and nobody reads what others hold."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import CHANCE, OVER, Rng, State
from farmtable.core.playout import sample_chance
from farmtable.games.agricola import GAME
from farmtable.games.agricola.box import decks
from farmtable.games.agricola.position.actions import DEAL, PICK
from farmtable.games.agricola.position.facts import IN_FRONT, IN_HAND, MAX_DECK
from farmtable.games.agricola.rules.card import deck_of
from farmtable.games.agricola.state import AgricolaState
from tests.games.agricola.scenarios import (
    Data,
    chance,
    house_of,
    last_person,
    legal,
    new_round,
    play,
    position,
    seat_of,
)

RICH: Data = {"goods": {"wood": 9, "clay": 9, "reed": 9, "stone": 9, "food": 9}}
ROOMS: Data = {"rooms": house_of(3)}


def at(*actions: str, players: int = 2, piles: dict[str, int] | None = None, **seat: Any) -> State:
    """Seat 1 has so much, in round 6, and has done these actions."""
    lying = {} if piles is None else {"piles": piles}
    return play(position({**RICH, **seat}, players=players, round=6, **lying), *actions)


TOLD: dict[str, tuple[State, str, list[str]]] = {
    "an occupation": (
        at("place Lessons", occupations=["tutor"], front=["carpenter"]),
        "play Tutor",
        ["seat 1 plays Tutor for 1 food."],
    ),
    "a second person that has a single space to go to": (
        at("place Forest", front=["lasso"], pastures=[["E1"]]),
        "use Lasso",
        ["seat 1 takes 1 sheep from Sheep Market."],
    ),
    "a second person that is a newborn": (
        at("place Forest", front=["lasso", "adoptive_parents"], people=3, newborns=1, at_home=1, **ROOMS),
        "use Lasso",
        [
            "Adoptive Parents: seat 1 pays 1 food.",
            "Adoptive Parents: seat 1’s newborn works from now on.",
            "seat 1 takes 1 sheep from Sheep Market.",
        ],
    ),
    "an improvement that acts": (
        at("place Meeting Place", minors=["rammed_clay"]),
        "play Rammed Clay",
        ["seat 1 plays Rammed Clay.", "Rammed Clay: seat 1 gets 1 clay."],
    ),
    "an occupation announced": (
        at("place Lessons", occupations=["tutor"], front=["paper_maker"]),
        "play Tutor",
        ["seat 1 announces Tutor."],
    ),
    "before it is paid": (
        at("place Lessons", "play Tutor", occupations=["tutor"], front=["paper_maker"]),
        "use Paper Maker",
        ["Paper Maker: seat 1 pays 1 wood and gets 1 food.", "seat 1 plays Tutor for 1 food."],
    ),
    "on landing": (
        at(front=["canoe"], piles={"fishing": 2}),
        "place Fishing",
        [
            "seat 1 goes to Fishing.",
            "Canoe: seat 1 gets 1 food and 1 reed.",
            "seat 1 takes 2 food from Fishing.",
        ],
    ),
    "a question on landing": (
        at("place Day Laborer", front=["seasonal_worker"]),
        "take vegetable",
        ["Seasonal Worker: seat 1 gets 1 vegetable.", "seat 1 takes 2 food from Day Laborer."],
    ),
    "an offer left": (
        at("place Fishing", front=["harpooner"], piles={"fishing": 2}, players=3),
        "done",
        ["seat 1 takes 2 food from Fishing."],
    ),
    "goods put back": (
        at("place Forest", front=["basket"]),
        "use Basket",
        ["Basket: seat 1 puts 2 wood back on Forest and gets 3 food."],
    ),
    "goods for others": (
        position({"front": ["milk_jug"], **RICH}, players=3, round=10, piles={"cattle_market": 1}),
        "place Cattle Market",
        [
            "seat 1 goes to Cattle Market.",
            "Milk Jug: seat 1 gets 3 food.",
            "Milk Jug: seat 2 gets 1 food.",
            "Milk Jug: seat 3 gets 1 food.",
            "seat 1 takes 1 cattle from Cattle Market.",
        ],
    ),
    "goods on the next rounds": (
        at("place Meeting Place", minors=["pond_hut"], front=["carpenter", "tutor"]),
        "play Pond Hut",
        [
            "seat 1 plays Pond Hut for 1 wood.",
            "Pond Hut: 1 food will be ready for seat 1 in each of the next 3 rounds.",
        ],
    ),
    "goods on certain rounds": (
        at("place Meeting Place", minors=["sack_cart"], front=["carpenter", "tutor"]),
        "play Sack Cart",
        [
            "seat 1 plays Sack Cart for 2 wood.",
            "Sack Cart: 1 grain will be ready for seat 1 in each of the rounds 8, 11, 14.",
        ],
    ),
    "bonus points": (
        at("place Meeting Place", minors=["mantlepiece"], house="clay"),
        "play Mantlepiece",
        ["seat 1 plays Mantlepiece for 1 stone.", "Mantlepiece: seat 1 writes down 8 bonus points."],
    ),
    "a crop moved": (
        at(
            "exchange",
            "use Clearing Spade",
            front=["clearing_spade", "beanfield"],
            fields={"B1": "vegetable 2", "C1": "", "D1": ""},
        ),
        "choose Beanfield",
        ["Clearing Spade: seat 1 moves a crop from B1 to Beanfield."],
    ),
    "sown on a card": (
        play(
            position({"goods": {"vegetable": 1}, "front": ["beanfield"], "fields": {"B1": ""}}, round=6),
            "place Grain Utilization",
        ),
        "sow vegetable Beanfield",
        ["seat 1 sows vegetable on Beanfield."],
    ),
    "a newborn that works": (
        position({"front": ["adoptive_parents"], "people": 3, "newborns": 1, "goods": {"food": 1}}, round=6),
        "use Adoptive Parents",
        ["Adoptive Parents: seat 1 pays 1 food.", "Adoptive Parents: seat 1’s newborn works from now on."],
    ),
    "an effect that only begins": (
        at("place Day Laborer", front=["assistant_tiller"]),
        "use Assistant Tiller",
        ["seat 1 uses Assistant Tiller."],
    ),
    "a traveling card": (
        at("place Meeting Place", minors=["clay_embankment"]),
        "play Clay Embankment",
        [
            "seat 1 plays Clay Embankment for 1 food.",
            "Clay Embankment: seat 1 gets 4 clay.",
            "seat 2 takes Clay Embankment into their hand.",
        ],
    ),
    "at the end of a turn": (
        at(front=["firewood_collector"]),
        "place Grain Seeds",
        ["seat 1 takes 1 grain from Grain Seeds.", "Firewood Collector: seat 1 gets 1 wood."],
    ),
    "in a harvest": (
        last_person({"front": ["loom"], "goods": {"sheep": 1, "food": 9}}, round=7),
        "place Day Laborer",
        [
            "seat 1 takes 2 food from Day Laborer.",
            "Loom: seat 1 gets 1 food.",
            "seat 1 feeds the family with 4 food.",
            "seat 2 feeds the family with 3 food.",
            "seat 2 takes 1 begging marker.",
            "Round 8 begins.",
        ],
    ),
    "at the start of a round": (
        new_round({"front": ["scullery"], "promised": {"2": {"food": 1}}}, round=2),
        "turn up Fencing",
        [
            "Fencing is turned up.",
            "seat 1 takes 1 food from the round space.",
            "Scullery: seat 1 gets 1 food.",
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


def test_alone_a_traveling_card_leaves_the_game() -> None:
    state = play(position({**RICH, "minors": ["clay_embankment"]}, players=1), "place Meeting Place")
    told = [str(text) for text in state.tell(state.parse("play Clay Embankment"), -1)]
    assert told[-1] == "Clay Embankment is out of the game."


def test_names_stand_where_readers_know_them() -> None:
    state = at("place Forest", front=["basket"])
    (text,) = state.tell(state.parse("use Basket"), 1)
    assert text.render(names=["Anna", "Ben"]) == "Basket: Anna puts 2 wood back on Forest and gets 3 food."


def test_a_card_dealt_is_told_to_its_owner_alone() -> None:
    state = GAME.new(2)
    action = state.legal_actions()[0]
    name = state.describe(action).removeprefix("deal ")
    assert [str(text) for text in state.tell(action, 0)] == [f"seat 1 is dealt {name}."]
    for reader in (-1, 1):
        assert state.tell(action, reader) == []
    assert GAME.new(2, hands="drafted").tell(action, 0) == []


def test_everybody_reads_of_a_draft_what_he_keeps_himself() -> None:
    """The last cards too, which are kept unasked as nothing else is left in the packs."""
    state = chance(GAME.new(2, hands="drafted"))
    log: list[str] = []
    while state.to_play != CHANCE:
        action = state.legal_actions()[0]
        log += [str(text) for text in state.tell(action, 1)]
        state.apply(action)
    deck = {card.id: str(card.name) for card in decks.base_deck().cards}
    hand = [deck[card] for kind in ("occupations", "minors") for card in seat_of(state, 1)[kind]]
    kept = [text.removeprefix("seat 2 keeps ").rstrip(".") for text in log if text.startswith("seat 2 keeps")]
    assert sorted(kept) == sorted(hand)
    assert log.count("seat 1 keeps a card.") == 14


def test_the_end_is_told_when_it_has_come() -> None:
    """After the last window, in which cards may still be used (R6.10)."""
    state = last_person({"front": ["grocer"], "goods": {"food": 9}}, round=14)
    told = []
    while state.to_play != OVER:
        action = state.parse("done" if "done" in legal(state) else "place Day Laborer")
        told += [str(text) for text in state.tell(action, -1)]
        state.apply(action)
    assert told.count("The game is over.") == 1
    assert told[-1] == "The game is over."


# --- secrets -----------------------------------------------------------------------------------------


def names_of_hands(state: AgricolaState, but: int) -> set[str]:
    """The names of the cards that a reader cannot know to be in a hand."""
    deck = deck_of(state)
    assert deck is not None
    return {
        str(card.name)
        for card in deck.cards
        if IN_HAND <= state.where[card.index] < IN_FRONT
        and state.where[card.index] != IN_HAND + but
        and not state.known[card.index]
    }


@pytest.mark.parametrize(
    ("players", "options"),
    [(2, {}), (3, {"hands": "drafted", "pack_size": "8"}), (4, {}), (1, {"hands": "chosen"})],
)
def test_no_log_tells_what_others_hold(players: int, options: dict[str, str]) -> None:
    """In whole games every reader's log names only cards that it may know once they are played."""
    rng = Rng("secrets", players)
    state = GAME.new(players, **options)
    assert isinstance(state, AgricolaState)
    while state.to_play != OVER:
        actions = state.legal_actions()
        action = sample_chance(state, rng) if state.to_play == CHANCE else actions[rng.below(len(actions))]
        logs = {
            reader: " ".join(str(text) for text in state.tell(action, reader))
            for reader in range(-1, players)
        }
        state.apply(action)
        if not (PICK <= action < PICK + MAX_DECK or DEAL <= action < DEAL + MAX_DECK):
            assert len(set(logs.values())) == 1
        for reader, log in logs.items():
            assert not any(name in log for name in names_of_hands(state, reader))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_game_can_be_told(players: int) -> None:
    rng = Rng("cards told", players)
    state = GAME.new(players)
    while state.to_play != OVER:
        actions = state.legal_actions()
        cards = [action for action in actions if action >= GAME.num_actions - 3 * MAX_DECK]
        wanted = cards if cards and rng.below(3) else list(actions)
        action = sample_chance(state, rng) if state.to_play == CHANCE else wanted[rng.below(len(wanted))]
        told = [str(text) for text in state.tell(action, -1)]
        assert all(text.endswith(".") and "{" not in text for text in told)
        state.apply(action)
