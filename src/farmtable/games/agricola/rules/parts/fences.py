"""Building fences, pasture by pasture (R5.2 to R5.8)."""

from __future__ import annotations

from typing import ClassVar, final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position.actions import PASTURE
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_PASTURE
from farmtable.games.agricola.position.facts import FREE_FENCES, MODIFIERS
from farmtable.games.agricola.position.parts import MAX_EXTRA
from farmtable.games.agricola.position.shapes import SHAPE_BORDER, SHAPE_CELLS
from farmtable.games.agricola.rules import effects, housing, prices
from farmtable.games.agricola.rules.farmyard import (
    affordable_fences,
    can_fence,
    fenced,
    new_fences,
    pastures_within,
    refresh_pastures,
)
from farmtable.games.agricola.rules.goods import note
from farmtable.games.agricola.rules.parts.part import PricedPart


@final
class Fences(PricedPart):
    """As many pastures as one likes; the next `extra` fences cost nothing."""

    blocks: ClassVar[tuple[int, ...]] = (PASTURE,)

    def usual_extra(self, state: Position, seat: Seat) -> i64:
        if state.facts.deck is None:
            return 0
        return min(state.modifiers[seat * MODIFIERS + FREE_FENCES], MAX_EXTRA)

    def used_up(self, state: Position, seat: Seat, action: Action, extra: i64) -> i64:
        return min(extra, new_fences(state, seat, action - PASTURE))

    def can_take(self, state: Position, seat: Seat, extra: i64) -> bool:
        return can_fence(state, seat, fence_limit(state, seat, extra))

    def actions(self, state: Position, seat: Seat, extra: i64, found: vec[i64]) -> vec[i64]:
        return pastures_within(state, seat, fence_limit(state, seat, extra), False, found)

    def carry_out(self, state: Position, seat: Seat, action: Action, extra: i64) -> None:
        super().carry_out(state, seat, action, self.used_up(state, seat, action, extra))

    def ways(self, state: Position, seat: Seat, action: Action, free: i64) -> vec[i64]:
        return prices.ways_for_fences(state, seat, new_fences(state, seat, action - PASTURE) - free)

    def build(self, state: Position, seat: Seat, action: Action) -> None:
        build_pasture(state, seat, action - PASTURE)

    def size(self, state: Position, seat: Seat) -> i64:
        return fenced(state, seat)

    def closed(self, state: Position, seat: Seat, before: i64) -> None:
        effects.happens(state, moments.FENCES_BUILT, seat, before)

    def is_awaited(self, state: Position, seat: Seat) -> bool:
        return state.listening[seat] & bit(moments.FENCES_BUILT) != 0


def fence_limit(state: Position, seat: Seat, free: i64) -> i64:
    """How many fences a seat can build now, so many of them for nothing (R5.2)."""
    return affordable_fences(state, seat, prices.material_for_fences(state, seat), free)


def build_pasture(state: Position, seat: Seat, shape: i64) -> None:
    """The fences that a pasture still needs, already paid (R5.2 to R5.6)."""
    lived: i64 = housing.herd(state, seat)
    state.fences[seat] |= SHAPE_BORDER[shape]
    refresh_pastures(state, seat)
    # A part, or a stable now fenced in, may hold fewer (R5.8).
    housing.settle(state, seat, True, lived)
    note(state, EVENT_PASTURE, seat, SHAPE_CELLS[shape], 0)
