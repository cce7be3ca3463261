"""The phrases that hand cards share: what "on each of the next round spaces" and the like do.

Cards are written with these; a card of your own may use them too. `seat` is always the owner.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.bits import bit, count_bits, lowest
from farmtable.games.agricola import goods, housing
from farmtable.games.agricola.card import Card
from farmtable.games.agricola.facts import (
    CATTLE,
    CATTLE_MARKET,
    CELL,
    COPSE,
    EASTERN_QUARRY,
    FOREST,
    GOODS,
    GROVE,
    MAJORS,
    MAX_FRONT,
    MINOR,
    OF_STONE,
    OPTION,
    PIG_MARKET,
    ROUNDS,
    SHEEP,
    SHEEP_MARKET,
    STONE,
    TAKE,
    TILE_COPSE,
    WESTERN_QUARRY,
    WOOD,
)
from farmtable.games.agricola.hands import count_front, slot_of
from farmtable.games.agricola.improvements import owns
from farmtable.games.agricola.steps import (
    ASK,
    BAKING,
    EVENT_BONUS,
    EVENT_PROMISE,
    EVENT_RETURN_WOOD,
    EXTRA,
    MENU,
    ONE_STABLE,
    PLOWING,
)

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState

WOOD_SPACES: Final = (FOREST, GROVE, COPSE, TILE_COPSE)  # the wood accumulation spaces
STONE_SPACES: Final = (WESTERN_QUARRY, EASTERN_QUARRY)  # the stone accumulation spaces
ANIMAL_MARKETS: Final = (SHEEP_MARKET, PIG_MARKET, CATTLE_MARKET)


# --- goods ----------------------------------------------------------------------------------------------


def has(state: AgricolaState, seat: i64, good: i64, n: i64) -> bool:
    """Whether so much of a good is in the supply, or so many animals are on the farm."""
    return state.goods[seat * GOODS + good] >= n


def gain(state: AgricolaState, seat: i64, good: i64, n: i64) -> None:
    """Goods from the general supply; animals must then be kept, cooked or let go."""
    goods.gain(state, seat, good, n)
    if SHEEP <= good <= CATTLE:
        housing.settle(state, seat, True)


def pay(state: AgricolaState, seat: i64, good: i64, n: i64) -> None:
    """Goods to the general supply."""
    goods.pay(state, seat, good, n)


def put_back(state: AgricolaState, seat: i64, space: i64, wood: i64) -> None:
    """Wood of the supply goes onto a wood accumulation space, for later rounds."""
    state.goods[seat * GOODS + WOOD] -= wood
    state.pile[space] += u8(wood)
    goods.note(state, EVENT_RETURN_WOOD, seat, space, wood)


# --- round spaces ---------------------------------------------------------------------------------------


def rounds_left(state: AgricolaState) -> i64:
    """The complete rounds left to play."""
    return ROUNDS - state.round


def promise(state: AgricolaState, seat: i64, good: i64, n: i64, number: i64) -> bool:
    """Put goods on the space of a round still to come; nothing where there is no such round."""
    if not state.round < number <= ROUNDS:
        return False
    state.promised[(seat * (ROUNDS + 1) + number) * GOODS + good] += u8(n)
    return True


def promise_next(state: AgricolaState, seat: i64, good: i64, n: i64, rounds: i64) -> None:
    """So much of a good on each of the next so many round spaces, as far as there are any."""
    placed: i64 = 0
    number: i64 = state.round + 1
    while number <= state.round + rounds and promise(state, seat, good, n, number):
        placed |= bit(number)
        number += 1
    _note_promise(state, seat, good, n, placed)


def promise_on(state: AgricolaState, seat: i64, good: i64, numbers: tuple[int, ...]) -> None:
    """One of a good on the space of each of these rounds that still lies ahead."""
    placed: i64 = 0
    for number in numbers:
        if promise(state, seat, good, 1, number):
            placed |= bit(number)
    _note_promise(state, seat, good, 1, placed)


def _note_promise(state: AgricolaState, seat: i64, good: i64, n: i64, rounds: i64) -> None:
    if rounds != 0:
        goods.note(state, EVENT_PROMISE, seat, good + n * 16, rounds)


# --- the farm -------------------------------------------------------------------------------------------


def room_count(state: AgricolaState, seat: i64) -> i64:
    """The rooms of the house; places for people on cards are none."""
    return count_bits(state.rooms[seat])


def house_material(state: AgricolaState, seat: i64) -> i64:
    """The building resource that the house is made of."""
    return STONE if state.house[seat] == OF_STONE else WOOD + i64(state.house[seat])


def improvement_count(state: AgricolaState, seat: i64) -> i64:
    """The improvements in front of a seat, major and minor."""
    found: i64 = count_front(state, seat, MINOR)
    major: i64 = 0
    while major < MAJORS:
        if owns(state, seat, major):
            found += 1
        major += 1
    return found


def lives_in_stone(state: AgricolaState, seat: i64) -> bool:
    return state.house[seat] == OF_STONE


# --- actions --------------------------------------------------------------------------------------------


def bake_bread(state: AgricolaState) -> None:
    """A Bake Bread action of the active seat."""
    state.push(MENU, BAKING)


def plow_field(state: AgricolaState) -> None:
    """The active seat plows 1 field."""
    state.push(MENU, PLOWING)


def build_stable(state: AgricolaState, wood: i64) -> None:
    """The active seat builds 1 stable for so much wood."""
    state.push(MENU, ONE_STABLE + (wood << EXTRA))


def ask(state: AgricolaState, seat: i64, card: Card, question: i64 = 0) -> None:
    """Ask the owner of a card a question: `card.choices` has the answers, `card.choose` is told which."""
    state.push(ASK, card.index + (seat << 8) + (question << 16))


def one_of(*kinds: i64) -> vec[i64]:
    """The answers "take" one of these goods."""
    actions = vec[i64]()
    good: i64 = 0
    while good < GOODS:
        if good in kinds:
            actions = append(actions, TAKE + good)
        good += 1
    return actions


def one_field(fields: i64) -> vec[i64]:
    """The answers "choose" one of these fields, of field cards too."""
    actions = vec[i64]()
    while fields != 0:
        actions = append(actions, CELL + lowest(fields))
        fields &= fields - 1
    return actions


def options(n: i64) -> vec[i64]:
    """The answers number 0 to n - 1."""
    actions = vec[i64]()
    while len(actions) < n:
        actions = append(actions, OPTION + len(actions))
    return actions


# --- what a card remembers ------------------------------------------------------------------------------


def remembered(state: AgricolaState, seat: i64, card: Card) -> i64:
    """The number that a card in front of `seat` remembers, at first 0."""
    return i64(state.counters[seat * MAX_FRONT + slot_of(state, seat, card.index)])


def remember(state: AgricolaState, seat: i64, card: Card, n: i64) -> None:
    """Let a card in front of `seat` remember a number, up to 255."""
    state.counters[seat * MAX_FRONT + slot_of(state, seat, card.index)] = u8(n)


def gain_bonus(state: AgricolaState, seat: i64, card: Card, points: i64) -> None:
    """Bonus points written down at once (R9.13): the card remembers them."""
    remember(state, seat, card, points)
    if points > 0:
        goods.note(state, EVENT_BONUS, seat, card.index, points)
