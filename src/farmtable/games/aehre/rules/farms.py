"""Farms: where they are built, and what they pay (R34 to R38, R46)."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.aliases import Action
from farmtable.core.bits import bit, count_bits, lowest
from farmtable.games.aehre.position.actions import FARM
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.facts import CROPS, FARMS, Cell
from farmtable.games.aehre.position.steps import ASSESS, EARNINGS, EVENT_FARM, EVENT_PAYS, EVENT_WAITS
from farmtable.games.aehre.rules.placing import numbered
from farmtable.games.aehre.rules.step import Step


@final
class Build(Step):
    """A farm that is due is built on any region without one; then the second, if it is due (R34, R37)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        """Build where there is one site only; the step ends once no farm is due or can be built."""
        due = state.due_farm(state.active) >= 0
        if due:
            sites: i64 = state.farm_sites()
            if sites != 0 and sites & (sites - 1) != 0:
                return False
            if sites != 0:
                build(state, lowest(sites))
                return True
        state.pop()
        if due and state.step() == ASSESS:  # once a turn, when step 2 is over (R37)
            state.note(EVENT_WAITS, 0, 0)
        return True

    def choices(self, state: Position, argument: i64) -> vec[i64]:
        return numbered(state.farm_sites(), FARM, vec[i64]())

    def act(self, state: Position, argument: i64, action: Action) -> None:
        build(state, action - FARM)


def build(state: Position, cell: Cell) -> None:
    """Build the farm that is due; the step stays on the agenda, for a second one may be (R37)."""
    farm: i64 = state.due_farm(state.active)
    state.farm_cell[state.active * FARMS + farm] = cell
    state.farms |= bit(cell)
    state.surveyed = vec[i64]()
    state.note(EVENT_FARM, cell, farm)


@final
class Assess(Step):
    """Each own farm pays the present size of its region (R46)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        state.pop()
        farm: i64 = 0
        while farm < FARMS:
            cell: Cell = state.farm_cell[state.active * FARMS + farm]
            if cell >= 0:
                points: i64 = count_bits(state.region(cell))
                state.earned[state.active * EARNINGS + CROPS + farm] += points
                state.vp[state.active] += points
                state.note(EVENT_PAYS, farm, points)
            farm += 1
        return True
