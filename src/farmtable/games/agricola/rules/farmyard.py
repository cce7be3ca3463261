"""The farmyard: where rooms, stables, fields and pastures may go (R3.1, R3.2, R4.1, R5.1 to R5.8)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.bits import bit, count_bits, lowest
from farmtable.games.agricola.position.actions import PASTURE, SHAPES
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import (
    CELLS,
    FIELD_CARD,
    FIELDS,
    GRAIN,
    MODIFIERS,
    PLANTED_VEGETABLES,
    Cell,
)
from farmtable.games.agricola.position.shapes import (
    ALL_CELLS,
    COLUMNS,
    SHAPE_BORDER,
    SHAPE_CELLS,
    above,
    around,
    border,
    left_of,
)

# Fifteen fences close at most five pastures (five spaces in a block); a zero follows the last.
MAX_PASTURES: Final = 6


def fenced(state: Position, seat: Seat) -> i64:
    """The cells inside pastures."""
    cells: i64 = 0
    at: i64 = seat * MAX_PASTURES
    while state.pastures[at] != 0:
        cells |= state.pastures[at]
        at += 1
    return cells


def free_cells(state: Position, seat: Seat) -> i64:
    """The unused cells: without tile or stable, and in no pasture (R5.7)."""
    used: i64 = state.rooms[seat] | state.fields[seat] | state.stables[seat] | fenced(state, seat)
    return ALL_CELLS & ~used


def room_sites(state: Position, seat: Seat) -> i64:
    """The unused cells beside a room (R3.1, R3.2)."""
    return around(state.rooms[seat]) & free_cells(state, seat)


def stable_sites(state: Position, seat: Seat) -> i64:
    """The cells without tile or stable, inside pastures or not (R5.1)."""
    return ALL_CELLS & ~(state.rooms[seat] | state.fields[seat] | state.stables[seat])


def field_sites(state: Position, seat: Seat) -> i64:
    """Any unused cell for the first field, those beside a field for the others (R4.1)."""
    free: i64 = free_cells(state, seat)
    tiles: i64 = state.fields[seat] & ALL_CELLS
    if tiles == 0:
        return free
    return around(tiles) & free


def can_plow_twice(state: Position, seat: Seat) -> bool:
    """Whether two fields can be plowed one after the other."""
    free: i64 = free_cells(state, seat)
    tiles: i64 = state.fields[seat] & ALL_CELLS
    left: i64 = field_sites(state, seat)
    while left != 0:
        first: i64 = left & -left
        if around(tiles | first) & free & ~first != 0:
            return True
        left &= left - 1
    return False


# --- crops: on field tiles, and on field cards, whose places follow those of the farmyard (R4.3) -------


def empty_fields(state: Position, seat: Seat) -> i64:
    """The fields with no crop on them."""
    empty: i64 = 0
    left: i64 = state.fields[seat]
    while left != 0:
        if state.crops[seat * FIELDS + lowest(left)] == 0:
            empty |= left & -left
        left &= left - 1
    return empty


def grain_fields(state: Position, seat: Seat) -> i64:
    """The fields with grain on them."""
    found: i64 = 0
    left: i64 = state.fields[seat]
    while left != 0:
        if 0 < state.crops[seat * FIELDS + lowest(left)] < PLANTED_VEGETABLES:
            found |= left & -left
        left &= left - 1
    return found


def vegetable_fields(state: Position, seat: Seat) -> i64:
    """The fields with vegetables on them."""
    return state.fields[seat] & ~empty_fields(state, seat) & ~grain_fields(state, seat)


def accepts(state: Position, seat: Seat, crop: i64) -> i64:
    """The fields that a crop (GRAIN, VEGETABLE) may stand on: all tiles, and some field cards."""
    found: i64 = state.fields[seat] & ALL_CELLS
    card: i64 = CELLS
    while state.fields[seat] >> card != 0:
        taken: i64 = state.modifiers[seat * MODIFIERS + FIELD_CARD + card - CELLS]
        if taken & bit(crop - GRAIN) != 0:
            found |= bit(card)
        card += 1
    return found


# --- fences ------------------------------------------------------------------------------------------


def fences_left(state: Position, seat: Seat) -> i64:
    """How many fences a seat still has."""
    return state.facts.max_fences - count_bits(state.fences[seat])


def affordable_fences(state: Position, seat: Seat, material: i64, free: i64) -> i64:
    """How many fences a seat can build with so much wood, some of them free."""
    left: i64 = fences_left(state, seat)
    price: i64 = state.facts.fence_wood
    if price == 0:
        return left
    return min(left, material // price + free)


def new_fences(state: Position, seat: Seat, shape: i64) -> i64:
    """How many fences a pasture of this shape needs besides those that stand (R5.5)."""
    return count_bits(SHAPE_BORDER[shape] & ~state.fences[seat])


def is_pasture(state: Position, seat: Seat, cells: i64, taken: i64) -> bool:
    """Whether `cells` may become a pasture, fences aside; `taken` are those in pastures already.

    Either nothing of it is fenced, and it joins the other pastures (R5.3, R5.4), or it cuts one of
    them in two (R5.5, R5.6).
    """
    if cells & taken == 0:
        if cells & (state.rooms[seat] | state.fields[seat]) != 0:
            return False
        return taken == 0 or around(cells) & taken != 0
    at: i64 = seat * MAX_PASTURES
    while state.pastures[at] != 0:
        if cells & ~state.pastures[at] == 0:
            return cells != state.pastures[at]
        at += 1
    return False


def pasture_legal(state: Position, seat: Seat, shape: i64, limit: i64) -> bool:
    """Whether a pasture of this shape may be built with at most `limit` new fences."""
    needed: i64 = new_fences(state, seat, shape)
    return 0 < needed <= limit and is_pasture(state, seat, SHAPE_CELLS[shape], fenced(state, seat))


def can_fence(state: Position, seat: Seat, limit: i64) -> bool:
    """Whether any pasture can be built with at most `limit` new fences."""
    return len(pastures_within(state, seat, limit, True, vec[i64]())) > 0


def pastures_within(state: Position, seat: Seat, limit: i64, only_first: bool, actions: vec[i64]) -> vec[i64]:
    """`actions` and each pasture that can be built with at most `limit` new fences (or the first only)."""
    taken: i64 = fenced(state, seat)
    if limit < 1 or (taken == 0 and limit < 4):  # no pasture has a shorter border
        return actions
    shapes = SHAPE_CELLS
    borders = SHAPE_BORDER
    tiles: i64 = state.rooms[seat] | state.fields[seat]
    standing: i64 = state.fences[seat]
    shape: i64 = 0
    while shape < SHAPES:
        cells: i64 = shapes[shape]
        # A pasture is all free or all fenced; everything else is passed over quickly.
        if cells & tiles == 0 and (cells & taken == 0 or cells & ~taken == 0):
            needed: i64 = count_bits(borders[shape] & ~standing)
            if 0 < needed <= limit and is_pasture(state, seat, cells, taken):
                actions = append(actions, PASTURE + shape)
                if only_first:
                    return actions
        shape += 1
    return actions


def small_pastures(state: Position, seat: Seat) -> vec[i64]:
    """Each new pasture of one space, none cut out of another, that the fences left can close."""
    actions = vec[i64]()
    outside: i64 = ALL_CELLS & ~fenced(state, seat)
    shape: i64 = 0
    while shape < CELLS:  # the shapes of one space come first, in the order of the spaces
        if outside & SHAPE_CELLS[shape] != 0 and pasture_legal(state, seat, shape, fences_left(state, seat)):
            actions = append(actions, PASTURE + shape)
        shape += 1
    return actions


def refresh_pastures(state: Position, seat: Seat) -> None:
    """Find the closed pastures among the fences of a seat, in the order of their first cells."""
    at: i64 = seat * MAX_PASTURES
    end: i64 = at + MAX_PASTURES
    left: i64 = ALL_CELLS & ~(state.rooms[seat] | state.fields[seat])
    while left != 0:
        cells: i64 = _within_fences(state.fences[seat], lowest(left))
        left &= ~cells
        if border(cells) & ~state.fences[seat] == 0:
            state.pastures[at] = cells
            at += 1
    while at < end:
        state.pastures[at] = 0
        at += 1


def _within_fences(fences: i64, start: i64) -> i64:
    """All cells that can be reached from `start` without crossing a fence."""
    reached: i64 = bit(start)
    todo: i64 = reached
    while todo != 0:
        cell: Cell = lowest(todo)
        todo &= todo - 1
        beside: i64 = 0
        if cell >= COLUMNS and fences & bit(above(cell)) == 0:
            beside |= bit(cell - COLUMNS)
        if cell < CELLS - COLUMNS and fences & bit(above(cell) + 5) == 0:
            beside |= bit(cell + COLUMNS)
        if cell % COLUMNS > 0 and fences & bit(left_of(cell)) == 0:
            beside |= bit(cell - 1)
        if cell % COLUMNS < COLUMNS - 1 and fences & bit(left_of(cell) + 1) == 0:
            beside |= bit(cell + 1)
        todo |= beside & ~reached
        reached |= beside
    return reached
