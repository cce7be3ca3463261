"""Development cards, market cards, events and prices as a page shows them, in the figures of this table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from farmtable.games.mi_tierra.page import contract as c
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import GoodId
from farmtable.games.mi_tierra.rules import development, events, market

DECKS: Final = ("A", "B")
# By their numbers: places of the display, and the spaces between them.
PLACES: Final[tuple[c.PlaceId, ...]] = ("top_left", "top_right", "bottom_left", "bottom_right")
SPACES: Final[tuple[c.SpaceId, ...]] = ("centre", "top", "bottom", "left", "right")


def goods_of(counts: Iterable[Any]) -> dict[GoodId, int]:
    """What there is of each good, in the order of goods; nothing of which there is none."""
    return {f.GOOD_IDS[good]: int(n) for good, n in enumerate(counts) if n}


# --- development cards -------------------------------------------------------------------------------


def development_card(state: Position, card: int) -> c.DevelopmentCard:
    """A development card, by its number."""
    facts = state.facts
    animal = int(development.animal_of(card))
    needs = int(facts.needs[card])
    told: c.DevelopmentCard = {
        "name": f.ROMAN[card],
        "replaces": f.ROMAN[needs] if needs >= 0 else None,
        "animal": f.GOOD_IDS[animal] if animal >= 0 else None,
        "minimum": int(facts.card_minimum[card]),
        "gives": f.GOOD_IDS[development.product_of(card)] if animal >= 0 else None,
    }
    if ways := ways_of(state, card):
        told["ways"] = ways
    elif card == f.CARD_XI:
        told["group"] = int(facts.large_group)
    elif card == f.CARD_XV:
        told["money"] = int(facts.card_money)
    return told


def ways_of(state: Position, card: int) -> list[c.Way]:
    """What cards III and IV turn into what."""
    facts = state.facts
    if card == f.CARD_III:
        return [
            {"of": {f.GOOD_IDS[f.WHEAT]: int(wheat)}, "good": f.GOOD_IDS[f.FLOUR], "count": int(flour)}
            for wheat, flour in zip(facts.card_wheat, facts.card_flour, strict=True)
            if wheat
        ]
    if card == f.CARD_IV:
        return [{"of": {f.GOOD_IDS[f.GRAPE]: int(facts.card_grapes)}, "good": f.GOOD_IDS[f.WINE], "count": 1}]
    return []


# --- market cards, events, prices --------------------------------------------------------------------


def market_card(state: Position, kind: int) -> c.MarketCard:
    """A market card with the prices of the moment, or an event."""
    facts = state.facts
    type_ = int(facts.type[kind])
    leaves = type_ != f.EVENT and bool(market.leaves_by_itself(facts, kind))
    drawn: c.Drawn = {"kind": kind, "deck": DECKS[facts.deck[kind]], "leaves": leaves}
    match type_:
        case f.SIMPLE:
            return _simple_card(state, drawn)
        case f.BUNDLE:
            return _bundle_card(state, drawn)
        case f.GENERIC:
            return _generic_card(state, drawn)
    return {**drawn, "type": "event", **event_view(state, int(facts.good[kind]))}


def _simple_card(state: Position, drawn: c.Drawn) -> c.SimpleCard:
    kind = drawn["kind"]
    good = int(state.facts.good[kind])
    return {
        **drawn,
        "type": "simple",
        "good": f.GOOD_IDS[good],
        "price": int(market.unit_price(state, kind, good)),
        "limit": int(state.facts.limit[kind]),
    }


def _bundle_card(state: Position, drawn: c.Drawn) -> c.BundleCard:
    kind = drawn["kind"]
    return {
        **drawn,
        "type": "bundle",
        "goods": goods_of(state.facts.bundle[kind * f.GOODS : (kind + 1) * f.GOODS]),
        "price": int(market.bundle_price(state, kind)),
    }


def _generic_card(state: Position, drawn: c.Drawn) -> c.GenericCard:
    kind = drawn["kind"]
    return {
        **drawn,
        "type": "generic",
        "price": int(state.facts.price[kind]),
        "animal_price": int(state.facts.animal_price[kind]),
    }


def event_view(state: Position, event: int) -> c.Event:
    """An event, by its number."""
    facts = state.facts
    told: c.Event = {"event": f.EVENT_IDS[event], "permanent": bool(facts.permanent[event])}
    if event == f.INFLATION:
        told["goods"] = [f.GOOD_IDS[good] for good in range(f.GOODS) if facts.inflated[good]]
        told["more"] = int(facts.inflation)
    elif event != f.STRIKE:
        told["takes"] = [f.GOOD_IDS[good] for good in range(f.GOODS) if events.is_hit(state, event, good)]
    else:
        told["zones"] = [f.ZONE_IDS[zone] for zone in range(f.ZONES) if facts.closes >> zone & 1]
    return told


def black_market(state: Position) -> c.BlackMarket:
    """The black market with the prices of the moment."""
    facts = state.facts
    return {
        "sell": _black_prices(state, facts.black_sell),
        "buy": _black_prices(state, facts.black_buy),
        "most_bought": int(facts.most_bought),
    }


def _black_prices(state: Position, row: Iterable[Any]) -> dict[GoodId, int]:
    """The prices of a row of the black market as they are now."""
    return {
        f.GOOD_IDS[good]: int(price + market.inflation(state, good))
        for good, price in enumerate(row)
        if price
    }
