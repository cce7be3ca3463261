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

from farmtable.core.bits import lowest
from farmtable.core.observation import FLOAT_BITS, LARGEST, write_floats
from farmtable.games.agricola.facts import (
    CARDS,
    CELLS,
    FIRST_CARD,
    FOOD,
    GOODS,
    MAJORS,
    MAX_PLAYERS,
    PLANTED_VEGETABLES,
    ROUNDS,
    SPACES,
)
from farmtable.games.agricola.farmyard import fenced
from farmtable.games.agricola.steps import MENU, OPTIONAL, STEPS

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState

PARTS: Final = 8
PLANES: Final = 6
FENCE_SPACES: Final = 38
TABLE_NUMBERS: Final = 3 + STEPS + 2 * PARTS + 1
BOARD_NUMBERS: Final = 3 * SPACES + MAJORS
SEAT_NUMBERS: Final = GOODS + 3 + 4 + 2 * MAJORS + ROUNDS + CELLS * PLANES + FENCE_SPACES
OWN_MAJORS: Final = GOODS + 3 + 4  # where they begin among a seat's numbers
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
    bits = FLOAT_BITS
    _table(state, first, bits, out)
    _board(state, first, bits, out)
    at: i64 = TABLE_NUMBERS + BOARD_NUMBERS
    turn: i64 = 0
    while turn < state.players:
        _seat(state, (first + turn) % state.players, bits, out, at)
        at += SEAT_NUMBERS
        turn += 1
    write_floats(out, buffer)


def _table(state: AgricolaState, first: i64, bits: vec[i32], out: vec[i32]) -> None:
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


def _board(state: AgricolaState, first: i64, bits: vec[i32], out: vec[i32]) -> None:
    in_game = state.facts.in_game
    turned_up = state.turned_up
    pile = state.pile
    used_by = state.used_by
    one: i32 = bits[1]
    at: i64 = TABLE_NUMBERS
    space: i64 = 0
    while space < SPACES:
        if in_game[space] == 1 and (
            space < FIRST_CARD or space >= FIRST_CARD + CARDS or turned_up[space - FIRST_CARD] > 0
        ):
            out[at] = one
            out[at + 1] = bits[i64(pile[space])]
            if used_by[space] > 0:
                out[at + 2] = one
        at += 3
        space += 1
    majors: i64 = TABLE_NUMBERS + 3 * SPACES
    owner = state.owner
    major: i64 = 0
    while major < MAJORS:
        if owner[major] == 0:
            out[majors + major] = one
        else:
            turn: i64 = (i64(owner[major]) - 1 - first + state.players) % state.players
            out[majors + MAJORS + turn * SEAT_NUMBERS + OWN_MAJORS + major] = one
        major += 1


def _seat(state: AgricolaState, seat: i64, bits: vec[i32], out: vec[i32], at: i64) -> None:
    one: i32 = bits[1]
    most: i64 = LARGEST
    goods = state.goods
    i: i64 = 0
    while i < GOODS:
        out[at + i] = bits[min(goods[seat * GOODS + i], most)]
        i += 1
    at += GOODS
    out[at + i64(state.house[seat])] = one
    out[at + 3] = bits[i64(state.people[seat])]
    out[at + 4] = bits[i64(state.newborns[seat])]
    out[at + 5] = bits[i64(state.at_home[seat])]
    out[at + 6] = bits[i64(state.begging[seat])]
    at += 7
    at += MAJORS
    used: i64 = state.crafted[seat]
    while used != 0:
        out[at + lowest(used)] = one
        used &= used - 1
    at += MAJORS
    promised = state.promised
    i = state.round + 1
    while i <= ROUNDS:
        out[at + i - 1] = bits[i64(promised[(seat * (ROUNDS + 1) + i) * GOODS + FOOD])]
        i += 1
    at += ROUNDS
    _plane(state.rooms[seat], one, out, at)
    _plane(state.fields[seat], one, out, at + 1)
    _plane(state.stables[seat], one, out, at + 2)
    _plane(fenced(state, seat), one, out, at + 3)
    _crops(state, seat, bits, out, at + 4)
    at += CELLS * PLANES
    left: i64 = state.fences[seat]
    while left != 0:
        out[at + lowest(left)] = one
        left &= left - 1


def _plane(cells: i64, one: i32, out: vec[i32], at: i64) -> None:
    """A one for each of a set of cells."""
    while cells != 0:
        out[at + lowest(cells) * PLANES] = one
        cells &= cells - 1


def _crops(state: AgricolaState, seat: i64, bits: vec[i32], out: vec[i32], at: i64) -> None:
    """Grain, and one number further vegetables, on each field."""
    left: i64 = state.fields[seat]
    while left != 0:
        cell: i64 = lowest(left)
        left &= left - 1
        crop: i64 = i64(state.crops[seat * CELLS + cell])
        if crop > PLANTED_VEGETABLES:
            out[at + cell * PLANES + 1] = bits[crop - PLANTED_VEGETABLES]
        else:
            out[at + cell * PLANES] = bits[crop]
