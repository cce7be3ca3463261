"""The village's zones: what a worker does there (R24 to R35)."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit, lowest
from farmtable.core.vectors import each_there, how_many
from farmtable.games.mi_tierra.position import actions as a
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position.actions import block_of
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import Good
from farmtable.games.mi_tierra.position.packed import pack_offer, unpack_offer
from farmtable.games.mi_tierra.position.steps import NOTE_ROLL, NOTE_WORKER, OFFERED, ROLLING
from farmtable.games.mi_tierra.rules import arrivals, clock_tower, farm, housing
from farmtable.games.mi_tierra.rules.goods import available, gain, has, note, pay, spend
from farmtable.games.mi_tierra.rules.step import Step


def activate(state: Position, zone: i64) -> None:
    """The active seat's worker (or pair) does what its zone offers; what is to be decided is pushed."""
    seat: Seat = state.active
    state.result = 0
    if zone == f.SQUARE:
        hire(state, seat)
    elif zone == f.CLOCK_TOWER:
        clock_tower.look(state, seat)
    elif zone in (f.FOREST, f.SEED_SHOP) and state.pair:
        state.push(OFFERED, pack_offer(zone, False))
    elif zone in (f.FOREST, f.SEED_SHOP, f.SHEEP_FARM, f.CATTLE_FARM, f.COOP):
        if zone != f.FOREST or can_fence(state, seat):
            state.push(ROLLING, pack_offer(zone, False))
    else:
        state.push(OFFERED, pack_offer(zone, False))


def hire(state: Position, seat: Seat) -> None:
    """One worker more, for nothing; it can be given back before it costs anything (R11, R30)."""
    if i64(state.workers[seat]) < state.facts.max_workers:
        state.workers[seat] += 1
        state.idle[seat] += 1
        note(state, NOTE_WORKER, seat, 0, 0)


# --- dice ---------------------------------------------------------------------------------------------


def faces(state: Position, argument: i64) -> vec[u8]:
    """On how many faces of the die of a zone each number stands."""
    zone, _ = unpack_offer(argument)
    first: i64 = i64(state.facts.die[zone]) * (f.MAX_FACE + 1)
    return state.facts.faces[first : first + f.MAX_FACE + 1]


@final
class Rolling(Step):
    """The die of a zone is rolled by chance, once more with card X (R26, R56)."""

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        """The numbers on the die."""
        return each_there(faces(state, argument), a.ROLL)

    def weights(self, state: Position, argument: i64, outcomes: vec[i64]) -> vec[i64]:
        return how_many(faces(state, argument), a.ROLL, outcomes)

    def act(self, state: Position, argument: i64, action: Action) -> None:
        """The die shows a face; a result that may be rolled again or refused is offered first."""
        state.pop()
        zone, _ = unpack_offer(argument)
        face: i64 = action - a.ROLL
        note(state, NOTE_ROLL, state.active, zone, face)
        state.result = face
        state.die = face
        if zone == f.SEED_SHOP:
            state.result = i64(state.facts.seed_of[face]) + 1
        if zone in (f.FOREST, f.SEED_SHOP) or may_reroll(state):
            state.push(OFFERED, argument)
        else:
            arrivals.announce(state, animal_of(zone), face)


def may_reroll(state: Position) -> bool:
    """Whether the active seat has card X left for this round (R40, R56)."""
    seat: Seat = state.active
    return not state.pair and state.cards[seat] & ~state.used[seat] & bit(f.CARD_X) != 0


def animal_of(zone: i64) -> i64:
    """The animal of one of the three animal zones."""
    if zone == f.SHEEP_FARM:
        return f.SHEEP
    return f.COW if zone == f.CATTLE_FARM else f.CHICKEN


# --- what is offered ----------------------------------------------------------------------------------


