"""Where a tile may be laid: R13 to R24, R38.

Spots are sets of cells. For a large tile a spot is the cell of its first field; its second lies
beside it in one of four directions.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import StepId
from farmtable.core.bits import bit, lowest
from farmtable.core.vectors import numbers
from farmtable.games.aehre.position.actions import LARGE, SMALL
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.facts import (
    BELOW,
    CROPS,
    LEFT,
    RIGHT,
    Cell,
)
from farmtable.games.aehre.position.packed import pack_large, pack_small


def placements(state: Position) -> vec[i64]:
    """Every way to lay one tile, R13 to R22."""
    facts = state.facts
    actions = vec[i64](capacity=512)
    near = near_farms(state)
    levelling = state.has_reserve(state.active)
    kind: i64 = 0
    while kind < facts.kinds:
        if state.hand[state.active * facts.kinds + kind] > 0:
            direction: i64 = 0
            while direction < 4:
                spots = large_spots(state, facts.crop_a[kind], facts.crop_b[kind], direction, levelling, near)
                actions = numbered(spots, LARGE + pack_large(kind, direction, 0), actions)
                direction += 1
        kind += 1
    crop: i64 = 0
    while crop < CROPS:
        if state.reserve[state.active * CROPS + crop] > 0:
            actions = numbered(small_spots(state, crop, near), SMALL + pack_small(crop, 0), actions)
        crop += 1
    return actions


def can_place(state: Position) -> bool:
    """Whether the active seat has any legal placement (R24)."""
    facts = state.facts
    near = near_farms(state)
    levelling = state.has_reserve(state.active)
    kind: i64 = 0
    while kind < facts.kinds:
        if state.hand[state.active * facts.kinds + kind] > 0:
            direction: i64 = 0
            while direction < 4:
                if large_spots(state, facts.crop_a[kind], facts.crop_b[kind], direction, levelling, near):
                    return True
                direction += 1
        kind += 1
    crop: i64 = 0
    while crop < CROPS:
        if state.reserve[state.active * CROPS + crop] > 0 and small_spots(state, crop, near):
            return True
        crop += 1
    return False


def large_spots(state: Position, a: i64, b: i64, direction: i64, levelling: bool, near: vec[i64]) -> i64:
    """Where the first field of a large tile with crops `a` and `b` may lie in this direction."""
    facts = state.facts
    free: i64 = facts.cells & ~state.farms  # R21
    free_a: i64 = free & ~state.crop[a]  # R15, for each half by itself
    free_b: i64 = facts.seen_from(free & ~state.crop[b], direction)
    spots: i64 = level_pairs(state, direction) & free_a & free_b  # R14, R16
    if levelling:  # R18, R20
        first_low: i64 = first_low_pairs(state, direction)
        second_low: i64 = second_low_pairs(state, direction)
        if facts.levelled_free:  # the French text: any crop on the levelled cell
            spots |= first_low & free & free_b
            spots |= second_low & free_a & facts.seen_from(free, direction)
        else:  # R19
            spots |= (first_low | second_low) & free_a & free_b
    if len(near) > 0:
        suspects: i64 = near[CROPS + a] | facts.seen_from(near[CROPS + b], direction)
        if a == b:
            suspects |= near[a] & facts.seen_from(near[a], direction)
        suspects &= spots
        while suspects != 0:
            cell: Cell = lowest(suspects)
            suspects &= suspects - 1
            if joins_farms(state, cell, a, facts.neighbour(cell, direction), b):
                spots &= ~bit(cell)
    return spots


def small_spots(state: Position, crop: i64, near: vec[i64]) -> i64:
    """Where a small tile may lie face up (R15, R17, R21, R22)."""
    spots: i64 = state.facts.cells & ~state.farms & ~state.crop[crop]
    if len(near) > 0:
        spots &= ~near[CROPS + crop]
    return spots


def near_farms(state: Position) -> vec[i64]:
    """Cells in or beside at least one farm region of each crop, then beside at least two.

    Only a field laid beside two can join them (R22); empty while there are fewer than two farms.
    """
    if state.farms & (state.farms - 1) == 0:
        return vec[i64]()
    near = numbers(2 * CROPS, 0)
    left: i64 = state.farms
    while left != 0:
        cell: Cell = lowest(left)
        left &= left - 1
        crop: i64 = state.crop_at(cell)
        beside: i64 = state.facts.around(state.facts.flood(bit(cell), state.crop[crop]))
        near[CROPS + crop] |= near[crop] & beside
        near[crop] |= beside
    return near


def joins_farms(state: Position, cell_a: i64, a: i64, cell_b: i64, b: i64) -> bool:
    """Whether crop `a` on `cell_a`, `b` on `cell_b` (-1: none), would leave two farms in a region (R38)."""
    bit_a: i64 = bit(cell_a)
    bit_b: i64 = 0
    if cell_b >= 0:
        bit_b = bit(cell_b)
    within: i64 = (state.crop[a] & ~bit_b) | bit_a
    if a == b:
        within |= bit_b
    farms: i64 = state.facts.flood(bit_a, within) & state.farms
    if farms & (farms - 1) != 0:
        return True
    if cell_b < 0:
        return False
    within = (state.crop[b] & ~bit_a) | bit_b
    if a == b:
        within |= bit_a
    farms = state.facts.flood(bit_b, within) & state.farms
    return farms & (farms - 1) != 0


def level_pairs(state: Position, direction: i64) -> i64:
    """Cells as high as their neighbour in this direction."""
    if direction == RIGHT:
        return state.same_right
    if direction == BELOW:
        return state.same_below
    if direction == LEFT:
        return (state.same_right << 1) & state.facts.cells
    return (state.same_below << state.facts.columns) & state.facts.cells


def first_low_pairs(state: Position, direction: i64) -> i64:
    """Cells one lower than their neighbour in this direction."""
    if direction == RIGHT:
        return state.first_low_right
    if direction == BELOW:
        return state.first_low_below
    if direction == LEFT:
        return (state.second_low_right << 1) & state.facts.cells
    return (state.second_low_below << state.facts.columns) & state.facts.cells


def second_low_pairs(state: Position, direction: i64) -> i64:
    """Cells one higher than their neighbour in this direction."""
    if direction == RIGHT:
        return state.second_low_right
    if direction == BELOW:
        return state.second_low_below
    if direction == LEFT:
        return (state.first_low_right << 1) & state.facts.cells
    return (state.first_low_below << state.facts.columns) & state.facts.cells


def refresh_heights(state: Position) -> None:
    """Compare the heights of neighbouring cells anew, after `level` has changed."""
    facts = state.facts
    state.same_right = state.first_low_right = state.second_low_right = 0
    state.same_below = state.first_low_below = state.second_low_below = 0
    right: i64 = facts.seen_from(facts.cells, RIGHT)
    below: i64 = facts.seen_from(facts.cells, BELOW)
    cell: Cell = 0
    while cell < facts.size:
        here: i64 = bit(cell)
        height: i64 = i64(state.level[cell])
        if right & here:
            step: StepId = i64(state.level[cell + 1]) - height
            if step == 0:
                state.same_right |= here
            elif step == 1:
                state.first_low_right |= here
            elif step == -1:
                state.second_low_right |= here
        if below & here:
            step = i64(state.level[cell + facts.columns]) - height
            if step == 0:
                state.same_below |= here
            elif step == 1:
                state.first_low_below |= here
            elif step == -1:
                state.second_low_below |= here
        cell += 1


def numbered(cells: i64, base: i64, actions: vec[i64]) -> vec[i64]:
    """`actions` and, for each cell in turn, `base + cell`."""
    while cells != 0:
        actions = append(actions, base + lowest(cells))
        cells &= cells - 1
    return actions
