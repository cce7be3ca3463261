"""The parts of an action: rooms, stables, fields, sowing, baking, fences, improvements (R3, R4, R5, R9, R10).

A MENU on the agenda says which parts may still be begun (`open`), which one is under way
(`current`), and whether it may be left (`OPTIONAL`). Each part is one block: beginning another ends
the one under way (R2.3).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.bits import bit, count_bits, lowest
from farmtable.games.agricola import housing, improvements, moments
from farmtable.games.agricola.facts import (
    BAKE,
    CELLS,
    DONE,
    GOODS,
    GRAIN,
    MAJOR,
    OF_STONE,
    PASTURE,
    PLANTED_VEGETABLES,
    PLOW,
    REED,
    ROOM,
    SOW_GRAIN,
    SOW_VEGETABLE,
    STABLE,
    STONE,
    VEGETABLE,
    WOOD,
)
from farmtable.games.agricola.farmyard import (
    affordable_fences,
    can_fence,
    empty_fields,
    field_sites,
    new_fences,
    pastures_within,
    refresh_pastures,
    room_sites,
    stable_sites,
)
from farmtable.games.agricola.goods import note, pay
from farmtable.games.agricola.shapes import SHAPE_BORDER, SHAPE_CELLS
from farmtable.games.agricola.steps import (
    BAKING,
    EVENT_PASTURE,
    EVENT_PLOW,
    EVENT_RENOVATE,
    EVENT_ROOM,
    EVENT_SOW,
    EVENT_STABLE,
    FENCES,
    IMPROVEMENT,
    MENU,
    ONE_STABLE,
    OPTIONAL,
    PLOWING,
    ROOMS,
    SOWING,
    STABLES,
)

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState

REPEATED = ROOMS | STABLES | SOWING | FENCES  # parts that may go on as long as one likes


def open_parts(argument: i64) -> i64:
    """The parts that may still be begun."""
    return argument & 0xFFF


def current_part(argument: i64) -> i64:
    """The part under way, or 0."""
    return (argument >> 12) & 0xFFF


# --- what may be done -------------------------------------------------------------------------------


def can_take(state: AgricolaState, seat: i64, part: i64) -> bool:
    """Whether a seat can take at least one step of a part."""
    if part == ROOMS:
        return affords_room(state, seat) and room_sites(state, seat) != 0
    if part == STABLES:
        return affords_stable(state, seat, state.facts.stable_wood) and stable_sites(state, seat) != 0
    if part == ONE_STABLE:
        return affords_stable(state, seat, state.facts.side_job_wood) and stable_sites(state, seat) != 0
    if part == PLOWING:
        return field_sites(state, seat) != 0
    if part == SOWING:
        seeds: i64 = state.goods[seat * GOODS + GRAIN] + state.goods[seat * GOODS + VEGETABLE]
        return seeds > 0 and empty_fields(state, seat) != 0
    if part == BAKING:
        return improvements.bake_limit(state, seat) > 0
    if part == FENCES:
        return can_fence(state, seat, fence_limit(state, seat))
    return len(improvements.choices(state, seat, vec[i64]())) > 0


def built_of(house: i64) -> i64:
    """The building resource that a wooden, clay or stone house is made of."""
    return STONE if house == OF_STONE else WOOD + house


def affords_room(state: AgricolaState, seat: i64) -> bool:
    """Whether a seat has what a room of its house's material costs (R3.1)."""
    material: i64 = built_of(i64(state.house[seat]))
    return (
        state.goods[seat * GOODS + material] >= state.facts.room_material
        and state.goods[seat * GOODS + REED] >= state.facts.room_reed
    )


def affords_stable(state: AgricolaState, seat: i64, wood: i64) -> bool:
    """Whether a seat has a stable left, and the wood it costs (R5.1)."""
    return (
        state.goods[seat * GOODS + WOOD] >= wood and count_bits(state.stables[seat]) < state.facts.max_stables
    )


def fence_limit(state: AgricolaState, seat: i64) -> i64:
    """How many fences a seat can build now (R5.2)."""
    return affordable_fences(state, seat, state.goods[seat * GOODS + WOOD])


def affords_renovation(state: AgricolaState, seat: i64) -> bool:
    """Whether a seat can renovate now (R3.3)."""
    if state.house[seat] == OF_STONE:
        return False
    material: i64 = built_of(i64(state.house[seat]) + 1)
    rooms: i64 = count_bits(state.rooms[seat])
    return (
        state.goods[seat * GOODS + material] >= rooms * state.facts.renovation_material
        and state.goods[seat * GOODS + REED] >= state.facts.renovation_reed
    )


def options(state: AgricolaState, argument: i64) -> vec[i64]:
    """The actions of a MENU, ascending; DONE among them if it may be left."""
    seat: i64 = state.active
    parts: i64 = open_parts(argument) | current_part(argument)
    actions = vec[i64](capacity=32)
    if argument & OPTIONAL != 0:
        actions = append(actions, DONE)
    if parts & ROOMS != 0 and affords_room(state, seat):
        actions = _numbered(ROOM, room_sites(state, seat), actions)
    if parts & (STABLES | ONE_STABLE) != 0:
        wood: i64 = state.facts.stable_wood if parts & STABLES != 0 else state.facts.side_job_wood
        if affords_stable(state, seat, wood):
            actions = _numbered(STABLE, stable_sites(state, seat), actions)
    if parts & PLOWING != 0:
        actions = _numbered(PLOW, field_sites(state, seat), actions)
    if parts & SOWING != 0:
        if state.goods[seat * GOODS + GRAIN] > 0:
            actions = _numbered(SOW_GRAIN, empty_fields(state, seat), actions)
        if state.goods[seat * GOODS + VEGETABLE] > 0:
            actions = _numbered(SOW_VEGETABLE, empty_fields(state, seat), actions)
    if parts & BAKING != 0:
        most: i64 = improvements.bake_limit(state, seat)
        grain: i64 = 1
        while grain <= most:
            actions = append(actions, BAKE + grain)
            grain += 1
    if parts & IMPROVEMENT != 0:
        actions = improvements.choices(state, seat, actions)
    if parts & FENCES != 0:
        actions = pastures_within(state, seat, fence_limit(state, seat), False, actions)
    return actions


