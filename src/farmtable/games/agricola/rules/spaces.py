"""Action spaces: who may use which, and what each does (chapter 2; rulebook p. 6-10, appendix p. 6-8)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Seat
from farmtable.core.bits import count_bits
from farmtable.core.vectors import numbers
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position import moments
from farmtable.games.agricola.position import parts as p
from farmtable.games.agricola.position.actions import TAKE
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_GROWTH, EVENT_START_PLAYER
from farmtable.games.agricola.position.facts import Good
from farmtable.games.agricola.position.parts import pack_menu
from farmtable.games.agricola.position.steps import CHOOSE, MENU
from farmtable.games.agricola.rules import effects, housing, playing
from farmtable.games.agricola.rules.goods import gain, note, pay
from farmtable.games.agricola.rules.parts.all_parts import can_take, extra_for, part_of


def in_play(state: Position, space: i64) -> bool:
    """Whether a space belongs to this game and, if it is a stage card, has been turned up."""
    if state.facts.in_game[space] == 0:
        return False
    if f.FIRST_CARD <= space < f.FIRST_CARD + f.CARDS:
        return state.turned_up[space - f.FIRST_CARD] > 0
    return True


def is_occupied(state: Position, space: i64) -> bool:
    """Whether a space is closed for the rest of the round; one person blocks a whole tile (R2.1, R14.3)."""
    if space < f.FIRST_OF_TILE:
        return state.used_by[space] != 0
    other: i64 = f.FIRST_OF_TILE
    while other < f.SPACES:
        if state.used_by[other] != 0:
            return True
        other += 1
    return False


def may_share(state: Position, seat: Seat, space: i64) -> bool:
    """Whether a card lets a seat join one other player on an occupied Wish for Children space."""
    return (
        state.facts.deck is not None
        and state.modifiers[seat * f.MODIFIERS + f.SHARES_WISHES] > 0
        and space in (f.BASIC_WISH, f.URGENT_WISH, f.MODEST_WISH)
        and state.used_by[space] not in (0, seat + 1)
        and state.shared_by[space] == 0
    )


def stands_on(state: Position, seat: Seat, space: i64) -> bool:
    """Whether one of a seat's people stands on a space."""
    return state.used_by[space] == seat + 1 or state.shared_by[space] == seat + 1


def is_possible(state: Position, seat: Seat, space: i64) -> bool:
    """Whether a seat could really take an action of a space in play (R2.2)."""
    parts: i64 = compulsory_parts(space)
    if parts != 0:
        return can_take_any(state, seat, parts)
    if space == f.BASIC_WISH:
        return may_grow(state, seat) and has_room(state, seat)
    if space == f.URGENT_WISH:
        return may_grow(state, seat)
    if space == f.MODEST_WISH:  # from its round on (R14.3)
        return state.round >= state.facts.wish_round and may_grow(state, seat) and has_room(state, seat)
    if space in (f.HOUSE_REDEVELOPMENT, f.FARM_REDEVELOPMENT):
        return can_take(state, seat, p.RENOVATION, 0)
    if space in (f.LESSONS, f.LESSONS_3, f.LESSONS_4):  # without hand cards there are no occupations (R14.2)
        return playing.can_play_at_lessons(state, seat, space)
    # Accumulation spaces are refilled every round, but one may have been emptied by an effect.
    return space == f.MEETING_PLACE or state.facts.accumulates[space] == 0 or state.pile[space] > 0


def _parts_by_space() -> vec[i64]:
    found = numbers(f.SPACES, 0)
    found[f.FARM_EXPANSION] = p.ROOMS | p.STABLES
    found[f.FARMLAND] = p.PLOWING
    found[f.MAJOR_IMPROVEMENT] = p.IMPROVEMENT
    found[f.FENCING] = p.FENCES
    found[f.GRAIN_UTILIZATION] = p.SOWING | p.BAKING
    found[f.CULTIVATION] = p.PLOWING | p.SOWING
    found[f.SIDE_JOB] = p.ONE_STABLE | p.BAKING
    return found


_PARTS: Final[vec[i64]] = _parts_by_space()


def compulsory_parts(space: i64) -> i64:
    """The parts of a space that is nothing but parts: at least one must be taken (R2.2, R2.3); else 0."""
    return _PARTS[space]


def can_take_any(state: Position, seat: Seat, parts: i64) -> bool:
    while parts != 0:
        part = part_of(parts & -parts)
        if part.can_take(state, seat, part.usual_extra(state, seat)):
            return True
        parts &= parts - 1
    return False


def may_grow(state: Position, seat: Seat) -> bool:
    """Whether a seat has people left in its supply (R3.6)."""
    return i64(state.people[seat]) < state.facts.max_people


