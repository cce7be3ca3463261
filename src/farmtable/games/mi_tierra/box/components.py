"""Reads `components.toml`, lays an owner's own file over it, checks both, and packs them into `Facts`.

An owner's file need only hold what differs: tables are merged key by key, but lists, recipes and price
lists are replaced. Whatever does not fit is refused in one sentence that names the key.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, Final, NamedTuple

from farmtable.core.bits import bit
from farmtable.core.errors import BadOption
from farmtable.core.vectors import numbers, zeros
from farmtable.games.mi_tierra.position.facts import (
    BUNDLE,
    CARD_I,
    CARD_III,
    CARD_IV,
    CARD_VII,
    CARD_XI,
    CARD_XII,
    CARD_XIV,
    CARD_XV,
    CROPS,
    DEVELOPMENT,
    DEVELOPMENT_SPACES,
    EGG,
    EVENT,
    EVENT_IDS,
    FOREST,
    GENERIC,
    GOOD_IDS,
    GOODS,
    MAX_CELLS,
    MAX_FACE,
    MAX_KINDS,
    MAX_PLAYERS,
    MAX_SLOTS,
    MAX_SPACES,
    MAX_WORKERS,
    MILK,
    MOST_UNITS,
    OVEN,
    RESOURCES,
    ROMAN,
    SEED_SHOP,
    SHEEP,
    SIMPLE,
    TRADED,
    WOOL,
    ZONE_IDS,
    Facts,
)

# Keys that tell about a figure and change nothing.
NOTES: Final = {"source", "why", "confidence"}
# Tables and keys that name what the rules themselves are written for.
FIXED: Final = {"game", "pieces"}
FIXED_KEYS: Final = {"does"}
# Tables that are replaced as a whole, or a recipe could never lose a good.
WHOLE: Final = {"uses", "sell", "buy", "seeds"}

CROP_IDS: Final = GOOD_IDS[:CROPS]
RESOURCE_IDS: Final = GOOD_IDS[:TRADED]
SOLD_IDS: Final = (*RESOURCE_IDS, *GOOD_IDS[SHEEP:])
DICE: Final = ("white", "green")
# The spaces of the development area, and the places of the display that each touches, as bits (R19).
SPACES: Final = {"centre": 0b1111, "top": 0b0011, "bottom": 0b1100, "left": 0b0101, "right": 0b1010}
INDUSTRIES: Final = ("animal_industry", "oven", "winery_mill", "clothing_industry")

# A unit's price and a card's length keep what one sale brings within what an event note holds.
MAX_PRICE: Final = 50
MAX_MONEY: Final = 99
MAX_CARDS: Final = 99


@cache
def default_components() -> dict[str, Any]:
    """The facts that come with the package."""
    text = files(__package__).joinpath("components.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def merged(own: Mapping[str, Any]) -> dict[str, Any]:
    """The package's facts with an owner's laid over them. Raises BadOption for a key we do not know."""
    return _merge(default_components(), own, "", False)


def _merge(base: Mapping[str, Any], over: Mapping[str, Any], path: str, fixed: bool) -> dict[str, Any]:
    result = dict(base)
    for key, value in over.items():
        if key in NOTES:
            result[key] = value
            continue
        name = path + key
        if key not in base:
            known = ", ".join(k for k in base if k not in NOTES)
            raise BadOption(f"components: there is no {name!r}; known here: {known}")
        if isinstance(base[key], dict) and not isinstance(value, Mapping):
            raise BadOption(f"components: {name!r} is a table, not {value!r}")
        same_for_all = fixed or name in FIXED or key in FIXED_KEYS
        if isinstance(base[key], dict) and key not in WHOLE:
            result[key] = _merge(base[key], value, f"{name}.", same_for_all)
        elif same_for_all and value != base[key]:
            raise BadOption(f"components: {name!r} is part of the rules and cannot be replaced")
        else:
            result[key] = value
    return result


def make_facts(players: int, options: Mapping[str, Any]) -> Facts:
    """The facts of a game with these checked options. Raises BadOption where a figure does not fit."""
    return _facts(players, json.dumps(options, sort_keys=True))


@lru_cache(maxsize=256)  # not without end: a server is sent files by strangers
def _facts(players: int, options_json: str) -> Facts:
    options = json.loads(options_json)
    data = merged(options.get("components", {}))
    facts = Facts(players)
    if options["start"] != "random":
        facts.start = int(options["start"]) - 1
    facts.closing_sellable = options["closing_markets"] == "open"
    facts.meat_per_animal = options["excess_meat"] == "animal"
    _spaces(facts, data, players)
    _beginning(facts, data)
    _farm(facts, data["farm"])
    _supplies(facts, data)
    _dice(facts, data["dice"])
    _industries(facts, data["industries"])
    _developments(facts, data)
    _market_cards(facts, data["market_cards"])
    all_leave = data["official_market"]["all_leave_with_2_players"]
    facts.all_leave = _truth(all_leave, "official_market.all_leave_with_2_players") and players == 2
    _events(facts, data["events"], options["strike"] == "with_oven")
    _money(facts, data)
    return facts


def check_components(content: dict[str, Any]) -> dict[str, Any]:
    """An owner's file, fit to be kept in a record. Raises BadOption for anything that cannot be played."""
    try:
        json.dumps(content)
    except TypeError:
        raise BadOption("components: dates and times have no place here") from None
    for players in range(2, MAX_PLAYERS + 1):
        usual = {
            "start": "random",
            "closing_markets": "open",
            "excess_meat": "animal",
            "strike": "with_oven",
            "components": content,
        }
        make_facts(players, usual)
    return content


