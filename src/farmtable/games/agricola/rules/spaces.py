"""Action spaces: who may use which, and what each does (chapter 2; rulebook p. 6-10, appendix p. 6-8)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.bits import count_bits
from farmtable.core.vectors import numbers
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position.actions import TAKE
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_GROWTH, EVENT_START_PLAYER
from farmtable.games.agricola.position.facts import (
    BASIC_WISH,
    CARDS,
    CULTIVATION,
    FARM_EXPANSION,
    FARM_REDEVELOPMENT,
    FARMLAND,
    FENCING,
    FIRST_CARD,
    FIRST_OF_TILE,
    FOOD,
    GOODS,
    GRAIN_UTILIZATION,
    HOUSE_REDEVELOPMENT,
    LESSONS,
    LESSONS_3,
    LESSONS_4,
    MAJOR_IMPROVEMENT,
    MEETING_PLACE,
    MODEST_WISH,
    MODIFIERS,
    PEOPLE_PLACES,
    SHARES_WISHES,
    SIDE_JOB,
    SPACES,
    URGENT_WISH,
)
from farmtable.games.agricola.position.parts import (
    BAKING,
    FENCES,
    IMPROVEMENT,
    MINOR_IMPROVEMENT,
    ONE_STABLE,
    OPTIONAL,
    PLAY_OCCUPATION,
    PLOWING,
    RENOVATION,
    ROOMS,
    SOWING,
    STABLES,
    pack_menu,
)
from farmtable.games.agricola.position.steps import CHOOSE, MENU
from farmtable.games.agricola.rules import effects, housing, playing
from farmtable.games.agricola.rules.goods import gain, note, pay
from farmtable.games.agricola.rules.parts.all_parts import can_take, extra_for, part_of


def in_play(state: Position, space: i64) -> bool:
    """Whether a space belongs to this game and, if it is a stage card, has been turned up."""
    if state.facts.in_game[space] == 0:
        return False
    if FIRST_CARD <= space < FIRST_CARD + CARDS:
        return state.turned_up[space - FIRST_CARD] > 0
    return True


def is_occupied(state: Position, space: i64) -> bool:
    """Whether a space is closed for the rest of the round; one person blocks a whole tile (R2.1, R14.3)."""
    if space < FIRST_OF_TILE:
        return state.used_by[space] != 0
    other: i64 = FIRST_OF_TILE
    while other < SPACES:
        if state.used_by[other] != 0:
            return True
        other += 1
    return False


def may_share(state: Position, seat: i64, space: i64) -> bool:
    """Whether a card lets a seat join one other player on an occupied Wish for Children space."""
    return (
        state.facts.deck is not None
        and state.modifiers[seat * MODIFIERS + SHARES_WISHES] > 0
        and space in (BASIC_WISH, URGENT_WISH, MODEST_WISH)
        and state.used_by[space] not in (0, seat + 1)
        and state.shared_by[space] == 0
    )


def stands_on(state: Position, seat: i64, space: i64) -> bool:
    """Whether one of a seat's people stands on a space."""
    return state.used_by[space] == seat + 1 or state.shared_by[space] == seat + 1


def is_possible(state: Position, seat: i64, space: i64) -> bool:
    """Whether a seat could really take an action of a space in play (R2.2)."""
    parts: i64 = compulsory_parts(space)
    if parts != 0:
        return can_take_any(state, seat, parts)
    if space == BASIC_WISH:
        return may_grow(state, seat) and has_room(state, seat)
    if space == URGENT_WISH:
        return may_grow(state, seat)
    if space == MODEST_WISH:  # from its round on (R14.3)
        return state.round >= state.facts.wish_round and may_grow(state, seat) and has_room(state, seat)
    if space in (HOUSE_REDEVELOPMENT, FARM_REDEVELOPMENT):
        return can_take(state, seat, RENOVATION, 0)
    if space in (LESSONS, LESSONS_3, LESSONS_4):  # without hand cards there are no occupations (R14.2)
        return playing.can_play_at_lessons(state, seat, space)
    # Accumulation spaces are refilled every round, but one may have been emptied by an effect.
    return space == MEETING_PLACE or state.facts.accumulates[space] == 0 or state.pile[space] > 0


def _parts_by_space() -> vec[i64]:
    found = numbers(SPACES, 0)
    found[FARM_EXPANSION] = ROOMS | STABLES
    found[FARMLAND] = PLOWING
    found[MAJOR_IMPROVEMENT] = IMPROVEMENT
    found[FENCING] = FENCES
    found[GRAIN_UTILIZATION] = SOWING | BAKING
    found[CULTIVATION] = PLOWING | SOWING
    found[SIDE_JOB] = ONE_STABLE | BAKING
    return found


_PARTS: Final[vec[i64]] = _parts_by_space()


