"""Checks the figures of `components.toml`, an owner's own laid over them, and packs them into `Facts`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from farmtable.core.bits import bit
from farmtable.core.errors import BadOption
from farmtable.core.vectors import numbers, zeros
from farmtable.games.kit.components import Components
from farmtable.games.kit.figures import Table, expect_entries, expect_number, expect_one_of
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position.facts import Facts

# What the rules themselves are written for.
FIXED: Final = ("game", "pieces", "*.does")
# Recipes, price lists, and what the numbers of a die mean.
WHOLE: Final = ("*.uses", "*.sell", "*.buy", "*.seeds")
# The options of an ordinary game.
USUAL: Final = {
    "start": "random",
    "closing_markets": "open",
    "excess_meat": "animal",
    "strike": "with_oven",
}

CROP_IDS: Final = f.GOOD_IDS[: f.CROPS]
RESOURCE_IDS: Final = f.GOOD_IDS[: f.TRADED]
SOLD_IDS: Final = (*RESOURCE_IDS, *f.GOOD_IDS[f.SHEEP :])
DICE: Final = ("white", "green")
# The spaces of the development area, and the places of the display that each touches, as bits (R19).
SPACES: Final = {"centre": 0b1111, "top": 0b0011, "bottom": 0b1100, "left": 0b0101, "right": 0b1010}
INDUSTRIES: Final = ("animal_industry", "oven", "winery_mill", "clothing_industry")

# A unit's price and a card's length keep what one sale brings within what an event note holds.
MAX_PRICE: Final = 50
MAX_MONEY: Final = 99
MAX_CARDS: Final = 99


def _make_facts(players: int, data: Table, options: Mapping[str, Any]) -> Facts:
    facts = Facts(players)
    if options["start"] != "random":
        facts.start = int(options["start"]) - 1
    facts.closing_sellable = options["closing_markets"] == "open"
    facts.meat_per_animal = options["excess_meat"] == "animal"
    _spaces(facts, data, players)
    _beginning(facts, data)
    _farm(facts, data.table("farm"))
    _supplies(facts, data)
    _dice(facts, data.table("dice"))
    _industries(facts, data.table("industries"))
    _developments(facts, data)
    _market_cards(facts, data.table("market_cards"))
    all_leave = data.table("official_market").truth("all_leave_with_2_players")
    facts.all_leave = all_leave and players == 2
    _events(facts, data.table("events"), options["strike"] == "with_oven")
    _money(facts, data)
    return facts


# --- board, farm, supplies ------------------------------------------------------------------------------


def _spaces(facts: Facts, data: Table, players: int) -> None:
    """The spaces of each zone; with two players some are blocked, but never the last one (R17)."""
    zones, development = data.table("zones"), data.table("development")
    blocked = zones.number("blocked_with_2_players", 0, 1)
    closed = development.one_of("blocked_with_2_players", list(SPACES))
    spaces = zones.table("spaces")
    for zone_id in spaces:
        n = spaces.number(zone_id, 1 + blocked, f.MAX_SPACES)
        facts.spaces[f.ZONE_IDS.index(zone_id)] = n - (blocked if players == 2 else 0)
    facts.spaces[f.DEVELOPMENT] = f.DEVELOPMENT_SPACES
    facts.development_open = bit(f.DEVELOPMENT_SPACES) - 1
    if players == 2 and blocked:
        facts.spaces[f.DEVELOPMENT] = f.DEVELOPMENT_SPACES - 1
        facts.development_open &= ~bit(closed)
    for space, cards in enumerate(SPACES.values()):
        facts.touches[space] = cards
    facts.price_per_card = development.number("price_per_card", 0, 9)


def _beginning(facts: Facts, data: Table) -> None:
    start, workers = data.table("start"), data.table("workers")
    facts.max_workers = workers.number("most", 1, f.MAX_WORKERS)
    facts.free_workers = workers.number("free", 1, f.MAX_WORKERS)
    facts.upkeep = workers.number("upkeep", 0, MAX_MONEY)
    facts.workers = start.number("workers", 1, facts.max_workers)
    money = start.entries("money", f.MAX_PLAYERS, f.MAX_PLAYERS, "amounts, one for each place")
    for place, n in enumerate(money):
        facts.money[place] = expect_number(n, "start.money", 0, MAX_MONEY)


def _farm(facts: Facts, farm: Table) -> None:
    columns = farm.number("columns", 1, f.MAX_CELLS)
    rows = farm.number("rows", 1, f.MAX_CELLS // columns)
    facts.columns, facts.rows, facts.cells = columns, rows, columns * rows
    names = [f"{'ABCDEFGHIJKLMNOP'[cell % columns]}{cell // columns + 1}" for cell in range(columns * rows)]
    facts.printed_cell = farm.one_of("printed_field", names)
    facts.printed_crop = farm.one_of("printed_crop", CROP_IDS)
    for cell in range(columns * rows):
        beside = 0
        if cell % columns:
            beside |= bit(cell - 1)
        if (cell + 1) % columns:
            beside |= bit(cell + 1)
        if cell >= columns:
            beside |= bit(cell - columns)
        if cell + columns < columns * rows:
            beside |= bit(cell + columns)
        facts.neighbours[cell] = beside
    facts.slots = farm.number("barnyard_places", 0, f.MAX_SLOTS)
    facts.printed_capacity = farm.number("printed_barnyard", 0, f.MAX_FACE)
    facts.development_slots = farm.number("development_places", 1, len(f.ROMAN))


def _supplies(facts: Facts, data: Table) -> None:
    """Units that the resource cards show, barnyards and crop tiles (R2, R57)."""
    cards, barnyards = data.table("resource_cards"), data.table("barnyards")
    facts.supply_limited = cards.truth("limited")
    for good in range(f.RESOURCES):
        ones = cards.table("value_1").number(f.GOOD_IDS[good], 0, 99)
        threes = cards.table("value_3").number(f.GOOD_IDS[good], 0, 99)
        facts.supply[good] = ones + 3 * threes
    for crop, crop_id in enumerate(CROP_IDS):
        facts.crop_tiles[crop] = data.table("crop_tiles").number(crop_id, 0, 99)
    facts.barnyards = barnyards.number("count", 0, 99)
    for capacity in barnyards.entries("capacities", 1, f.MAX_FACE, "numbers"):
        facts.capacities |= bit(expect_number(capacity, "barnyards.capacities", 1, f.MAX_FACE))


def _dice(facts: Facts, dice: Table) -> None:
    """Dice, which zone rolls which, and what a number means (R27, R28, R31)."""
    for die, name in enumerate(DICE):
        for face in dice.entries(name, 1, 20, "numbers"):
            facts.faces[die * (f.MAX_FACE + 1) + expect_number(face, f"dice.{name}", 1, f.MAX_FACE)] += 1
    zones, seeds = dice.table("zones"), dice.table("seeds")
    for zone_id in zones:
        facts.die[f.ZONE_IDS.index(zone_id)] = zones.one_of(zone_id, DICE)
    for face in _faces_of(facts, f.FOREST):
        if not facts.capacities & bit(face):
            raise BadOption(f"components: the forest's die shows {face}, but barnyards.capacities does not")
    for face in _faces_of(facts, f.SEED_SHOP):
        if str(face) not in seeds:
            raise BadOption(f"components: the seed shop's die shows {face}, but dice.seeds does not")
        facts.seed_of[face] = seeds.one_of(str(face), CROP_IDS)


def _faces_of(facts: Facts, zone: int) -> list[int]:
    """The numbers that a zone's die shows."""
    first = int(facts.die[zone]) * (f.MAX_FACE + 1)
    return [face for face in range(f.MAX_FACE + 1) if facts.faces[first + face]]


