"""What may be done at any time: goods into food, goods and animals given back, cards used (chapter 8)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit
from farmtable.games.agricola.position.actions import CONVERT, DISCARD, USE_CARD, block_of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CATTLE, FOOD, GOODS, GRAIN, MAX_FRONT, SHEEP, Good
from farmtable.games.agricola.position.frames import LIVED, MAY_COOK
from farmtable.games.agricola.position.moments import ANY_TIME
from farmtable.games.agricola.rules import effects, housing, improvements
from farmtable.games.agricola.rules.goods import discard


def any_possible(state: Position, seat: Seat) -> bool:
    """Whether a seat has anything it could exchange or give back."""
    good: Good = seat * GOODS
    while good < seat * GOODS + GOODS:
        if state.goods[good] > 0:
            return True
        good += 1
    return len(of_cards(state, seat)) > 0


def of_cards(state: Position, seat: Seat) -> vec[i64]:
    """The exchanges that cards in front of a seat offer."""
    return effects.at_moment(state, seat, ANY_TIME)


def offered_by_cards(state: Position, seat: Seat) -> bool:
    """Whether a card in front of a seat says that something may be done at any time."""
    return state.facts.deck is not None and state.listening[seat] & bit(ANY_TIME) != 0


def before_harvest(state: Position, seat: Seat) -> vec[i64]:
    """The exchanges of cards just before crops are taken, if one of them is worth asking for then."""
    found = of_cards(state, seat)
    deck = state.facts.deck
    assert deck is not None
    for action in found:
        if deck.before_harvest[action - USE_CARD] == 1:
            return found
    return vec[i64]()


def into_food(state: Position, seat: Seat) -> vec[i64]:
    """Crops and animals into food, at the best rate one has (R8.1)."""
    actions = vec[i64](capacity=GOODS * 2)
    good: Good = GRAIN
    while good < FOOD:
        if state.goods[seat * GOODS + good] > 0 and improvements.cook_rate(state, seat, good) > 0:
            actions = append(actions, CONVERT + good)
        good += 1
    return actions


def trades(state: Position, seat: Seat) -> vec[i64]:
    """All exchanges that bring something: crops and animals into food, and those of cards."""
    return _with_cards(state, seat, into_food(state, seat))


def that_may_help(state: Position, seat: Seat) -> vec[i64]:
    """All exchanges that bring something; where animals wait for room, one let go may do so, too (R6.4)."""
    actions = trades(state, seat)
    if not housing.all_fit(state, seat):
        kind: i64 = SHEEP
        while kind <= CATTLE:
            if state.goods[seat * GOODS + kind] > 0:
                actions = append(actions, DISCARD + kind)
            kind += 1
    return actions


def all_possible(state: Position, seat: Seat) -> vec[i64]:
    """All exchanges, and any good given back (R8.1, R8.5)."""
    actions = into_food(state, seat)
    good: Good = 0
    while good < GOODS:
        if state.goods[seat * GOODS + good] > 0:
            actions = append(actions, DISCARD + good)
        good += 1
    return _with_cards(state, seat, actions)


def _with_cards(state: Position, seat: Seat, actions: vec[i64]) -> vec[i64]:
    for action in of_cards(state, seat):
        actions = append(actions, action)
    return actions


def animals_to_go(state: Position, seat: Seat, argument: i64) -> vec[i64]:
    """Where animals do not all fit, one to cook, if the HOUSE step allows it, or to let go (R6.3, R6.7).

    Sheep that lived on the farm before others came may still be exchanged, as they could have been (R6.5).
    """
    actions = vec[i64](capacity=6)
    if housing.all_fit(state, seat):
        return actions
    may_cook = argument >= MAY_COOK
    kind: i64 = SHEEP
    while kind <= CATTLE and may_cook:
        if state.goods[seat * GOODS + kind] > 0 and improvements.cook_rate(state, seat, kind) > 0:
            actions = append(actions, CONVERT + kind)
        kind += 1
    kind = SHEEP
    while kind <= CATTLE:
        if state.goods[seat * GOODS + kind] > 0:
            actions = append(actions, DISCARD + kind)
        kind += 1
    if argument >= LIVED and housing.living(state, seat, SHEEP) > 0:
        return _with_sheep_exchanged(state, seat, actions)
    return actions


def _with_sheep_exchanged(state: Position, seat: Seat, actions: vec[i64]) -> vec[i64]:
    deck = state.facts.deck
    assert deck is not None
    slots: i64 = effects.all_offered(state, seat, ANY_TIME)
    slot: i64 = 0
    while slots >> slot != 0:
        card: i64 = i64(state.front[seat * MAX_FRONT + slot]) - 1
        if slots >> slot & 1 != 0 and deck.exchanges_sheep[card] == 1:
            actions = append(actions, USE_CARD + card)
        slot += 1
    return actions


def apply(state: Position, seat: Seat, action: Action) -> None:
    block: i64 = block_of(action)
    if block == USE_CARD:
        effects.use(state, seat, action - USE_CARD, ANY_TIME, 0)
    elif block == CONVERT:
        improvements.convert(state, seat, action - CONVERT)
    else:
        discard(state, seat, action - DISCARD)
