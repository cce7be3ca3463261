"""Building stables (R5.1)."""

from __future__ import annotations

from typing import ClassVar, final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit, count_bits
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position.actions import STABLE
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_STABLE
from farmtable.games.agricola.position.facts import GOODS, WOOD, Cell
from farmtable.games.agricola.position.parts import ONE_STABLE
from farmtable.games.agricola.rules import effects
from farmtable.games.agricola.rules.farmyard import stable_sites
from farmtable.games.agricola.rules.goods import note, pay
from farmtable.games.agricola.rules.parts.part import Part, numbered


@final
class Stables(Part):
    """Stables: as many as one likes at their usual price, or one for `extra` wood."""

    blocks: ClassVar[tuple[int, ...]] = (STABLE,)

    def wood(self, state: Position, extra: i64) -> i64:
        """What a stable costs."""
        return extra if self.bit == ONE_STABLE else state.facts.stable_wood

    def usual_extra(self, state: Position, seat: Seat) -> i64:
        return state.facts.side_job_wood if self.bit == ONE_STABLE else 0

    def can_take(self, state: Position, seat: Seat, extra: i64) -> bool:
        return affords_stable(state, seat, self.wood(state, extra)) and stable_sites(state, seat) != 0

    def actions(self, state: Position, seat: Seat, extra: i64, found: vec[i64]) -> vec[i64]:
        if not affords_stable(state, seat, self.wood(state, extra)):
            return found
        return numbered(STABLE, stable_sites(state, seat), found)

    def carry_out(self, state: Position, seat: Seat, action: Action, extra: i64) -> None:
        build_stable(state, seat, action - STABLE, self.wood(state, extra))


def affords_stable(state: Position, seat: Seat, wood: i64) -> bool:
    """Whether a seat has a stable left, and the wood it costs (R5.1)."""
    return (
        state.goods[seat * GOODS + WOOD] >= wood and count_bits(state.stables[seat]) < state.facts.max_stables
    )


def build_stable(state: Position, seat: Seat, cell: Cell, wood: i64) -> None:
    pay(state, seat, WOOD, wood)
    state.stables[seat] |= bit(cell)
    note(state, EVENT_STABLE, seat, cell, 0)
    effects.happens(state, moments.STABLE_BUILT, seat, cell)
