"""Goods and money coming and going, and the notes of what happened that `tell` reads."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.games.mi_tierra.position.actions import MANY
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import GOODS, RESOURCES, Good
from farmtable.games.mi_tierra.position.packed import pack_amount, pack_note
from farmtable.games.mi_tierra.position.steps import NOTE_GAIN, NOTE_LOST, NOTE_MONEY, NOTE_PAY, NOTE_SPEND


def has(state: Position, seat: Seat, good: Good) -> i64:
    """How many of a good a seat has."""
    return state.goods[seat * GOODS + good]


def available(state: Position, good: Good, wanted: i64) -> i64:
    """How many of `wanted` units of a good there are in the general supply (R57)."""
    if good >= RESOURCES or not state.facts.supply_limited:
        return wanted
    left: i64 = state.facts.supply[good]
    seat: Seat = 0
    while seat < state.players:
        left -= state.goods[seat * GOODS + good]
        seat += 1
    return min(max(left, 0), wanted)


def gain(state: Position, seat: Seat, good: Good, n: i64) -> None:
    """Take units of a good from the general supply, or what is left of it (R57)."""
    taken: i64 = available(state, good, n)
    if taken > 0:
        state.goods[seat * GOODS + good] += taken
        note(state, NOTE_GAIN, seat, good, taken)


def spend(state: Position, seat: Seat, good: Good, n: i64) -> None:
    """Give units of a good back to make or sell something."""
    if n > 0:
        state.goods[seat * GOODS + good] -= n
        note(state, NOTE_SPEND, seat, good, n)


def lose(state: Position, seat: Seat, good: Good, n: i64) -> None:
    """Give units of a good back for nothing."""
    state.goods[seat * GOODS + good] -= n
    note(state, NOTE_LOST, seat, good, n)


def earn(state: Position, seat: Seat, n: i64) -> None:
    """Gain money."""
    if n > 0:
        change_money(state, seat, n)
        note(state, NOTE_MONEY, seat, n, 0)


def pay(state: Position, seat: Seat, n: i64) -> None:
    """Pay money, which must be there (R5)."""
    if n > 0:
        change_money(state, seat, -n)
        note(state, NOTE_PAY, seat, n, 0)


def change_money(state: Position, seat: Seat, by: i64) -> None:
    """Move a money cube; it arrives on top of the others (R9)."""
    state.money[seat] += by
    moved = vec[i64](capacity=state.players)
    for other in state.stack:
        if other != seat:
            moved = append(moved, other)
    state.stack = append(moved, seat)


def each_number(actions: vec[i64], first: i64, good: Good, most: i64) -> vec[i64]:
    """`actions` and, of the block that begins at `first`, every number of a good up to `most`."""
    n: i64 = 1
    while n <= most and n < MANY:
        actions = append(actions, first + pack_amount(good, n))
        n += 1
    return actions


def note(state: Position, event: i64, seat: Seat, a: i64, b: i64) -> None:
    """Remember an event, where somebody wants to tell of it."""
    if state.tracing:
        state.trace = append(state.trace, pack_note(event, seat, a, b))