# --- industries and development cards -------------------------------------------------------------------


def _industries(facts: Facts, industries: Table) -> None:
    """What industries ask for and give (R33, R35)."""
    animals, mill = industries.table("animal_industry"), industries.table("winery_mill")
    fees = {name: industries.table(name).number("fee", 0, MAX_MONEY) for name in INDUSTRIES}
    facts.animal_fee, facts.oven_fee = fees["animal_industry"], fees["oven"]
    facts.winery_fee, facts.clothing_fee = fees["winery_mill"], fees["clothing_industry"]
    for animal, product in enumerate((f.WOOL, f.MILK, f.EGG)):
        facts.minimum[animal] = animals.table("minimum").number(f.GOOD_IDS[f.SHEEP + animal], 1, 99)
        facts.product_units[animal] = animals.table("gives").number(f.GOOD_IDS[product], 1, 9)
    for recipe, industry in ((facts.oven, "oven"), (facts.clothing, "clothing_industry")):
        for good, n in industries.table(industry).amounts("uses", RESOURCE_IDS, 0, 9).items():
            recipe[f.GOOD_IDS.index(good)] = n
    facts.flour_wheat = mill.number("wheat_for_flour", 1, 9)
    facts.wine_grapes = mill.number("grapes_for_wine", 1, 9)