@final
class Offered(Step):
    """What a worker's zone does, or the result of its die: to take it, or to leave it where one may.

    A second throw must be accepted (R56); what it brings may find another thing thrown away for it.
    """

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        zone, again = unpack_offer(argument)
        if zone == f.FOREST:
            actions = barnyard_offers(state, again)
        elif zone == f.SEED_SHOP:
            actions = seed_offers(state, again)
        elif zone == f.WINERY:
            actions = winery_offers(state)
        elif zone in (f.SHEEP_FARM, f.CATTLE_FARM, f.COOP):
            actions = append(vec[i64](), a.TAKE)
        else:
            actions = vec[i64](capacity=2)
            if can_make(state, zone):
                actions = append(append(actions, a.TAKE), a.LEAVE)
            return actions
        if state.result > 0 and may_reroll(state):
            actions = append(actions, a.REROLL)
        return sorted_actions(actions)

    def act(self, state: Position, argument: i64, action: Action) -> None:
        zone, _ = unpack_offer(argument)
        seat: Seat = state.active
        block: i64 = block_of(action)
        state.pop()
        if block == a.TAKE:
            take(state, seat, zone)
        elif block == a.REROLL:
            state.used[seat] |= bit(f.CARD_X)
            state.push(ROLLING, pack_offer(zone, True))
        elif block == a.CAPACITY:
            state.result = action - a.CAPACITY
            state.push(OFFERED, pack_offer(zone, False))
        elif block == a.SEED:
            state.result = action - a.SEED + 1
            state.push(OFFERED, pack_offer(zone, False))
        elif block == a.PLANT:
            farm.plant(state, seat, action - a.PLANT, state.result - 1)
        elif block == a.THROW:
            housing.take_barnyard(state, seat, action - a.THROW, state.result)
        elif block == a.MAKE:
            make_flour_and_wine(state, seat, action - a.MAKE + 1)


def sorted_actions(actions: vec[i64]) -> vec[i64]:
    """The same few actions in ascending order."""
    i: i64 = 1
    while i < len(actions):
        moving: i64 = actions[i]
        at: i64 = i
        while at > 0 and actions[at - 1] > moving:
            actions[at] = actions[at - 1]
            at -= 1
        actions[at] = moving
        i += 1
    return actions


def can_fence(state: Position, seat: Seat) -> bool:
    """Whether a barnyard is left, or one of the seat's own can go back and be taken again (R27, R32)."""
    return state.barnyards_left > 0 or housing.has_barnyard(state, seat)


def barnyard_offers(state: Position, must: bool) -> vec[i64]:
    """A barnyard of this capacity, for a free place or another, or what a pair chooses (R18, R27, R32)."""
    actions = vec[i64](capacity=f.MAX_FACE + 2)
    if not must:
        actions = append(actions, a.LEAVE)
    seat: Seat = state.active
    if not can_fence(state, seat):
        return actions
    if state.result == 0:
        left: i64 = state.facts.capacities
        while left != 0:
            actions = append(actions, a.CAPACITY + lowest(left))
            left &= left - 1
        return actions
    if state.barnyards_left > 0 and housing.free_slot(state, seat) >= 0:
        actions = append(actions, a.TAKE)
    slot: i64 = 0
    while slot < state.facts.slots:
        if state.barnyards[seat * f.MAX_SLOTS + slot] > 0:
            actions = append(actions, a.THROW + slot)
        slot += 1
    return actions


def seed_offers(state: Position, must: bool) -> vec[i64]:
    """Where to plant the crop, or first which one, as a pair may choose (R18, R31, R32)."""
    actions = vec[i64](capacity=20)
    if not must:
        actions = append(actions, a.LEAVE)
    if state.result == 0:
        crop: i64 = 0
        while crop < f.CROPS:
            if farm.cells_for_seed(state, state.active, crop) != 0:
                actions = append(actions, a.SEED + crop)
            crop += 1
    else:
        left: i64 = farm.cells_for_seed(state, state.active, state.result - 1)
        while left != 0:
            actions = append(actions, a.PLANT + lowest(left))
            left &= left - 1
    return actions