def _number(value: object, name: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadOption(f"components: {name} is a whole number from {low} to {high}; not {value!r}")
    return value


def _truth(value: object, name: str) -> bool:
    if not isinstance(value, bool):
        raise BadOption(f"components: {name} is true or false; not {value!r}")
    return value


def _one_of(value: object, name: str, allowed: Sequence[str]) -> int:
    """The place of a word among those allowed."""
    if not isinstance(value, str) or value not in allowed:
        raise BadOption(f"components: {name} is one of {', '.join(allowed)}; not {value!r}")
    return allowed.index(value)


def _list(value: object, name: str, low: int, high: int, of: str) -> list[Any]:
    if not isinstance(value, list) or not low <= len(value) <= high:
        raise BadOption(f"components: {name} is a list of {low} to {high} {of}")
    return value


def _goods(
    value: Mapping[str, Any], name: str, allowed: Sequence[str], low: int, high: int
) -> dict[int, int]:
    """A table of goods with a number each."""
    for good in value:
        if good not in allowed:
            raise BadOption(f"components: {name} names {', '.join(allowed)}; not {good!r}")
    return {GOOD_IDS.index(good): _number(n, f"{name}.{good}", low, high) for good, n in value.items()}


def _without_notes(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in table.items() if key not in NOTES}


# --- board, farm, supplies ------------------------------------------------------------------------------


def _spaces(facts: Facts, data: Mapping[str, Any], players: int) -> None:
    """The spaces of each zone; with two players some are blocked, but never the last one (R17)."""
    zones, development = data["zones"], data["development"]
    blocked = _number(zones["blocked_with_2_players"], "zones.blocked_with_2_players", 0, 1)
    closed = _one_of(
        development["blocked_with_2_players"], "development.blocked_with_2_players", list(SPACES)
    )
    for zone_id, value in _without_notes(zones["spaces"]).items():
        spaces = _number(value, f"zones.spaces.{zone_id}", 1 + blocked, MAX_SPACES)
        facts.spaces[ZONE_IDS.index(zone_id)] = spaces - (blocked if players == 2 else 0)
    facts.spaces[DEVELOPMENT] = DEVELOPMENT_SPACES
    facts.development_open = bit(DEVELOPMENT_SPACES) - 1
    if players == 2 and blocked:
        facts.spaces[DEVELOPMENT] = DEVELOPMENT_SPACES - 1
        facts.development_open &= ~bit(closed)
    for space, cards in enumerate(SPACES.values()):
        facts.touches[space] = cards
    facts.price_per_card = _number(development["price_per_card"], "development.price_per_card", 0, 9)


def _beginning(facts: Facts, data: Mapping[str, Any]) -> None:
    start, workers = data["start"], data["workers"]
    facts.max_workers = _number(workers["most"], "workers.most", 1, MAX_WORKERS)
    facts.free_workers = _number(workers["free"], "workers.free", 1, MAX_WORKERS)
    facts.upkeep = _number(workers["upkeep"], "workers.upkeep", 0, MAX_MONEY)
    facts.workers = _number(start["workers"], "start.workers", 1, facts.max_workers)
    money = _list(start["money"], "start.money", MAX_PLAYERS, MAX_PLAYERS, "amounts, one for each place")
    for place, n in enumerate(money):
        facts.money[place] = _number(n, "start.money", 0, MAX_MONEY)


def _farm(facts: Facts, farm: Mapping[str, Any]) -> None:
    columns = _number(farm["columns"], "farm.columns", 1, MAX_CELLS)
    rows = _number(farm["rows"], "farm.rows", 1, MAX_CELLS // columns)
    facts.columns, facts.rows, facts.cells = columns, rows, columns * rows
    names = [f"{'ABCDEFGHIJKLMNOP'[cell % columns]}{cell // columns + 1}" for cell in range(columns * rows)]
    facts.printed_cell = _one_of(farm["printed_field"], "farm.printed_field", names)
    facts.printed_crop = _one_of(farm["printed_crop"], "farm.printed_crop", CROP_IDS)
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
    facts.slots = _number(farm["barnyard_places"], "farm.barnyard_places", 0, MAX_SLOTS)
    facts.printed_capacity = _number(farm["printed_barnyard"], "farm.printed_barnyard", 0, MAX_FACE)
    facts.development_slots = _number(farm["development_places"], "farm.development_places", 1, len(ROMAN))


def _supplies(facts: Facts, data: Mapping[str, Any]) -> None:
    """Units that the resource cards show, barnyards and crop tiles (R2, R57)."""
    cards = data["resource_cards"]
    facts.supply_limited = _truth(cards["limited"], "resource_cards.limited")
    for good in range(RESOURCES):
        ones = _number(cards["value_1"][GOOD_IDS[good]], f"resource_cards.value_1.{GOOD_IDS[good]}", 0, 99)
        threes = _number(cards["value_3"][GOOD_IDS[good]], f"resource_cards.value_3.{GOOD_IDS[good]}", 0, 99)
        facts.supply[good] = ones + 3 * threes
    for crop, crop_id in enumerate(CROP_IDS):
        facts.crop_tiles[crop] = _number(data["crop_tiles"][crop_id], f"crop_tiles.{crop_id}", 0, 99)
    barnyards = data["barnyards"]
    facts.barnyards = _number(barnyards["count"], "barnyards.count", 0, 99)
    for capacity in _list(barnyards["capacities"], "barnyards.capacities", 1, MAX_FACE, "numbers"):
        facts.capacities |= bit(_number(capacity, "barnyards.capacities", 1, MAX_FACE))


def _dice(facts: Facts, dice: Mapping[str, Any]) -> None:
    """Dice, which zone rolls which, and what a number means (R27, R28, R31)."""
    for die, name in enumerate(DICE):
        for face in _list(dice[name], f"dice.{name}", 1, 20, "numbers"):
            facts.faces[die * (MAX_FACE + 1) + _number(face, f"dice.{name}", 1, MAX_FACE)] += 1
    for zone_id, name in _without_notes(dice["zones"]).items():
        facts.die[ZONE_IDS.index(zone_id)] = _one_of(name, f"dice.zones.{zone_id}", DICE)
    for face in _faces_of(facts, FOREST):
        if not facts.capacities & bit(face):
            raise BadOption(f"components: the forest's die shows {face}, but barnyards.capacities does not")
    seeds = dice["seeds"]
    for face in _faces_of(facts, SEED_SHOP):
        if str(face) not in seeds:
            raise BadOption(f"components: the seed shop's die shows {face}, but dice.seeds does not")
        facts.seed_of[face] = _one_of(seeds[str(face)], f"dice.seeds.{face}", CROP_IDS)


def _faces_of(facts: Facts, zone: int) -> list[int]:
    """The numbers that a zone's die shows."""
    first = int(facts.die[zone]) * (MAX_FACE + 1)
    return [face for face in range(MAX_FACE + 1) if facts.faces[first + face]]


# --- industries and development cards -------------------------------------------------------------------


def _industries(facts: Facts, industries: Mapping[str, Any]) -> None:
    """What industries ask for and give (R33, R35)."""
    animals, mill = industries["animal_industry"], industries["winery_mill"]
    fees = {
        name: _number(industries[name]["fee"], f"industries.{name}.fee", 0, MAX_MONEY) for name in INDUSTRIES
    }
    facts.animal_fee, facts.oven_fee = fees["animal_industry"], fees["oven"]
    facts.winery_fee, facts.clothing_fee = fees["winery_mill"], fees["clothing_industry"]
    for animal, product in enumerate((WOOL, MILK, EGG)):
        animal_id, product_id = GOOD_IDS[SHEEP + animal], GOOD_IDS[product]
        name = "industries.animal_industry"
        facts.minimum[animal] = _number(animals["minimum"][animal_id], f"{name}.minimum.{animal_id}", 1, 99)
        facts.product_units[animal] = _number(
            animals["gives"][product_id], f"{name}.gives.{product_id}", 1, 9
        )
    for recipe, industry in ((facts.oven, "oven"), (facts.clothing, "clothing_industry")):
        uses = industries[industry]["uses"]
        for good, n in _goods(uses, f"industries.{industry}.uses", RESOURCE_IDS, 0, 9).items():
            recipe[good] = n
    facts.flour_wheat = _number(mill["wheat_for_flour"], "industries.winery_mill.wheat_for_flour", 1, 9)
    facts.wine_grapes = _number(mill["grapes_for_wine"], "industries.winery_mill.grapes_for_wine", 1, 9)


def _developments(facts: Facts, data: Mapping[str, Any]) -> None:
    """Development cards and their figures (R36, R38, R40)."""
    cards = data["development_cards"]
    for card, roman in enumerate(ROMAN):
        entry, name = cards[roman], f"development_cards.{roman}"
        facts.copies[card] = _number(entry["copies"], f"{name}.copies", 0, 20)
        if "minimum" in entry:
            facts.card_minimum[card] = _number(entry["minimum"], f"{name}.minimum", 1, 99)
    facts.needs[CARD_XII], facts.needs[CARD_XIV] = CARD_I, CARD_VII
    name = f"development_cards.{ROMAN[CARD_III]}.ways"
    ways = _list(cards[ROMAN[CARD_III]]["ways"], name, 1, 2, "pairs [wheat, flour]")
    for way, pair in enumerate(ways):
        wheat, flour = _list(pair, name, 2, 2, "numbers for each way, wheat and flour")
        facts.card_wheat[way] = _number(wheat, f"{name}, wheat", 1, 9)
        facts.card_flour[way] = _number(flour, f"{name}, flour", 1, 9)
    name = f"development_cards.{ROMAN[CARD_IV]}.grapes"
    facts.card_grapes = _number(cards[ROMAN[CARD_IV]]["grapes"], name, 1, 9)
    name = f"development_cards.{ROMAN[CARD_XI]}.group"
    facts.group = _number(data["fields"]["group"], "fields.group", 1, MAX_CELLS)
    facts.large_group = _number(cards[ROMAN[CARD_XI]]["group"], name, 1, MAX_CELLS)
    name = f"development_cards.{ROMAN[CARD_XV]}.money"
    facts.card_money = _number(cards[ROMAN[CARD_XV]]["money"], name, 0, MAX_MONEY)


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
    if event in EVENT_IDS:
        return Card(EVENT, EVENT_IDS.index(event))
    where = f"{name}, {text!r}"
    leaves = words.endswith(" out")
    words = words.removesuffix(" out")
    if found := re.fullmatch(r"([a-z]+) ([0-9]{1,3})x([0-9]{1,3})", words):
        good = _one_of(found[1], f"{where}: the good", SOLD_IDS)
        price = _number(int(found[2]), f"{where}: the price", 0, MAX_PRICE)
        limit = _number(int(found[3]), f"{where}: the limit", 1, MOST_UNITS)
        return Card(SIMPLE, GOOD_IDS.index(SOLD_IDS[good]), price, limit=limit, leaves=leaves)
    if found := re.fullmatch(r"generic ([0-9]{1,3})/([0-9]{1,3})", words):
        price, animal_price = (_number(int(n), f"{where}: the price", 0, MAX_PRICE) for n in found.groups())
        return Card(GENERIC, 0, price, animal_price, leaves=leaves)
    if found := re.fullmatch(r"([0-9]{1,3} [a-z]+(?: \+ [0-9]{1,3} [a-z]+)*) for ([0-9]{1,3})", words):
        price = _number(int(found[2]), f"{where}: the price", 0, MAX_PRICE * MOST_UNITS)
        return Card(BUNDLE, 0, price, bundle=_bundle(found[1], where), leaves=leaves)
    raise BadOption(
        f"components: {where} is no card; cards look like 'cow 6x2', '3 apple + 1 wheat for 15', "
        "'generic 3/4 out' or 'thieves'"
    )


def _bundle(words: str, where: str) -> tuple[tuple[int, int], ...]:
    """The goods of a bundle, in the order of the goods."""
    units: Counter[int] = Counter()
    for part in words.split(" + "):
        n, good = part.split(" ")
        units[GOOD_IDS.index(SOLD_IDS[_one_of(good, f"{where}: the good", SOLD_IDS)])] += int(n)
    _number(units.total(), f"{where}: the number of goods", 1, MOST_UNITS)
    return tuple(sorted((good, n) for good, n in units.items() if n))


def _market_cards(facts: Facts, decks: Mapping[str, Any]) -> None:
    """Market and event cards by kind, those of deck A first; equal cards of a deck are one kind."""
    kinds: Counter[tuple[int, Card]] = Counter()
    for deck, letter in enumerate("AB"):
        name = f"market_cards.{letter}"
        for text in _list(decks[letter], name, 1, MAX_CARDS, "cards"):
            kinds[deck, read_card(text, name)] += 1
    if len(kinds) > MAX_KINDS:
        raise BadOption(
            f"components: market_cards holds at most {MAX_KINDS} different cards, not {len(kinds)}"
        )
    n = facts.kinds = len(kinds)
    facts.deck, facts.count, facts.type, facts.good = zeros(n), zeros(n), zeros(n), zeros(n)
    facts.price, facts.animal_price, facts.limit = numbers(n, 0), numbers(n, 0), numbers(n, 0)
    facts.bundle, facts.leaves = zeros(n * GOODS), zeros(n)
    for kind, ((deck, card), copies) in enumerate(kinds.items()):
        facts.deck[kind], facts.count[kind] = deck, copies
        facts.type[kind], facts.good[kind] = card.type, card.good
        facts.price[kind], facts.animal_price[kind] = card.price, card.animal_price
        facts.limit[kind], facts.leaves[kind] = card.limit, int(card.leaves)
        for good, units in card.bundle:
            facts.bundle[kind * GOODS + good] = units


def _events(facts: Facts, events: Mapping[str, Any], with_oven: bool) -> None:
    """Events, and when the last one comes (R45 to R50)."""
    for event, event_id in enumerate(EVENT_IDS):
        entry, name = events[event_id], f"events.{event_id}"
        facts.permanent[event] = int(_truth(entry["permanent"], f"{name}.permanent"))
        for good in _list(entry.get("takes", []), f"{name}.takes", 0, len(SOLD_IDS), "goods"):
            taken = SOLD_IDS[_one_of(good, f"{name}.takes", SOLD_IDS)]
            facts.takes[event * GOODS + GOOD_IDS.index(taken)] = 1
    inflation = events["inflation"]
    for good in _list(inflation["goods"], "events.inflation.goods", 0, len(SOLD_IDS), "goods"):
        name = SOLD_IDS[_one_of(good, "events.inflation.goods", SOLD_IDS)]
        facts.inflated[GOOD_IDS.index(name)] = 1
    facts.inflation = _number(inflation["plus"], "events.inflation.plus", 0, 9)
    for zone_id in _list(
        events["strike"]["closes"], "events.strike.closes", 0, len(INDUSTRIES), "industries"
    ):
        zone = ZONE_IDS.index(INDUSTRIES[_one_of(zone_id, "events.strike.closes", INDUSTRIES)])
        if zone != OVEN or with_oven:
            facts.closes |= bit(zone)
    facts.quiet_rounds = _number(events["quiet_rounds"], "events.quiet_rounds", 1, 99)
    last = _number(events["last_permanent"], "events.last_permanent", 1, 9)
    facts.last_permanent = last
    there = sum(
        int(facts.count[kind])
        for kind in range(facts.kinds)
        if facts.type[kind] == EVENT and facts.permanent[int(facts.good[kind])]
    )
    if there < last:
        raise BadOption(
            f"components: the game ends with permanent event {last} (events.last_permanent), "
            f"but market_cards holds only {there}"
        )


# --- money ----------------------------------------------------------------------------------------------


def _money(facts: Facts, data: Mapping[str, Any]) -> None:
    """Cards out of the game, the black market, and the end (R3, R52, R54)."""
    black, end = data["black_market"], data["end"]
    cards_a = sum(int(facts.count[kind]) for kind in range(facts.kinds) if facts.deck[kind] == 0)
    facts.removed = _number(data["start"]["cards_removed"], "start.cards_removed", 0, cards_a)
    facts.pile_a = cards_a - facts.removed
    facts.pile_b = sum(map(int, facts.count)) - cards_a
    for good, price in _goods(black["sell"], "black_market.sell", SOLD_IDS, 1, MAX_PRICE).items():
        facts.black_sell[good] = price
    for good, price in _goods(black["buy"], "black_market.buy", RESOURCE_IDS, 1, MAX_PRICE).items():
        facts.black_buy[good] = price
    facts.most_bought = _number(black["most_bought"], "black_market.most_bought", 0, 9)
    facts.cake_money = _number(end["cake"], "end.cake", 0, MAX_MONEY)
    facts.clothes_money = _number(end["clothes"], "end.clothes", 0, MAX_MONEY)
    facts.leftovers = _number(end["pieces_for_one"], "end.pieces_for_one", 1, MAX_MONEY)