def _developments(facts: Facts, data: Table) -> None:
    """Development cards and their figures (R36, R38, R40)."""
    cards = [data.table("development_cards").table(roman) for roman in f.ROMAN]
    for card, entry in enumerate(cards):
        facts.copies[card] = entry.number("copies", 0, 20)
        if "minimum" in entry:
            facts.card_minimum[card] = entry.number("minimum", 1, 99)
    facts.needs[f.CARD_XII], facts.needs[f.CARD_XIV] = f.CARD_I, f.CARD_VII
    name = cards[f.CARD_III].name_of("ways")
    for way, pair in enumerate(cards[f.CARD_III].entries("ways", 1, 2, "pairs [wheat, flour]")):
        wheat, flour = expect_entries(pair, name, 2, 2, "numbers for each way, wheat and flour")
        facts.card_wheat[way] = expect_number(wheat, f"{name}, wheat", 1, 9)
        facts.card_flour[way] = expect_number(flour, f"{name}, flour", 1, 9)
    facts.card_grapes = cards[f.CARD_IV].number("grapes", 1, 9)
    facts.group = data.table("fields").number("group", 1, f.MAX_CELLS)
    facts.large_group = cards[f.CARD_XI].number("group", 1, f.MAX_CELLS)
    facts.card_money = cards[f.CARD_XV].number("money", 0, MAX_MONEY)


# --- market cards and events ----------------------------------------------------------------------------


class Card(NamedTuple):
    """A market or event card as it looks."""

    type: int
    good: int = 0
    price: int = 0
    animal_price: int = 0
    limit: int = 0
    bundle: tuple[tuple[int, int], ...] = ()
    leaves: bool = False


def read_card(text: object, name: str) -> Card:
    """A card from its line in the file, `cow 6x2` or `generic 3/4 out`; `name` is where it stands."""
    if not isinstance(text, str):
        raise BadOption(f"components: {name} holds cards such as 'cow 6x2'; not {text!r}")
    words = " ".join(text.lower().split())
    event = words.replace(" ", "_")
    if event in f.EVENT_IDS:
        return Card(f.EVENT, f.EVENT_IDS.index(event))
    where = f"{name}, {text!r}"
    leaves = words.endswith(" out")
    words = words.removesuffix(" out")
    if found := re.fullmatch(r"([a-z]+) ([0-9]{1,3})x([0-9]{1,3})", words):
        good = expect_one_of(found[1], f"{where}: the good", SOLD_IDS)
        price = expect_number(int(found[2]), f"{where}: the price", 0, MAX_PRICE)
        limit = expect_number(int(found[3]), f"{where}: the limit", 1, f.MOST_UNITS)
        return Card(f.SIMPLE, f.GOOD_IDS.index(SOLD_IDS[good]), price, limit=limit, leaves=leaves)
    if found := re.fullmatch(r"generic ([0-9]{1,3})/([0-9]{1,3})", words):
        price, animal_price = (
            expect_number(int(n), f"{where}: the price", 0, MAX_PRICE) for n in found.groups()
        )
        return Card(f.GENERIC, 0, price, animal_price, leaves=leaves)
    if found := re.fullmatch(r"([0-9]{1,3} [a-z]+(?: \+ [0-9]{1,3} [a-z]+)*) for ([0-9]{1,3})", words):
        price = expect_number(int(found[2]), f"{where}: the price", 0, MAX_PRICE * f.MOST_UNITS)
        return Card(f.BUNDLE, 0, price, bundle=_bundle(found[1], where), leaves=leaves)
    raise BadOption(
        f"components: {where} is no card; cards look like 'cow 6x2', '3 apple + 1 wheat for 15', "
        "'generic 3/4 out' or 'thieves'"
    )


def _bundle(words: str, where: str) -> tuple[tuple[int, int], ...]:
    """The goods of a bundle, in the order of the goods."""
    units: Counter[int] = Counter()
    for part in words.split(" + "):
        n, good = part.split(" ")
        units[f.GOOD_IDS.index(SOLD_IDS[expect_one_of(good, f"{where}: the good", SOLD_IDS)])] += int(n)
    expect_number(units.total(), f"{where}: the number of goods", 1, f.MOST_UNITS)
    return tuple(sorted((good, n) for good, n in units.items() if n))


