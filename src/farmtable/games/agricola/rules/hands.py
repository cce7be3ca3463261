"""Hand cards: where each of them is, and dealing them (R9.1, R9.5).

`state.where` says of each card whether it lies in the box, in a hand, in front of somebody, or is
out of the game. How many cards a seat holds is open to all; which they are, only to their owner
(`knowledge.py`). A card that was passed on is known to everybody.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Seat
from farmtable.core.bits import bit
from farmtable.core.vectors import numbers, zeros
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.actions import DEAL
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_TRAVEL
from farmtable.games.agricola.position.frames import pack_deal, pack_pick
from farmtable.games.agricola.position.steps import DEAL_CARD, PICK_CARD
from farmtable.games.agricola.rules import draft, given_back
from farmtable.games.agricola.rules.goods import note

# --- where cards are ------------------------------------------------------------------------------------


def holds(state: Position, seat: Seat, card: i64) -> bool:
    """Whether a seat has a card in its hand."""
    return i64(state.where[card]) == f.IN_HAND + seat


def has_in_front(state: Position, seat: Seat, card: i64) -> bool:
    """Whether a card lies in front of a seat."""
    return i64(state.where[card]) == f.IN_FRONT + seat


def count_hand(state: Position, seat: Seat, kind: i64) -> i64:
    """How many cards of a kind a seat holds: open to all."""
    if state.facts.deck is None:
        return 0
    return i64(state.in_hands[seat * 2 + kind])


def count_front(state: Position, seat: Seat, kind: i64) -> i64:
    """How many hand cards of a kind lie in front of a seat."""
    deck = state.facts.deck
    if deck is None:
        return 0
    found: i64 = 0
    at: i64 = seat * f.MAX_FRONT
    while state.front[at] > 0:
        if deck.kind[i64(state.front[at]) - 1] == kind:
            found += 1
        at += 1
    return found


def count_kept(state: Position, seat: Seat) -> i64:
    """How many occupations in front of a seat it has kept from the game before (R13.5, R13.9)."""
    found: i64 = 0
    for owner, card in state.facts.kept:
        if owner == seat and has_in_front(state, seat, card):
            found += 1
    return found


def slot_of(state: Position, seat: Seat, card: i64) -> i64:
    """The place of a card in the row in front of a seat."""
    slot: i64 = 0
    while i64(state.front[seat * f.MAX_FRONT + slot]) != card + 1:
        slot += 1
    return slot


def lay_down(state: Position, seat: Seat, card: i64) -> None:
    """A card comes to lie in front of a seat, the last of its row."""
    slot: i64 = 0
    while state.front[seat * f.MAX_FRONT + slot] > 0:
        slot += 1
    state.front[seat * f.MAX_FRONT + slot] = u8(card + 1)
    state.where[card] = u8(f.IN_FRONT + seat)
    take_effect(state, seat, card)


def take_effect(state: Position, seat: Seat, card: i64) -> None:
    """From now on the rules ask this card, and count what it changes for good."""
    deck = state.facts.deck
    assert deck is not None
    state.listening[seat] |= deck.acts[card] | bit(deck.offered[card])
    which: i64 = 0
    while which < f.FIELD_CARD:
        state.modifiers[seat * f.MODIFIERS + which] += deck.modifiers[card * f.MODIFIERS + which]
        which += 1
    if deck.modifiers[card * f.MODIFIERS + f.FIELD_CARD] > 0:
        add_field_card(state, seat, deck.modifiers[card * f.MODIFIERS + f.FIELD_CARD])


def add_field_card(state: Position, seat: Seat, crops: i64) -> None:
    """A field card gets the next place after the spaces of the farmyard."""
    place: i64 = 0
    while place < f.MAX_FIELD_CARDS - 1 and state.modifiers[seat * f.MODIFIERS + f.FIELD_CARD + place] > 0:
        place += 1
    state.modifiers[seat * f.MODIFIERS + f.FIELD_CARD + place] = crops
    state.fields[seat] |= bit(f.CELLS + place)


def field_card(state: Position, seat: Seat, place: i64) -> i64:
    """The card that is the field so many places after the spaces of the farmyard, or -1."""
    deck = state.facts.deck
    at: i64 = seat * f.MAX_FRONT
    while deck is not None and state.front[at] > 0:
        card: i64 = i64(state.front[at]) - 1
        if deck.modifiers[card * f.MODIFIERS + f.FIELD_CARD] > 0:
            if place == 0:
                return card
            place -= 1
        at += 1
    return -1


def pass_left(state: Position, seat: Seat, card: i64) -> None:
    """A travelling card goes to the hand on the left, or out of a game for one (R9.5, R13.1)."""
    if state.players == 1:
        state.where[card] = f.GONE
        note(state, EVENT_TRAVEL, state.players, card, 0)
        return
    deck = state.facts.deck
    assert deck is not None
    neighbour: i64 = (seat + 1) % state.players
    state.where[card] = u8(f.IN_HAND + neighbour)
    state.in_hands[neighbour * 2 + i64(deck.kind[card])] += 1
    state.known[card] = 1
    note(state, EVENT_TRAVEL, neighbour, card, 0)


# --- dealing --------------------------------------------------------------------------------------------


def left_in_box(state: Position, kind: i64) -> vec[i64]:
    """The cards of a kind that may be dealt."""
    deck = state.facts.deck
    assert deck is not None
    cards = vec[i64]()
    card: i64 = 0
    while card < deck.size:
        if state.where[card] == f.IN_BOX and deck.kind[card] == kind:
            cards = append(cards, DEAL + card)
        card += 1
    return cards


def deal(state: Position, seat: Seat, card: i64) -> None:
    """A seat is dealt a card, into its hand or the pack it opens."""
    deck = state.facts.deck
    assert deck is not None
    if state.facts.drafted:
        draft.deal(state, seat, card)
        return
    state.where[card] = u8(f.IN_HAND + seat)
    state.in_hands[seat * 2 + i64(deck.kind[card])] += 1


# --- the beginning --------------------------------------------------------------------------------------


def set_up(state: Position) -> None:
    """Bring the cards of this game to the table, and plan how they come into hands (rulebook p. 3)."""
    deck = state.facts.deck
    assert deck is not None
    n: i64 = state.players
    state.where = zeros(deck.size)
    state.known = zeros(deck.size)
    state.in_hands = zeros(n * 2)
    state.front = zeros(n * f.MAX_FRONT)
    state.counters = zeros(n * f.MAX_FRONT)
    state.gathered = numbers(n, 0)
    state.keeps = zeros(n)
    state.listening = numbers(n, 0)
    state.modifiers = numbers(n * f.MODIFIERS, 0)
    if state.facts.drafted or state.facts.gives_back or state.facts.redraws:
        state.pack = zeros(deck.size)
    if state.facts.drafted:
        state.picked = zeros(deck.size)
    card: i64 = 0
    while card < deck.size:
        if not is_in_game(state, card):
            state.where[card] = f.GONE
        card += 1
    for seat, kept in state.facts.kept:
        lay_down(state, seat, kept)
    plan_hands(state)


def is_in_game(state: Position, card: i64) -> bool:
    """Whether a card is shuffled with the others: not if it is for more players or banned (R14.7)."""
    deck = state.facts.deck
    assert deck is not None
    return i64(deck.players[card]) <= state.players and card not in state.facts.banned


def plan_hands(state: Position) -> None:
    """Put on the agenda how each seat comes by its hand."""
    if state.facts.drafted:
        draft.plan(state)
        return
    if state.facts.gives_back or state.facts.redraws:
        given_back.plan(state)
    seat: Seat = state.players - 1
    while seat >= 0:
        kind: i64 = 1
        while kind >= 0:
            n: i64 = state.facts.dealt_to(seat, kind)
            if n > 0 and state.facts.chosen_hands:
                state.push(PICK_CARD, pack_pick(seat, kind))
            elif n > 0:
                state.push(DEAL_CARD, pack_deal(kind, seat, n))
            kind -= 1
        seat -= 1


def hand_size(state: Position, seat: Seat, kind: i64) -> i64:
    """How many cards of a kind a seat begins with: one fewer where it gave its hand back (R14.10)."""
    size: i64 = state.facts.hand_of(seat, kind)
    return max(size - 1, 0) if given_back.has_redrawn(state, seat) else size


def refresh(state: Position) -> None:
    """Work out again what is derived from the cards in front of the seats."""
    if state.facts.deck is None:
        return
    state.listening = numbers(state.players, 0)
    state.modifiers = numbers(state.players * f.MODIFIERS, 0)
    seat: Seat = 0
    while seat < state.players:
        at: i64 = seat * f.MAX_FRONT
        while state.front[at] > 0:
            take_effect(state, seat, i64(state.front[at]) - 1)
            at += 1
        seat += 1
