"""Hand cards as a page shows them: what stands on each that `seat` may see, and where they are.

Only the position made by `forget` is read, so a card that a seat cannot know is nowhere in it. Words
are brought as data (`Text.as_data`) and put into the reader's language by the page.
"""

from __future__ import annotations

from typing import Final

from farmtable.core.bits import bit
from farmtable.core.text import Text
from farmtable.games.agricola.page import contract as c
from farmtable.games.agricola.position import cost, moments
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.actions import PICK, PLAY, block_of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import GoodId
from farmtable.games.agricola.position.frames import unpack_ask, unpack_pick
from farmtable.games.agricola.position.steps import ASK, PICK_CARD
from farmtable.games.agricola.rules import playing, scoring
from farmtable.games.agricola.rules.card import Deck, deck_of
from farmtable.games.agricola.words import card_obstacles, obstacles

KINDS: Final[tuple[c.KindId, ...]] = ("occupation", "minor")

# The picture on a card: by what it changes for good, else by the spaces it is about, else by its moment.
_OF_MODIFIERS: Final[dict[int, c.Sign]] = {
    f.PASTURE_PLACES: "stable",
    f.ROOM_PETS: "stable",
    f.PEOPLE_PLACES: "person",
    f.FREE_FENCES: "fence",
    f.CLAY_FENCES: "fence",
    f.NEVER_RENOVATES: "house",
    f.STRAIGHT_TO_STONE: "house",
    f.SHARES_WISHES: "person",
    f.FIELD_CARD: "field",
    f.FIELD_CARD + 1: "field",
    f.FIELD_CARD + 2: "field",
}
_OF_MOMENTS: Final[tuple[tuple[int, c.Sign], ...]] = (
    (moments.PRICES, "house"),
    (moments.ANY_TIME, "exchange"),
    (moments.BAKED, "bread"),
    (moments.FENCES_BUILT, "fence"),
    (moments.ROOMS_BUILT, "house"),
    (moments.RENOVATED, "house"),
    (moments.STABLE_BUILT, "stable"),
    (moments.FAMILY_GREW, "person"),
    (moments.PLACING, "person"),
    (moments.BEFORE_OCCUPATION, "person"),
    (moments.OCCUPATION_PLAYED, "person"),
    (moments.IMPROVEMENT_BUILT, "house"),
    (moments.FIELD_PHASE_BEGINS, "harvest"),
    (moments.FIELD_PHASE, "harvest"),
    (moments.BRED, "stable"),
    (moments.START_OF_ROUND, "sun"),
    (moments.GOING_HOME, "moon"),
    (moments.END_OF_ROUND, "moon"),
    (moments.SCORING, "star"),
)


def goods_of(price: int) -> c.Goods:
    """A packed price as names and numbers, in the order of goods."""
    counts = [int(cost.amount(price, good)) for good in range(f.GOODS)]
    return {f.GOOD_NAMES[good]: n for good, n in enumerate(counts) if n}


# --- what stands on a card ------------------------------------------------------------------------------


def card_view(state: Position, deck: Deck, index: int) -> c.Card:
    """Everything printed on a card."""
    card = deck.cards[index]
    return {
        "id": card.id,
        "number": card.number,
        "name": card.name.as_data(),
        "text": card.text.as_data(),
        "kind": KINDS[card.kind],
        "cost": goods_of(int(deck.cost[index])),
        "varies": bool(deck.varies[index]),
        "requires": [requirement.text().as_data() for requirement in deck.requires[index]],
        "points": int(card.points),
        "bonus": bool(card.has_bonus),
        "travels": bool(card.travels),
        "players": int(card.players),
        "emblem": emblem(state, deck, index),
    }


def emblem(state: Position, deck: Deck, index: int) -> GoodId | c.Sign:
    """The picture on a card: a good, or one of the words in the tables above."""
    for which, sign in _OF_MODIFIERS.items():
        if deck.modifiers[index * f.MODIFIERS + which]:
            return sign
    card = deck.cards[index]
    for space in card.spaces:
        if state.facts.accumulates[space]:
            return f.GOOD_NAMES[state.facts.good_of[space]]
        for good in range(f.GOODS):
            if state.facts.gives[space * f.GOODS + good]:
                return f.GOOD_NAMES[good]
    acts = int(deck.acts[index]) | int(bit(deck.offered[index]))
    for moment, sign in _OF_MOMENTS:
        if acts >> moment & 1:
            return sign
    return "plow" if card.spaces else "gift"


def cards_seen(state: Position, seat: int) -> dict[c.CardId, c.Card]:
    """What stands on every card that `seat` sees now: in hands it knows, in front of seats, to be picked."""
    deck = deck_of(state)
    if deck is None:
        return {}
    named = [*picks(state, seat), *_asking(state)]
    seen = [
        index
        for index in range(int(deck.size))
        if f.IN_HAND <= int(state.where[index]) < f.IN_FRONT + int(state.players) or index in named
    ]
    return {deck.cards[index].id: card_view(state, deck, index) for index in seen}