def compulsory_parts(space: i64) -> i64:
    """The parts of a space that is nothing but parts: at least one must be taken (R2.2, R2.3); else 0."""
    return _PARTS[space]


def can_take_any(state: Position, seat: i64, parts: i64) -> bool:
    while parts != 0:
        part = part_of(parts & -parts)
        if part.can_take(state, seat, part.usual_extra(state, seat)):
            return True
        parts &= parts - 1
    return False


def may_grow(state: Position, seat: i64) -> bool:
    """Whether a seat has people left in its supply (R3.6)."""
    return i64(state.people[seat]) < state.facts.max_people


def places_for_people(state: Position, seat: i64) -> i64:
    """Rooms, and places on cards."""
    places: i64 = count_bits(state.rooms[seat])
    if state.facts.deck is not None:
        places += state.modifiers[seat * MODIFIERS + PEOPLE_PLACES]
    return places


def has_room(state: Position, seat: i64) -> bool:
    """Whether a seat has more rooms, and places on cards, than people (R3.5)."""
    return places_for_people(state, seat) > i64(state.people[seat])


# --- using a space -----------------------------------------------------------------------------------


def use(state: Position, seat: i64, space: i64) -> None:
    """Carry out a space's effect; what is to be decided goes on the agenda."""
    parts: i64 = compulsory_parts(space)
    if parts != 0:
        state.push(MENU, pack_menu(parts, extra_for(state, seat, parts)))
        return
    if space == MEETING_PLACE:  # R1.7, R2.8: the token at once
        state.push(MENU, MINOR_IMPROVEMENT + OPTIONAL)
        state.start = seat
        note(state, EVENT_START_PLAYER, seat, 0, 0)
    elif space in (LESSONS, LESSONS_3, LESSONS_4):
        state.push(MENU, pack_menu(PLAY_OCCUPATION, playing.lessons_price(state, seat, space)))
    elif space == HOUSE_REDEVELOPMENT:
        state.push(MENU, IMPROVEMENT + OPTIONAL)  # R2.4: second part only afterwards
        state.push(MENU, RENOVATION)
    elif space == FARM_REDEVELOPMENT:
        state.push(MENU, pack_menu(FENCES + OPTIONAL, extra_for(state, seat, FENCES)))
        state.push(MENU, RENOVATION)
    elif space in (BASIC_WISH, URGENT_WISH, MODEST_WISH):
        if space == BASIC_WISH:
            state.push(MENU, MINOR_IMPROVEMENT + OPTIONAL)
        grow(state, seat)
    take_goods(state, seat, space)


def grow(state: Position, seat: i64) -> None:
    """Family growth: one more person, a newborn until the round is over (R3.6, R3.7)."""
    state.people[seat] += 1
    state.newborns[seat] += 1
    note(state, EVENT_GROWTH, seat, 0, 0)
    effects.happens(state, moments.FAMILY_GREW, seat, i64(state.people[seat]))


def take_goods(state: Position, seat: i64, space: i64) -> None:
    """Everything that lies on an accumulation space (R2.5), and what a space always gives."""
    if state.facts.accumulates[space] > 0:
        lying: i64 = i64(state.pile[space])
        state.pile[space] = 0
        gain(state, seat, i64(state.facts.good_of[space]), lying)
    chooses = False
    good: i64 = 0
    while good < GOODS:
        gain(state, seat, good, i64(state.facts.gives[space * GOODS + good]))
        if state.facts.choice[space * GOODS + good] > 0:
            chooses = True
        good += 1
    if chooses:
        state.push(CHOOSE, space)
    housing.settle(state, seat, True)


def choices(state: Position, space: i64) -> vec[i64]:
    """The goods of which a space gives one kind, as far as their price can be paid."""
    seat: i64 = state.active
    actions = vec[i64]()
    good: i64 = 0
    while good < GOODS:
        at: i64 = space * GOODS + good
        price: i64 = i64(state.facts.choice_price[at])
        if state.facts.choice[at] > 0 and state.goods[seat * GOODS + FOOD] >= price:
            actions = append(actions, TAKE + good)
        good += 1
    return actions


def take_choice(state: Position, seat: i64, space: i64, good: i64) -> None:
    """What comes with a choice, once it is made."""
    at: i64 = space * GOODS + good
    pay(state, seat, FOOD, i64(state.facts.choice_price[at]))
    gain(state, seat, good, i64(state.facts.choice[at]))
    gain(state, seat, FOOD, i64(state.facts.choice_food[at]))
    housing.settle(state, seat, True)


def refill(state: Position) -> None:
    """Every accumulation space in play receives its goods, on top of what lies there (R1.2)."""
    space: i64 = 0
    while space < SPACES:
        if state.facts.accumulates[space] > 0 and in_play(state, space):
            state.pile[space] += u8(state.facts.accumulates[space])
        space += 1
