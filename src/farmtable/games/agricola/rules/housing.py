"""Animals: how many fit where, and one arrangement of them (R6.1, R6.2, R6.5).

A position only knows how many animals of each kind a farm has, since they may be rearranged at any
time; whether some arrangement holds them all is worked out here.
"""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.agenda import argument_of, pack_frame
from farmtable.core.aliases import Seat
from farmtable.core.bits import count_bits
from farmtable.core.vectors import numbers
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import EVENT_NEWBORN
from farmtable.games.agricola.position.facts import (
    BOAR,
    CATTLE,
    GOODS,
    MODIFIERS,
    PASTURE_PLACES,
    ROOM_PETS,
    SHEEP,
    Good,
)
from farmtable.games.agricola.position.frames import LIVED, MAY_COOK, house_of, in_herd, lived_in, of_kind
from farmtable.games.agricola.position.steps import HOUSE
from farmtable.games.agricola.rules.farmyard import MAX_PASTURES, fenced
from farmtable.games.agricola.rules.goods import gain, note


def capacity(state: Position, seat: Seat, cells: i64) -> i64:
    """How many animals of one kind a pasture of these cells holds: each stable in it doubles (R6.1)."""
    usual: i64 = (state.facts.pasture_animals * count_bits(cells)) << count_bits(cells & state.stables[seat])
    if state.facts.deck is None:
        return usual
    return usual + state.modifiers[seat * MODIFIERS + PASTURE_PLACES]


def single_places(state: Position, seat: Seat) -> i64:
    """Places for one animal of any kind: the house, and each stable outside pastures (R6.1)."""
    pets: i64 = 1
    if state.facts.deck is not None and state.modifiers[seat * MODIFIERS + ROOM_PETS] > 0:
        pets = count_bits(state.rooms[seat])
    return pets + count_bits(state.stables[seat] & ~fenced(state, seat))


def fits(state: Position, seat: Seat, sheep: i64, boar: i64, cattle: i64) -> bool:
    """Whether so many animals can be kept."""
    singles: i64 = single_places(state, seat)
    return _fits_from(state, seat, seat * MAX_PASTURES, sheep, boar, cattle, singles)


def _fits_from(
    state: Position, seat: Seat, at: i64, sheep: i64, boar: i64, cattle: i64, singles: i64
) -> bool:
    """Whether so many fit into the pastures from number `at` on and the single places."""
    sheep = max(sheep, 0)
    boar = max(boar, 0)
    cattle = max(cattle, 0)
    if sheep + boar + cattle <= singles:
        return True
    cells: i64 = state.pastures[at]
    if cells == 0:
        return False
    room: i64 = capacity(state, seat, cells)
    if sheep > 0 and _fits_from(state, seat, at + 1, sheep - room, boar, cattle, singles):
        return True
    if boar > 0 and _fits_from(state, seat, at + 1, sheep, boar - room, cattle, singles):
        return True
    return cattle > 0 and _fits_from(state, seat, at + 1, sheep, boar, cattle - room, singles)


def all_fit(state: Position, seat: Seat) -> bool:
    """Whether the animals of a seat can be kept."""
    base: i64 = seat * GOODS
    return fits(state, seat, state.goods[base + SHEEP], state.goods[base + BOAR], state.goods[base + CATTLE])


def take_in(state: Position, seat: Seat, good: Good, n: i64) -> None:
    """Goods from the general supply; animals must then be kept, cooked or let go (R6.3, R6.5)."""
    if SHEEP <= good <= CATTLE:
        lived: i64 = herd(state, seat)
        gain(state, seat, good, n)
        settle(state, seat, True, lived, of_kind(good, n))
    else:
        gain(state, seat, good, n)


def bear(state: Position, seat: Seat, kind: i64) -> None:
    """One newborn of a kind with two or more (R6.6); what cannot be kept is still to be settled."""
    if state.goods[seat * GOODS + kind] >= 2:
        state.goods[seat * GOODS + kind] += 1
        note(state, EVENT_NEWBORN, seat, kind, 0)


