"""Every way to pay a price with the cards in front of a seat (R9.3, R9.19).

First one price is chosen, the usual one or that of a card; then the cards reduce it and replace goods
of it, each once or not at all, in the order that the payer likes. So a card more never makes anything
dearer. Ways that cost more of something and less of nothing are left out.
"""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.bits import bit
from farmtable.core.vectors import numbers
from farmtable.games.agricola.position.cost import amount, at_most, has_animals, is_covered, of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import (
    CATTLE,
    CLAY,
    CLAY_FENCES,
    GOODS,
    MAX_FRONT,
    MODIFIERS,
    SHEEP,
    WOOD,
    Good,
)
from farmtable.games.agricola.position.moments import PRICES
from farmtable.games.agricola.rules.card import deck_of
from farmtable.games.agricola.rules.goods import pay
from farmtable.games.agricola.rules.housing import living


def can_pay(state: Position, seat: Seat, price: i64) -> bool:
    """Whether a seat has all of a price; animals only if they live on the farm (R6.4)."""
    if not is_covered(price, state.goods, seat * GOODS):
        return False
    return not has_animals(price) or live_on_farm(state, seat, price)


def live_on_farm(state: Position, seat: Seat, price: i64) -> bool:
    """Whether the animals of a price live on the farm of a seat (R6.4)."""
    kind: i64 = SHEEP
    while kind <= CATTLE:
        if amount(price, kind) > 0 and amount(price, kind) > living(state, seat, kind):
            return False
        kind += 1
    return True


def pay_price(state: Position, seat: Seat, price: i64) -> None:
    good: Good = 0
    while good < GOODS:
        pay(state, seat, good, amount(price, good))
        good += 1


# --- ways to pay ----------------------------------------------------------------------------------------


def ways(state: Position, seat: Seat, item: i64, usual: i64) -> vec[i64]:
    """The prices for `item` of which the seat can pay any, none of them needlessly high."""
    found = vec[i64]()
    for price in asked(state, seat, item, usual):
        if can_pay(state, seat, price):
            found = append(found, price)
    return found


def asked(state: Position, seat: Seat, item: i64, usual: i64) -> vec[i64]:
    """The prices for `item`, none of them needlessly high, whether they can be paid or not."""
    found = append(vec[i64](), usual)
    if are_changed(state, seat):
        found = _with_other_prices(state, seat, item, found)
        found = _lowest(_in_every_order(state, seat, item, found, True))
    return found


def affords(state: Position, seat: Seat, item: i64, usual: i64) -> bool:
    """Whether the seat can pay for `item` in any way."""
    if are_changed(state, seat):
        return len(ways(state, seat, item, usual)) > 0
    return can_pay(state, seat, usual)


def are_changed(state: Position, seat: Seat) -> bool:
    """Whether any card in front of a seat changes prices."""
    return state.facts.deck is not None and state.listening[seat] & bit(PRICES) != 0


def reduced(state: Position, seat: Seat, item: i64, usual: i64) -> i64:
    """The price of an improvement: cards may only reduce it, and nobody is asked how to pay.

    Should the order of reductions lead to several, it is the first that the seat can pay.
    """
    if state.facts.deck is None or not are_changed(state, seat) or not _is_reduced(state, seat, item, usual):
        return usual
    found = _lowest(_in_every_order(state, seat, item, append(vec[i64](), usual), False))
    for price in found:
        if can_pay(state, seat, price):
            return price
    return found[0]


def _is_reduced(state: Position, seat: Seat, item: i64, price: i64) -> bool:
    """Whether any card in front of a seat reduces a price."""
    deck = deck_of(state)
    assert deck is not None
    at: i64 = seat * MAX_FRONT
    while state.front[at] > 0:
        card: i64 = i64(state.front[at]) - 1
        if deck.acts[card] & bit(PRICES) != 0 and deck.cards[card].reduced(state, seat, item, price) != price:
            return True
        at += 1
    return False


def _with_other_prices(state: Position, seat: Seat, item: i64, found: vec[i64]) -> vec[i64]:
    """`found` and the prices that cards have for `item`."""
    deck = deck_of(state)
    assert deck is not None
    at: i64 = seat * MAX_FRONT
    while state.front[at] > 0:
        card: i64 = i64(state.front[at]) - 1
        if deck.acts[card] & bit(PRICES) != 0:
            other: i64 = deck.cards[card].other_price(state, seat, item)
            if other >= 0:
                found = append(found, other)
        at += 1
    return found


def _in_every_order(state: Position, seat: Seat, item: i64, found: vec[i64], replaces: bool) -> vec[i64]:
    """`found` and all that the cards make of these prices, each once or not at all, in any order."""
    deck = deck_of(state)
    assert deck is not None
    used = numbers(len(found), 0)  # by which cards each was reduced, and above these by which replaced
    i: i64 = 0
    while i < len(found):
        at: i64 = seat * MAX_FRONT
        while state.front[at] > 0:
            card: i64 = i64(state.front[at]) - 1
            at += 1
            if deck.acts[card] & bit(PRICES) == 0:
                continue
            after: i64 = used[i] | bit(at - seat * MAX_FRONT)
            if after != used[i]:
                price: i64 = deck.cards[card].reduced(state, seat, item, found[i])
                if price != found[i] and not _is_found(found, used, price, after):
                    found = append(found, price)
                    used = append(used, after)
            after = used[i] | bit(at - seat * MAX_FRONT + MAX_FRONT)
            if replaces and after != used[i]:
                for price in deck.cards[card].replaced(state, seat, item, found[i]):
                    if not _is_found(found, used, price, after):
                        found = append(found, price)
                        used = append(used, after)
        i += 1
    return found


def _is_found(found: vec[i64], used: vec[i64], price: i64, after: i64) -> bool:
    """Whether a price is found already, made by no other cards than `after`."""
    i: i64 = 0
    while i < len(found):
        if found[i] == price and used[i] & ~after == 0:
            return True
        i += 1
    return False


def _lowest(found: vec[i64]) -> vec[i64]:
    """Of these prices those that are not higher than another, each once."""
    kept = vec[i64]()
    i: i64 = 0
    while i < len(found):
        worth = True
        j: i64 = 0
        while j < len(found):
            if found[j] == found[i]:
                worth = worth and j >= i
            elif at_most(found[j], found[i]):
                worth = False
            j += 1
        if worth:
            kept = append(kept, found[i])
        i += 1
    return kept


# --- fences ---------------------------------------------------------------------------------------------


def material_for_fences(state: Position, seat: Seat) -> i64:
    """What a seat has to pay fences with: wood, and clay if a card allows it."""
    wood: i64 = state.goods[seat * GOODS + WOOD]
    if state.facts.deck is not None and state.modifiers[seat * MODIFIERS + CLAY_FENCES] > 0:
        return wood + state.goods[seat * GOODS + CLAY]
    return wood


def ways_for_fences(state: Position, seat: Seat, n: i64) -> vec[i64]:
    """The ways to pay so many fences that are not free, most wood first."""
    cost: i64 = n * state.facts.fence_wood
    wood: i64 = min(cost, state.goods[seat * GOODS + WOOD])
    found = append(vec[i64](), of(WOOD, wood) + of(CLAY, cost - wood))
    if state.facts.deck is not None and state.modifiers[seat * MODIFIERS + CLAY_FENCES] > 0:
        while wood > 0 and cost - wood < state.goods[seat * GOODS + CLAY]:
            wood -= 1
            found = append(found, of(WOOD, wood) + of(CLAY, cost - wood))
    return found
