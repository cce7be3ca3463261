"""The observation: what one seat sees as a vector of whole numbers, for learning.

The seat's own things come first, then the other seats' in turn order. In all `SIZE` numbers:

- for each of 64 cells: one of five crops (5), level (1), farm region of each seat in turn order (5),
  farm standing there (1)
- for each of five seats: cubes by crop (5: row; 31 when gone), reserve by crop (5), farms unbuilt (2),
  victory points in tens and ones (2), hand size (1), livestock by animal (3)
- of the own hand: for each of 64 kinds how many (64); own livestock points (1)
- livestock taken from each track (5), tiles in the stacks and in the final stack (2), ending (1),
  round (1), own seat from the start player (1), step one-hot (11), fields open (2),
  cells of the tile laid this turn (2, plus one; 0 for none)
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat, StepId
from farmtable.core.bits import lowest
from farmtable.core.observation import Observation
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.facts import (
    CROPS,
    FARMS,
    MAX_KINDS,
    MAX_PLAYERS,
    Cell,
)
from farmtable.games.aehre.position.steps import STEP_COUNT

CELL_PLANES: Final = CROPS + 1 + MAX_PLAYERS + 1
SEAT_NUMBERS: Final = CROPS + CROPS + FARMS + 2 + 1 + 3
SIZE: Final = 64 * CELL_PLANES + MAX_PLAYERS * SEAT_NUMBERS + MAX_KINDS + 1 + CROPS + 5 + STEP_COUNT + 4

OWN_HAND: Final = 64 * CELL_PLANES + MAX_PLAYERS * SEAT_NUMBERS
GONE_ROW: Final = 31


def observe(state: Position, seat: Seat, out: Observation) -> None:
    """Put into `out` what `seat` (-1: a spectator, who sees from seat 0) sees, even of the true position."""
    first: i64 = seat if seat >= 0 else 0
    _board(state, first, out)
    at: i64 = 64 * CELL_PLANES
    turn: i64 = 0
    while turn < state.players:
        _seat(state, (first + turn) % state.players, out, at)
        at += SEAT_NUMBERS
        turn += 1
    _own(state, seat, out)
    _table(state, first, out)


def _board(state: Position, first: i64, out: Observation) -> None:
    crop: i64 = 0
    while crop < CROPS:
        left: i64 = state.crop[crop]
        while left != 0:
            out.put(lowest(left) * CELL_PLANES + crop, 1)
            left &= left - 1
        crop += 1
    cell: Cell = 0
    while cell < state.facts.size:
        out.put(cell * CELL_PLANES + CROPS, i64(state.level[cell]))
        cell += 1
    farm: i64 = 0
    while farm < state.players * FARMS:
        stands: i64 = state.farm_cell[farm]
        if stands >= 0:
            owner: i64 = (farm // FARMS - first + state.players) % state.players
            region: i64 = state.region(stands)
            while region != 0:
                out.put(lowest(region) * CELL_PLANES + CROPS + 1 + owner, 1)
                region &= region - 1
            out.put(stands * CELL_PLANES + CELL_PLANES - 1, 1)
        farm += 1


def _seat(state: Position, seat: Seat, out: Observation, at: i64) -> None:
    gone: i64 = GONE_ROW
    crop: i64 = 0
    while crop < CROPS:
        row: i64 = state.cubes[seat * CROPS + crop]
        out.put(at + crop, min(row, gone))
        out.put(at + CROPS + crop, i64(state.reserve[seat * CROPS + crop]))
        crop += 1
    at += 2 * CROPS
    farm: i64 = 0
    while farm < FARMS:
        if state.farm_cell[seat * FARMS + farm] < 0:
            out.put(at + farm, 1)
        farm += 1
    out.put(at + 2, state.vp[seat] // 10)
    out.put(at + 3, state.vp[seat] % 10)
    out.put(at + 4, i64(state.hand_size[seat]))
    entries: i64 = len(state.facts.entry_animal)
    animal: i64 = 0
    while animal < 3:
        count: i64 = i64(state.owned_unknown[seat * 3 + animal])
        entry: i64 = 0
        while entry < entries:
            if state.facts.entry_animal[entry] == animal:
                count += i64(state.owned[seat * entries + entry])
            entry += 1
        out.put(at + 5 + animal, count)
        animal += 1


def _own(state: Position, seat: Seat, out: Observation) -> None:
    if seat < 0:
        return
    kind: i64 = 0
    while kind < state.facts.kinds:
        out.put(OWN_HAND + kind, i64(state.hand[seat * state.facts.kinds + kind]))
        kind += 1
    out.put(OWN_HAND + MAX_KINDS, state.livestock_points(seat))


def _table(state: Position, first: i64, out: Observation) -> None:
    at: i64 = OWN_HAND + MAX_KINDS + 1
    crop: i64 = 0
    while crop < CROPS:
        out.put(at + crop, state.pile_taken[crop])
        crop += 1
    at += CROPS
    out.put(at, state.stack)
    out.put(at + 1, state.final_stack)
    out.put(at + 2, 1 if state.ending else 0)
    out.put(at + 3, state.round)
    if state.start >= 0:
        out.put(at + 4, (first - state.start + state.players) % state.players)
    step: StepId = state.step()
    if step >= 0:
        out.put(at + 5 + step, 1)
    at += 5 + STEP_COUNT
    out.put(at, 1 if state.is_open(0) else 0)
    out.put(at + 1, 1 if state.is_open(1) else 0)
    out.put(at + 2, state.cell_a + 1)
    out.put(at + 3, state.cell_b + 1)
