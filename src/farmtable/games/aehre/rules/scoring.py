"""Scoring the fields laid: victory points or farm points (R25 to R32, R34, R42, R43)."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Action
from farmtable.core.bits import bit
from farmtable.games.aehre.position.actions import SCORE
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.facts import CROPS
from farmtable.games.aehre.position.packed import pack_score, unpack_score
from farmtable.games.aehre.position.steps import (
    BUILD,
    EARNINGS,
    EVENT_FP,
    EVENT_LIVESTOCK,
    EVENT_VP,
    GONE,
    REVEAL,
)
from farmtable.games.aehre.rules.chance import next_animal
from farmtable.games.aehre.rules.step import Step


@final
class ScoreFields(Step):
    """Each field laid, in any order: victory points or, while its cube is in the barn, farm points (R25)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        """Where only victory points are left to take (R43), their order does not matter."""
        if must_choose(state):
            return False
        field: i64 = 0
        while field < 2:
            if state.is_open(field):
                state.open_fields &= ~bit(field)
                earn_field(state, field)
            field += 1
        state.pop()
        return True

    def choices(self, state: Position, argument: i64) -> vec[i64]:
        actions = vec[i64]()
        field: i64 = 0
        while field < 2:
            if state.is_open(field):
                actions = append(actions, SCORE + pack_score(field, False))
                if state.cube_of(field) != GONE:
                    actions = append(actions, SCORE + pack_score(field, True))
            field += 1
        return actions

    def act(self, state: Position, argument: i64, action: Action) -> None:
        field, farm_points = unpack_score(action - SCORE)
        state.open_fields &= ~bit(field)
        if farm_points:
            move_cube(state, field)
        else:
            earn_field(state, field)


def must_choose(state: Position) -> bool:
    """Whether farm points can be taken for a field still to be scored."""
    field: i64 = 0
    while field < 2:
        if state.is_open(field) and state.cube_of(field) != GONE:
            return True
        field += 1
    return False


def earn_field(state: Position, field: i64) -> None:
    """Victory points of a field (R26 to R28)."""
    points: i64 = state.field_points(field)
    crop: i64 = state.crop_at(state.cell_of(field))
    state.earned[state.active * EARNINGS + crop] += points
    state.vp[state.active] += points
    state.note(EVENT_VP, field, points)


def move_cube(state: Position, field: i64) -> None:
    """Farm points: the cube moves, may take livestock, may complete a farm (R29 to R32, R34, R42)."""
    facts = state.facts
    crop: i64 = state.crop_at(state.cell_of(field))
    at: i64 = state.active * CROPS + crop
    before: i64 = state.cubes[at]
    row: i64 = before + (state.barns_a if field == 0 else state.barns_b)
    row = min(row, facts.top_row)  # R31
    reached: i64 = state.rows_reached(state.active)
    state.cubes[at] = row
    state.note(EVENT_FP, field, row - before)
    if row == before:
        return
    if state.rows_reached(state.active) > reached:  # else a farm that waits goes on waiting (R37)
        state.push(BUILD)
    if row >= facts.livestock_row and state.pile_taken[crop] < len(facts.pile):
        state.cubes[at] = GONE
        state.pile_taken[crop] += 1
        state.push(REVEAL, crop)
        state.note(EVENT_LIVESTOCK, next_animal(state, crop), crop)
