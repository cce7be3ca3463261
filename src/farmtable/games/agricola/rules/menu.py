"""The parts of an action: rooms, stables, fields, sowing, baking, fences, improvements (R3, R4, R5, R9, R10).

A MENU on the agenda says which parts may still be begun (`open`), which one is under way
(`current`), and whether it may be left (`OPTIONAL`). Each part is one block: beginning another ends
the one under way (R2.3), and what cards do then comes in between.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.bits import bit, count_bits, lowest
from farmtable.games.agricola.position import cost, moments
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import (
    BAKE,
    CELLS,
    DONE,
    FIELDS,
    FREE_FENCES,
    GOODS,
    GRAIN,
    MAJOR,
    MAX_DECK,
    MAX_FIELD_CARDS,
    MINOR,
    MODIFIERS,
    NEVER_RENOVATES,
    OCCUPATION,
    OF_STONE,
    PASTURE,
    PLANTED_VEGETABLES,
    PLAY,
    PLOW,
    REED,
    RENOVATE,
    ROOM,
    SOW_GRAIN,
    SOW_ON_CARD,
    SOW_VEGETABLE,
    STABLE,
    STONE,
    STRAIGHT_TO_STONE,
    VEGETABLE,
    WOOD,
)
from farmtable.games.agricola.position.shapes import ALL_CELLS, SHAPE_BORDER, SHAPE_CELLS
from farmtable.games.agricola.position.steps import (
    BAKING,
    EITHER,
    EVENT_PASTURE,
    EVENT_PLOW,
    EVENT_RENOVATE,
    EVENT_ROOM,
    EVENT_SOW,
    EVENT_STABLE,
    EXTRA,
    FENCES,
    FENCES_DONE,
    IMPROVEMENT,
    MENU,
    MINOR_IMPROVEMENT,
    ONE_ROOM,
    ONE_STABLE,
    OPTIONAL,
    PAYMENT,
    PLAY_OCCUPATION,
    PLAYED,
    PLOWING,
    RENOVATION,
    ROOMS,
    ROOMS_DONE,
    SOWING,
    STABLES,
)
from farmtable.games.agricola.rules import effects, housing, improvements, playing, prices
from farmtable.games.agricola.rules.farmyard import (
    accepts,
    affordable_fences,
    can_fence,
    empty_fields,
    fenced,
    field_sites,
    new_fences,
    pastures_within,
    refresh_pastures,
    room_sites,
    stable_sites,
)
from farmtable.games.agricola.rules.goods import note, pay

REPEATED = ROOMS | STABLES | SOWING | FENCES  # parts that may go on as long as one likes

# What cards bring when a part is over and others are still open.
NOTHING: Final = 0
NEW_GOODS: Final = 1
A_QUESTION: Final = 2


def open_parts(argument: i64) -> i64:
    """The parts that may still be begun."""
    return argument & 0xFFFF


def current_part(argument: i64) -> i64:
    """The part under way, or 0."""
    return (argument >> 16) & 0xFFFF


def extra_of(argument: i64) -> i64:
    """The wood of one stable, the food of an occupation, or how many fences are still free."""
    return (argument >> EXTRA) & 15


def extra_for(state: Position, seat: i64, parts: i64) -> i64:
    """The `extra` of a MENU that a space pushes."""
    if parts & ONE_STABLE != 0:
        return state.facts.side_job_wood
    if parts & FENCES != 0 and state.facts.deck is not None:
        return min(state.modifiers[seat * MODIFIERS + FREE_FENCES], 15)
    return 0


# --- what may be done -------------------------------------------------------------------------------


def can_take(state: Position, seat: i64, part: i64, extra: i64) -> bool:
    """Whether a seat can take at least one step of a part."""
    if part in (ROOMS, ONE_ROOM):
        return affords_room(state, seat) and room_sites(state, seat) != 0
    if part == STABLES:
        return affords_stable(state, seat, state.facts.stable_wood) and stable_sites(state, seat) != 0
    if part == ONE_STABLE:
        return affords_stable(state, seat, extra) and stable_sites(state, seat) != 0
    if part == PLOWING:
        return field_sites(state, seat) != 0
    if part == SOWING:
        return sowable(state, seat, GRAIN) | sowable(state, seat, VEGETABLE) != 0
    if part == BAKING:
        return improvements.bake_limit(state, seat) > 0
    if part == FENCES:
        return can_fence(state, seat, fence_limit(state, seat, extra))
    if part == RENOVATION:
        return len(renovations(state, seat, vec[i64]())) > 0
    return can_take_card(state, seat, part, extra)


def can_take_card(state: Position, seat: i64, part: i64, extra: i64) -> bool:
    """Whether a seat can build or play at least one card of a part that is about cards."""
    if part == PLAY_OCCUPATION:
        return playing.can_play(state, seat, OCCUPATION, extra)
    if part == IMPROVEMENT and len(improvements.choices(state, seat, vec[i64]())) > 0:
        return True
    return playing.can_play(state, seat, MINOR, 0)


def built_of(house: i64) -> i64:
    """The building resource that a wooden, clay or stone house is made of."""
    return STONE if house == OF_STONE else WOOD + house


def usual_room_price(state: Position, seat: i64) -> i64:
    """What a room costs without cards (R3.1)."""
    material: i64 = built_of(i64(state.house[seat]))
    return cost.of(material, state.facts.room_material) + cost.of(REED, state.facts.room_reed)


def room_prices(state: Position, seat: i64) -> vec[i64]:
    """The prices of a room that a seat can pay (R3.1, R9.19)."""
    return prices.ways(state, seat, cost.A_ROOM, usual_room_price(state, seat))


def affords_room(state: Position, seat: i64) -> bool:
    """Whether a seat can pay a room in any way."""
    return prices.affords(state, seat, cost.A_ROOM, usual_room_price(state, seat))


def affords_stable(state: Position, seat: i64, wood: i64) -> bool:
    """Whether a seat has a stable left, and the wood it costs (R5.1)."""
    return (
        state.goods[seat * GOODS + WOOD] >= wood and count_bits(state.stables[seat]) < state.facts.max_stables
    )


def fence_limit(state: Position, seat: i64, free: i64) -> i64:
    """How many fences a seat can build now, so many of them for nothing (R5.2)."""
    return affordable_fences(state, seat, prices.material_for_fences(state, seat), free)


def sowable(state: Position, seat: i64, crop: i64) -> i64:
    """The fields on which a seat can sow a crop of its supply (R4.2)."""
    if state.goods[seat * GOODS + crop] == 0:
        return 0
    return empty_fields(state, seat) & accepts(state, seat, crop)


def usual_renovation_price(state: Position, seat: i64, house: i64) -> i64:
    """What it costs without cards to make a house one of that material (R3.3)."""
    material: i64 = count_bits(state.rooms[seat]) * state.facts.renovation_material
    return cost.of(built_of(house), material) + cost.of(REED, state.facts.renovation_reed)


def renovation_prices(state: Position, seat: i64, house: i64) -> vec[i64]:
    """The prices that a seat can pay to make its house one of that material (R3.3, R9.19)."""
    return prices.ways(state, seat, cost.A_RENOVATION, usual_renovation_price(state, seat, house))


def renovations(state: Position, seat: i64, actions: vec[i64]) -> vec[i64]:
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


def options(state: Position, argument: i64) -> vec[i64]:
    """The actions of a MENU, ascending; DONE among them if it may be left."""
    seat: i64 = state.active
    parts: i64 = parts_to_take(state, argument)
    extra: i64 = extra_of(argument)
    actions = vec[i64](capacity=32)
    if argument & OPTIONAL != 0:
        actions = append(actions, DONE)
    if parts & (ROOMS | ONE_ROOM) != 0 and affords_room(state, seat):
        actions = _numbered(ROOM, room_sites(state, seat), actions)
    if parts & (STABLES | ONE_STABLE) != 0:
        wood: i64 = state.facts.stable_wood if parts & STABLES != 0 else extra
        if affords_stable(state, seat, wood):
            actions = _numbered(STABLE, stable_sites(state, seat), actions)
    if parts & PLOWING != 0:
        actions = _numbered(PLOW, field_sites(state, seat), actions)
    if parts & SOWING != 0:
        actions = sowings(state, seat, actions)
    if parts & BAKING != 0:
        most: i64 = improvements.bake_limit(state, seat)
        grain: i64 = 1
        while grain <= most:
            actions = append(actions, BAKE + grain)
            grain += 1
    if parts & IMPROVEMENT != 0:
        actions = improvements.choices(state, seat, actions)
    if parts & RENOVATION != 0:
        actions = renovations(state, seat, actions)
    if parts & SOWING != 0:
        actions = sowings_on_cards(state, seat, actions)
    if parts & FENCES != 0:
        actions = pastures_within(state, seat, fence_limit(state, seat, extra), False, actions)
    if parts & PLAY_OCCUPATION != 0:
        actions = playing.playable(state, seat, OCCUPATION, extra, actions)
    if parts & (IMPROVEMENT | MINOR_IMPROVEMENT) != 0:
        actions = playing.playable(state, seat, MINOR, 0, actions)
    if parts & (PLAY_OCCUPATION | MINOR_IMPROVEMENT) == PLAY_OCCUPATION | MINOR_IMPROVEMENT:
        return _in_order(actions)
    return actions


def sowings(state: Position, seat: i64, actions: vec[i64]) -> vec[i64]:
    """`actions` and the crops that may be sown on field tiles."""
    actions = _numbered(SOW_GRAIN, sowable(state, seat, GRAIN) & ALL_CELLS, actions)
    return _numbered(SOW_VEGETABLE, sowable(state, seat, VEGETABLE) & ALL_CELLS, actions)


def sowings_on_cards(state: Position, seat: i64, actions: vec[i64]) -> vec[i64]:
    """`actions` and the crops that may be sown on field cards."""
    actions = _numbered(SOW_ON_CARD, sowable(state, seat, GRAIN) >> CELLS, actions)
    return _numbered(SOW_ON_CARD + MAX_FIELD_CARDS, sowable(state, seat, VEGETABLE) >> CELLS, actions)


def _numbered(first: i64, cells: i64, actions: vec[i64]) -> vec[i64]:
    while cells != 0:
        actions = append(actions, first + lowest(cells))
        cells &= cells - 1
    return actions


def _in_order(actions: vec[i64]) -> vec[i64]:
    """Actions found in two rows, ascending."""
    i: i64 = 1
    while i < len(actions):
        j: i64 = i
        while j > 0 and actions[j - 1] > actions[j]:
            earlier: i64 = actions[j - 1]
            actions[j - 1] = actions[j]
            actions[j] = earlier
            j -= 1
        i += 1
    return actions


# --- doing it ----------------------------------------------------------------------------------------


def part_of(state: Position, action: i64) -> i64:
    """The parts that an action of a MENU may belong to."""
    if action >= PLAY:
        deck = state.facts.deck
        if deck is not None and deck.kind[action - PLAY] == OCCUPATION:
            return PLAY_OCCUPATION
        return IMPROVEMENT | MINOR_IMPROVEMENT
    if action >= PASTURE:
        return FENCES
    if action < STABLE:
        return ROOMS | ONE_ROOM
    if action < PLOW:
        return STABLES | ONE_STABLE
    if action < SOW_GRAIN:
        return PLOWING
    if action < BAKE or action >= SOW_ON_CARD:
        return SOWING
    if action < MAJOR:
        return BAKING
    return RENOVATION if action >= RENOVATE else IMPROVEMENT


def apply(state: Position, action: i64) -> None:
    """Do one action of the MENU on top of the agenda, and keep what of the MENU remains."""
    argument: i64 = state.argument()
    if action == DONE:
        leave(state, argument)
        return
    state.pop()
    seat: i64 = state.active
    part: i64 = part_of(state, action) & (open_parts(argument) | current_part(argument))
    left: i64 = 0 if argument & EITHER != 0 else open_parts(argument) & ~part
    going_on: i64 = part & REPEATED
    extra: i64 = extra_of(argument)
    begins: bool = part & current_part(argument) == 0
    if begins:
        end_part(state, current_part(argument))
    if begins and going_on != 0:
        begin_part(state, seat, part)
    free: i64 = 0
    if part == FENCES:
        free = min(extra, new_fences(state, seat, action - PASTURE))
    if left | going_on != 0:
        state.push(MENU, left + (going_on << 16) + OPTIONAL + ((extra - free) << EXTRA))
    if begins and going_on == 0:  # over at once, before what is still open
        begin_part(state, seat, part)
    _carry_out(state, seat, action, part, free if part == FENCES else extra)


def begin_part(state: Position, seat: i64, part: i64) -> None:
    """Effects that look at all rooms or all fences of an action come when that part is over."""
    if state.facts.deck is None:
        return
    if part & (ROOMS | ONE_ROOM) != 0:
        state.push(ROOMS_DONE, state.rooms[seat])
    elif part == FENCES:
        state.push(FENCES_DONE, fenced(state, seat))


def end_part(state: Position, part: i64) -> None:
    """Let cards do what they do after all rooms or fences, if these were under way: another part begins."""
    if state.facts.deck is None or part & (ROOMS | FENCES) == 0 or len(state.agenda) == 0:
        return
    step: i64 = state.step()
    if step in (ROOMS_DONE, FENCES_DONE):
        before: i64 = state.argument()
        state.pop()
        part_done(state, state.active, step, before)


def part_done(state: Position, seat: i64, step: i64, before: i64) -> None:
    """All rooms or all fences of one action are built."""
    if step == ROOMS_DONE:
        effects.happens_to_others(state, moments.ANOTHER_BUILT_ROOMS, seat, 0)
        effects.happens(state, moments.ROOMS_BUILT, seat, before)
    else:
        effects.happens(state, moments.FENCES_BUILT, seat, before)


def leave(state: Position, argument: i64) -> None:
    """End a MENU; where cards bring something first, what is open can be taken with it."""
    left: i64 = open_parts(argument)
    comes: i64 = comes_after(state, argument)
    state.pop()
    if comes != NOTHING:
        done: i64 = state.agenda[len(state.agenda) - 1]
        state.pop()
        state.push(MENU, left + OPTIONAL + (extra_of(argument) << EXTRA))
        state.push(done & 255, done >> 8)


def comes_after(state: Position, argument: i64) -> i64:
    """What cards bring between the part of a MENU under way and those still open, for the active seat."""
    if state.facts.deck is None or current_part(argument) & (ROOMS | FENCES) == 0:
        return NOTHING
    if open_parts(argument) == 0 or not _somebody_cares(state, current_part(argument)):
        return NOTHING
    after = state.clone()
    after.tracing = False
    after.pop()
    if len(after.agenda) == 0 or after.step() not in (ROOMS_DONE, FENCES_DONE):
        return NOTHING
    frames: i64 = len(after.agenda) - 1
    end_part(after, current_part(argument))
    if len(after.agenda) > frames:
        return A_QUESTION
    good: i64 = state.active * GOODS
    while good < (state.active + 1) * GOODS:
        if after.goods[good] != state.goods[good]:
            return NEW_GOODS
        good += 1
    return NOTHING


def _somebody_cares(state: Position, part: i64) -> bool:
    """Whether any card acts when all rooms or fences are built."""
    if part == FENCES:
        return state.listening[state.active] & bit(moments.FENCES_BUILT) != 0
    seat: i64 = 0
    while seat < state.players:
        moment: i64 = moments.ROOMS_BUILT if seat == state.active else moments.ANOTHER_BUILT_ROOMS
        if state.listening[seat] & bit(moment) != 0:
            return True
        seat += 1
    return False


def parts_to_take(state: Position, argument: i64) -> i64:
    """The parts of a MENU that can be taken now: only the one under way, where cards first ask something."""
    if comes_after(state, argument) == A_QUESTION:
        return current_part(argument)
    return open_parts(argument) | current_part(argument)


def _carry_out(state: Position, seat: i64, action: i64, part: i64, extra: i64) -> None:
    if part == STABLES:
        build_stable(state, seat, action - STABLE, state.facts.stable_wood)
    elif part == ONE_STABLE:
        build_stable(state, seat, action - STABLE, extra)
    elif part == PLOWING:
        plow(state, seat, action - PLOW)
    elif part == SOWING:
        sow(state, seat, action)
    elif part == BAKING:
        improvements.bake(state, seat, action - BAKE)
        effects.happens(state, moments.BAKED, seat, action - BAKE)
    elif action >= PLAY:
        playing.play(state, seat, action - PLAY, extra)
    elif part == IMPROVEMENT:
        built: i64 = improvements.build(state, seat, action)
        if state.facts.deck is not None:
            state.push(PLAYED, MAX_DECK + built)
        improvements.just_built(state, seat, built)
    else:
        choose_price(state, seat, action, extra)


# --- rooms, renovation, fences: cards may give several prices ------------------------------------------


def payments(state: Position, seat: i64, action: i64, free: i64) -> vec[i64]:
    """The prices that may be paid for a room, a renovation or a pasture, so many fences of it free."""
    if action < STABLE:
        return room_prices(state, seat)
    if action < PASTURE:
        return renovation_prices(state, seat, action - RENOVATE)
    return prices.ways_for_fences(state, seat, new_fences(state, seat, action - PASTURE) - free)


def choose_price(state: Position, seat: i64, action: i64, free: i64) -> None:
    """Pay and build at once, unless there are several ways to pay."""
    found = payments(state, seat, action, free)
    if len(found) == 1:
        build_for(state, seat, action, found[0])
    else:
        state.push(PAYMENT, action + (free << 16))


def build_for(state: Position, seat: i64, action: i64, price: i64) -> None:
    """Pay a price and build what it is for."""
    prices.pay_price(state, seat, price)
    if action < STABLE:
        build_room(state, seat, action - ROOM)
    elif action < PASTURE:
        renovate(state, seat, action - RENOVATE)
    else:
        build_pasture(state, seat, action - PASTURE)


def build_room(state: Position, seat: i64, cell: i64) -> None:
    state.rooms[seat] |= bit(cell)
    note(state, EVENT_ROOM, seat, cell, 0)


def build_stable(state: Position, seat: i64, cell: i64, wood: i64) -> None:
    pay(state, seat, WOOD, wood)
    state.stables[seat] |= bit(cell)
    note(state, EVENT_STABLE, seat, cell, 0)
    effects.happens(state, moments.STABLE_BUILT, seat, cell)


def plow(state: Position, seat: i64, cell: i64) -> None:
    state.fields[seat] |= bit(cell)
    note(state, EVENT_PLOW, seat, cell, 0)


def sow(state: Position, seat: i64, action: i64) -> None:
    """One seed from the supply, the rest from the general supply (R4.2)."""
    good: i64 = GRAIN
    field: i64 = action - SOW_GRAIN
    if action >= SOW_ON_CARD:
        field = CELLS + (action - SOW_ON_CARD) % MAX_FIELD_CARDS
        good = GRAIN + (action - SOW_ON_CARD) // MAX_FIELD_CARDS
    elif action >= SOW_VEGETABLE:
        field = action - SOW_VEGETABLE
        good = VEGETABLE
    state.goods[seat * GOODS + good] -= 1
    planted: i64 = state.facts.sown_grain
    if good == VEGETABLE:
        planted = PLANTED_VEGETABLES + state.facts.sown_vegetables
    state.crops[seat * FIELDS + field] = u8(planted)
    note(state, EVENT_SOW, seat, field, good)


def build_pasture(state: Position, seat: i64, shape: i64) -> None:
    """The fences that a pasture still needs, already paid (R5.2 to R5.6)."""
    state.fences[seat] |= SHAPE_BORDER[shape]
    refresh_pastures(state, seat)
    housing.settle(state, seat, True)  # a part, or a stable now fenced in, may hold fewer (R5.8)
    note(state, EVENT_PASTURE, seat, SHAPE_CELLS[shape], 0)


def renovate(state: Position, seat: i64, house: i64) -> None:
    """All rooms one step, or straight to stone (R3.3)."""
    before: i64 = i64(state.house[seat])
    state.house[seat] = u8(house)
    note(state, EVENT_RENOVATE, seat, house, 0)
    effects.happens(state, moments.RENOVATED, seat, before)
