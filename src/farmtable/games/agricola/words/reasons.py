"""What the refusals of Agricola share: where a rule is written, and prices that cannot be paid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from farmtable.core.text import Refusal, Text
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import GOODS
from farmtable.games.agricola.position.nouns import Goods, amounts, goods_of

OUR_RULING: Final = Text("our ruling")
THIS: Final = Text("This")


def page(number: int) -> Text:
    """A page of the rulebook."""
    return Text("rulebook, p. {page}", page=number)


def appendix(number: int) -> Text:
    """A page of the appendix."""
    return Text("appendix, p. {page}", page=number)


def unaffordable(
    state: Position, seat: int, what: Text, price: Goods, rule: str, source: Text
) -> Refusal | None:
    """A price that a seat cannot pay."""
    price = [(good, n) for good, n in price if n > 0]
    have = _have(state, seat, [good for good, _ in price])
    if all(owned >= n for (_, owned), (_, n) in zip(have, price, strict=True)):
        return None
    return _costs(what, amounts(price), have, rule, source)


def none_affordable(
    state: Position, seat: int, what: Text, prices: Sequence[int], rule: str, source: Text
) -> Refusal | None:
    """Several prices of which a seat can pay none."""
    wanted = [goods_of(price) for price in prices]
    for price in wanted:
        if unaffordable(state, seat, what, price, rule, source) is None:
            return None
    goods = sorted({good for price in wanted for good, _ in price})
    return _costs(what, _either(wanted), _have(state, seat, goods), rule, source)


def _have(state: Position, seat: int, goods: Sequence[int]) -> Goods:
    return [(good, int(state.goods[seat * GOODS + good])) for good in goods]


def _costs(what: Text, price: Text, have: Goods, rule: str, source: Text) -> Refusal:
    reason = Text("{what} costs {price}; you have {have}.", what=what, price=price, have=amounts(have))
    return Refusal(rule, source, reason)


def _either(prices: Sequence[Goods]) -> Text:
    """One price or another: "5 wood and 2 reed, or 3 wood and 2 reed"."""
    first = amounts(prices[0])
    if len(prices) == 1:
        return first
    return Text("{first}, or {rest}", first=first, rest=_either(prices[1:]))
