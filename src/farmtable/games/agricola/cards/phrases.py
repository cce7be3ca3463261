"""The phrases that hand cards share: what "on each of the next round spaces" and the like do.

Cards are written with these; a card of your own may use them too. `seat` is always the owner.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Seat
from farmtable.core.bits import bit, count_bits, lowest
from farmtable.core.vectors import counting
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.actions import CELL, OPTION, TAKE
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import (
    EVENT_ADULT,
    EVENT_BONUS,
    EVENT_HARVEST,
    EVENT_MOVE_CROP,
    EVENT_PROMISE,
    EVENT_RETURN_WOOD,
    pack_promise,
)
from farmtable.games.agricola.position.facts import Good
from farmtable.games.agricola.position.frames import pack_ask
from farmtable.games.agricola.position.parts import BAKING, ONE_STABLE, PLOWING, pack_menu
from farmtable.games.agricola.position.steps import ASK, MENU
from farmtable.games.agricola.rules import any_time, exchanges, farmyard, goods, housing
from farmtable.games.agricola.rules.card import Card
from farmtable.games.agricola.rules.hands import count_front, slot_of
from farmtable.games.agricola.rules.improvements import owns
from farmtable.games.agricola.rules.parts.part import numbered
from farmtable.games.agricola.rules.rounds import was_kept

WOOD_SPACES: Final = (f.FOREST, f.GROVE, f.COPSE, f.TILE_COPSE)  # the wood accumulation spaces
STONE_SPACES: Final = (f.WESTERN_QUARRY, f.EASTERN_QUARRY)  # the stone accumulation spaces
ANIMAL_MARKETS: Final = (f.SHEEP_MARKET, f.PIG_MARKET, f.CATTLE_MARKET)


# --- goods ----------------------------------------------------------------------------------------------


def has(state: Position, seat: Seat, good: Good, n: i64) -> bool:
    """Whether so much of a good is in the supply, or so many animals are on the farm."""
    return state.goods[seat * f.GOODS + good] >= n


def amount_of(state: Position, seat: Seat, good: Good) -> i64:
    """How many of a good are in the supply, or of an animal on the farm."""
    return state.goods[seat * f.GOODS + good]


def living(state: Position, seat: Seat, kind: i64) -> i64:
    """How many of an animal live on the farm, none that waits for room: these can be exchanged (R6.4)."""
    return housing.living(state, seat, kind)


def gain(state: Position, seat: Seat, good: Good, n: i64) -> None:
    """Goods from the general supply; animals must then be kept, cooked or let go."""
    housing.take_in(state, seat, good, n)


def gain_one_of_these(state: Position, seat: Seat, card: Card) -> None:
    """The owner of a card chooses one of the goods that are its `these`, and gets 1 of it."""
    ask(state, seat, card)


def pay(state: Position, seat: Seat, good: Good, n: i64) -> None:
    """Goods to the general supply."""
    goods.pay(state, seat, good, n)


def put_back(state: Position, seat: Seat, space: i64, wood: i64) -> None:
    """Wood of the supply goes onto a wood accumulation space, for later rounds."""
    state.goods[seat * f.GOODS + f.WOOD] -= wood
    state.pile[space] += u8(wood)
    goods.note(state, EVENT_RETURN_WOOD, seat, space, wood)


def good_of(state: Position, space: i64) -> i64:
    """What piles up on an accumulation space."""
    return i64(state.facts.good_of[space])


def resources_gathered(state: Position, seat: Seat) -> i64:
    """The building resources that a seat has got in this work phase, spent or not."""
    return state.gathered[seat]


def has_exchanges(state: Position, seat: Seat) -> bool:
    """Whether a card in front of a seat says that something may be done at any time."""
    return exchanges.offered_by_cards(state, seat)


def resources_by_exchanges(state: Position, seat: Seat) -> i64:
    """The building resources that exchanges with the cards in front of a seat could bring at most."""
    return any_time.most_resources(state, seat) if has_exchanges(state, seat) else 0


# --- round spaces ---------------------------------------------------------------------------------------


def follows_harvest(state: Position) -> bool:
    """Whether the round before this one ended with a harvest."""
    return state.facts.harvest[state.round - 1] == 1


def round_of(state: Position, space: i64) -> i64:
    """The round whose card a space is; 0 for one that is always there, or has not been turned up."""
    if f.FIRST_CARD <= space < f.FIRST_CARD + f.CARDS:
        return i64(state.turned_up[space - f.FIRST_CARD])
    return 0


def rounds_left(state: Position) -> i64:
    """The complete rounds left to play."""
    return f.ROUNDS - state.round


def promise(state: Position, seat: Seat, good: Good, n: i64, number: i64) -> bool:
    """Put goods on the space of a round still to come; nothing where there is no such round."""
    if not state.round < number <= f.ROUNDS:
        return False
    state.promised[(seat * (f.ROUNDS + 1) + number) * f.GOODS + good] += u8(n)
    return True


def promise_next(state: Position, seat: Seat, good: Good, n: i64, rounds: i64) -> None:
    """So much of a good on each of the next so many round spaces, as far as there are any."""
    placed: i64 = 0
    number: i64 = state.round + 1
    while number <= state.round + rounds and promise(state, seat, good, n, number):
        placed |= bit(number)
        number += 1
    _note_promise(state, seat, good, n, placed)


def promise_on(state: Position, seat: Seat, good: Good, numbers: tuple[int, ...]) -> None:
    """One of a good on the space of each of these rounds that still lies ahead."""
    placed: i64 = 0
    for number in numbers:
        if promise(state, seat, good, 1, number):
            placed |= bit(number)
    _note_promise(state, seat, good, 1, placed)


def _note_promise(state: Position, seat: Seat, good: Good, n: i64, rounds: i64) -> None:
    if rounds != 0:
        goods.note(state, EVENT_PROMISE, seat, pack_promise(good, n), rounds)


# --- the farm -------------------------------------------------------------------------------------------


def room_count(state: Position, seat: Seat) -> i64:
    """The rooms of the house; places for people on cards are none."""
    return count_bits(state.rooms[seat])


def rooms_added(state: Position, seat: Seat) -> i64:
    """The rooms beside those that everybody begins with."""
    return room_count(state, seat) - count_bits(state.facts.rooms)


def house_material(state: Position, seat: Seat) -> i64:
    """The building resource that the house is made of."""
    return f.STONE if state.house[seat] == f.OF_STONE else f.WOOD + i64(state.house[seat])


def improvement_count(state: Position, seat: Seat) -> i64:
    """The improvements in front of a seat, major and minor."""
    found: i64 = count_front(state, seat, f.MINOR)
    major: i64 = 0
    while major < f.MAJORS:
        if owns(state, seat, major):
            found += 1
        major += 1
    return found


def lives_in_wood(state: Position, seat: Seat) -> bool:
    return state.house[seat] == f.WOODEN


def lives_in_clay(state: Position, seat: Seat) -> bool:
    return state.house[seat] == f.OF_CLAY


def lives_in_stone(state: Position, seat: Seat) -> bool:
    return state.house[seat] == f.OF_STONE


def stables_outside(state: Position, seat: Seat) -> i64:
    """The stables that are not inside a pasture."""
    return count_bits(state.stables[seat] & ~farmyard.fenced(state, seat))


def new_pastures(state: Position, seat: Seat, before: i64, least: i64) -> i64:
    """The pastures of at least so many spaces none of which was fenced in before."""
    found: i64 = 0
    at: i64 = seat * farmyard.MAX_PASTURES
    while state.pastures[at] != 0:
        if state.pastures[at] & before == 0 and count_bits(state.pastures[at]) >= least:
            found += 1
        at += 1
    return found


# --- animals and crops ----------------------------------------------------------------------------------


def breed(state: Position, seat: Seat, kind: i64) -> None:
    """One kind of animal breeds as in a breeding phase: nothing may be cooked to make room."""
    if has(state, seat, kind, 2):
        housing.bear(state, seat, kind)
        housing.settle(state, seat, False)


def may_breed(state: Position, seat: Seat, kind: i64) -> bool:
    """Whether a newborn of a kind of animal would find room beside all that there are."""
    if not has(state, seat, kind, 2):
        return False
    after = state.clone()
    housing.bear(after, seat, kind)
    return housing.all_fit(after, seat)


def crops_on(state: Position, seat: Seat, field: i64) -> i64:
    """How many crops stand on a field."""
    return i64(state.crops[seat * f.FIELDS + field]) % f.PLANTED_VEGETABLES


def crop_on(state: Position, seat: Seat, field: i64) -> i64:
    """Which crop stands on a field that is not empty."""
    return f.GRAIN if i64(state.crops[seat * f.FIELDS + field]) < f.PLANTED_VEGETABLES else f.VEGETABLE


def fields_with(state: Position, seat: Seat, least: i64) -> i64:
    """The fields with so many crops or more, as bits; field cards too."""
    found: i64 = 0
    left: i64 = state.fields[seat]
    while left != 0:
        if crops_on(state, seat, lowest(left)) >= least:
            found |= left & -left
        left &= left - 1
    return found


def fields_for(state: Position, seat: Seat, crop: i64) -> i64:
    """The empty fields on which a crop may stand, as bits; field cards too."""
    return farmyard.empty_fields(state, seat) & farmyard.accepts(state, seat, crop)


def harvest_one_more(state: Position, seat: Seat, field: i64) -> None:
    """One crop more is taken from a field into the supply."""
    crop: i64 = crop_on(state, seat, field)
    _set_crops(state, seat, field, crop, crops_on(state, seat, field) - 1)
    state.goods[seat * f.GOODS + crop] += 1
    goods.note(state, EVENT_HARVEST, seat, 1 if crop == f.GRAIN else 0, 1 if crop == f.VEGETABLE else 0)


def move_crop(state: Position, seat: Seat, source: i64, target: i64) -> None:
    """One crop of a field becomes the only one of another."""
    crop: i64 = crop_on(state, seat, source)
    _set_crops(state, seat, source, crop, crops_on(state, seat, source) - 1)
    _set_crops(state, seat, target, crop, 1)
    goods.note(state, EVENT_MOVE_CROP, seat, source, target)


def _set_crops(state: Position, seat: Seat, field: i64, crop: i64, n: i64) -> None:
    if n > 0 and crop == f.VEGETABLE:
        n += f.PLANTED_VEGETABLES
    state.crops[seat * f.FIELDS + field] = u8(n)


# --- the family -----------------------------------------------------------------------------------------


def people_count(state: Position, seat: Seat) -> i64:
    """The people of a seat, newborns too."""
    return i64(state.people[seat])


def has_newborn(state: Position, seat: Seat) -> bool:
    """Whether a seat has a newborn of this round that has not grown up."""
    return state.newborns[seat] > 0


def grow_up(state: Position, seat: Seat) -> None:
    """A newborn becomes an adult at once, with a place to go in this round."""
    state.newborns[seat] -= 1
    state.at_home[seat] += 1
    goods.note(state, EVENT_ADULT, seat, 0, 0)


# --- cards in front -------------------------------------------------------------------------------------


def occupations_after(state: Position, seat: Seat, card: Card) -> i64:
    """The occupations played after a card in front of `seat`; those kept from the game before were not."""
    deck = state.facts.deck
    assert deck is not None
    found: i64 = 0
    at: i64 = seat * f.MAX_FRONT + slot_of(state, seat, card.index) + 1
    while state.front[at] > 0:
        other: i64 = i64(state.front[at]) - 1
        if deck.kind[other] == f.OCCUPATION and not was_kept(state, other):
            found += 1
        at += 1
    return found


# --- actions --------------------------------------------------------------------------------------------


def bake_bread(state: Position) -> None:
    """A Bake Bread action of the active seat."""
    state.push(MENU, BAKING)


def plow_field(state: Position) -> None:
    """The active seat plows 1 field."""
    state.push(MENU, PLOWING)


def build_stable(state: Position, wood: i64) -> None:
    """The active seat builds 1 stable for so much wood."""
    state.push(MENU, pack_menu(ONE_STABLE, wood))


def ask(state: Position, seat: Seat, card: Card, question: i64 = 0) -> None:
    """Ask the owner of a card a question: `card.choices` has the answers, `card.choose` is told which."""
    state.push(ASK, pack_ask(card.index, seat, question))


def one_of(*kinds: i64) -> vec[i64]:
    """The answers "take" one of these goods."""
    actions = vec[i64]()
    good: Good = 0
    while good < f.GOODS:
        if good in kinds:
            actions = append(actions, TAKE + good)
        good += 1
    return actions


def one_field(fields: i64) -> vec[i64]:
    """The answers "choose" one of these fields, of field cards too."""
    return numbered(CELL, fields, vec[i64]())


def options(n: i64) -> vec[i64]:
    """The answers number 0 to n - 1."""
    return counting(OPTION, n)


# --- what a card remembers ------------------------------------------------------------------------------


def remembered(state: Position, seat: Seat, card: Card) -> i64:
    """The number that a card in front of `seat` remembers, at first 0."""
    return i64(state.counters[seat * f.MAX_FRONT + slot_of(state, seat, card.index)])


def remember(state: Position, seat: Seat, card: Card, n: i64) -> None:
    """Let a card in front of `seat` remember a number, up to 255."""
    state.counters[seat * f.MAX_FRONT + slot_of(state, seat, card.index)] = u8(n)


def gain_bonus(state: Position, seat: Seat, card: Card, points: i64) -> None:
    """Bonus points written down at once (R9.13): the card remembers them."""
    remember(state, seat, card, points)
    if points > 0:
        goods.note(state, EVENT_BONUS, seat, card.index, points)