def places_for_people(state: Position, seat: Seat) -> i64:
    """Rooms, and places on cards."""
    places: i64 = count_bits(state.rooms[seat])
    if state.facts.deck is not None:
        places += state.modifiers[seat * f.MODIFIERS + f.PEOPLE_PLACES]
    return places


def has_room(state: Position, seat: Seat) -> bool:
    """Whether a seat has more rooms, and places on cards, than people (R3.5)."""
    return places_for_people(state, seat) > i64(state.people[seat])


# --- using a space -----------------------------------------------------------------------------------


def use(state: Position, seat: Seat, space: i64) -> None:
    """Carry out a space's effect; what is to be decided goes on the agenda."""
    parts: i64 = compulsory_parts(space)
    if parts != 0:
        state.push(MENU, pack_menu(parts, extra_for(state, seat, parts)))
        return
    if space == f.MEETING_PLACE:  # R1.7, R2.8: the token at once
        state.push(MENU, p.MINOR_IMPROVEMENT + p.OPTIONAL)
        state.start = seat
        note(state, EVENT_START_PLAYER, seat, 0, 0)
    elif space in (f.LESSONS, f.LESSONS_3, f.LESSONS_4):
        state.push(MENU, pack_menu(p.PLAY_OCCUPATION, playing.lessons_price(state, seat, space)))
    elif space == f.HOUSE_REDEVELOPMENT:
        state.push(MENU, p.IMPROVEMENT + p.OPTIONAL)  # R2.4: second part only afterwards
        state.push(MENU, p.RENOVATION)
    elif space == f.FARM_REDEVELOPMENT:
        state.push(MENU, pack_menu(p.FENCES + p.OPTIONAL, extra_for(state, seat, p.FENCES)))
        state.push(MENU, p.RENOVATION)
    elif space in (f.BASIC_WISH, f.URGENT_WISH, f.MODEST_WISH):
        if space == f.BASIC_WISH:
            state.push(MENU, p.MINOR_IMPROVEMENT + p.OPTIONAL)
        grow(state, seat)
    take_goods(state, seat, space)


def grow(state: Position, seat: Seat) -> None:
    """Family growth: one more person, a newborn until the round is over (R3.6, R3.7)."""
    state.people[seat] += 1
    state.newborns[seat] += 1
    note(state, EVENT_GROWTH, seat, 0, 0)
    effects.happens(state, moments.FAMILY_GREW, seat, i64(state.people[seat]))


def take_goods(state: Position, seat: Seat, space: i64) -> None:
    """Everything that lies on an accumulation space (R2.5), and what a space always gives."""
    lived: i64 = housing.herd(state, seat)
    if state.facts.accumulates[space] > 0:
        lying: i64 = i64(state.pile[space])
        state.pile[space] = 0
        gain(state, seat, i64(state.facts.good_of[space]), lying)
    chooses = False
    good: Good = 0
    while good < f.GOODS:
        gain(state, seat, good, i64(state.facts.gives[space * f.GOODS + good]))
        if state.facts.choice[space * f.GOODS + good] > 0:
            chooses = True
        good += 1
    if chooses:
        state.push(CHOOSE, space)
    housing.settle(state, seat, True, lived)


def choices(state: Position, space: i64) -> vec[i64]:
    """The goods of which a space gives one kind, as far as their price can be paid."""
    seat: Seat = state.active
    actions = vec[i64]()
    good: Good = 0
    while good < f.GOODS:
        at: i64 = space * f.GOODS + good
        price: i64 = i64(state.facts.choice_price[at])
        if state.facts.choice[at] > 0 and state.goods[seat * f.GOODS + f.FOOD] >= price:
            actions = append(actions, TAKE + good)
        good += 1
    return actions


def take_choice(state: Position, seat: Seat, space: i64, good: Good) -> None:
    """What comes with a choice, once it is made."""
    at: i64 = space * f.GOODS + good
    lived: i64 = housing.herd(state, seat)
    pay(state, seat, f.FOOD, i64(state.facts.choice_price[at]))
    gain(state, seat, good, i64(state.facts.choice[at]))
    gain(state, seat, f.FOOD, i64(state.facts.choice_food[at]))
    housing.settle(state, seat, True, lived)


def refill(state: Position) -> None:
    """Every accumulation space in play receives its goods, on top of what lies there (R1.2)."""
    space: i64 = 0
    while space < f.SPACES:
        if state.facts.accumulates[space] > 0 and in_play(state, space):
            state.pile[space] += u8(state.facts.accumulates[space])
        space += 1
