"""Fields: planting, groups of crops, harvest by field workers (R6, R20, R31, R32, R37 to R39)."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit, count_bits, lowest
from farmtable.games.mi_tierra.position.actions import USE, WORK, block_of
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import CARD_XI, MAX_CELLS, Cell
from farmtable.games.mi_tierra.position.steps import NOTE_PLANT, NOTE_THROWN_CROP
from farmtable.games.mi_tierra.rules import development, events
from farmtable.games.mi_tierra.rules.goods import gain, note
from farmtable.games.mi_tierra.rules.step import Step


def crop_at(state: Position, seat: Seat, cell: Cell) -> i64:
    """The crop of a field, or -1."""
    return i64(state.crops[seat * MAX_CELLS + cell]) - 1


def planted(state: Position, seat: Seat) -> i64:
    """The cells with a crop."""
    cells: i64 = 0
    cell: Cell = 0
    while cell < state.facts.cells:
        if state.crops[seat * MAX_CELLS + cell] > 0:
            cells |= bit(cell)
        cell += 1
    return cells


def cells_for_seed(state: Position, seat: Seat, crop: i64) -> i64:
    """Where a crop may be planted: anywhere but on the printed field; what grows there goes (R31, R32).

    If no tile of the crop is left, one of the seat's own can go back and be taken again.
    """
    cells: i64 = 0
    cell: Cell = 0
    while cell < state.facts.cells:
        grows: i64 = crop_at(state, seat, cell)
        if cell != state.facts.printed_cell and (state.crop_tiles[crop] > 0 or grows == crop):
            cells |= bit(cell)
        cell += 1
    return cells


def plant(state: Position, seat: Seat, cell: Cell, crop: i64) -> None:
    at: i64 = seat * MAX_CELLS + cell
    if state.crops[at] > 0:
        thrown: i64 = i64(state.crops[at]) - 1
        state.crop_tiles[thrown] += 1
        note(state, NOTE_THROWN_CROP, seat, cell, thrown)
    state.crops[at] = u8(crop + 1)
    state.crop_tiles[crop] -= 1
    note(state, NOTE_PLANT, seat, cell, crop)


def group_size(state: Position, seat: Seat, cell: Cell) -> i64:
    """How many fields of one crop hang together by their sides with this one (R38)."""
    crop: u8 = state.crops[seat * MAX_CELLS + cell]
    reached: i64 = bit(cell)
    todo: i64 = reached
    size: i64 = 0
    while todo != 0:
        here: i64 = lowest(todo)
        todo &= todo - 1
        size += 1
        beside: i64 = state.facts.neighbours[here] & ~reached
        while beside != 0:
            other: i64 = lowest(beside)
            beside &= beside - 1
            if state.crops[seat * MAX_CELLS + other] == crop:
                reached |= bit(other)
                todo |= bit(other)
    return size


def yield_of(state: Position, seat: Seat, cell: Cell) -> i64:
    """What a worker on this field takes: as many as its group, up to 2, or 3 with card XI (R38).

    A permanent event may take a part of it (R50).
    """
    most: i64 = state.facts.group
    if state.cards[seat] & bit(CARD_XI) != 0:
        most = state.facts.large_group
    most = min(group_size(state, seat, cell), most)
    return events.left_by_event(state, seat, crop_at(state, seat, cell), most)


def work(state: Position, seat: Seat, cell: Cell) -> None:
    """A field worker takes the crop of its field and goes home (R25, R38)."""
    state.field_workers[seat] &= ~bit(cell)
    state.idle[seat] += 1
    gain(state, seat, crop_at(state, seat, cell), yield_of(state, seat, cell))


@final
class Farming(Step):
    """Field workers and development cards in any order, as long as one likes (R26, R37)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        state.active = argument
        return False

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        actions = vec[i64](capacity=12)
        left: i64 = state.field_workers[seat]
        while left != 0:
            actions = append(actions, WORK + lowest(left))
            left &= left - 1
        return development.behind_leaving(development.uses(state, seat, actions))

    def act(self, state: Position, argument: i64, action: Action) -> None:
        block: i64 = block_of(action)
        if block == WORK:
            work(state, argument, action - WORK)
        elif block == USE:
            development.use(state, argument, action)
        else:
            state.pop()
            state.idle[argument] += u8(count_bits(state.field_workers[argument]))
            state.field_workers[argument] = 0
