"""Building rooms, and renovating (R3)."""

from __future__ import annotations

from typing import ClassVar, final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit, count_bits
from farmtable.games.agricola.position import cost, moments
from farmtable.games.agricola.position.actions import RENOVATE, ROOM
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_RENOVATE, EVENT_ROOM
from farmtable.games.agricola.position.facts import (
    MODIFIERS,
    NEVER_RENOVATES,
    OF_STONE,
    REED,
    STONE,
    STRAIGHT_TO_STONE,
    WOOD,
    Cell,
)
from farmtable.games.agricola.rules import effects, prices
from farmtable.games.agricola.rules.farmyard import room_sites
from farmtable.games.agricola.rules.goods import note
from farmtable.games.agricola.rules.parts.part import PricedPart, numbered


def built_of(house: i64) -> i64:
    """The building resource that a wooden, clay or stone house is made of."""
    return STONE if house == OF_STONE else WOOD + house


# --- rooms --------------------------------------------------------------------------------------------


@final
class Rooms(PricedPart):
    """Rooms: as many as one likes, or only one."""

    blocks: ClassVar[tuple[int, ...]] = (ROOM,)

    def can_take(self, state: Position, seat: Seat, extra: i64) -> bool:
        return affords_room(state, seat) and room_sites(state, seat) != 0

    def actions(self, state: Position, seat: Seat, extra: i64, found: vec[i64]) -> vec[i64]:
        return numbered(ROOM, room_sites(state, seat), found) if affords_room(state, seat) else found

    def ways(self, state: Position, seat: Seat, action: Action, free: i64) -> vec[i64]:
        return room_prices(state, seat)

    def build(self, state: Position, seat: Seat, action: Action) -> None:
        build_room(state, seat, action - ROOM)

    def size(self, state: Position, seat: Seat) -> i64:
        return state.rooms[seat]

    def closed(self, state: Position, seat: Seat, before: i64) -> None:
        effects.happens_to_others(state, moments.ANOTHER_BUILT_ROOMS, seat, 0)
        effects.happens(state, moments.ROOMS_BUILT, seat, before)

    def is_awaited(self, state: Position, seat: Seat) -> bool:
        other: i64 = 0
        while other < state.players:
            moment: i64 = moments.ROOMS_BUILT if other == seat else moments.ANOTHER_BUILT_ROOMS
            if state.listening[other] & bit(moment) != 0:
                return True
            other += 1
        return False


def usual_room_price(state: Position, seat: Seat) -> i64:
    """What a room costs without cards (R3.1)."""
    material: i64 = built_of(i64(state.house[seat]))
    return cost.of(material, state.facts.room_material) + cost.of(REED, state.facts.room_reed)


def room_prices(state: Position, seat: Seat) -> vec[i64]:
    """The prices of a room that a seat can pay (R3.1, R9.19)."""
    return prices.ways(state, seat, cost.A_ROOM, usual_room_price(state, seat))


def affords_room(state: Position, seat: Seat) -> bool:
    """Whether a seat can pay a room in any way."""
    return prices.affords(state, seat, cost.A_ROOM, usual_room_price(state, seat))


def build_room(state: Position, seat: Seat, cell: Cell) -> None:
    state.rooms[seat] |= bit(cell)
    note(state, EVENT_ROOM, seat, cell, 0)


# --- renovation ---------------------------------------------------------------------------------------


@final
class Renovation(PricedPart):
    """All rooms at once of a better material."""

    blocks: ClassVar[tuple[int, ...]] = (RENOVATE,)

    def can_take(self, state: Position, seat: Seat, extra: i64) -> bool:
        return len(renovations(state, seat, vec[i64]())) > 0

    def actions(self, state: Position, seat: Seat, extra: i64, found: vec[i64]) -> vec[i64]:
        return renovations(state, seat, found)

    def ways(self, state: Position, seat: Seat, action: Action, free: i64) -> vec[i64]:
        return renovation_prices(state, seat, action - RENOVATE)

    def build(self, state: Position, seat: Seat, action: Action) -> None:
        renovate(state, seat, action - RENOVATE)


def usual_renovation_price(state: Position, seat: Seat, house: i64) -> i64:
    """What it costs without cards to make a house one of that material (R3.3)."""
    material: i64 = count_bits(state.rooms[seat]) * state.facts.renovation_material
    return cost.of(built_of(house), material) + cost.of(REED, state.facts.renovation_reed)


def renovation_prices(state: Position, seat: Seat, house: i64) -> vec[i64]:
    """The prices that a seat can pay to make its house one of that material (R3.3, R9.19)."""
    return prices.ways(state, seat, cost.A_RENOVATION, usual_renovation_price(state, seat, house))


def renovations(state: Position, seat: Seat, actions: vec[i64]) -> vec[i64]:
    """`actions` and the materials that a seat can renovate to now: one step, or straight to stone (R3.3)."""
    house: i64 = i64(state.house[seat]) + 1
    if house > OF_STONE:
        return actions
    last: i64 = house
    if state.facts.deck is not None:
        if state.modifiers[seat * MODIFIERS + NEVER_RENOVATES] > 0:
            return actions
        if state.modifiers[seat * MODIFIERS + STRAIGHT_TO_STONE] > 0:
            last = OF_STONE
    while house <= last:
        if prices.affords(state, seat, cost.A_RENOVATION, usual_renovation_price(state, seat, house)):
            actions = append(actions, RENOVATE + house)
        house += 1
    return actions


def renovate(state: Position, seat: Seat, house: i64) -> None:
    """All rooms one step, or straight to stone (R3.3)."""
    before: i64 = i64(state.house[seat])
    state.house[seat] = u8(house)
    note(state, EVENT_RENOVATE, seat, house, 0)
    effects.happens(state, moments.RENOVATED, seat, before)