def _numbered(first: i64, cells: i64, actions: vec[i64]) -> vec[i64]:
    while cells != 0:
        actions = append(actions, first + lowest(cells))
        cells &= cells - 1
    return actions


# --- doing it ----------------------------------------------------------------------------------------


def part_of(action: i64) -> i64:
    """The part that an action of a MENU belongs to (a stable: either kind)."""
    if action < STABLE:
        return ROOMS
    if action < PLOW:
        return STABLES | ONE_STABLE
    if action < SOW_GRAIN:
        return PLOWING
    if action < BAKE:
        return SOWING
    if action < MAJOR:
        return BAKING
    if action < PASTURE:
        return IMPROVEMENT
    return FENCES


def apply(state: AgricolaState, action: i64) -> None:
    """Do one action of the MENU on top of the agenda, and keep what of the MENU remains."""
    argument: i64 = state.argument()
    state.pop()
    if action == DONE:
        return
    part: i64 = part_of(action) & (open_parts(argument) | current_part(argument))
    left: i64 = open_parts(argument) & ~part
    going_on: i64 = part & REPEATED
    if left | going_on != 0:
        state.push(MENU, left + (going_on << 12) + OPTIONAL)
    _carry_out(state, state.active, action, part)


def _carry_out(state: AgricolaState, seat: i64, action: i64, part: i64) -> None:
    if part == ROOMS:
        build_room(state, seat, action - ROOM)
    elif part == STABLES:
        build_stable(state, seat, action - STABLE, state.facts.stable_wood)
    elif part == ONE_STABLE:
        build_stable(state, seat, action - STABLE, state.facts.side_job_wood)
    elif part == PLOWING:
        plow(state, seat, action - PLOW)
    elif part == SOWING:
        sow(state, seat, action)
    elif part == BAKING:
        improvements.bake(state, seat, action - BAKE)
        moments.happens(state, moments.BAKED, seat, action - BAKE)
    elif part == IMPROVEMENT:
        built: i64 = improvements.build(state, seat, action)
        moments.happens(state, moments.IMPROVEMENT_BUILT, seat, built)
    else:
        build_pasture(state, seat, action - PASTURE)


def build_room(state: AgricolaState, seat: i64, cell: i64) -> None:
    pay(state, seat, built_of(i64(state.house[seat])), state.facts.room_material)
    pay(state, seat, REED, state.facts.room_reed)
    state.rooms[seat] |= bit(cell)
    note(state, EVENT_ROOM, seat, cell, 0)
    moments.happens(state, moments.ROOMS_BUILT, seat, count_bits(state.rooms[seat]))


def build_stable(state: AgricolaState, seat: i64, cell: i64, wood: i64) -> None:
    pay(state, seat, WOOD, wood)
    state.stables[seat] |= bit(cell)
    note(state, EVENT_STABLE, seat, cell, 0)
    moments.happens(state, moments.STABLES_BUILT, seat, cell)


def plow(state: AgricolaState, seat: i64, cell: i64) -> None:
    state.fields[seat] |= bit(cell)
    note(state, EVENT_PLOW, seat, cell, 0)


def sow(state: AgricolaState, seat: i64, action: i64) -> None:
    """One seed from the supply, the rest from the general supply (R4.2)."""
    if action < SOW_VEGETABLE:
        cell: i64 = action - SOW_GRAIN
        state.goods[seat * GOODS + GRAIN] -= 1
        state.crops[seat * CELLS + cell] = u8(state.facts.sown_grain)
        note(state, EVENT_SOW, seat, cell, GRAIN)
    else:
        cell = action - SOW_VEGETABLE
        state.goods[seat * GOODS + VEGETABLE] -= 1
        state.crops[seat * CELLS + cell] = u8(PLANTED_VEGETABLES + state.facts.sown_vegetables)
        note(state, EVENT_SOW, seat, cell, VEGETABLE)


def build_pasture(state: AgricolaState, seat: i64, shape: i64) -> None:
    """The fences that a pasture still needs (R5.2 to R5.6)."""
    needed: i64 = new_fences(state, seat, shape)
    pay(state, seat, WOOD, needed * state.facts.fence_wood)
    state.fences[seat] |= SHAPE_BORDER[shape]
    refresh_pastures(state, seat)
    housing.settle(state, seat, True)  # a part, or a stable now fenced in, may hold fewer (R5.8)
    note(state, EVENT_PASTURE, seat, SHAPE_CELLS[shape], 0)
    moments.happens(state, moments.PASTURE_BUILT, seat, SHAPE_CELLS[shape])


def renovate(state: AgricolaState, seat: i64) -> None:
    """All rooms one step (R3.3)."""
    house: i64 = i64(state.house[seat]) + 1
    pay(state, seat, built_of(house), count_bits(state.rooms[seat]) * state.facts.renovation_material)
    pay(state, seat, REED, state.facts.renovation_reed)
    state.house[seat] += 1
    note(state, EVENT_RENOVATE, seat, house, 0)
    moments.happens(state, moments.RENOVATED, seat, house)
