"""Drafting hands: everybody keeps one card of each kind and passes the rest to the left (R14.4).

Each seat opens a pack of occupations and a pack of minor improvements, at the same time or one after
the other (R14.8). `state.pack` remembers of each
card who opened its pack, `state.picked` after how many passes it was kept. All seats pick at the
same time: a seat sees a pack passed to it only when it has picked from the one before.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Seat
from farmtable.games.agricola.position.actions import PICK
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_PICK
from farmtable.games.agricola.position.facts import IN_BOX, IN_HAND, IN_PACK, MINOR, OCCUPATION
from farmtable.games.agricola.position.frames import pack_deal, pack_pick
from farmtable.games.agricola.position.steps import DEAL_CARD, PICK_CARD
from farmtable.games.agricola.rules.goods import note


def plan(state: Position) -> None:
    """Put a whole draft on the agenda: the packs are dealt, then everybody picks in turn."""
    if state.facts.occupations_first:
        _plan_kinds(state, MINOR, MINOR)
        _plan_kinds(state, OCCUPATION, OCCUPATION)
    else:
        _plan_kinds(state, OCCUPATION, MINOR)


def _plan_kinds(state: Position, first: i64, last: i64) -> None:
    """The draft of these kinds, on top of what is planned already."""
    passes: i64 = i64(state.facts.hand_size[first])
    while passes > 0:
        seat: Seat = state.players - 1
        while seat >= 0:
            kind: i64 = last
            while kind >= first:
                if state.facts.hand_of(seat, kind) >= passes:
                    state.push(PICK_CARD, pack_pick(seat, kind))
                kind -= 1
            seat -= 1
        passes -= 1
    seat = state.players - 1
    while seat >= 0:
        kind = last
        while kind >= first:
            dealt: i64 = state.facts.dealt_to(seat, kind)
            if dealt > 0:
                state.push(DEAL_CARD, pack_deal(kind, seat, dealt))
            kind -= 1
        seat -= 1


def deal(state: Position, seat: Seat, card: i64) -> None:
    """A card comes into the pack that a seat opens."""
    state.where[card] = IN_PACK
    state.pack[card] = u8(seat + 1)


def opener(state: Position, seat: Seat, passes: i64) -> i64:
    """Who opened the pack that lies before a seat after so many passes."""
    return (seat - passes + passes * state.players) % state.players


def choices(state: Position, seat: Seat, kind: i64) -> vec[i64]:
    """The cards that a seat may keep now: of the pack before it, or of all if hands are chosen freely."""
    deck = state.facts.deck
    assert deck is not None
    pack: i64 = 0
    if state.facts.drafted:
        pack = 1 + opener(state, seat, i64(state.in_hands[seat * 2 + kind]))
    actions = vec[i64]()
    card: i64 = 0
    while card < deck.size:
        if deck.kind[card] == kind:
            if pack == 0:
                free = state.where[card] == IN_BOX
            else:
                free = state.where[card] == IN_PACK and state.pack[card] == pack and state.picked[card] == 0
            if free:
                actions = append(actions, PICK + card)
        card += 1
    return actions


def pick(state: Position, seat: Seat, kind: i64, card: i64) -> None:
    """A seat keeps a card."""
    if state.facts.drafted:
        state.picked[card] = u8(i64(state.in_hands[seat * 2 + kind]) + 1)
    state.where[card] = u8(IN_HAND + seat)
    state.in_hands[seat * 2 + kind] += 1
    note(state, EVENT_PICK, seat, 0, 0)
