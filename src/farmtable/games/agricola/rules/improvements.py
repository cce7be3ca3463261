"""Major improvements: building them, and turning goods into food with them (chapters 8, 9 and 10)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit
from farmtable.games.agricola.position import cost
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.actions import (
    MAJOR,
    MAX_BAKE,
    RETURN,
    block_of,
    return_for,
    returned_for,
)
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.events import (
    EVENT_BAKE,
    EVENT_CONVERT,
    EVENT_MAJOR,
    EVENT_PROMISE,
    EVENT_RETURN,
    pack_promise,
)
from farmtable.games.agricola.position.facts import Good
from farmtable.games.agricola.position.parts import BAKING, OPTIONAL
from farmtable.games.agricola.position.steps import MENU
from farmtable.games.agricola.rules import prices
from farmtable.games.agricola.rules.goods import gain, note

RAW: Final = 1  # food for raw grain or a raw vegetable (R7.4)


def owns(state: Position, seat: Seat, major: i64) -> bool:
    return state.owner[major] == seat + 1


# --- turning goods into food at any time ------------------------------------------------------------


def cook_rate(state: Position, seat: Seat, good: Good) -> i64:
    """Food for one of a good at any time, by the best of one's improvements; 0: not possible (R7.4, R8.1)."""
    best: i64 = RAW if good in (f.GRAIN, f.VEGETABLE) else 0
    major: i64 = 0
    while major < f.MAJORS:
        if owns(state, seat, major):
            best = max(best, i64(state.facts.cooks[major * f.GOODS + good]))
        major += 1
    return best


def convert(state: Position, seat: Seat, good: Good) -> None:
    """Turn one of a good into food (R8.1)."""
    food: i64 = cook_rate(state, seat, good)
    state.goods[seat * f.GOODS + good] -= 1
    state.goods[seat * f.GOODS + f.FOOD] += food
    note(state, EVENT_CONVERT, seat, good, food)


def craft_building(state: Position, seat: Seat, good: Good) -> i64:
    """The seat's craft building for a good that is still unused in this harvest, or -1 (R7.5)."""
    major: i64 = 0
    while major < f.MAJORS:
        if (
            state.facts.craft_food[major] > 0
            and state.facts.craft_good[major] == good
            and owns(state, seat, major)
            and state.crafted[seat] & bit(major) == 0
        ):
            return major
        major += 1
    return -1


def craft(state: Position, seat: Seat, good: Good) -> None:
    """Turn one of a building resource into food, once a harvest for each craft building (R7.5)."""
    major: i64 = craft_building(state, seat, good)
    food: i64 = i64(state.facts.craft_food[major])
    state.crafted[seat] |= bit(major)
    state.goods[seat * f.GOODS + good] -= 1
    state.goods[seat * f.GOODS + f.FOOD] += food
    note(state, EVENT_CONVERT, seat, good, food)


# --- baking ------------------------------------------------------------------------------------------


def bake_limit(state: Position, seat: Seat) -> i64:
    """How many grain a seat can bake in one Bake Bread action (R10.1)."""
    limit: i64 = 0
    major: i64 = 0
    while major < f.MAJORS:
        if owns(state, seat, major):
            limit += i64(state.facts.bakes_up_to[major])
        major += 1
    return min(min(limit, MAX_BAKE), state.goods[seat * f.GOODS + f.GRAIN])  # noqa: PLW3301 - of two, no call


def bake_food(state: Position, seat: Seat, grain: i64) -> i64:
    """What baking so many grain gives, the improvements that give most used first (R10.1)."""
    food: i64 = 0
    used: i64 = 0
    while grain > 0:
        best: i64 = -1
        major: i64 = 0
        while major < f.MAJORS:
            if (
                owns(state, seat, major)
                and used & bit(major) == 0
                and state.facts.bakes_up_to[major] > 0
                and (best < 0 or state.facts.bakes[major] > state.facts.bakes[best])
            ):
                best = major
            major += 1
        batch: i64 = min(grain, i64(state.facts.bakes_up_to[best]))
        food += batch * i64(state.facts.bakes[best])
        grain -= batch
        used |= bit(best)
    return food


def bake(state: Position, seat: Seat, grain: i64) -> None:
    food: i64 = bake_food(state, seat, grain)
    state.goods[seat * f.GOODS + f.GRAIN] -= grain
    state.goods[seat * f.GOODS + f.FOOD] += food
    note(state, EVENT_BAKE, seat, grain, food)


# --- building ----------------------------------------------------------------------------------------


def price_of(state: Position, seat: Seat, major: i64) -> i64:
    """What a major improvement costs a seat now (R9.19)."""
    return prices.reduced(state, seat, cost.A_MAJOR, state.facts.major_price[major])


def can_pay(state: Position, seat: Seat, major: i64) -> bool:
    return prices.can_pay(state, seat, price_of(state, seat, major))


def choices(state: Position, seat: Seat, actions: vec[i64]) -> vec[i64]:
    """`actions` and every way to build a major improvement now (R9.6, R11.2)."""
    major: i64 = 0
    while major < f.MAJORS:
        if state.owner[major] == 0 and can_pay(state, seat, major):
            actions = append(actions, MAJOR + major)
        major += 1
    fireplace: i64 = f.FIREPLACE_2
    while fireplace <= f.FIREPLACE_3:
        if owns(state, seat, fireplace):
            hearth: i64 = f.HEARTH_4
            while hearth <= f.HEARTH_5:
                if state.owner[hearth] == 0:
                    actions = append(actions, return_for(fireplace, hearth))
                hearth += 1
        fireplace += 1
    return actions


def build(state: Position, seat: Seat, action: Action) -> i64:
    """Build what `action` (of MAJOR or RETURN) says; return the improvement."""
    major: i64 = action - MAJOR
    if block_of(action) == RETURN:
        fireplace, major = returned_for(action)
        state.owner[fireplace] = 0
        note(state, EVENT_RETURN, seat, fireplace, 0)
    else:
        prices.pay_price(state, seat, price_of(state, seat, major))
    state.owner[major] = u8(seat + 1)
    note(state, EVENT_MAJOR, seat, major, 0)
    return major


def just_built(state: Position, seat: Seat, major: i64) -> None:
    """What an improvement does when it is built: ovens bake (R10.2), a Well fills (G22)."""
    if state.facts.bakes_at_once[major] == 1:
        state.push(MENU, BAKING + OPTIONAL)
    if state.facts.well_rounds[major] > 0:
        promise_food(state, seat, i64(state.facts.well_rounds[major]))


def promise_food(state: Position, seat: Seat, rounds: i64) -> None:
    """Put 1 food on each of the next round spaces, as far as there are any (rulebook p. 10)."""
    placed: i64 = 0
    number: i64 = state.round + 1
    while number <= min(state.round + rounds, f.ROUNDS):
        state.promised[(seat * (f.ROUNDS + 1) + number) * f.GOODS + f.FOOD] += 1
        placed |= bit(number)
        number += 1
    if placed != 0:
        note(state, EVENT_PROMISE, seat, pack_promise(f.FOOD, 1), placed)


def take_promised(state: Position, seat: Seat) -> None:
    """Take what lies on this round's space (R1.2, R1.4)."""
    base: i64 = (seat * (f.ROUNDS + 1) + state.round) * f.GOODS
    good: Good = 0
    while good < f.GOODS:
        n: i64 = i64(state.promised[base + good])
        if n > 0:
            state.promised[base + good] = 0
            gain(state, seat, good, n)
        good += 1