def _asking(state: Position) -> list[int]:
    """The card that asks its owner something: it may have left the game already."""
    return [int(unpack_ask(state.argument())[0])] if state.step() == ASK else []


def picks(state: Position, seat: int) -> list[int]:
    """The cards among which `seat` is choosing now, or of which it has to keep one."""
    if state.to_play != seat:
        return []
    return [int(action) - PICK for action in state.legal_actions() if block_of(action) == PICK]


# --- where cards are ------------------------------------------------------------------------------------


def of_seat(state: Position, seat: int) -> c.CardsOfSeat:
    deck = deck_of(state)
    if deck is None:
        return {"front": [], "hand_sizes": dict.fromkeys(KINDS, 0), "known": [], "field_cards": []}
    return {
        "front": [_in_front(state, deck, seat, slot) for slot in range(_row(state, seat))],
        "hand_sizes": {KINDS[kind]: int(state.in_hands[seat * 2 + kind]) for kind in (f.OCCUPATION, f.MINOR)},
        "known": [
            deck.cards[index].id
            for index in range(int(deck.size))
            if state.where[index] == f.IN_HAND + seat and state.known[index]
        ],
        "field_cards": field_cards(state, deck, seat),
    }


def _row(state: Position, seat: int) -> int:
    """How many cards lie in front of a seat."""
    return next(
        (slot for slot in range(f.MAX_FRONT) if not state.front[seat * f.MAX_FRONT + slot]), f.MAX_FRONT
    )


def _in_front(state: Position, deck: Deck, seat: int, slot: int) -> c.FrontCard:
    card = deck.cards[state.front[seat * f.MAX_FRONT + slot] - 1]
    return {
        "id": card.id,
        "points": int(card.points + scoring.card_bonus(state, seat, card.index)),
        "remembers": words(card.remembers(int(state.counters[seat * f.MAX_FRONT + slot]))),
    }


def field_cards(state: Position, deck: Deck, seat: int) -> list[c.FieldCard]:
    """The field cards of a seat, in the order of the places they have after the spaces of its farm."""
    row = [int(state.front[seat * f.MAX_FRONT + slot]) - 1 for slot in range(_row(state, seat))]
    cards = [index for index in row if deck.modifiers[index * f.MODIFIERS + f.FIELD_CARD]]
    return [
        {
            **field_view(state, seat, f.CELLS + place),
            "id": deck.cards[index].id,
            "name": deck.cards[index].name.as_data(),
        }
        for place, index in enumerate(cards[: f.MAX_FIELD_CARDS])
    ]


def field_view(state: Position, seat: int, cell: int) -> c.Field:
    """What grows on a field."""
    crop = int(state.crops[seat * f.FIELDS + cell])
    if crop == 0:
        return {"cell": cell, "crop": None, "count": 0}
    return {"cell": cell, "crop": f.GOOD_NAMES[f.VEGETABLE if crop > 16 else f.GRAIN], "count": crop % 16}


def hand(state: Position, seat: int) -> list[c.HeldCard]:
    """The hand of the seat that looks: each card with its price now, and why it cannot be played if so."""
    deck = deck_of(state)
    if deck is None or seat < 0:
        return []
    return [
        _held(state, deck, seat, index)
        for index in range(int(deck.size))
        if state.where[index] == f.IN_HAND + seat
    ]


def _held(state: Position, deck: Deck, seat: int, index: int) -> c.HeldCard:
    why = obstacles.unplayable(state, seat, index)
    return {
        "id": deck.cards[index].id,
        "kind": KINDS[deck.kind[index]],
        "price": goods_of(int(playing.price_of(state, deck, seat, index))),
        "action": PLAY + index,
        "playable": why is None,
        "ready": why is None or why == card_obstacles.needs_action(state, index).reason,
        "why": words(why),
    }


def banned(state: Position) -> list[c.Told]:
    """The names of the cards that are left out of this game (R14.7)."""
    deck = deck_of(state)
    return [] if deck is None else [deck.cards[index].name.as_data() for index in sorted(state.facts.banned)]


# --- how hands are made ---------------------------------------------------------------------------------


def draft_view(state: Position) -> c.Draft | None:
    """Where a draft or a free choice of hands stands, for all to see; None once hands are made."""
    if state.facts.deck is None or state.step() != PICK_CARD:
        return None
    picking, kind = map(int, unpack_pick(state.argument()))
    if kind >= len(KINDS):
        return {"seat": picking, "kind": None, "drafted": False}
    taken = int(state.in_hands[picking * 2 + kind])
    return {
        "seat": picking,
        "kind": KINDS[kind],
        "drafted": bool(state.facts.drafted),
        "number": taken + 1,
        "of": int(state.facts.hand_of(picking, kind)),
        "passes_to": (picking + 1) % int(state.players),
    }


def to_pick(state: Position, seat: int) -> list[c.OfCard]:
    """The cards among which `seat` chooses, with the action for each."""
    deck = deck_of(state)
    assert deck is not None
    return [{"id": deck.cards[index].id, "action": PICK + index} for index in picks(state, seat)]


def words(text: Text | None) -> c.Told | None:
    """A sentence as data, if there is one."""
    return None if text is None else text.as_data()
