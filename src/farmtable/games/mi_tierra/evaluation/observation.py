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

from mypy_extensions import i64

from farmtable.core.aliases import Seat, StepId
from farmtable.core.bits import lowest
from farmtable.core.observation import Observation
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


def observe(state: Position, seat: Seat, out: Observation) -> None:
    """Put into `out` what `seat` (-1: a spectator, who sees from seat 0) sees."""
    first: i64 = max(seat, 0)
    _table(state, first, out)
    _zones(state, first, out)
    _cards(state, out)
    at: i64 = SIZE - f.MAX_PLAYERS * SEAT_NUMBERS
    turn: i64 = 0
    while turn < state.players:
        _seat(state, (first + turn) % state.players, out, at)
        at += SEAT_NUMBERS
        turn += 1


def _table(state: Position, first: i64, out: Observation) -> None:
    out.put(0, state.round)
    place: i64 = 0
    while place < len(state.order):
        if state.order[place] == first:
            out.put(1, place)
        place += 1
    out.put(2, state.pile_a)
    out.put(3, state.pile_b)
    if state.permanent >= 0:
        out.put(4 + state.permanent, 1)
    out.put(4 + f.EVENTS, state.permanents)
    out.put(5 + f.EVENTS, 1 if state.ending else 0)
    out.put(6 + f.EVENTS, state.result)
    step: StepId = state.step()
    if step >= 0:
        out.put(7 + f.EVENTS + step, 1)


def _zones(state: Position, first: i64, out: Observation) -> None:
    placed = state.placed
    at: i64 = 0
    while at < ZONE_NUMBERS:
        who: i64 = i64(placed[at])
        if who > 0:
            seat, is_pair = unpack_worker(who)
            turn: i64 = (seat - first + state.players) % state.players
            out.put(TABLE_NUMBERS + at, turn + 1 + (4 if is_pair else 0))
        at += 1


def _cards(state: Position, out: Observation) -> None:
    on_show = numbers(f.DEVELOPMENTS, 0)
    place: i64 = 0
    while place < f.DISPLAY:
        if state.display[place] >= 0:
            on_show[state.display[place]] += 1
        place += 1
    base: i64 = TABLE_NUMBERS + ZONE_NUMBERS
    card: i64 = 0
    while card < f.DEVELOPMENTS:
        out.put(base + card, on_show[card])
        card += 1
    base += f.DEVELOPMENTS
    slot: i64 = 0
    while slot < state.players:
        if state.market[slot] >= 0:
            out.put(base + state.market[slot] * 3, 1)
        if state.closing[slot] >= 0:
            out.put(base + state.closing[slot] * 3 + 1, 1)
        slot += 1
    soon = numbers(f.MAX_KINDS, 0)
    place = 0
    while place < len(state.top):
        if state.top[place] >= 0:
            soon[state.top[place]] += 1
            out.put(base + 3 * f.MAX_KINDS + place, state.top[place] + 1)
        place += 1
    for heard in state.heard:
        soon[heard] += 1
    kind: i64 = 0
    while kind < f.MAX_KINDS:
        out.put(base + kind * 3 + 2, soon[kind])
        kind += 1


def _seat(state: Position, seat: Seat, out: Observation, at: i64) -> None:
    out.put(at, state.money[seat])
    at += 1
    i: i64 = 0
    while i < f.GOODS:
        out.put(at + i, state.goods[seat * f.GOODS + i])
        i += 1
    at += f.GOODS
    out.put(at, i64(state.workers[seat]))
    out.put(at + 1, i64(state.idle[seat]))
    out.put(at + 2, i64(state.stopped[seat]))
    trading: i64 = 0
    for other in state.black:
        if other == seat:
            trading += 1
    out.put(at + 3, trading)
    at += 4
    i = 0
    while i < f.MAX_SLOTS:
        out.put(at + i, i64(state.barnyards[seat * f.MAX_SLOTS + i]))
        i += 1
    at += f.MAX_SLOTS
    _ones(state.cards[seat], out, at, 1)
    _ones(state.used[seat], out, at + f.DEVELOPMENTS, 1)
    at += 2 * f.DEVELOPMENTS
    i = 0
    while i < f.MAX_CELLS:
        crop: i64 = i64(state.crops[seat * f.MAX_CELLS + i])
        if crop > 0:
            out.put(at + i * (f.CROPS + 1) + crop - 1, 1)
        i += 1
    _ones(state.field_workers[seat], out, at + f.CROPS, f.CROPS + 1)


def _ones(places: i64, out: Observation, at: i64, stride: i64) -> None:
    """A one for each of a set of places."""
    while places != 0:
        out.put(at + lowest(places) * stride, 1)
        places &= places - 1
