"""The position as a page shows it to one seat, and what an action would bring.

Everything is built up from an allow-list, `contract.py`; cards and prices are in `cards.py`. Of the
cards to come only those are shown that the seat itself has seen in the clock tower. Where the seat that
looks is to decide, `ask` says what it is asked and which action gives which answer (`questions.py`).
"""

from __future__ import annotations

from typing import Final

from farmtable.core.agenda import unpack_frame
from farmtable.core.state import OVER
from farmtable.games.mi_tierra.page import cards
from farmtable.games.mi_tierra.page import contract as c
from farmtable.games.mi_tierra.page.questions import ANIMAL_ZONES, question
from farmtable.games.mi_tierra.position import actions, packed, steps
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import GoodId, ZoneId
from farmtable.games.mi_tierra.rules import development, farm, goods, housing, placing, scoring, zones

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
DICE_ZONES = (f.FOREST, f.SHEEP_FARM, f.SEED_SHOP, f.CATTLE_FARM, f.COOP)


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
        "now": zone_under_way(state),
        "display": {
            place: None if card < 0 else cards.development_card(state, int(card))
            for place, card in zip(cards.PLACES, state.display, strict=True)
        },
        "spaces": {space: _space(state, number) for number, space in enumerate(cards.SPACES)},
        "market": [_on_show(state, int(kind)) for kind in state.market],
        "closing": [_on_show(state, int(kind)) for kind in state.closing],
        "closing_sellable": bool(facts.closing_sellable),
        "black_market": cards.black_market(state),
        "piles": {
            "a": int(state.pile_a),
            "b": int(state.pile_b),
            "developments": sum(int(n) for n in state.developments),
            "discarded": sum(int(n) for n in state.discarded),
        },
        "top": _known_cards(state, seat),
        "heard": [cards.market_card(state, int(kind)) for kind in state.heard],
        "event": cards.event_view(state, int(state.permanent)) if state.permanent >= 0 else None,
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
            "crops": {f.GOOD_IDS[crop]: int(state.crop_tiles[crop]) for crop in range(f.CROPS)},
        },
        "figures": _figures(state),
        "ask": question(state, seat, step) if asked else None,
    }


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
    }


# --- the village -------------------------------------------------------------------------------------


def _zone(state: Position, zone: int) -> c.Zone:
    stand = state.placed[zone * f.MAX_SPACES : (zone + 1) * f.MAX_SPACES]
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
        first = int(facts.die[zone]) * (f.MAX_FACE + 1)
        die = [face for face in range(f.MAX_FACE + 1) for _ in range(int(facts.faces[first + face]))]
        if zone != f.SEED_SHOP:
            return {"die": die}
        return {"die": die, "seeds": [f.GOOD_IDS[facts.seed_of[face]] for face in sorted(set(die))]}
    if zone == f.ANIMAL_INDUSTRY:
        return {"fee": int(facts.animal_fee), "products": [_product(state, animal) for animal in range(3)]}
    if zone == f.OVEN:
        return {"fee": int(facts.oven_fee), "makes": [_recipe(cards.goods_of(facts.oven), f.CAKE)]}
    if zone == f.CLOTHING:
        return {"fee": int(facts.clothing_fee), "makes": [_recipe(cards.goods_of(facts.clothing), f.CLOTHES)]}
    if zone == f.WINERY:
        flour = _recipe({f.GOOD_IDS[f.WHEAT]: int(facts.flour_wheat)}, f.FLOUR)
        wine = _recipe({f.GOOD_IDS[f.GRAPE]: int(facts.wine_grapes)}, f.WINE)
        return {"fee": int(facts.winery_fee), "makes": [flour, wine]}
    return {}


def _product(state: Position, animal: int) -> c.Product:
    return {
        "animal": f.GOOD_IDS[f.SHEEP + animal],
        "minimum": int(state.facts.minimum[animal]),
        "good": f.GOOD_IDS[zones.product_of(animal)],
        "count": int(state.facts.product_units[animal]),
    }


def _recipe(of: dict[GoodId, int], product: int) -> c.Recipe:
    return {"of": of, "good": f.GOOD_IDS[product]}


