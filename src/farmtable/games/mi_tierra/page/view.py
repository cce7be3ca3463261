"""The position as a page shows it to one seat, and what an action would bring.

Everything is built up from an allow-list, `contract.py`. Of the cards to come only those are shown
that the seat itself has seen in the clock tower. Where the seat that looks is to decide, `ask` says
what it is asked and which action gives which answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from farmtable.core.state import OVER
from farmtable.games.mi_tierra.page import contract as c
from farmtable.games.mi_tierra.position import actions, packed, steps
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import (
    GOOD_IDS,
    GOODS,
    MAX_FACE,
    MAX_SLOTS,
    MAX_SPACES,
)
from farmtable.games.mi_tierra.rules import (
    development,
    events,
    farm,
    goods,
    housing,
    market,
    placing,
    scoring,
    zones,
)

STEPS: Final[dict[int, c.Step]] = {
    steps.START_SEAT: "start",
    steps.UPKEEP: "upkeep",
    steps.PLACING: "place",
    steps.OFFERED: "offered",
    steps.ROLLING: "roll",
    steps.HOUSE: "house",
    steps.LOOK: "look",
    steps.REORDER: "reorder",
    steps.DEVELOPING: "develop",
    steps.DROPPING: "drop",
    steps.FARMING: "farm",
    steps.ARRIVAL: "arrival",
    steps.SELLING: "sell",
    steps.GENERIC_SALE: "generic",
    steps.TRADING: "trade",
    steps.GIVING: "give",
}
DECKS: Final = ("A", "B")
# By their numbers: places of the display, and the spaces between them.
PLACES: Final[tuple[c.PlaceId, ...]] = ("top_left", "top_right", "bottom_left", "bottom_right")
SPACES: Final[tuple[c.SpaceId, ...]] = ("centre", "top", "bottom", "left", "right")
DICE_ZONES = (f.FOREST, f.SHEEP_FARM, f.SEED_SHOP, f.CATTLE_FARM, f.COOP)
ANIMAL_ZONES = (f.SHEEP_FARM, f.CATTLE_FARM, f.COOP)


def view(state: Position, seat: int) -> c.View:
    """What `seat` may see, JSON-ready."""
    facts = state.facts
    step: c.Step = "over" if state.to_play == OVER else STEPS.get(int(state.step()), "between")
    asked = seat >= 0 and state.to_play == seat
    return {
        "players": int(state.players),
        "to_play": int(state.to_play),
        "active": int(state.active),
        "round": int(state.round),
        "step": step,
        "seat": None if seat < 0 else seat,
        "order": [int(other) for other in state.order],
        "cubes": [int(other) for other in state.stack],
        "ending": bool(state.ending),
        "zones": {f.ZONE_IDS[zone]: _zone(state, zone) for zone in range(f.ZONES)},
        "now": _zone_under_way(state),
        "display": {
            place: None if card < 0 else _development(state, int(card))
            for place, card in zip(PLACES, state.display, strict=True)
        },
        "spaces": {space: _space(state, number) for number, space in enumerate(SPACES)},
        "market": [_on_show(state, int(kind)) for kind in state.market],
        "closing": [_on_show(state, int(kind)) for kind in state.closing],
        "closing_sellable": bool(facts.closing_sellable),
        "black_market": _black_market(state),
        "piles": {
            "a": int(state.pile_a),
            "b": int(state.pile_b),
            "developments": sum(int(n) for n in state.developments),
            "discarded": sum(int(n) for n in state.discarded),
        },
        "top": _known_cards(state, seat),
        "heard": [_card(state, int(kind)) for kind in state.heard],
        "event": _event(state, int(state.permanent)) if state.permanent >= 0 else None,
        "permanents": int(state.permanents),
        "last_permanent": int(facts.last_permanent),
        "farm": {
            "rows": int(facts.rows),
            "columns": int(facts.columns),
            "printed": int(facts.printed_cell),
            "slots": int(facts.slots),
            "cards": int(facts.development_slots),
        },
        "seats": [_seat(state, other) for other in range(int(state.players))],
        "left": {
            "barnyards": int(state.barnyards_left),
            "crops": {GOOD_IDS[crop]: int(state.crop_tiles[crop]) for crop in range(f.CROPS)},
        },
        "figures": _figures(state),
        "ask": _question(state, seat, step) if asked else None,
    }


def _goods(counts: Iterable[Any]) -> dict[c.GoodId, int]:
    """What there is of each good, in the order of goods; nothing of which there is none."""
    return {GOOD_IDS[good]: int(n) for good, n in enumerate(counts) if n}


def _bits(places: int, most: int) -> list[int]:
    return [place for place in range(most) if places >> place & 1]


def _figures(state: Position) -> c.Figures:
    facts = state.facts
    return {
        "free_workers": int(facts.free_workers),
        "max_workers": int(facts.max_workers),
        "upkeep": int(facts.upkeep),
        "cake_money": int(facts.cake_money),
        "clothes_money": int(facts.clothes_money),
        "leftovers": int(facts.leftovers),
        "meat_per_animal": bool(facts.meat_per_animal),
    }


# --- the village -------------------------------------------------------------------------------------


def _zone(state: Position, zone: int) -> c.Zone:
    stand = state.placed[zone * MAX_SPACES : (zone + 1) * MAX_SPACES]
    spaces: list[c.Worker | None] = [_worker(int(who)) for who in stand[: int(state.facts.spaces[zone])]]
    if zone == f.BLACK_MARKET:
        spaces = [{"seat": int(seat), "pair": False} for seat in state.black]
    elif zone == f.DEVELOPMENT:
        spaces = []
    return {
        "id": f.ZONE_IDS[zone],
        "number": zone + 1,
        "spaces": spaces,
        "closed": bool(placing.is_closed(state, zone)),
        "action": actions.PLACE + zone,
        **_business(state, zone),
    }


def _worker(who: int) -> c.Worker | None:
    seat, is_pair = packed.unpack_worker(who)
    return {"seat": seat, "pair": is_pair} if seat >= 0 else None


def _business(state: Position, zone: int) -> c.Business:
    facts = state.facts
    if zone in DICE_ZONES:
        first = int(facts.die[zone]) * (MAX_FACE + 1)
        die = [face for face in range(MAX_FACE + 1) for _ in range(int(facts.faces[first + face]))]
        if zone != f.SEED_SHOP:
            return {"die": die}
        return {"die": die, "seeds": [GOOD_IDS[facts.seed_of[face]] for face in sorted(set(die))]}
    if zone == f.ANIMAL_INDUSTRY:
        return {"fee": int(facts.animal_fee), "products": [_product(state, animal) for animal in range(3)]}
    if zone == f.OVEN:
        return {"fee": int(facts.oven_fee), "makes": [_recipe(_goods(facts.oven), f.CAKE)]}
    if zone == f.CLOTHING:
        return {"fee": int(facts.clothing_fee), "makes": [_recipe(_goods(facts.clothing), f.CLOTHES)]}
    if zone == f.WINERY:
        flour = _recipe({GOOD_IDS[f.WHEAT]: int(facts.flour_wheat)}, f.FLOUR)
        wine = _recipe({GOOD_IDS[f.GRAPE]: int(facts.wine_grapes)}, f.WINE)
        return {"fee": int(facts.winery_fee), "makes": [flour, wine]}
    return {}


def _product(state: Position, animal: int) -> c.Product:
    return {
        "animal": GOOD_IDS[f.SHEEP + animal],
        "minimum": int(state.facts.minimum[animal]),
        "good": GOOD_IDS[zones.product_of(animal)],
        "count": int(state.facts.product_units[animal]),
    }


def _recipe(of: dict[c.GoodId, int], product: int) -> c.Recipe:
    return {"of": of, "good": GOOD_IDS[product]}


def _zone_under_way(state: Position) -> c.ZoneId | None:
    """The zone whose workers are acting, while a seat is asked or a die rolls there."""
    if state.to_play == OVER:
        return None
    step, argument = int(state.step()), int(state.argument())
    if step in (steps.OFFERED, steps.ROLLING):
        zone, _ = packed.unpack_offer(argument)
        return f.ZONE_IDS[zone]
    if step == steps.ARRIVAL:
        below, _ = packed.unpack_frame(int(state.agenda[len(state.agenda) - 2]))
        animal, _ = packed.unpack_arrival(argument)
        return f.ZONE_IDS[f.FARM if below == steps.FARMING else ANIMAL_ZONES[animal]]
    zones_of_step = steps.STEPS[step].zones
    return f.ZONE_IDS[zones_of_step[0]] if zones_of_step else None


def _space(state: Position, space: int) -> c.DevelopmentSpace:
    seat, _ = packed.unpack_worker(int(state.placed[f.DEVELOPMENT * MAX_SPACES + space]))
    return {
        "id": SPACES[space],
        "open": bool(state.facts.development_open >> space & 1),
        "seat": seat if seat >= 0 else None,
        "touches": [PLACES[place] for place in _bits(int(development.touched(state, space)), f.DISPLAY)],
        "price": int(development.price(state, space)),
        "action": actions.AT_DEVELOPMENT + space,
    }


def _development(state: Position, card: int) -> c.DevelopmentCard:
    facts = state.facts
    animal = int(development.animal_of(card))
    needs = int(facts.needs[card])
    told: c.DevelopmentCard = {
        "name": f.ROMAN[card],
        "replaces": f.ROMAN[needs] if needs >= 0 else None,
        "animal": GOOD_IDS[animal] if animal >= 0 else None,
        "minimum": int(facts.card_minimum[card]),
        "gives": GOOD_IDS[development.product_of(card)] if animal >= 0 else None,
    }
    if ways := _ways(state, card):
        told["ways"] = ways
    elif card == f.CARD_XI:
        told["group"] = int(facts.large_group)
    elif card == f.CARD_XV:
        told["money"] = int(facts.card_money)
    return told


def _ways(state: Position, card: int) -> list[c.Way]:
    """What cards III and IV turn into what."""
    facts = state.facts
    if card == f.CARD_III:
        return [
            {"of": {GOOD_IDS[f.WHEAT]: int(wheat)}, "good": GOOD_IDS[f.FLOUR], "count": int(flour)}
            for wheat, flour in zip(facts.card_wheat, facts.card_flour, strict=True)
            if wheat
        ]
    if card == f.CARD_IV:
        return [{"of": {GOOD_IDS[f.GRAPE]: int(facts.card_grapes)}, "good": GOOD_IDS[f.WINE], "count": 1}]
    return []


# --- the markets -------------------------------------------------------------------------------------


def _on_show(state: Position, kind: int) -> c.MarketCard | None:
    return _card(state, kind) if kind >= 0 else None


def _card(state: Position, kind: int) -> c.MarketCard:
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
    return {**drawn, "type": "event", **_event(state, int(facts.good[kind]))}


def _simple_card(state: Position, drawn: c.Drawn) -> c.SimpleCard:
    kind = drawn["kind"]
    good = int(state.facts.good[kind])
    return {
        **drawn,
        "type": "simple",
        "good": GOOD_IDS[good],
        "price": int(market.unit_price(state, kind, good)),
        "limit": int(state.facts.limit[kind]),
    }


def _bundle_card(state: Position, drawn: c.Drawn) -> c.BundleCard:
    kind = drawn["kind"]
    return {
        **drawn,
        "type": "bundle",
        "goods": _goods(state.facts.bundle[kind * GOODS : (kind + 1) * GOODS]),
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


def _event(state: Position, event: int) -> c.Event:
    facts = state.facts
    told: c.Event = {"event": f.EVENT_IDS[event], "permanent": bool(facts.permanent[event])}
    if event == f.INFLATION:
        told["goods"] = [GOOD_IDS[good] for good in range(GOODS) if facts.inflated[good]]
        told["more"] = int(facts.inflation)
    elif event != f.STRIKE:
        told["takes"] = [GOOD_IDS[good] for good in range(GOODS) if events.is_hit(state, event, good)]
    else:
        told["zones"] = [f.ZONE_IDS[zone] for zone in _bits(int(facts.closes), f.ZONES)]
    return told


def _black_market(state: Position) -> c.BlackMarket:
    facts = state.facts
    return {
        "sell": _black_prices(state, facts.black_sell),
        "buy": _black_prices(state, facts.black_buy),
        "most_bought": int(facts.most_bought),
    }


def _black_prices(state: Position, row: Iterable[Any]) -> dict[c.GoodId, int]:
    """The prices of a row of the black market as they are now."""
    return {
        GOOD_IDS[good]: int(price + market.inflation(state, good)) for good, price in enumerate(row) if price
    }


def _known_cards(state: Position, seat: int) -> list[c.KnownCard]:
    """The next cards, as far as somebody has seen them: a card only where this seat knows it to lie."""
    me = 1 << seat if seat >= 0 else 0
    return [
        {
            "card": _card(state, int(kind)) if exact & me else None,
            "reordered": bool(shuffled & me),
        }
        for kind, exact, shuffled in zip(state.top, state.exact, state.shuffled, strict=True)
    ]


# --- the seats ---------------------------------------------------------------------------------------


def _seat(state: Position, seat: int) -> c.Seat:
    cards = _bits(int(state.cards[seat]), f.DEVELOPMENTS)
    used = int(state.used[seat])
    barnyards, waiting = _animals(state, seat)
    return {
        "seat": seat,
        "money": int(state.money[seat]),
        "goods": {GOOD_IDS[good]: int(goods.has(state, seat, good)) for good in range(GOODS)},
        "workers": int(state.workers[seat]),
        "idle": int(state.idle[seat]),
        "stopped": bool(state.stopped[seat]),
        "fields": [_field(state, seat, cell) for cell in range(int(state.facts.cells))],
        "barnyards": barnyards,
        "waiting": waiting,
        "cards": [{**_development(state, card), "used": bool(used >> card & 1)} for card in cards],
        "total": int(scoring.total(state, seat)),
    }


def _field(state: Position, seat: int, cell: int) -> c.Field:
    crop = int(farm.crop_at(state, seat, cell))
    if crop < 0:
        return {"cell": cell, "crop": None, "group": 0, "harvest": 0, "worker": False}
    return {
        "cell": cell,
        "crop": GOOD_IDS[crop],
        "group": int(farm.group_size(state, seat, cell)),
        "harvest": int(farm.yield_of(state, seat, cell)),
        "worker": bool(state.field_workers[seat] >> cell & 1),
    }


def _animals(state: Position, seat: int) -> tuple[list[c.Barnyard], dict[c.GoodId, int]]:
    """Where the animals stand, for show: the printed barnyard first; those without room wait."""
    found = [int(n) for n in housing.arrangement(state, seat)]
    rooms = [int(state.facts.printed_capacity)]
    rooms += [int(state.barnyards[seat * MAX_SLOTS + slot]) for slot in range(int(state.facts.slots))]
    left = [int(goods.has(state, seat, f.SHEEP + animal)) for animal in range(3)]
    barnyards: list[c.Barnyard] = []
    for at, room in enumerate(rooms):
        animal, count = found[at * 2], found[at * 2 + 1]
        if count == 0 and room > 0 and not housing.all_fit(state, seat):
            # There is no way to house them all: one that houses many is shown.
            animal = f.SHEEP + max(range(3), key=lambda each: left[each])
            count = min(left[animal - f.SHEEP], room)
        if count > 0:
            left[animal - f.SHEEP] -= count
        barnyards.append(
            {"slot": at - 1, "room": room, "animal": GOOD_IDS[animal] if count > 0 else None, "count": count}
        )
    return barnyards, {GOOD_IDS[f.SHEEP + animal]: n for animal, n in enumerate(left) if n}


# --- the question ------------------------------------------------------------------------------------


def _question(state: Position, seat: int, step: c.Step) -> c.AnyQuestion:
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
        (good, {"good": GOOD_IDS[good], "first": block + packed.pack_amount(good, 1), "most": n})
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
        "spaces": {SPACES[space]: action for action, space in _answers(legal, actions.AT_DEVELOPMENT)},
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
        "crop": GOOD_IDS[result - 1] if zone == f.SEED_SHOP and result else None,
        "animal": GOOD_IDS[zones.animal_of(zone)] if zone in ANIMAL_ZONES else None,
        "reroll": actions.REROLL if actions.REROLL in legal else None,
        "capacities": [{"capacity": n, "action": action} for action, n in _answers(legal, actions.CAPACITY)],
        "seeds": [{"crop": GOOD_IDS[n], "action": action} for action, n in _answers(legal, actions.SEED)],
        "cells": [{"cell": cell, "action": action} for action, cell in _answers(legal, actions.PLANT)],
        "slots": [{"slot": slot, "action": action} for action, slot in _answers(legal, actions.THROW)],
        "makes": [
            {
                "goods": [GOOD_IDS[good] for good, bit in ((f.FLOUR, 1), (f.WINE, 2)) if n + 1 & bit],
                "action": action,
            }
            for action, n in _answers(legal, actions.MAKE)
        ],
    }


def _housing(state: Position, seat: int, legal: list[int]) -> c.HouseQuestion:
    return {
        **_ways_out(legal),
        "releases": [
            {
                "animal": GOOD_IDS[f.SHEEP + n],
                "have": int(goods.has(state, seat, f.SHEEP + n)),
                "action": action,
            }
            for action, n in _answers(legal, actions.RELEASE)
        ],
    }


def _arrival(state: Position, seat: int, legal: list[int]) -> c.ArrivalQuestion:
    animal, n = packed.unpack_arrival(int(state.argument()))
    return {
        **_housing(state, seat, legal),
        "animal": GOOD_IDS[f.SHEEP + animal],
        "count": n,
        "room": int(housing.room_for(state, seat, f.SHEEP + animal, n)),
    }


def _reorder(state: Position, seat: int, legal: list[int]) -> c.ReorderQuestion:
    laid = int(state.argument())
    return {
        **_ways_out(legal),
        "laid": [_card(state, int(kind)) for kind in state.top[:laid]],
        "cards": [
            {"card": _card(state, kind), "count": list(state.top[laid:]).count(kind), "action": action}
            for action, kind in _answers(legal, actions.ON_TOP)
        ],
    }


def _buying(state: Position, seat: int, legal: list[int]) -> c.DevelopQuestion:
    answers = _answers(legal, actions.BUY_CARD)
    purchases = [(action, *packed.unpack_purchase(what)) for action, what in answers]
    return {
        **_ways_out(legal),
        "buys": [
            {
                "space": SPACES[space],
                "place": PLACES[place],
                "card": _development(state, int(state.display[place])),
                "price": int(development.price(state, space)),
                "action": action,
            }
            for action, space, place in purchases
        ],
    }


def _dropping(state: Position, seat: int, legal: list[int]) -> c.DropQuestion:
    return {
        **_ways_out(legal),
        "card": _development(state, int(state.argument())),
        "drops": [
            {"card": _development(state, card), "action": action}
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
    return {
        "cell": cell,
        "crop": GOOD_IDS[farm.crop_at(state, seat, cell)],
        "count": int(farm.yield_of(state, seat, cell)),
        "action": action,
    }


def _use(state: Position, card: int, way: int, action: int) -> c.Use:
    ways = _ways(state, card)
    return {
        "card": _development(state, card),
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
        "sales": [{"card": _card(state, kind), "units": ways} for kind, ways in sales.items()],
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
        "card": _card(state, kind),
        "sold": sold,
    }


def _trading(state: Position, seat: int, legal: list[int]) -> c.TradeQuestion:
    black = _black_market(state)
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


# --- previews ----------------------------------------------------------------------------------------


def preview(state: Position, seat: int, action: int) -> c.Preview:
    """What a legal action brings at once: money, goods, workers, and money at the end of the game."""
    after = state.clone()
    after.apply(action)
    base = seat * GOODS
    changes = [int(after.goods[base + good] - state.goods[base + good]) for good in range(GOODS)]
    return {
        "money": int(after.money[seat] - state.money[seat]),
        "goods": {GOOD_IDS[good]: change for good, change in enumerate(changes) if change},
        "workers": int(after.workers[seat]) - int(state.workers[seat]),
        "total": int(scoring.total(after, seat) - scoring.total(state, seat)),
    }
