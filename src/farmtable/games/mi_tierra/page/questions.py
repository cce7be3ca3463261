"""What a page is told of a question: the actions that answer it, and what each would bring or cost."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from farmtable.games.mi_tierra.page import cards
from farmtable.games.mi_tierra.page import contract as c
from farmtable.games.mi_tierra.position import actions, packed
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.rules import development, farm, goods, housing, market, zones

ANIMAL_ZONES: Final = (f.SHEEP_FARM, f.CATTLE_FARM, f.COOP)


def question(state: Position, seat: int, step: c.Step) -> c.AnyQuestion:
    """What this seat is asked, with the actions that answer it."""
    return QUESTIONS[step](state, seat, [int(action) for action in state.legal_actions()])


def _ways_out(legal: list[int]) -> c.Question:
    return {
        "take": actions.TAKE if actions.TAKE in legal else None,
        "leave": actions.LEAVE if actions.LEAVE in legal else None,
    }


def _answers(legal: list[int], block: int) -> list[tuple[int, int]]:
    """The legal actions of a block, each with its number in it."""
    return [(action, action - block) for action in legal if actions.block_of(action) == block]


def _numbers(legal: list[int], block: int) -> list[tuple[int, c.Numbers]]:
    """The goods of which so many may be chosen: the action for n is that for one plus n - 1."""
    most = dict(packed.unpack_amount(what) for _, what in _answers(legal, block))
    return [
        (good, {"good": f.GOOD_IDS[good], "first": block + packed.pack_amount(good, 1), "most": n})
        for good, n in most.items()
    ]


def _upkeep(state: Position, seat: int, legal: list[int]) -> c.UpkeepQuestion:
    facts = state.facts
    return {
        **_ways_out(legal),
        "keeps": [
            {
                "workers": n,
                "price": max(n - int(facts.free_workers), 0) * int(facts.upkeep),
                "back": int(state.workers[seat]) - n,
                "action": action,
            }
            for action, n in _answers(legal, actions.KEEP)
        ],
    }


def _placing(state: Position, seat: int, legal: list[int]) -> c.PlaceQuestion:
    return {
        **_ways_out(legal),
        "zones": {f.ZONE_IDS[zone]: action for action, zone in _answers(legal, actions.PLACE)},
        "pairs": {
            f.ZONE_IDS[f.SEED_SHOP if pair else f.FOREST]: action
            for action, pair in _answers(legal, actions.PAIR)
        },
        "spaces": {cards.SPACES[space]: action for action, space in _answers(legal, actions.AT_DEVELOPMENT)},
        "cells": [{"cell": cell, "action": action} for action, cell in _answers(legal, actions.AT_FIELD)],
        "stop": actions.STOP,
        "idle": int(state.idle[seat]),
    }


def _offered(state: Position, seat: int, legal: list[int]) -> c.OfferedQuestion:
    """A result of a die or a choice of a pair, or what an industry makes."""
    zone, _ = packed.unpack_offer(int(state.argument()))
    result = int(state.result)
    return {
        **_ways_out(legal),
        "zone": f.ZONE_IDS[zone],
        "result": result,
        "pair": bool(state.pair),
        "crop": f.GOOD_IDS[result - 1] if zone == f.SEED_SHOP and result else None,
        "animal": f.GOOD_IDS[zones.animal_of(zone)] if zone in ANIMAL_ZONES else None,
        "reroll": actions.REROLL if actions.REROLL in legal else None,
        "capacities": [{"capacity": n, "action": action} for action, n in _answers(legal, actions.CAPACITY)],
        "seeds": [{"crop": f.GOOD_IDS[n], "action": action} for action, n in _answers(legal, actions.SEED)],
        "cells": [{"cell": cell, "action": action} for action, cell in _answers(legal, actions.PLANT)],
        "slots": [{"slot": slot, "action": action} for action, slot in _answers(legal, actions.THROW)],
        "makes": [
            {
                "goods": [f.GOOD_IDS[good] for good, bit in ((f.FLOUR, 1), (f.WINE, 2)) if n + 1 & bit],
                "action": action,
            }
            for action, n in _answers(legal, actions.MAKE)
        ],
        "gives": _from_animals(state, seat) if zone == f.ANIMAL_INDUSTRY else {},
    }


def _from_animals(state: Position, seat: int) -> dict[f.GoodId, int]:
    """What the animal industry makes for a seat, as far as the supply has it (R33, R57)."""
    found: dict[f.GoodId, int] = {}
    for animal in range(3):
        if zones.gives_product(state, seat, animal):
            good = int(zones.product_of(animal))
            found[f.GOOD_IDS[good]] = int(
                goods.available(state, good, int(state.facts.product_units[animal]))
            )
    return found


def _housing(state: Position, seat: int, legal: list[int]) -> c.HouseQuestion:
    return {
        **_ways_out(legal),
        "releases": [
            {
                "animal": f.GOOD_IDS[f.SHEEP + n],
                "have": int(goods.has(state, seat, f.SHEEP + n)),
                "action": action,
            }
            for action, n in _answers(legal, actions.RELEASE)
        ],
    }


def _arrival(state: Position, seat: int, legal: list[int]) -> c.ArrivalQuestion:
    animal, n = packed.unpack_arrival(int(state.argument()))
    room = int(housing.room_for(state, seat, f.SHEEP + animal, n))
    return {
        **_housing(state, seat, legal),
        "animal": f.GOOD_IDS[f.SHEEP + animal],
        "count": n,
        "room": room,
        "meat": int(goods.available(state, f.MEAT, housing.meat_for(state, n - room))),
    }


def _reorder(state: Position, seat: int, legal: list[int]) -> c.ReorderQuestion:
    laid = int(state.argument())
    order = [int(kind) for kind in state.top]
    answers = sorted(_answers(legal, actions.ON_TOP), key=lambda answer: order.index(answer[1], laid))
    return {
        **_ways_out(legal),
        "laid": [cards.market_card(state, int(kind)) for kind in order[:laid]],
        "cards": [
            {
                "card": cards.market_card(state, kind),
                "places": [place for place, lying in enumerate(order, 1) if place > laid and lying == kind],
                "action": action,
            }
            for action, kind in answers
        ],
    }


def _buying(state: Position, seat: int, legal: list[int]) -> c.DevelopQuestion:
    answers = _answers(legal, actions.BUY_CARD)
    purchases = [(action, *packed.unpack_purchase(what)) for action, what in answers]
    return {
        **_ways_out(legal),
        "buys": [
            {
                "space": cards.SPACES[space],
                "place": cards.PLACES[place],
                "card": cards.development_card(state, int(state.display[place])),
                "price": int(development.price(state, space)),
                "action": action,
            }
            for action, space, place in purchases
        ],
    }


def _dropping(state: Position, seat: int, legal: list[int]) -> c.DropQuestion:
    return {
        **_ways_out(legal),
        "card": cards.development_card(state, int(state.argument())),
        "drops": [
            {"card": cards.development_card(state, card), "action": action}
            for action, card in _answers(legal, actions.DROP_CARD)
        ],
    }


def _farming(state: Position, seat: int, legal: list[int]) -> c.FarmQuestion:
    uses = [(action, *packed.unpack_use(what)) for action, what in _answers(legal, actions.USE)]
    return {
        **_ways_out(legal),
        "works": [_work(state, seat, cell, action) for action, cell in _answers(legal, actions.WORK)],
        "uses": [_use(state, card, way, action) for action, card, way in uses],
    }


def _work(state: Position, seat: int, cell: int, action: int) -> c.Work:
    crop = int(farm.crop_at(state, seat, cell))
    return {
        "cell": cell,
        "crop": f.GOOD_IDS[crop],
        "count": int(goods.available(state, crop, farm.yield_of(state, seat, cell))),
        "action": action,
    }


def _use(state: Position, card: int, way: int, action: int) -> c.Use:
    ways = cards.ways_of(state, card)
    return {
        "card": cards.development_card(state, card),
        "way": ways[way] if ways else None,
        "main": way == 0,
        "action": action,
    }


def _selling(state: Position, seat: int, legal: list[int]) -> c.SellQuestion:
    """Each sale with what it brings, by the card that it goes to."""
    sales: dict[int, list[c.Units]] = {}
    for action, what in _answers(legal, actions.SELL):
        kind, units = packed.unpack_sale(what)
        sales.setdefault(kind, []).append(
            {"units": units, "money": _proceeds(state, kind, units), "action": action}
        )
    return {
        **_ways_out(legal),
        "sales": [{"card": cards.market_card(state, kind), "units": ways} for kind, ways in sales.items()],
        "black_market": actions.TO_BLACK_MARKET if actions.TO_BLACK_MARKET in legal else None,
    }


def _proceeds(state: Position, kind: int, units: int) -> int | None:
    """The money for a sale; None at a generic market, which is told good by good."""
    type_ = int(state.facts.type[kind])
    if type_ == f.SIMPLE:
        return units * int(market.unit_price(state, kind, int(state.facts.good[kind])))
    return int(market.bundle_price(state, kind)) if type_ == f.BUNDLE else None


def _generic(state: Position, seat: int, legal: list[int]) -> c.GenericQuestion:
    kind, sold = packed.unpack_generic_sale(int(state.argument()))
    return {
        **_ways_out(legal),
        "offers": [
            {
                **number,
                "have": int(goods.has(state, seat, good)),
                "money": int(market.unit_price(state, kind, good)),
            }
            for good, number in _numbers(legal, actions.OFFER)
        ],
        "card": cards.market_card(state, kind),
        "sold": sold,
    }


def _trading(state: Position, seat: int, legal: list[int]) -> c.TradeQuestion:
    black = cards.black_market(state)
    _, bought = packed.unpack_trade(int(state.argument()))
    return {
        **_ways_out(legal),
        "offers": [
            {
                **number,
                "have": int(goods.has(state, seat, good)),
                "money": black["sell"][number["good"]],
            }
            for good, number in _numbers(legal, actions.OFFER)
        ],
        "buys": [
            {**number, "money": black["buy"][number["good"]]} for _, number in _numbers(legal, actions.BUY)
        ],
        "may_buy": black["most_bought"] - bought,
    }


def _giving(state: Position, seat: int, legal: list[int]) -> c.GiveQuestion:
    _, event, left = packed.unpack_debt(int(state.argument()))
    return {
        **_ways_out(legal),
        "event": f.EVENT_IDS[event],
        "count": left,
        "gives": [
            {**number, "have": int(goods.has(state, seat, good))}
            for good, number in _numbers(legal, actions.GIVE)
        ],
    }


QUESTIONS: Final[dict[c.Step, Callable[[Position, int, list[int]], c.AnyQuestion]]] = {
    "upkeep": _upkeep,
    "place": _placing,
    "offered": _offered,
    "house": _housing,
    "reorder": _reorder,
    "develop": _buying,
    "drop": _dropping,
    "farm": _farming,
    "arrival": _arrival,
    "sell": _selling,
    "generic": _generic,
    "trade": _trading,
    "give": _giving,
}
