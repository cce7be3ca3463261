"""Plowing and sowing fields (R4)."""

from __future__ import annotations

from typing import ClassVar, final

from librt.vecs import vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit
from farmtable.games.agricola.position.actions import (
    PLOW,
    SOW_GRAIN,
    SOW_GRAIN_ON_CARD,
    SOW_VEGETABLE,
    SOW_VEGETABLE_ON_CARD,
    sown_on,
)
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_PLOW, EVENT_SOW
from farmtable.games.agricola.position.facts import (
    CELLS,
    FIELDS,
    GOODS,
    GRAIN,
    PLANTED_VEGETABLES,
    VEGETABLE,
    Cell,
)
from farmtable.games.agricola.position.shapes import ALL_CELLS
from farmtable.games.agricola.rules.farmyard import accepts, empty_fields, field_sites
from farmtable.games.agricola.rules.goods import note
from farmtable.games.agricola.rules.parts.part import Part, numbered


@final
class Plowing(Part):
    """One field."""

    blocks: ClassVar[tuple[int, ...]] = (PLOW,)

    def can_take(self, state: Position, seat: Seat, extra: i64) -> bool:
        return field_sites(state, seat) != 0

    def actions(self, state: Position, seat: Seat, extra: i64, found: vec[i64]) -> vec[i64]:
        return numbered(PLOW, field_sites(state, seat), found)

    def carry_out(self, state: Position, seat: Seat, action: Action, extra: i64) -> None:
        plow(state, seat, action - PLOW)


def plow(state: Position, seat: Seat, cell: Cell) -> None:
    state.fields[seat] |= bit(cell)
    note(state, EVENT_PLOW, seat, cell, 0)


@final
class Sowing(Part):
    """As many empty fields as one likes."""

    blocks: ClassVar[tuple[int, ...]] = (SOW_GRAIN, SOW_VEGETABLE, SOW_GRAIN_ON_CARD, SOW_VEGETABLE_ON_CARD)

    def can_take(self, state: Position, seat: Seat, extra: i64) -> bool:
        return sowable(state, seat, GRAIN) | sowable(state, seat, VEGETABLE) != 0

    def actions(self, state: Position, seat: Seat, extra: i64, found: vec[i64]) -> vec[i64]:
        of_grain: i64 = sowable(state, seat, GRAIN)
        of_vegetables: i64 = sowable(state, seat, VEGETABLE)
        found = numbered(SOW_GRAIN, of_grain & ALL_CELLS, found)
        found = numbered(SOW_VEGETABLE, of_vegetables & ALL_CELLS, found)
        found = numbered(SOW_GRAIN_ON_CARD, of_grain >> CELLS, found)
        return numbered(SOW_VEGETABLE_ON_CARD, of_vegetables >> CELLS, found)

    def carry_out(self, state: Position, seat: Seat, action: Action, extra: i64) -> None:
        field, crop = sown_on(action)
        sow(state, seat, field, crop)


def sowable(state: Position, seat: Seat, crop: i64) -> i64:
    """The fields on which a seat can sow a crop of its supply (R4.2)."""
    if state.goods[seat * GOODS + crop] == 0:
        return 0
    return empty_fields(state, seat) & accepts(state, seat, crop)


def sow(state: Position, seat: Seat, field: i64, crop: i64) -> None:
    """One seed from the supply, the rest from the general supply (R4.2)."""
    state.goods[seat * GOODS + crop] -= 1
    planted: i64 = state.facts.sown_grain
    if crop == VEGETABLE:
        planted = PLANTED_VEGETABLES + state.facts.sown_vegetables
    state.crops[seat * FIELDS + field] = u8(planted)
    note(state, EVENT_SOW, seat, field, crop)