def settle(state: Position, seat: Seat, may_cook: bool, lived: i64 = 0, came: i64 = 0) -> None:
    """After animals arrived: if not all can be kept, their owner has to say which go (R6.3, R6.5).

    `lived` is the herd that was on the farm before, and `came` what has come to it. While others wait for
    room already, as in a preparation phase until cards are used (R1.5), these find a place without them. Of
    newborns none waits.
    """
    if all_fit(state, seat):
        return
    at: i64 = house_of(state, seat)
    if at >= 0 and may_cook and fits_herd(state, seat, lived + came):
        state.agenda[at] = pack_frame(HOUSE, argument_of(state.agenda[at]) % LIVED + LIVED * (lived + came))
    elif at < 0 or at != len(state.agenda) - 1:
        state.push(HOUSE, seat + (MAY_COOK if may_cook else 0) + LIVED * lived)


def herd(state: Position, seat: Seat) -> i64:
    """The animals that live on a farm: all, unless others wait for room; then those of before (R6.5).

    Nobody needs it in a game without hand cards.
    """
    if state.facts.deck is None:
        return 0
    at: i64 = house_of(state, seat)
    found: i64 = 0
    kind: i64 = SHEEP
    while kind <= CATTLE:
        n: i64 = state.goods[seat * GOODS + kind]
        if at >= 0:
            n = min(n, in_herd(lived_in(argument_of(state.agenda[at])), kind))
        found += of_kind(kind, n)
        kind += 1
    return found


def fits_herd(state: Position, seat: Seat, animals: i64) -> bool:
    """Whether a herd can be kept."""
    return fits(state, seat, in_herd(animals, SHEEP), in_herd(animals, BOAR), in_herd(animals, CATTLE))


def living(state: Position, seat: Seat, kind: i64) -> i64:
    """The animals of a kind that live on a farm, and so can be paid, exchanged or required (R6.4)."""
    if all_fit(state, seat):
        return state.goods[seat * GOODS + kind]
    return in_herd(herd(state, seat), kind) if house_of(state, seat) >= 0 else 0


def arrangement(state: Position, seat: Seat) -> vec[i64]:
    """Where the animals of a seat may stand, for a picture.

    For each of MAX_PASTURES pastures its kind of animal (SHEEP, BOAR, CATTLE, or -1) and how many,
    then how many sheep, boar and cattle stand alone, in the house or in stables outside pastures.
    """
    base: i64 = seat * GOODS
    found = numbers(MAX_PASTURES * 2 + 3, 0)
    at: i64 = 0
    while at < MAX_PASTURES:
        found[at * 2] = -1
        at += 1
    kind: i64 = 0
    while kind < 3:
        found[MAX_PASTURES * 2 + kind] = state.goods[base + SHEEP + kind]
        kind += 1
    _arrange_from(state, seat, 0, found)
    return found


def _arrange_from(state: Position, seat: Seat, at: i64, found: vec[i64]) -> bool:
    """Fill the pastures from number `at` on, most numerous kind first, until the rest can stand alone.

    Returns whether that worked; where it did not, `found` is as before.
    """
    alone: i64 = MAX_PASTURES * 2
    cells: i64 = state.pastures[seat * MAX_PASTURES + at]
    if cells == 0:
        return found[alone] + found[alone + 1] + found[alone + 2] <= single_places(state, seat)
    room: i64 = capacity(state, seat, cells)
    tried: i64 = 0
    while tried < 3:
        kind: i64 = _most_numerous(found, tried)
        left: i64 = found[alone + kind]
        moved: i64 = min(room, left)
        found[at * 2] = SHEEP + kind if moved > 0 else -1
        found[at * 2 + 1] = moved
        found[alone + kind] = left - moved
        if _arrange_from(state, seat, at + 1, found):
            return True
        found[at * 2] = -1
        found[at * 2 + 1] = 0
        found[alone + kind] = left
        tried += 1
    return False


def _most_numerous(found: vec[i64], place: i64) -> i64:
    """Of the kinds standing alone, the one in this place of an order by number."""
    alone: i64 = MAX_PASTURES * 2
    kind: i64 = 0
    while kind < 3:
        before: i64 = 0
        other: i64 = 0
        while other < 3:
            more: i64 = found[alone + other] - found[alone + kind]
            if more > 0 or (more == 0 and other < kind):
                before += 1
            other += 1
        if before == place:
            return kind
        kind += 1
    return 0
