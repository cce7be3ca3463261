"""The observation: what one seat sees as a vector of whole numbers, for learning.

In all `SIZE` numbers, in this order:

- round (1), rounds until the next harvest (1), own place in turn order (1), the step on top of the
  agenda one-hot (17), and of a MENU: parts open (8), part under way (8), may be left (1)
- for each of 36 action spaces: in play (1), goods lying there (1), used (1)
- for each of ten major improvements: still on the supply board (1)
- for each of four seats, the seat that looks first, then clockwise (zeros where there is none):
  goods (10), house one-hot (3), people (1), newborns (1), people still to place (1), begging markers (1),
  improvements owned (10), craft buildings used (10), food on the round spaces (14),
  for each of 15 cells: room, field, stable, in a pasture, grain, vegetables (6), for each of 38 fence
  spaces: fence (1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from farmtable.core.observation import FLOAT_BITS, LARGEST, write_floats
from farmtable.games.agricola.facts import (
    CELLS,
    FOOD,
    GOODS,
    MAJORS,
    MAX_PLAYERS,
    PLANTED_VEGETABLES,
    ROUNDS,
    SPACES,
    lowest,
)
from farmtable.games.agricola.farmyard import fenced
from farmtable.games.agricola.spaces import in_play
from farmtable.games.agricola.steps import MENU, OPTIONAL, STEPS

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState

PARTS: Final = 8
PLANES: Final = 6
FENCE_SPACES: Final = 38
TABLE_NUMBERS: Final = 3 + STEPS + 2 * PARTS + 1
BOARD_NUMBERS: Final = 3 * SPACES + MAJORS
SEAT_NUMBERS: Final = GOODS + 3 + 4 + 2 * MAJORS + ROUNDS + CELLS * PLANES + FENCE_SPACES
SIZE: Final = TABLE_NUMBERS + BOARD_NUMBERS + MAX_PLAYERS * SEAT_NUMBERS


def _zeros() -> vec[i32]:
    out = vec[i32](capacity=SIZE)
    zero: i32 = 0
    while len(out) < SIZE:
        out = append(out, zero)
    return out


_ZEROS: vec[i32] = _zeros()


def observe(state: AgricolaState, seat: i64, buffer: object) -> None:
    """Write the observation of `seat` (-1: a spectator, who sees from seat 0) into `buffer`."""
    out = _ZEROS[:]
    first: i64 = max(seat, 0)
    _table(state, first, out)
    _board(state, out)
    at: i64 = TABLE_NUMBERS + BOARD_NUMBERS
    turn: i64 = 0
    while turn < state.players:
        _seat(state, (first + turn) % state.players, out, at)
        at += SEAT_NUMBERS
        turn += 1
    write_floats(out, buffer)


def _table(state: AgricolaState, first: i64, out: vec[i32]) -> None:
    bits = FLOAT_BITS
    harvest: i64 = max(state.round, 1)
    while state.facts.harvest[harvest] == 0:
        harvest += 1
    out[0] = bits[state.round]
    out[1] = bits[harvest - state.round]
    out[2] = bits[(first - max(state.start, 0) + state.players) % state.players]
    step: i64 = state.step()
    if step < 0:
        return
    out[3 + step] = bits[1]
    if step == MENU:
        argument: i64 = state.argument()
        at: i64 = 3 + STEPS
        part: i64 = 0
        while part < PARTS:
            out[at + part] = bits[(argument >> part) & 1]
            out[at + PARTS + part] = bits[(argument >> (12 + part)) & 1]
            part += 1
        if argument & OPTIONAL != 0:
            out[at + 2 * PARTS] = bits[1]


def _board(state: AgricolaState, out: vec[i32]) -> None:
    bits = FLOAT_BITS
    at: i64 = TABLE_NUMBERS
    space: i64 = 0
    while space < SPACES:
        if in_play(state, space):
            out[at] = bits[1]
            out[at + 1] = bits[i64(state.pile[space])]
            if state.used_by[space] > 0:
                out[at + 2] = bits[1]
        at += 3
        space += 1
    major: i64 = 0
    while major < MAJORS:
        if state.owner[major] == 0:
            out[at + major] = bits[1]
        major += 1


def _seat(state: AgricolaState, seat: i64, out: vec[i32], at: i64) -> None:
    bits = FLOAT_BITS
    most: i64 = LARGEST
    i: i64 = 0
    while i < GOODS:
        out[at + i] = bits[min(state.goods[seat * GOODS + i], most)]
        i += 1
    at += GOODS
    out[at + i64(state.house[seat])] = bits[1]
    out[at + 3] = bits[i64(state.people[seat])]
    out[at + 4] = bits[i64(state.newborns[seat])]
    out[at + 5] = bits[i64(state.at_home[seat])]
    out[at + 6] = bits[i64(state.begging[seat])]
    at += 7
    i = 0
    while i < MAJORS:
        if i64(state.owner[i]) == seat + 1:
            out[at + i] = bits[1]
        out[at + MAJORS + i] = bits[(state.crafted[seat] >> i) & 1]
        i += 1
    at += 2 * MAJORS
    i = 1
    while i <= ROUNDS:
        out[at + i - 1] = bits[i64(state.promised[(seat * (ROUNDS + 1) + i) * GOODS + FOOD])]
        i += 1
    at += ROUNDS
    _plane(state.rooms[seat], out, at)
    _plane(state.fields[seat], out, at + 1)
    _plane(state.stables[seat], out, at + 2)
    _plane(fenced(state, seat), out, at + 3)
    _crops(state, seat, out, at + 4)
    at += CELLS * PLANES
    left: i64 = state.fences[seat]
    while left != 0:
        out[at + lowest(left)] = bits[1]
        left &= left - 1


def _plane(cells: i64, out: vec[i32], at: i64) -> None:
    one: i32 = FLOAT_BITS[1]
    while cells != 0:
        out[at + lowest(cells) * PLANES] = one
        cells &= cells - 1


def _crops(state: AgricolaState, seat: i64, out: vec[i32], at: i64) -> None:
    """Grain, and one number further vegetables, on each field."""
    bits = FLOAT_BITS
    left: i64 = state.fields[seat]
    while left != 0:
        cell: i64 = lowest(left)
        left &= left - 1
        crop: i64 = i64(state.crops[seat * CELLS + cell])
        if crop > PLANTED_VEGETABLES:
            out[at + cell * PLANES + 1] = bits[crop - PLANTED_VEGETABLES]
        else:
            out[at + cell * PLANES] = bits[crop]
