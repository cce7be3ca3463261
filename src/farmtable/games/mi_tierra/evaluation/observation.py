"""The observation: what one seat sees as a vector of whole numbers, for learning.

In all `SIZE` numbers, in this order:

- round (1), own place in the turn order (1), cards left of each deck (2), event in force one-hot (5),
  permanent events so far (1), whether this is the last round (1), result of the die (1), the step on
  top of the agenda one-hot (22)
- for each of 16 zones and 8 spaces: who stands there, 1 the seat that looks, then clockwise (4 more: two)
- for each of 15 development cards: how many are on show (1), own pile and discards aside
- for each of 96 kinds of market cards: on the official market (1), on the closing line (1), how many the
  seat knows to come soon (1); the next four cards it knows the places of, by kind from 1 (4)
- for each of four seats, the seat that looks first, then clockwise (zeros where there is none):
  money (1), goods (14), workers (1), idle (1), stopped (1), on the black market (1), barnyards (7),
  development cards (15), those used (15), for each of 16 cells: apple, wheat, grape, worker (4)
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from farmtable.core.aliases import Seat, StepId
from farmtable.core.bits import lowest
from farmtable.core.observation import FLOAT_BITS, LARGEST, write_floats, zero_patterns
from farmtable.core.vectors import numbers
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.packed import unpack_worker
from farmtable.games.mi_tierra.position.steps import STEP_COUNT

TABLE_NUMBERS: Final = 4 + f.EVENTS + 3 + STEP_COUNT
ZONE_NUMBERS: Final = f.ZONES * f.MAX_SPACES
MARKET_NUMBERS: Final = 3 * f.MAX_KINDS + f.LOOKED_AT
SEAT_NUMBERS: Final = 1 + f.GOODS + 4 + f.MAX_SLOTS + 2 * f.DEVELOPMENTS + f.MAX_CELLS * (f.CROPS + 1)
SIZE: Final = TABLE_NUMBERS + ZONE_NUMBERS + f.DEVELOPMENTS + MARKET_NUMBERS + f.MAX_PLAYERS * SEAT_NUMBERS


_ZEROS: vec[i32] = zero_patterns(SIZE)


def observe(state: Position, seat: Seat, buffer: object) -> None:
    """Write the observation of `seat` (-1: a spectator, who sees from seat 0) into `buffer`."""
    out = _ZEROS[:]
    bits = FLOAT_BITS
    first: i64 = max(seat, 0)
    _table(state, first, bits, out)
    _zones(state, first, bits, out)
    _cards(state, bits, out)
    at: i64 = SIZE - f.MAX_PLAYERS * SEAT_NUMBERS
    turn: i64 = 0
    while turn < state.players:
        _seat(state, (first + turn) % state.players, bits, out, at)
        at += SEAT_NUMBERS
        turn += 1
    write_floats(out, buffer)


def _table(state: Position, first: i64, bits: vec[i32], out: vec[i32]) -> None:
    most: i64 = LARGEST
    out[0] = bits[min(state.round, most)]
    place: i64 = 0
    while place < len(state.order):
        if state.order[place] == first:
            out[1] = bits[place]
        place += 1
    out[2] = bits[state.pile_a]
    out[3] = bits[state.pile_b]
    if state.permanent >= 0:
        out[4 + state.permanent] = bits[1]
    out[4 + f.EVENTS] = bits[state.permanents]
    out[5 + f.EVENTS] = bits[1 if state.ending else 0]
    out[6 + f.EVENTS] = bits[state.result]
    step: StepId = state.step()
    if step >= 0:
        out[7 + f.EVENTS + step] = bits[1]


def _zones(state: Position, first: i64, bits: vec[i32], out: vec[i32]) -> None:
    placed = state.placed
    at: i64 = 0
    while at < ZONE_NUMBERS:
        who: i64 = i64(placed[at])
        if who > 0:
            seat, is_pair = unpack_worker(who)
            turn: i64 = (seat - first + state.players) % state.players
            out[TABLE_NUMBERS + at] = bits[turn + 1 + (4 if is_pair else 0)]
        at += 1


def _cards(state: Position, bits: vec[i32], out: vec[i32]) -> None:
    on_show = numbers(f.DEVELOPMENTS, 0)
    place: i64 = 0
    while place < f.DISPLAY:
        if state.display[place] >= 0:
            on_show[state.display[place]] += 1
        place += 1
    base: i64 = TABLE_NUMBERS + ZONE_NUMBERS
    card: i64 = 0
    while card < f.DEVELOPMENTS:
        out[base + card] = bits[on_show[card]]
        card += 1
    base += f.DEVELOPMENTS
    slot: i64 = 0
    while slot < state.players:
        if state.market[slot] >= 0:
            out[base + state.market[slot] * 3] = bits[1]
        if state.closing[slot] >= 0:
            out[base + state.closing[slot] * 3 + 1] = bits[1]
        slot += 1
    soon = numbers(f.MAX_KINDS, 0)
    place = 0
    while place < len(state.top):
        if state.top[place] >= 0:
            soon[state.top[place]] += 1
            out[base + 3 * f.MAX_KINDS + place] = bits[state.top[place] + 1]
        place += 1
    for heard in state.heard:
        soon[heard] += 1
    kind: i64 = 0
    while kind < f.MAX_KINDS:
        out[base + kind * 3 + 2] = bits[soon[kind]]
        kind += 1


def _seat(state: Position, seat: Seat, bits: vec[i32], out: vec[i32], at: i64) -> None:
    most: i64 = LARGEST
    one: i32 = bits[1]
    out[at] = bits[min(state.money[seat], most)]
    at += 1
    i: i64 = 0
    while i < f.GOODS:
        out[at + i] = bits[min(state.goods[seat * f.GOODS + i], most)]
        i += 1
    at += f.GOODS
    out[at] = bits[i64(state.workers[seat])]
    out[at + 1] = bits[i64(state.idle[seat])]
    out[at + 2] = bits[i64(state.stopped[seat])]
    trading: i64 = 0
    for other in state.black:
        if other == seat:
            trading += 1
    out[at + 3] = bits[trading]
    at += 4
    i = 0
    while i < f.MAX_SLOTS:
        out[at + i] = bits[i64(state.barnyards[seat * f.MAX_SLOTS + i])]
        i += 1
    at += f.MAX_SLOTS
    _ones(state.cards[seat], one, out, at, 1)
    _ones(state.used[seat], one, out, at + f.DEVELOPMENTS, 1)
    at += 2 * f.DEVELOPMENTS
    i = 0
    while i < f.MAX_CELLS:
        crop: i64 = i64(state.crops[seat * f.MAX_CELLS + i])
        if crop > 0:
            out[at + i * (f.CROPS + 1) + crop - 1] = one
        i += 1
    _ones(state.field_workers[seat], one, out, at + f.CROPS, f.CROPS + 1)


def _ones(places: i64, one: i32, out: vec[i32], at: i64, stride: i64) -> None:
    """A one for each of a set of places."""
    while places != 0:
        out[at + lowest(places) * stride] = one
        places &= places - 1
