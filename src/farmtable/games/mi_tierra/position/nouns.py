"""The game's nouns for people, as texts that every language has.

`notation.py` has its own, unchanging names. What cards and events do is told with the figures of the
game at hand, for an owner's file may change them.
"""

from __future__ import annotations

from collections.abc import Sequence

from farmtable.core.text import Text
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position.facts import Facts

# Goods as such, whatever their number.
GOODS = (
    Text("apples"),
    Text("wheat"),
    Text("grapes"),
    Text("meat"),
    Text("eggs"),
    Text("milk"),
    Text("wool"),
    Text("flour"),
    Text("wine"),
    Text("cakes"),
    Text("clothes"),
    Text.within("mi_tierra", "sheep"),
    Text("cows"),
    Text("chickens"),
)

# In the order of their numbers on the board.
ZONES = (
    Text.within("mi_tierra", "Forest"),
    Text("Sheep Farm"),
    Text("Workers’ Square"),
    Text("Seed Shop"),
    Text("Cattle Farm"),
    Text("Chicken Coop"),
    Text("Animal Industry"),
    Text("Clock Tower"),
    Text("Oven"),
    Text("Development"),
    Text("Winery and Mill"),
    Text("Clothing Industry"),
    Text("Own Farm"),
    Text("Official Market"),
    Text("Black Market"),
    Text("Turn Order"),
)

# The spaces of the development area, as on the board.
SPACES = (Text("centre"), Text("top"), Text("bottom"), Text("left"), Text("right"))

EVENTS = (Text("Thieves"), Text("Inflation"), Text("Strike"), Text("Frost"), Text("Fruit Fly"))


def name_of_space(space: int) -> Text:
    """Where a worker stands in the development area."""
    return SPACES[space]


def listed(items: Sequence[Text]) -> Text:
    """Several things in a row: "milk, flour and wine"."""
    if len(items) == 1:
        return items[0]
    if len(items) == 2:
        return Text("{first} and {second}", first=items[0], second=items[1])
    return Text("{first}, {rest}", first=items[0], rest=listed(items[1:]))


# --- goods and zones ------------------------------------------------------------------------------------


def name_of_good(good: int) -> Text:
    """A kind of goods, without a number."""
    return GOODS[good]


def amount(good: int, n: int) -> Text:
    """So many of a good: "1 apple", "3 wheat"."""
    if good >= f.SHEEP:
        return _animals(good, n)
    if good == f.APPLE:
        return Text.counted("{n} apple", "{n} apples", n)
    if good == f.WHEAT:
        return Text.counted("{n} wheat", "{n} wheat", n)
    if good == f.GRAPE:
        return Text.counted("{n} grape", "{n} grapes", n)
    if good == f.MEAT:
        return Text.counted("{n} meat", "{n} meat", n)
    if good == f.EGG:
        return Text.counted("{n} egg", "{n} eggs", n)
    if good == f.MILK:
        return Text.counted("{n} milk", "{n} milk", n)
    if good == f.WOOL:
        return Text.counted("{n} wool", "{n} wool", n)
    return _made(good, n)


def _animals(good: int, n: int) -> Text:
    if good == f.SHEEP:
        return Text.counted("{n} sheep", "{n} sheep", n)
    if good == f.COW:
        return Text.counted("{n} cow", "{n} cows", n)
    return Text.counted("{n} chicken", "{n} chickens", n)


def _made(good: int, n: int) -> Text:
    if good == f.FLOUR:
        return Text.counted("{n} flour", "{n} flour", n)
    if good == f.WINE:
        return Text.counted("{n} wine", "{n} wine", n)
    if good == f.CAKE:
        return Text.counted("{n} cake", "{n} cakes", n)
    return Text.counted("{n} clothes", "{n} clothes", n)


def name_of_zone(zone: int) -> Text:
    """A zone of the village, the own farm, or a market."""
    return ZONES[zone]


# --- development cards ----------------------------------------------------------------------------------


def name_of_card(card: int) -> Text:
    """A development card: "card XII"."""
    return Text("card {card}", card=f.ROMAN[card])