def _market_cards(facts: Facts, decks: Table) -> None:
    """Market and event cards by kind, those of deck A first; equal cards of a deck are one kind."""
    kinds: Counter[tuple[int, Card]] = Counter()
    for deck, letter in enumerate("AB"):
        for text in decks.entries(letter, 1, MAX_CARDS, "cards"):
            kinds[deck, read_card(text, decks.name_of(letter))] += 1
    if len(kinds) > f.MAX_KINDS:
        raise BadOption(
            f"components: market_cards holds at most {f.MAX_KINDS} different cards, not {len(kinds)}"
        )
    n = facts.kinds = len(kinds)
    facts.deck, facts.count, facts.type, facts.good = zeros(n), zeros(n), zeros(n), zeros(n)
    facts.price, facts.animal_price, facts.limit = numbers(n, 0), numbers(n, 0), numbers(n, 0)
    facts.bundle, facts.leaves = zeros(n * f.GOODS), zeros(n)
    for kind, ((deck, card), copies) in enumerate(kinds.items()):
        facts.deck[kind], facts.count[kind] = deck, copies
        facts.type[kind], facts.good[kind] = card.type, card.good
        facts.price[kind], facts.animal_price[kind] = card.price, card.animal_price
        facts.limit[kind], facts.leaves[kind] = card.limit, int(card.leaves)
        for good, units in card.bundle:
            facts.bundle[kind * f.GOODS + good] = units


def _events(facts: Facts, events: Table, with_oven: bool) -> None:
    """Events, and when the last one comes (R45 to R50)."""
    for event, event_id in enumerate(f.EVENT_IDS):
        entry = events.table(event_id)
        facts.permanent[event] = int(entry.truth("permanent"))
        if "takes" in entry:
            for good in _sold_goods(entry, "takes"):
                facts.takes[event * f.GOODS + good] = 1
    inflation, strike = events.table("inflation"), events.table("strike")
    for good in _sold_goods(inflation, "goods"):
        facts.inflated[good] = 1
    facts.inflation = inflation.number("plus", 0, 9)
    for zone_id in strike.entries("closes", 0, len(INDUSTRIES), "industries"):
        zone = f.ZONE_IDS.index(INDUSTRIES[expect_one_of(zone_id, strike.name_of("closes"), INDUSTRIES)])
        if zone != f.OVEN or with_oven:
            facts.closes |= bit(zone)
    facts.quiet_rounds = events.number("quiet_rounds", 1, 99)
    last = events.number("last_permanent", 1, 9)
    facts.last_permanent = last
    there = sum(
        int(facts.count[kind])
        for kind in range(facts.kinds)
        if facts.type[kind] == f.EVENT and facts.permanent[int(facts.good[kind])]
    )
    if there < last:
        raise BadOption(
            f"components: the game ends with permanent event {last} (events.last_permanent), "
            f"but market_cards holds only {there}"
        )


def _sold_goods(table: Table, key: str) -> list[int]:
    """A list of goods that can be sold."""
    goods = table.entries(key, 0, len(SOLD_IDS), "goods")
    return [f.GOOD_IDS.index(SOLD_IDS[expect_one_of(good, table.name_of(key), SOLD_IDS)]) for good in goods]


# --- money ----------------------------------------------------------------------------------------------


def _money(facts: Facts, data: Table) -> None:
    """Cards out of the game, the black market, and the end (R3, R52, R54)."""
    black, end = data.table("black_market"), data.table("end")
    cards_a = sum(int(facts.count[kind]) for kind in range(facts.kinds) if facts.deck[kind] == 0)
    facts.removed = data.table("start").number("cards_removed", 0, cards_a)
    facts.pile_a = cards_a - facts.removed
    facts.pile_b = sum(map(int, facts.count)) - cards_a
    for good, price in black.amounts("sell", SOLD_IDS, 1, MAX_PRICE).items():
        facts.black_sell[f.GOOD_IDS.index(good)] = price
    for good, price in black.amounts("buy", RESOURCE_IDS, 1, MAX_PRICE).items():
        facts.black_buy[f.GOOD_IDS.index(good)] = price
    facts.most_bought = black.number("most_bought", 0, 9)
    facts.cake_money = end.number("cake", 0, MAX_MONEY)
    facts.clothes_money = end.number("clothes", 0, MAX_MONEY)
    facts.leftovers = end.number("pieces_for_one", 1, MAX_MONEY)


COMPONENTS: Final = Components(
    __package__,
    _make_facts,
    players=range(2, f.MAX_PLAYERS + 1),
    usual=USUAL,
    fixed=FIXED,
    whole=WHOLE,
)
