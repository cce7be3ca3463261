"""Laying a tile: what it covers, what is paid for levelling, and who can lay none (R12 to R24, R48)."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit
from farmtable.core.vectors import each_there
from farmtable.games.aehre.position import steps as s
from farmtable.games.aehre.position.actions import DISCARD, LARGE, LEVEL, SMALL, block_of
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.facts import CROPS, Cell
from farmtable.games.aehre.position.packed import pack_face, unpack_face, unpack_large, unpack_small
from farmtable.games.aehre.rules.placing import can_place, placements, refresh_heights
from farmtable.games.aehre.rules.step import Step


@final
class Place(Step):
    """The active seat lays a tile (R12, R13)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        """Without any legal tile (R24): farms that wait, assessment, discard, draw."""
        if can_place(state):
            return False
        state.pop()
        state.note(s.EVENT_SKIP, 0, 0)
        state.push(s.END_TURN)
        if state.hand_size[state.active] > 0:
            state.push(s.DRAW_TILE)
            state.push(s.DISCARD_TILE)
        state.push(s.ASSESS)
        state.push(s.BUILD)
        return True

    def choices(self, state: Position, argument: i64) -> vec[i64]:
        return placements(state)

    def act(self, state: Position, argument: i64, action: Action) -> None:
        if block_of(action) == LARGE:
            kind, direction, cell = unpack_large(action - LARGE)
            place_large(state, kind, direction, cell)
        else:
            crop, cell = unpack_small(action - SMALL)
            place_small(state, crop, cell)


def place_large(state: Position, kind: i64, direction: i64, cell: Cell) -> None:
    facts = state.facts
    seat: Seat = state.active
    state.hand[seat * facts.kinds + kind] -= 1
    state.hand_size[seat] -= 1
    other: i64 = facts.neighbour(cell, direction)
    first: u8 = state.level[cell]
    second: u8 = state.level[other]
    begin_scoring(state, True)
    if first != second:
        state.push(s.PAY_LEVEL)
    height: u8 = (first if first > second else second) + 1
    cover(state, cell, facts.crop_a[kind], facts.barns_a[kind], direction + 1, height)
    cover(state, other, facts.crop_b[kind], facts.barns_b[kind], ((direction + 2) & 3) + 1, height)
    refresh_heights(state)
    state.cell_a = cell
    state.cell_b = other
    state.barns_a = facts.barns_a[kind]
    state.barns_b = facts.barns_b[kind]
    state.open_fields = 3


def place_small(state: Position, crop: i64, cell: Cell) -> None:
    state.reserve[state.active * CROPS + crop] -= 1
    begin_scoring(state, False)
    cover(state, cell, crop, state.facts.small_barns[crop], 0, state.level[cell] + 1)
    refresh_heights(state)
    state.cell_a = cell
    state.cell_b = -1
    state.barns_a = state.facts.small_barns[crop]
    state.barns_b = 0
    state.open_fields = 1


def begin_scoring(state: Position, draws: bool) -> None:
    """Plan the rest of a turn in which a tile was laid (R12; no draw after a small one, R48)."""
    state.pop()
    state.push(s.END_TURN)
    if draws:
        state.push(s.DRAW_TILE)
    state.push(s.ASSESS)
    state.push(s.BUILD)
    state.push(s.SCORE_FIELDS)


def cover(state: Position, cell: Cell, crop: i64, barns: i64, link: i64, height: u8) -> None:
    """Lay one field on a cell; what is left of a tile that it half covers loses its link."""
    here: i64 = bit(cell)
    old_link, _ = unpack_face(i64(state.face[cell]))
    if old_link > 0:
        rest: i64 = state.facts.neighbour(cell, old_link - 1)
        _, barns_left = unpack_face(i64(state.face[rest]))
        state.face[rest] = u8(pack_face(0, barns_left))
    state.crop[state.crop_at(cell)] &= ~here
    state.crop[crop] |= here
    state.level[cell] = height
    state.face[cell] = u8(pack_face(link, barns))
    state.surveyed = vec[i64]()


@final
class PayLevel(Step):
    """A small tile goes face down under the large one and is spent (R18, R20)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        return act_if_only(self, state)

    def choices(self, state: Position, argument: i64) -> vec[i64]:
        return each_there(state.reserve[state.active * CROPS : (state.active + 1) * CROPS], LEVEL)

    def act(self, state: Position, argument: i64, action: Action) -> None:
        state.pop()
        state.reserve[state.active * CROPS + action - LEVEL] -= 1
        state.note(s.EVENT_LEVEL, action - LEVEL, 0)


@final
class DiscardTile(Step):
    """A large tile is put out of the game (R24)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        return act_if_only(self, state)

    def choices(self, state: Position, argument: i64) -> vec[i64]:
        first: i64 = state.active * state.facts.kinds
        return each_there(state.hand[first : first + state.facts.kinds], DISCARD)

    def act(self, state: Position, argument: i64, action: Action) -> None:
        state.pop()
        at: i64 = state.active * state.facts.kinds + action - DISCARD
        state.hand[at] -= 1
        state.hand_size[state.active] -= 1
        state.discarded[at] += 1
        state.discard_size[state.active] += 1
        state.note(s.EVENT_DISCARD, 0, 0)


def act_if_only(step: Step, state: Position) -> bool:
    """Do what may be done at a step if there is no choice; returns whether that was so."""
    actions = step.choices(state, state.argument())
    if len(actions) != 1:
        return False
    step.act(state, state.argument(), actions[0])
    return True