def winery_offers(state: Position) -> vec[i64]:
    """Flour, wine or both for one fee (R35)."""
    seat: Seat = state.active
    actions = append(vec[i64](capacity=4), a.LEAVE)
    if state.money[seat] < state.facts.winery_fee:
        return actions
    flour = has(state, seat, f.WHEAT) >= state.facts.flour_wheat and available(state, f.FLOUR, 1) > 0
    wine = has(state, seat, f.GRAPE) >= state.facts.wine_grapes and available(state, f.WINE, 1) > 0
    if flour:
        actions = append(actions, a.MAKE)
    if wine:
        actions = append(actions, a.MAKE + 1)
    if flour and wine:
        actions = append(actions, a.MAKE + 2)
    return actions


def can_make(state: Position, zone: i64) -> bool:
    """Whether an industry can give the active seat anything (R33, R35)."""
    seat: Seat = state.active
    if zone == f.OVEN:
        fee: i64 = state.facts.oven_fee
        return state.money[seat] >= fee and has_all(state, seat, state.facts.oven, f.CAKE)
    if zone == f.CLOTHING:
        fee = state.facts.clothing_fee
        return state.money[seat] >= fee and has_all(state, seat, state.facts.clothing, f.CLOTHES)
    if state.money[seat] < state.facts.animal_fee:
        return False
    animal: i64 = 0
    while animal < 3:
        if gives_product(state, seat, animal):
            return True
        animal += 1
    return False


def has_all(state: Position, seat: Seat, recipe: vec[i64], product: i64) -> bool:
    """Whether a seat has what a recipe asks for, and the product is still there."""
    good: Good = 0
    while good < f.GOODS:
        if has(state, seat, good) < recipe[good]:
            return False
        good += 1
    return available(state, product, 1) > 0


def product_of(animal: i64) -> i64:
    """Wool, milk or egg, of sheep, cow or chicken (0 to 2)."""
    if animal == 0:
        return f.WOOL
    return f.MILK if animal == 1 else f.EGG


def gives_product(state: Position, seat: Seat, animal: i64) -> bool:
    """Whether enough animals of a kind are there for its product (R33)."""
    enough = has(state, seat, f.SHEEP + animal) >= state.facts.minimum[animal]
    return enough and available(state, product_of(animal), 1) > 0


# --- taking it ----------------------------------------------------------------------------------------


def take(state: Position, seat: Seat, zone: i64) -> None:
    if zone == f.FOREST:
        housing.take_barnyard(state, seat, housing.free_slot(state, seat), state.result)
    elif zone in (f.SHEEP_FARM, f.CATTLE_FARM, f.COOP):
        arrivals.announce(state, animal_of(zone), state.result)
    elif zone == f.ANIMAL_INDUSTRY:
        pay(state, seat, state.facts.animal_fee)
        animal: i64 = 0
        while animal < 3:
            if gives_product(state, seat, animal):
                gain(state, seat, product_of(animal), state.facts.product_units[animal])
            animal += 1
    elif zone == f.OVEN:
        make(state, seat, state.facts.oven, state.facts.oven_fee, f.CAKE)
    else:
        make(state, seat, state.facts.clothing, state.facts.clothing_fee, f.CLOTHES)


def make(state: Position, seat: Seat, recipe: vec[i64], fee: i64, product: i64) -> None:
    """Pay a fee and what a recipe asks for, and take its product (R35)."""
    pay(state, seat, fee)
    good: Good = 0
    while good < f.GOODS:
        spend(state, seat, good, recipe[good])
        good += 1
    gain(state, seat, product, 1)


def make_flour_and_wine(state: Position, seat: Seat, which: i64) -> None:
    """1: flour, 2: wine, 3: both (R35)."""
    pay(state, seat, state.facts.winery_fee)
    if which & 1 != 0:
        spend(state, seat, f.WHEAT, state.facts.flour_wheat)
        gain(state, seat, f.FLOUR, 1)
    if which & 2 != 0:
        spend(state, seat, f.GRAPE, state.facts.wine_grapes)
        gain(state, seat, f.WINE, 1)