def effect_of_card(facts: Facts, card: int) -> Text:
    """What a development card does, in one sentence (R40)."""
    if card in (f.CARD_XII, f.CARD_XIV):
        return Text(
            "Replaces card {card}. {effect}",
            card=f.ROMAN[facts.needs[card]],
            effect=_effect_of_animals(facts, card),
        )
    if facts.card_minimum[card] > 0:
        return _effect_of_animals(facts, card)
    if card == f.CARD_III:
        return _effect_of_mill(facts)
    if card == f.CARD_IV:
        grapes = amount(f.GRAPE, int(facts.card_grapes))
        return Text("Once a round, make {product} from {goods}.", product=amount(f.WINE, 1), goods=grapes)
    if card == f.CARD_VIII:
        return Text("Frost and fruit fly take nothing from you.")
    if card == f.CARD_IX:
        return Text("Thieves take nothing from you.")
    if card == f.CARD_X:
        return Text("Once a round, roll one of your dice again; the second result stands.")
    if card == f.CARD_XI:
        return Text("Up to {n} connected fields count for a field worker.", n=int(facts.large_group))
    return Text("Once a round, take {money} money.", money=int(facts.card_money))


def _effect_of_animals(facts: Facts, card: int) -> Text:
    """The cards that give one of something to who has enough animals."""
    animal, product = {
        f.CARD_I: (f.SHEEP, f.WOOL),
        f.CARD_II: (f.COW, f.MILK),
        f.CARD_V: (f.SHEEP, f.SHEEP),
        f.CARD_VI: (f.COW, f.COW),
        f.CARD_VII: (f.CHICKEN, f.EGG),
        f.CARD_XII: (f.SHEEP, f.WOOL),
        f.CARD_XIII: (f.CHICKEN, f.CHICKEN),
        f.CARD_XIV: (f.CHICKEN, f.EGG),
    }[card]
    return Text(
        "Once a round, take {product} if you have at least {animals}.",
        product=amount(product, 1),
        animals=amount(animal, int(facts.card_minimum[card])),
    )


def _effect_of_mill(facts: Facts) -> Text:
    """Card III, which may know two ways to make flour."""
    ways = [
        (amount(f.FLOUR, int(flour)), amount(f.WHEAT, int(wheat)))
        for flour, wheat in zip(facts.card_flour, facts.card_wheat, strict=True)
        if wheat > 0
    ]
    if len(ways) == 1:
        return Text("Once a round, make {product} from {goods}.", product=ways[0][0], goods=ways[0][1])
    return Text(
        "Once a round, make {product} from {goods}, or {other_product} from {other_goods}.",
        product=ways[0][0],
        goods=ways[0][1],
        other_product=ways[1][0],
        other_goods=ways[1][1],
    )


# --- events and market cards ----------------------------------------------------------------------------


def name_of_event(event: int) -> Text:
    return EVENTS[event]


def effect_of_event(facts: Facts, event: int) -> Text:
    """What an event does, in one sentence (R47 to R50)."""
    if event == f.INFLATION:
        goods = [GOODS[good] for good in range(f.GOODS) if facts.inflated[good]]
        if not goods:
            return Text("Prices stay as they are.")
        return Text(
            "In all markets the price is {n} higher: {goods}.", n=int(facts.inflation), goods=listed(goods)
        )
    if event == f.STRIKE:
        zones = [ZONES[zone] for zone in range(f.ZONES) if facts.closes >> zone & 1]
        if not zones:
            return Text("Nothing is closed.")
        return Text("Nobody can use these: {zones}.", zones=listed(zones))
    goods = [GOODS[good] for good in range(f.GOODS) if facts.takes[event * f.GOODS + good]]
    if not goods:
        return Text("Nothing is taken.")
    if facts.permanent[event]:
        return Text("Half of what comes to a farm is lost, rounded down: {goods}.", goods=listed(goods))
    return Text(
        "Of all these together, everybody gives back half, rounded down: {goods}.", goods=listed(goods)
    )


def name_of_kind(facts: Facts, kind: int) -> Text:
    """A market card by what it buys, or an event: "cows at 6 each (up to 2)"."""
    if facts.type[kind] == f.EVENT:
        return name_of_event(int(facts.good[kind]))
    if facts.all_leave or facts.leaves[kind] == 1:
        return Text("{market}, soon closing", market=name_of_market(facts, kind))
    return name_of_market(facts, kind)


def name_of_market(facts: Facts, kind: int) -> Text:
    """A market by what it buys alone: one on the closing line goes whatever it shows."""
    price = int(facts.price[kind])
    if facts.type[kind] == f.SIMPLE:
        goods, limit = GOODS[facts.good[kind]], int(facts.limit[kind])
        return Text("{goods} at {price} each (up to {limit})", goods=goods, price=price, limit=limit)
    if facts.type[kind] == f.GENERIC:
        animals = int(facts.animal_price[kind])
        return Text("any resources at {price} and animals at {animals}", price=price, animals=animals)
    units = facts.bundle[kind * f.GOODS : (kind + 1) * f.GOODS]
    goods = listed([amount(good, int(n)) for good, n in enumerate(units) if n > 0])
    return Text("{goods} for {price}", goods=goods, price=price)