def zone_under_way(state: Position) -> ZoneId | None:
    """The zone whose workers are acting, while a seat is asked or a die rolls there."""
    if state.to_play == OVER:
        return None
    step, argument = int(state.step()), int(state.argument())
    if step in (steps.OFFERED, steps.ROLLING):
        zone, _ = packed.unpack_offer(argument)
        return f.ZONE_IDS[zone]
    if step == steps.ARRIVAL:
        below, _ = unpack_frame(int(state.agenda[len(state.agenda) - 2]))
        animal, _ = packed.unpack_arrival(argument)
        return f.ZONE_IDS[f.FARM if below == steps.FARMING else ANIMAL_ZONES[animal]]
    zones_of_step = steps.STEPS[step].zones
    return f.ZONE_IDS[zones_of_step[0]] if zones_of_step else None


def _space(state: Position, space: int) -> c.DevelopmentSpace:
    seat, _ = packed.unpack_worker(int(state.placed[f.DEVELOPMENT * f.MAX_SPACES + space]))
    return {
        "id": cards.SPACES[space],
        "open": bool(state.facts.development_open >> space & 1),
        "seat": seat if seat >= 0 else None,
        "touches": [
            cards.PLACES[place] for place in _bits(int(development.touched(state, space)), f.DISPLAY)
        ],
        "price": int(development.price(state, space)),
        "action": actions.AT_DEVELOPMENT + space,
    }


# --- the markets -------------------------------------------------------------------------------------


def _on_show(state: Position, kind: int) -> c.MarketCard | None:
    return cards.market_card(state, kind) if kind >= 0 else None


def _known_cards(state: Position, seat: int) -> list[c.KnownCard]:
    """The next cards, as far as somebody has seen them: a card only where this seat knows it to lie."""
    me = 1 << seat if seat >= 0 else 0
    return [
        {
            "card": cards.market_card(state, int(kind)) if exact & me else None,
            "reordered": bool(shuffled & me),
        }
        for kind, exact, shuffled in zip(state.top, state.exact, state.shuffled, strict=True)
    ]


# --- the seats ---------------------------------------------------------------------------------------


def _seat(state: Position, seat: int) -> c.Seat:
    own = _bits(int(state.cards[seat]), f.DEVELOPMENTS)
    used = int(state.used[seat])
    barnyards, waiting = _animals(state, seat)
    return {
        "seat": seat,
        "money": int(state.money[seat]),
        "goods": {f.GOOD_IDS[good]: int(goods.has(state, seat, good)) for good in range(f.GOODS)},
        "workers": int(state.workers[seat]),
        "idle": int(state.idle[seat]),
        "stopped": bool(state.stopped[seat]),
        "fields": [_field(state, seat, cell) for cell in range(int(state.facts.cells))],
        "barnyards": barnyards,
        "waiting": waiting,
        "cards": [{**cards.development_card(state, card), "used": bool(used >> card & 1)} for card in own],
        "total": int(scoring.total(state, seat)),
    }


def _field(state: Position, seat: int, cell: int) -> c.Field:
    crop = int(farm.crop_at(state, seat, cell))
    if crop < 0:
        return {"cell": cell, "crop": None, "group": 0, "harvest": 0, "worker": False}
    return {
        "cell": cell,
        "crop": f.GOOD_IDS[crop],
        "group": int(farm.group_size(state, seat, cell)),
        "harvest": int(farm.yield_of(state, seat, cell)),
        "worker": bool(state.field_workers[seat] >> cell & 1),
    }


def _animals(state: Position, seat: int) -> tuple[list[c.Barnyard], dict[GoodId, int]]:
    """Where the animals stand, for show: the printed barnyard first; those without room wait."""
    found = [int(n) for n in housing.arrangement(state, seat)]
    rooms = [int(state.facts.printed_capacity)]
    rooms += [int(state.barnyards[seat * f.MAX_SLOTS + slot]) for slot in range(int(state.facts.slots))]
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
            {
                "slot": at - 1,
                "room": room,
                "animal": f.GOOD_IDS[animal] if count > 0 else None,
                "count": count,
            }
        )
    return barnyards, {f.GOOD_IDS[f.SHEEP + animal]: n for animal, n in enumerate(left) if n}


# --- previews ----------------------------------------------------------------------------------------


def preview(state: Position, seat: int, action: int) -> c.Preview:
    """What a legal action brings at once: money, goods, workers, and money at the end of the game."""
    after = state.clone()
    after.apply(action)
    base = seat * f.GOODS
    changes = [int(after.goods[base + good] - state.goods[base + good]) for good in range(f.GOODS)]
    return {
        "money": int(after.money[seat] - state.money[seat]),
        "goods": {f.GOOD_IDS[good]: change for good, change in enumerate(changes) if change},
        "workers": int(after.workers[seat]) - int(state.workers[seat]),
        "total": int(scoring.total(after, seat) - scoring.total(state, seat)),
    }
