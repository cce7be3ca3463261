"""The position as a page shows it to one seat, and what an action would bring.

Everything is built up from an allow-list: goods, zones, crops and events by name, development cards
by number, fields of a farm numbered row by row. Of the cards to come only those are shown that the
seat itself has seen in the clock tower. Where the seat that looks is to decide, `ask` says what it
is asked and which action gives which answer.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from farmtable.core.state import OVER
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

STEPS = {
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
TYPES = ("simple", "bundle", "generic", "event")
DICE_ZONES = (f.FOREST, f.SHEEP_FARM, f.SEED_SHOP, f.CATTLE_FARM, f.COOP)
ANIMAL_ZONES = (f.SHEEP_FARM, f.CATTLE_FARM, f.COOP)


def view(state: Position, seat: int) -> dict[str, Any]:
    """What `seat` may see, JSON-ready."""
    facts = state.facts
    step = "over" if state.to_play == OVER else STEPS.get(int(state.step()), "between")
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
        "zones": [_zone(state, zone) for zone in range(f.ZONES)],
        "now": _zone_under_way(state),
        "display": [None if card < 0 else _development(state, int(card)) for card in state.display],
        "spaces": [_space(state, space) for space in range(f.DEVELOPMENT_SPACES)],
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


def _goods(counts: Iterable[Any]) -> dict[str, int]:
    """What there is of each good, in the order of goods; nothing of which there is none."""
    return {GOOD_IDS[good]: int(n) for good, n in enumerate(counts) if n}


def _bits(places: int, most: int) -> list[int]:
    return [place for place in range(most) if places >> place & 1]


def _figures(state: Position) -> dict[str, Any]:
    """What the rules of this table say in numbers, where the page speaks of it."""
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


def _zone(state: Position, zone: int) -> dict[str, Any]:
    """A zone with its spaces from the left; the workers of the black market stand in their order."""
    stand = state.placed[zone * MAX_SPACES : (zone + 1) * MAX_SPACES]
    spaces = [_worker(int(who)) for who in stand[: int(state.facts.spaces[zone])]]
    if zone == f.BLACK_MARKET:
        spaces = [{"seat": int(seat), "pair": False} for seat in state.black]
    elif zone == f.DEVELOPMENT:
        spaces = []
    return {
        "zone": zone,
        "id": f.ZONE_IDS[zone],
        "spaces": spaces,
        "closed": bool(placing.is_closed(state, zone)),
        "action": actions.PLACE + zone,
        **_business(state, zone),
    }


def _worker(who: int) -> dict[str, Any] | None:
    seat, is_pair = packed.unpack_worker(who)
    return {"seat": seat, "pair": is_pair} if seat >= 0 else None


def _business(state: Position, zone: int) -> dict[str, Any]:
    """What a zone rolls, charges and makes."""
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


def _product(state: Position, animal: int) -> dict[str, Any]:
    return {
        "animal": GOOD_IDS[f.SHEEP + animal],
        "minimum": int(state.facts.minimum[animal]),
        "good": GOOD_IDS[zones.product_of(animal)],
        "count": int(state.facts.product_units[animal]),
    }


def _recipe(of: dict[str, int], product: int) -> dict[str, Any]:
    return {"of": of, "good": GOOD_IDS[product]}


def _zone_under_way(state: Position) -> str | None:
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


def _space(state: Position, space: int) -> dict[str, Any]:
    """A space of the development area: what a worker there could buy, and the price of any of it."""
    seat, _ = packed.unpack_worker(int(state.placed[f.DEVELOPMENT * MAX_SPACES + space]))
    return {
        "space": space,
        "open": bool(state.facts.development_open >> space & 1),
        "seat": seat if seat >= 0 else None,
        "touches": _bits(int(development.touched(state, space)), f.DISPLAY),
        "price": int(development.price(state, space)),
        "action": actions.AT_DEVELOPMENT + space,
    }


def _development(state: Position, card: int) -> dict[str, Any]:
    """A development card with what it does, in the figures of this table."""
    facts = state.facts
    animal = int(development.animal_of(card))
    needs = int(facts.needs[card])
    told: dict[str, Any] = {
        "card": card,
        "name": f.ROMAN[card],
        "replaces": f.ROMAN[needs] if needs >= 0 else None,
        "animal": GOOD_IDS[animal] if animal >= 0 else None,
        "minimum": int(facts.card_minimum[card]),
        "gives": GOOD_IDS[development.product_of(card)] if animal >= 0 else None,
    }
    if card == f.CARD_III:
        told["ways"] = [
            {"of": {GOOD_IDS[f.WHEAT]: int(wheat)}, "good": GOOD_IDS[f.FLOUR], "count": int(flour)}
            for wheat, flour in zip(facts.card_wheat, facts.card_flour, strict=True)
            if wheat
        ]
    elif card == f.CARD_IV:
        told["ways"] = [
            {"of": {GOOD_IDS[f.GRAPE]: int(facts.card_grapes)}, "good": GOOD_IDS[f.WINE], "count": 1}
        ]
    elif card == f.CARD_XI:
        told["group"] = int(facts.large_group)
    elif card == f.CARD_XV:
        told["money"] = int(facts.card_money)
    return told


# --- the markets -------------------------------------------------------------------------------------


def _on_show(state: Position, kind: int) -> dict[str, Any] | None:
    return _card(state, kind) if kind >= 0 else None


def _card(state: Position, kind: int) -> dict[str, Any]:
    """A market card with the prices of the moment, or an event."""
    facts = state.facts
    type_ = int(facts.type[kind])
    card: dict[str, Any] = {
        "kind": kind,
        "type": TYPES[type_],
        "deck": "AB"[facts.deck[kind]],
        "leaves": type_ != f.EVENT and market.leaves_by_itself(facts, kind),
    }
    if type_ == f.EVENT:
        return card | _event(state, int(facts.good[kind]))
    if type_ == f.SIMPLE:
        good = int(facts.good[kind])
        price = int(market.unit_price(state, kind, good))
        card |= {"good": GOOD_IDS[good], "price": price, "limit": int(facts.limit[kind])}
    elif type_ == f.BUNDLE:
        card["goods"] = _goods(facts.bundle[kind * GOODS : (kind + 1) * GOODS])
        card["price"] = int(market.bundle_price(state, kind))
    else:
        card |= {"price": int(facts.price[kind]), "animal_price": int(facts.animal_price[kind])}
    return card


def _event(state: Position, event: int) -> dict[str, Any]:
    facts = state.facts
    told: dict[str, Any] = {"event": f.EVENT_IDS[event], "permanent": bool(facts.permanent[event])}
    if event == f.INFLATION:
        told["goods"] = [GOOD_IDS[good] for good in range(GOODS) if facts.inflated[good]]
        told["more"] = int(facts.inflation)
    elif event != f.STRIKE:
        told["takes"] = [GOOD_IDS[good] for good in range(GOODS) if events.is_hit(state, event, good)]
    else:
        told["zones"] = [f.ZONE_IDS[zone] for zone in _bits(int(facts.closes), f.ZONES)]
    return told


def _black_market(state: Position) -> dict[str, Any]:
    """What one unit of each good brings and costs there, as prices are now."""
    facts = state.facts
    prices = {"sell": facts.black_sell, "buy": facts.black_buy}
    return {
        "most_bought": int(facts.most_bought),
        **{
            way: {
                GOOD_IDS[good]: int(price + market.inflation(state, good))
                for good, price in enumerate(row)
                if price
            }
            for way, row in prices.items()
        },
    }


def _known_cards(state: Position, seat: int) -> list[dict[str, Any]]:
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


def _seat(state: Position, seat: int) -> dict[str, Any]:
    cards = _bits(int(state.cards[seat]), f.DEVELOPMENTS)
    used = int(state.used[seat])
    return {
        "seat": seat,
        "money": int(state.money[seat]),
        "goods": {GOOD_IDS[good]: int(goods.has(state, seat, good)) for good in range(GOODS)},
        "workers": int(state.workers[seat]),
        "idle": int(state.idle[seat]),
        "stopped": bool(state.stopped[seat]),
        "fields": [_field(state, seat, cell) for cell in range(int(state.facts.cells))],
        **_animals(state, seat),
        "cards": [_development(state, card) | {"used": bool(used >> card & 1)} for card in cards],
        "total": int(scoring.total(state, seat)),
    }


def _field(state: Position, seat: int, cell: int) -> dict[str, Any]:
    """A field: its crop, how many hang together with it, what a worker takes, and whether one is there."""
    crop = int(farm.crop_at(state, seat, cell))
    if crop < 0:
        return {"cell": cell, "crop": None, "group": 0, "yield": 0, "worker": False}
    return {
        "cell": cell,
        "crop": GOOD_IDS[crop],
        "group": int(farm.group_size(state, seat, cell)),
        "yield": int(farm.yield_of(state, seat, cell)),
        "worker": bool(state.field_workers[seat] >> cell & 1),
    }


def _animals(state: Position, seat: int) -> dict[str, Any]:
    """Where the animals stand, for show: the printed barnyard first; those without room wait."""
    found = [int(n) for n in housing.arrangement(state, seat)]
    rooms = [int(state.facts.printed_capacity)]
    rooms += [int(state.barnyards[seat * MAX_SLOTS + slot]) for slot in range(int(state.facts.slots))]
    left = [int(goods.has(state, seat, f.SHEEP + animal)) for animal in range(3)]
    barnyards = []
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
    return {
        "barnyards": barnyards,
        "waiting": {GOOD_IDS[f.SHEEP + animal]: n for animal, n in enumerate(left) if n},
    }


# --- the question ------------------------------------------------------------------------------------


def _question(state: Position, seat: int, step: str) -> dict[str, Any]:
    """What this seat is asked, with the actions that answer it."""
    legal = [int(action) for action in state.legal_actions()]
    asked: dict[str, Any] = {
        "take": actions.TAKE if actions.TAKE in legal else None,
        "leave": actions.LEAVE if actions.LEAVE in legal else None,
    }
    of_step = {
        "upkeep": _upkeep,
        "place": _placing,
        "offered": _offered,
        "house": _arrival,
        "reorder": _reorder,
        "develop": _buying,
        "drop": _dropping,
        "farm": _farming,
        "arrival": _arrival,
        "sell": _selling,
        "generic": _offers,
        "trade": _offers,
        "give": _giving,
    }
    return asked | of_step[step](state, seat, legal)


def _answers(legal: list[int], block: int) -> list[tuple[int, int]]:
    """The legal actions of a block, each with its number in it."""
    return [(action, action - block) for action in legal if actions.block_of(action) == block]


def _numbers(legal: list[int], block: int) -> list[tuple[int, int, int]]:
    """The goods of which so many may be chosen: the action for one, and how many at most.

    The action for n is that for one plus n - 1.
    """
    most = dict(packed.unpack_amount(what) for _, what in _answers(legal, block))
    return [(good, block + packed.pack_amount(good, 1), n) for good, n in most.items()]


def _upkeep(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    facts = state.facts
    return {
        "keeps": [
            {
                "workers": n,
                "price": max(n - int(facts.free_workers), 0) * int(facts.upkeep),
                "back": int(state.workers[seat]) - n,
                "action": action,
            }
            for action, n in _answers(legal, actions.KEEP)
        ]
    }


def _placing(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    return {
        "zones": {f.ZONE_IDS[zone]: action for action, zone in _answers(legal, actions.PLACE)},
        "pairs": {
            f.ZONE_IDS[f.SEED_SHOP if pair else f.FOREST]: action
            for action, pair in _answers(legal, actions.PAIR)
        },
        "spaces": [
            {"space": space, "action": action} for action, space in _answers(legal, actions.AT_DEVELOPMENT)
        ],
        "cells": [{"cell": cell, "action": action} for action, cell in _answers(legal, actions.AT_FIELD)],
        "stop": actions.STOP,
        "idle": int(state.idle[seat]),
    }


def _offered(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    """A result of a die or a choice of a pair, or what an industry makes."""
    zone, _ = packed.unpack_offer(int(state.argument()))
    result = int(state.result)
    asked: dict[str, Any] = {
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
            {"goods": [GOOD_IDS[good] for good, bit in ((f.FLOUR, 1), (f.WINE, 2)) if n + 1 & bit]}
            | {"action": action}
            for action, n in _answers(legal, actions.MAKE)
        ],
    }
    return asked


def _arrival(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    """Animals at the gate, or animals that have lost their barnyard."""
    asked: dict[str, Any] = {
        "releases": [
            {
                "animal": GOOD_IDS[f.SHEEP + n],
                "have": int(goods.has(state, seat, f.SHEEP + n)),
                "action": action,
            }
            for action, n in _answers(legal, actions.RELEASE)
        ]
    }
    if state.step() == steps.ARRIVAL:
        animal, n = packed.unpack_arrival(int(state.argument()))
        room = int(housing.room_for(state, seat, f.SHEEP + animal, n))
        asked |= {"animal": GOOD_IDS[f.SHEEP + animal], "count": n, "room": room}
    return asked


def _reorder(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    laid = int(state.argument())
    return {
        "laid": [_card(state, int(kind)) for kind in state.top[:laid]],
        "cards": [
            {**_card(state, kind), "count": list(state.top[laid:]).count(kind), "action": action}
            for action, kind in _answers(legal, actions.ON_TOP)
        ],
    }


def _buying(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    answers = _answers(legal, actions.BUY_CARD)
    purchases = [(action, *packed.unpack_purchase(what)) for action, what in answers]
    return {
        "buys": [
            {
                "space": space,
                "place": place,
                "card": _development(state, int(state.display[place])),
                "price": int(development.price(state, space)),
                "action": action,
            }
            for action, space, place in purchases
        ]
    }


def _dropping(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    return {
        "card": _development(state, int(state.argument())),
        "drops": [
            {"card": _development(state, card), "action": action}
            for action, card in _answers(legal, actions.DROP_CARD)
        ],
    }


def _farming(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    uses = [(action, *packed.unpack_use(what)) for action, what in _answers(legal, actions.USE)]
    return {
        "works": [
            {"action": action, "cell": cell, **_harvest(state, seat, cell)}
            for action, cell in _answers(legal, actions.WORK)
        ],
        "uses": [
            {"card": _development(state, card), "way": way, "action": action} for action, card, way in uses
        ],
    }


def _harvest(state: Position, seat: int, cell: int) -> dict[str, Any]:
    field = _field(state, seat, cell)
    return {"crop": field["crop"], "count": field["yield"]}


def _selling(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    """Each sale with what it brings, by the card that it goes to."""
    sales: dict[int, list[dict[str, Any]]] = {}
    for action, what in _answers(legal, actions.SELL):
        kind, units = packed.unpack_sale(what)
        sales.setdefault(kind, []).append(
            {"units": units, "money": _proceeds(state, kind, units), "action": action}
        )
    return {
        "sales": [{"card": _card(state, kind), "units": ways} for kind, ways in sales.items()],
        "black_market": actions.TO_BLACK_MARKET if actions.TO_BLACK_MARKET in legal else None,
    }


def _proceeds(state: Position, kind: int, units: int) -> int | None:
    """The money for a sale; None at a generic market, which is told good by good."""
    type_ = int(state.facts.type[kind])
    if type_ == f.SIMPLE:
        return units * int(market.unit_price(state, kind, int(state.facts.good[kind])))
    return int(market.bundle_price(state, kind)) if type_ == f.BUNDLE else None


def _offers(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    """How many of each good may be sold to a generic market, or traded on the black market."""
    generic = state.step() == steps.GENERIC_SALE
    kind, sold = packed.unpack_generic_sale(int(state.argument()))
    black = _black_market(state)
    asked: dict[str, Any] = {
        "offers": [
            {
                "good": GOOD_IDS[good],
                "have": int(goods.has(state, seat, good)),
                "money": _price(state, kind, good) if generic else black["sell"][GOOD_IDS[good]],
                "first": first,
                "most": most,
            }
            for good, first, most in _numbers(legal, actions.OFFER)
        ],
        "buys": [
            {"good": GOOD_IDS[good], "money": black["buy"][GOOD_IDS[good]], "first": first, "most": most}
            for good, first, most in _numbers(legal, actions.BUY)
        ],
    }
    if generic:
        return asked | {"card": _card(state, kind), "sold": sold}
    _, bought = packed.unpack_trade(int(state.argument()))
    return asked | {"may_buy": int(state.facts.most_bought) - bought}


def _price(state: Position, kind: int, good: int) -> int:
    return int(market.unit_price(state, kind, good))


def _giving(state: Position, seat: int, legal: list[int]) -> dict[str, Any]:
    _, event, left = packed.unpack_debt(int(state.argument()))
    return {
        "event": f.EVENT_IDS[event],
        "count": left,
        "gives": [
            {
                "good": GOOD_IDS[good],
                "have": int(goods.has(state, seat, good)),
                "first": first,
                "most": most,
            }
            for good, first, most in _numbers(legal, actions.GIVE)
        ],
    }


# --- previews ----------------------------------------------------------------------------------------


def preview(state: Position, seat: int, action: int) -> dict[str, Any]:
    """What a legal action brings at once: money, goods, workers, and money at the end of the game."""
    after = state.clone()
    after.apply(action)
    base = seat * GOODS
    changes = {
        GOOD_IDS[good]: int(after.goods[base + good] - state.goods[base + good]) for good in range(GOODS)
    }
    return {
        "money": int(after.money[seat] - state.money[seat]),
        "goods": {name: change for name, change in changes.items() if change},
        "workers": int(after.workers[seat]) - int(state.workers[seat]),
        "total": int(scoring.total(after, seat) - scoring.total(state, seat)),
    }
