"""The farmyard's geometry: which spaces are side by side, and every shape a pasture can have.

A set of spaces is 15 bits, a set of fences 38: first the four rows of horizontal fence spaces, five
in each, then the three rows of vertical ones, six in each. A fence space lies between two spaces of
the farmyard or between one and the edge.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.bits import bit, count_bits
from farmtable.games.agricola.position.actions import SHAPES
from farmtable.games.agricola.position.facts import CELLS, Cell

ROWS: Final = 3
COLUMNS: Final = 5
FENCE_SPACES: Final = 38
LONGEST_BORDER: Final = 15  # fences of one player
ALL_CELLS: Final[int] = 0x7FFF
NOT_FIRST_COLUMN: Final[int] = 0x7BDE
NOT_LAST_COLUMN: Final[int] = 0x3DEF


def above(cell: Cell) -> i64:
    """The fence space along the upper side of a space; the one along its lower side is 5 more."""
    return cell


def left_of(cell: Cell) -> i64:
    """The fence space along the left side of a space; the one along its right side is 1 more."""
    return 20 + cell // COLUMNS * 6 + cell % COLUMNS


def around(cells: i64) -> i64:
    """`cells` and all spaces side by side with them (orthogonally, R3.1)."""
    return (
        cells
        | ((cells & NOT_LAST_COLUMN) << 1)
        | ((cells & NOT_FIRST_COLUMN) >> 1)
        | (cells << COLUMNS)
        | (cells >> COLUMNS)
    ) & ALL_CELLS


def border(cells: i64) -> i64:
    """The fence spaces between `cells` and everything else: those that only one of them touches."""
    fences: i64 = 0
    cell: Cell = 0
    while cell < CELLS:
        if cells & bit(cell) != 0:
            fences ^= bit(above(cell)) ^ bit(above(cell) + 5) ^ bit(left_of(cell)) ^ bit(left_of(cell) + 1)
        cell += 1
    return fences


def _all_shapes() -> vec[i64]:
    """Connected sets of spaces with a border of at most 15 fences, small ones first."""
    connected: set[int] = {1 << cell for cell in range(CELLS)}
    todo = sorted(connected)
    while todo:
        cells: i64 = todo.pop()
        beside: i64 = around(cells) & ~cells
        while beside != 0:
            wider: i64 = cells | (beside & -beside)
            beside &= beside - 1
            if int(wider) not in connected:
                connected.add(int(wider))
                todo.append(int(wider))
    shapes = vec[i64]()
    for number in sorted(connected, key=_size_then_bits):
        if count_bits(border(number)) <= LONGEST_BORDER:
            shapes = append(shapes, number)
    return shapes


def _size_then_bits(cells: int) -> tuple[int, int]:
    return int(count_bits(cells)), cells


def _borders(shapes: vec[i64]) -> vec[i64]:
    found = vec[i64]()
    for cells in shapes:
        found = append(found, border(cells))
    return found


# Shape numbers are part of the action space: SHAPE_CELLS[action - PASTURE] are its spaces.
SHAPE_CELLS: Final[vec[i64]] = _all_shapes()
SHAPE_BORDER: Final[vec[i64]] = _borders(SHAPE_CELLS)
assert len(SHAPE_CELLS) == SHAPES


def shape_number(cells: i64) -> i64:
    """The number of the shape that has exactly these spaces, or -1."""
    number: i64 = 0
    while number < SHAPES:
        if SHAPE_CELLS[number] == cells:
            return number
        number += 1
    return -1
