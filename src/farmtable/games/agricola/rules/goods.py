"""Goods coming and going, and the notes of what happened that `tell` reads."""

from __future__ import annotations

from librt.vecs import append
from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_DISCARD, EVENT_GAIN, EVENT_PAY, pack_event
from farmtable.games.agricola.position.facts import GOODS, STONE, Good


def gain(state: Position, seat: Seat, good: Good, n: i64) -> None:
    """Goods from the general supply, a space or a round space."""
    if n > 0:
        state.goods[seat * GOODS + good] += n
        if good <= STONE and state.facts.deck is not None:
            state.gathered[seat] += n
        note(state, EVENT_GAIN, seat, good, n)


def pay(state: Position, seat: Seat, good: Good, n: i64) -> None:
    """Goods back to the general supply, as a price."""
    if n > 0:
        state.goods[seat * GOODS + good] -= n
        note(state, EVENT_PAY, seat, good, n)


def discard(state: Position, seat: Seat, good: Good) -> None:
    """Give one good back for nothing (R6.2, R8.5)."""
    state.goods[seat * GOODS + good] -= 1
    note(state, EVENT_DISCARD, seat, good, 1)


def note(state: Position, event: i64, seat: Seat, a: i64, b: i64) -> None:
    """Remember an event, where somebody wants to tell of it."""
    if state.tracing:
        state.trace = append(state.trace, pack_event(event, seat, a, b))
