"""Goods coming and going, and the notes of what happened that `tell` reads."""

from __future__ import annotations

from librt.vecs import append
from mypy_extensions import i64

from farmtable.core.agenda import argument_of, pack_frame
from farmtable.core.aliases import Seat
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_DISCARD, EVENT_GAIN, EVENT_PAY, pack_event
from farmtable.games.agricola.position.facts import CATTLE, GOODS, SHEEP, STONE, Good
from farmtable.games.agricola.position.frames import LIVED, house_of, in_herd, lived_in, of_kind
from farmtable.games.agricola.position.steps import HOUSE


def gain(state: Position, seat: Seat, good: Good, n: i64) -> None:
    """Goods from the general supply, a space or a round space."""
    if n > 0:
        state.goods[seat * GOODS + good] += n
        if good <= STONE and state.facts.deck is not None:
            state.gathered[seat] += n
        note(state, EVENT_GAIN, seat, good, n)


def pay(state: Position, seat: Seat, good: Good, n: i64) -> None:
    """Goods back to the general supply, as a price; animals of those that live on the farm (R6.4)."""
    if n > 0:
        state.goods[seat * GOODS + good] -= n
        if SHEEP <= good <= CATTLE:
            _leave_farm(state, seat, good, n)
        note(state, EVENT_PAY, seat, good, n)


def _leave_farm(state: Position, seat: Seat, kind: i64, n: i64) -> None:
    """Where others wait for room, so many fewer animals of a kind live on the farm."""
    at: i64 = house_of(state, seat)
    if at >= 0:
        argument: i64 = argument_of(state.agenda[at])
        gone: i64 = min(n, in_herd(lived_in(argument), kind))
        state.agenda[at] = pack_frame(HOUSE, argument - LIVED * of_kind(kind, gone))


def discard(state: Position, seat: Seat, good: Good) -> None:
    """Give one good back for nothing (R6.2, R8.5)."""
    state.goods[seat * GOODS + good] -= 1
    note(state, EVENT_DISCARD, seat, good, 1)


def note(state: Position, event: i64, seat: Seat, a: i64, b: i64) -> None:
    """Remember an event, where somebody wants to tell of it."""
    if state.tracing:
        state.trace = append(state.trace, pack_event(event, seat, a, b))
