"""Cards given back while hands are made: what is too many of ten, or a whole hand (R14.9, R14.10).

`state.pack` remembers of each such card who gave it back, which only that seat knows; `state.redrawn`
who has drawn a new hand, which everybody sees. Of ten cards dealt those given back are out of the game,
`IN_PACK`. A whole hand goes into the box, and so into what is dealt from then on.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.agenda import argument_of, step_of
from farmtable.core.aliases import Seat
from farmtable.core.bits import bit
from farmtable.games.agricola.position.actions import GIVE_BACK
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_GIVE_BACK, EVENT_KEEP_HAND, EVENT_REDRAW
from farmtable.games.agricola.position.facts import IN_BOX, IN_HAND, IN_PACK, MINOR, OCCUPATION
from farmtable.games.agricola.position.frames import (
    KEEP_OR_REDRAW,
    TOO_MANY,
    pack_deal,
    pack_pick,
    unpack_deal,
)
from farmtable.games.agricola.position.steps import DEAL_CARD, PICK_CARD
from farmtable.games.agricola.rules.goods import note


def plan(state: Position) -> None:
    """Ask every seat in turn, once its cards have been dealt."""
    kind: i64 = TOO_MANY if state.facts.gives_back else KEEP_OR_REDRAW
    seat: Seat = state.players - 1
    while seat >= 0:
        state.push(PICK_CARD, pack_pick(seat, kind))
        seat -= 1


def has_redrawn(state: Position, seat: Seat) -> bool:
    """Whether a seat has given its whole hand back."""
    return (state.redrawn >> seat) & 1 == 1


# --- some of ten ----------------------------------------------------------------------------------------


def too_many(state: Position, seat: Seat, kind: i64) -> i64:
    """How many cards of a kind a seat has still to give back."""
    return i64(state.in_hands[seat * 2 + kind]) - state.facts.hand_of(seat, kind)


def choices(state: Position, seat: Seat) -> vec[i64]:
    """The cards that a seat may give back now."""
    deck = state.facts.deck
    assert deck is not None
    actions = vec[i64]()
    card: i64 = 0
    while card < deck.size:
        if i64(state.where[card]) == IN_HAND + seat and too_many(state, seat, i64(deck.kind[card])) > 0:
            actions = append(actions, GIVE_BACK + card)
        card += 1
    return actions


def give_back(state: Position, seat: Seat, card: i64) -> None:
    """A card leaves the hand, and the game; the step stays until the hand has its size."""
    deck = state.facts.deck
    assert deck is not None
    state.where[card] = IN_PACK
    state.pack[card] = u8(seat + 1)
    state.in_hands[seat * 2 + i64(deck.kind[card])] -= 1
    note(state, EVENT_GIVE_BACK, seat, card, 0)


# --- a whole hand ---------------------------------------------------------------------------------------


def keep(state: Position, seat: Seat) -> None:
    state.pop()
    note(state, EVENT_KEEP_HAND, seat, 0, 0)


def redraw(state: Position, seat: Seat) -> None:
    """The hand is shuffled into the rest, and a new one is dealt with a card fewer of each kind."""
    deck = state.facts.deck
    assert deck is not None
    state.pop()
    card: i64 = 0
    while card < deck.size:
        if i64(state.where[card]) == IN_HAND + seat:
            state.where[card] = IN_BOX
            state.pack[card] = u8(seat + 1)
            state.in_hands[seat * 2 + i64(deck.kind[card])] -= 1
        card += 1
    state.redrawn |= bit(seat)
    note(state, EVENT_REDRAW, seat, 0, 0)
    plan_redraw(state, seat)


def plan_redraw(state: Position, seat: Seat) -> None:
    """Deal a new hand to a seat that has given its own back."""
    kind: i64 = MINOR
    while kind >= OCCUPATION:
        n: i64 = state.facts.hand_of(seat, kind) - 1
        if n > 0:
            state.push(DEAL_CARD, pack_deal(kind, seat, n))
        kind -= 1


def left_to_deal(state: Position, seat: Seat, kind: i64) -> i64:
    """How many cards of a kind a seat is still to be dealt."""
    for frame in state.agenda:
        if step_of(frame) == DEAL_CARD:
            its_kind, its_seat, left = unpack_deal(argument_of(frame))
            if its_kind == kind and its_seat == seat:
                return left
    return 0


def held_before(state: Position, seat: Seat) -> i64:
    """Whose hands were made before `seat` gave its own back, as bits: they hold nothing of it."""
    if seat < 0 or not has_redrawn(state, seat):
        return 0
    seats: i64 = 0
    other: i64 = 0
    while other < state.players:
        if other < seat or (other > seat and not has_redrawn(state, other)):
            seats |= bit(other)
        other += 1
    return seats
