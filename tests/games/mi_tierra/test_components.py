"""The figures of the box, typed a second time; and an owner's file: what is refused, and what works."""

from __future__ import annotations

import copy
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from farmtable import OVER, BadOption, Rng, State
from farmtable.core.playout import resolve_chance
from farmtable.games.kit.figures import NOTES
from farmtable.games.mi_tierra import GAME
from farmtable.games.mi_tierra.box.components import COMPONENTS, Card, read_card
from farmtable.games.mi_tierra.position.facts import (
    APPLE,
    BUNDLE,
    COW,
    EGG,
    EVENT,
    EVENT_IDS,
    FOREST,
    FRUIT_FLY,
    GENERIC,
    GOOD_IDS,
    GOODS,
    MAX_FACE,
    ROMAN,
    SEED_SHOP,
    SIMPLE,
    WHEAT,
    ZONE_IDS,
    Facts,
)
from tests.games.mi_tierra.scenarios import (
    Data,
    activated,
    after_event,
    after_late_event,
    fact,
    goods,
    legal,
    play,
)

PLAIN = {"start": "random", "closing_markets": "open", "excess_meat": "animal", "strike": "with_oven"}


def facts_of(players: int = 4, **options: Any) -> Facts:
    return COMPONENTS.facts(players, {**PLAIN, **options})


def by_good(table: Any) -> dict[str, int]:
    """A table of goods without its zeros."""
    return {GOOD_IDS[good]: int(n) for good, n in enumerate(table) if n}


def census(facts: Facts, deck: int) -> Counter[str]:
    """How many cards a deck has: of each type, of each event, with the symbol."""
    found: Counter[str] = Counter()
    for kind in range(facts.kinds):
        if facts.deck[kind] == deck:
            n = int(facts.count[kind])
            found["cards"] += n
            found["out"] += n * int(facts.leaves[kind])
            found[("simple", "bundle", "generic", "event")[facts.type[kind]]] += n
            if facts.type[kind] == EVENT:
                found[EVENT_IDS[facts.good[kind]]] += n
    return found


# --- the figures, typed again -------------------------------------------------------------------------------

# Value-1 and value-3 cards.
CARDS = {
    "apple": (15, 9),
    "wheat": (12, 7),
    "grape": (9, 7),
    "meat": (9, 3),
    "egg": (6, 5),
    "milk": (10, 7),
    "wool": (10, 7),
    "flour": (7, 8),
    "wine": (7, 6),
    "cake": (7, 0),
    "clothes": (7, 0),
}
UNITS = {
    "apple": 42,
    "wheat": 33,
    "grape": 30,
    "meat": 18,
    "egg": 21,
    "milk": 31,
    "wool": 31,
    "flour": 31,
    "wine": 25,
    "cake": 7,
    "clothes": 7,
}
# With more than two players.
SPACES = {
    "forest": 3,
    "sheep_farm": 3,
    "worker_plaza": 2,
    "seed_shop": 3,
    "cattle_farm": 3,
    "chicken_coop": 3,
    "animal_industry": 3,
    "clock_tower": 2,
    "oven": 2,
    "development": 5,
    "winery_mill": 3,
    "clothing_industry": 2,
    "own_farm": 0,
    "official_market": 6,
    "black_market": 0,
    "turn_order": 4,
}
SELL = {
    "apple": 2,
    "wheat": 3,
    "grape": 3,
    "meat": 1,
    "egg": 4,
    "milk": 5,
    "wool": 5,
    "flour": 15,
    "wine": 18,
    "sheep": 3,
    "cow": 4,
    "chicken": 2,
}
BUY = {"apple": 5, "wheat": 6, "grape": 7, "egg": 9, "milk": 10, "wool": 11}
# Good, then price and limit of each card, then of those with the out-of-market symbol.
SIMPLE_A = {
    "apple": ([(3, 6)], [(4, 4), (5, 2)]),
    "wheat": ([(4, 5)], [(5, 3), (6, 2)]),
    "grape": ([], [(5, 4), (6, 3)]),
    "chicken": ([], [(4, 4), (5, 2)]),
    "sheep": ([], [(5, 3), (6, 2)]),
    "cow": ([], [(6, 2), (7, 1)]),
    "meat": ([(3, 4)], []),
    "egg": ([], [(7, 3)]),
    "milk": ([], [(8, 2)]),
    "wool": ([], [(9, 2)]),
    "flour": ([], [(24, 2)]),
    "wine": ([], [(27, 2)]),
}
SIMPLE_B = {
    "apple": ([(4, 5)], []),
    "wheat": ([], [(5, 4)]),
    "grape": ([], [(6, 4)]),
    "meat": ([(3, 5)], []),
    "cow": ([], [(7, 3)]),
    "egg": ([], [(8, 3)]),
    "milk": ([], [(9, 3)]),
    "wool": ([], [(10, 3)]),
    "flour": ([], [(25, 3)]),
    "wine": ([], [(28, 3)]),
}
# Goods and price; all of them have the symbol.
BUNDLES: tuple[list[tuple[dict[str, int], int]], ...] = (
    [
        ({"apple": 3, "wheat": 1}, 15),
        ({"apple": 2, "grape": 2}, 18),
        ({"wheat": 2, "grape": 1}, 15),
        ({"apple": 1, "wheat": 1, "grape": 1}, 14),
        ({"apple": 1, "chicken": 2}, 12),
        ({"wheat": 1, "sheep": 1, "chicken": 1}, 14),
    ],
    [
        ({"egg": 2, "flour": 1}, 40),
        ({"grape": 2, "wine": 1}, 39),
        ({"milk": 2, "wool": 1}, 26),
        ({"flour": 1, "wine": 1}, 53),
        ({"wool": 2, "sheep": 1}, 23),
    ],
)


def test_supplies() -> None:
    """R2, R57."""
    facts = facts_of()
    assert {good: ones + 3 * threes for good, (ones, threes) in CARDS.items()} == UNITS
    assert by_good(facts.supply) == UNITS
    assert facts.supply_limited
    assert list(facts.crop_tiles) == [22, 16, 16]
    assert (facts.barnyards, facts.capacities) == (11, 1 << 2 | 1 << 3)


def test_pieces_agree_with_the_lists() -> None:
    data = COMPONENTS.packaged
    facts, pieces = facts_of(), data["pieces"]
    assert pieces["development_tiles"] == sum(facts.copies)
    assert pieces["barnyards"] == facts.barnyards
    assert pieces["crop_tiles"] == sum(facts.crop_tiles)
    assert (pieces["cards_a"], pieces["cards_b"]) == (census(facts, 0)["cards"], census(facts, 1)["cards"])
    assert pieces["workers"] == 4 * facts.max_workers


def test_dice() -> None:
    """R27, R28, R31."""
    facts = facts_of()
    white, green = facts.faces[: MAX_FACE + 1], facts.faces[MAX_FACE + 1 :]
    assert list(white) == [0, 0, 3, 3, 0, 0, 0, 0]
    assert list(green) == [0, 2, 2, 2, 0, 0, 0, 0]
    dice = {ZONE_IDS[zone]: int(facts.die[zone]) for zone in (FOREST, SEED_SHOP, 1, 4, 5)}
    assert dice == {"forest": 0, "seed_shop": 1, "sheep_farm": 1, "cattle_farm": 1, "chicken_coop": 0}
    assert [GOOD_IDS[facts.seed_of[face]] for face in (1, 2, 3)] == ["apple", "wheat", "grape"]


def test_beginning_and_upkeep() -> None:
    """R1, R3, R4, R11, G1, G2."""
    facts = facts_of()
    assert (facts.players, facts.start) == (4, -1)
    assert (facts.workers, facts.max_workers, facts.free_workers, facts.upkeep) == (3, 5, 3, 2)
    assert list(facts.money) == [5, 6, 7, 8]
    assert census(facts, 0)["cards"] - facts.removed == 27


def test_a_farm() -> None:
    """R6, G3, G20: fields side by side, corners not."""
    facts = facts_of()
    assert (facts.columns, facts.rows, facts.cells) == (3, 3, 9)
    assert (facts.printed_cell, facts.printed_crop) == (4, APPLE)
    assert (facts.slots, facts.printed_capacity, facts.development_slots) == (4, 2, 3)
    beside = [{other for other in range(9) if facts.neighbours[cell] >> other & 1} for cell in range(9)]
    assert beside == [
        {1, 3},
        {0, 2, 4},
        {1, 5},
        {0, 4, 6},
        {1, 3, 5, 7},
        {2, 4, 8},
        {3, 7},
        {4, 6, 8},
        {5, 7},
    ]
    assert (facts.group, facts.large_group) == (2, 3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_spaces(players: int) -> None:
    """R17, R19, G26: with two players one of each zone is blocked, of the development area the bottom one."""
    facts = facts_of(players)
    less = players == 2
    wanted = {zone: max(n - less, 0) for zone, n in SPACES.items()}
    assert dict(zip(ZONE_IDS, map(int, facts.spaces), strict=True)) == wanted
    assert facts.development_open == (0b11011 if less else 0b11111)
    assert list(facts.touches) == [0b1111, 0b0011, 0b1100, 0b0101, 0b1010]


def test_industries() -> None:
    """R33, R35, G9, G19."""
    facts = facts_of()
    fees = (facts.animal_fee, facts.oven_fee, facts.winery_fee, facts.clothing_fee)
    assert fees == (5, 8, 5, 7)
    assert list(facts.minimum) == [3, 2, 4]
    assert list(facts.product_units) == [1, 1, 1]
    assert by_good(facts.oven) == {"milk": 1, "egg": 2}
    assert by_good(facts.clothing) == {"wool": 3}
    assert (facts.flour_wheat, facts.wine_grapes) == (3, 3)


def test_development_cards() -> None:
    """R36, R40, G11, G13, G24."""
    facts = facts_of()
    assert list(facts.copies) == [3, 2, 2, 2, 2, 2, 3, 2, 2, 2, 2, 2, 2, 2, 2]
    assert facts.price_per_card == 1
    needs = {ROMAN[card]: ROMAN[other] for card, other in enumerate(facts.needs) if other >= 0}
    assert needs == {"XII": "I", "XIV": "VII"}
    minimum = {ROMAN[card]: int(n) for card, n in enumerate(facts.card_minimum) if n}
    assert minimum == {"I": 3, "II": 2, "V": 3, "VI": 3, "VII": 4, "XII": 2, "XIII": 4, "XIV": 3}
    assert (list(facts.card_wheat), list(facts.card_flour)) == ([2, 5], [1, 2])
    assert (facts.card_grapes, facts.card_money) == (1, 3)


def test_the_decks() -> None:
    """R12, G24: cards, markets, events, symbols; permanent events only in deck B."""
    facts = facts_of()
    a, b = census(facts, 0), census(facts, 1)
    events_a = {"thieves": 2, "frost": 2, "fruit_fly": 2}
    events_b = {"thieves": 1, "frost": 1, "fruit_fly": 1, "inflation": 2, "strike": 1}
    assert a == {"cards": 34, "simple": 20, "bundle": 6, "generic": 2, "event": 6, "out": 23, **events_a}
    assert b == {"cards": 23, "simple": 10, "bundle": 5, "generic": 2, "event": 6, "out": 13, **events_b}
    assert [bool(facts_of(players).all_leave) for players in (2, 3, 4)] == [True, False, False]
    assert list(facts.deck) == sorted(facts.deck)
    permanent = [event for event, n in zip(EVENT_IDS, facts.permanent, strict=True) if n]
    assert permanent == ["inflation", "strike"]
    assert facts.last_permanent == sum(b[event] for event in permanent)


def test_every_market_card() -> None:
    facts = facts_of()
    found: Counter[Any] = Counter()
    for kind in range(facts.kinds):
        deck, leaves = int(facts.deck[kind]), bool(facts.leaves[kind])
        price = int(facts.price[kind])
        card: tuple[Any, ...] = (deck, leaves, "event", EVENT_IDS[facts.good[kind] % len(EVENT_IDS)])
        if facts.type[kind] == SIMPLE:
            card = (deck, leaves, GOOD_IDS[facts.good[kind]], price, int(facts.limit[kind]))
        elif facts.type[kind] == BUNDLE:
            goods = by_good(facts.bundle[kind * GOODS : (kind + 1) * GOODS])
            card = (deck, leaves, tuple(goods.items()), price)
        elif facts.type[kind] == GENERIC:
            card = (deck, leaves, "generic", price, int(facts.animal_price[kind]))
        found[card] += int(facts.count[kind])
    wanted: Counter[Any] = Counter()
    for deck, simple in enumerate((SIMPLE_A, SIMPLE_B)):
        for good, prices in simple.items():
            wanted.update((deck, bool(out), good, *card) for out in (0, 1) for card in prices[out])
        wanted.update((deck, True, tuple(goods.items()), price) for goods, price in BUNDLES[deck])
        wanted[deck, False, "generic", 3, 4] += 2
    assert Counter({card: n for card, n in found.items() if card[2] != "event"}) == wanted


def test_events() -> None:
    """R46, R48, R49."""
    facts = facts_of()
    assert facts.last_permanent == 3
    assert by_good(facts.inflated) == {"milk": 1, "flour": 1, "wine": 1}
    assert facts.inflation == 1
    closed = {zone_id for zone, zone_id in enumerate(ZONE_IDS) if facts.closes >> zone & 1}
    assert closed == {"animal_industry", "oven", "winery_mill", "clothing_industry"}


def test_the_black_market_and_the_end() -> None:
    """R52, R54, G7, G8, G22."""
    facts = facts_of()
    assert by_good(facts.black_sell) == SELL
    assert by_good(facts.black_buy) == BUY
    assert facts.most_bought == 3
    assert (facts.cake_money, facts.clothes_money, facts.leftovers) == (49, 47, 3)


def test_nothing_bought_on_the_black_market_sells_for_more() -> None:
    """No loop of buying and selling: no market pays more for a unit than the black market asks."""
    facts = facts_of()
    for kind in range(facts.kinds):
        asked = facts.black_buy[int(facts.good[kind])] if facts.type[kind] == SIMPLE else 0
        assert not asked or facts.price[kind] <= asked


# --- options ------------------------------------------------------------------------------------------------


def test_options_are_switches() -> None:
    plain = facts_of(3)
    assert (plain.start, plain.closing_sellable, plain.meat_per_animal) == (-1, True, True)
    chosen = facts_of(3, start="2", closing_markets="closed", excess_meat="visit", strike="without_oven")
    assert (chosen.start, chosen.closing_sellable, chosen.meat_per_animal) == (1, False, False)
    assert plain.closes ^ chosen.closes == 1 << ZONE_IDS.index("oven")


# --- how cards are written ----------------------------------------------------------------------------------


def test_cards_are_read() -> None:
    assert read_card("cow 6x2", "A") == Card(SIMPLE, COW, 6, limit=2)
    assert read_card(" Apple  5x2 OUT ", "A") == Card(SIMPLE, APPLE, 5, limit=2, leaves=True)
    assert read_card("generic 3/4 out", "A") == Card(GENERIC, 0, 3, 4, leaves=True)
    bundle = Card(BUNDLE, 0, 15, bundle=((APPLE, 3), (WHEAT, 1)))
    assert read_card("3 apple + 1 wheat for 15", "A") == bundle
    assert read_card("1 wheat + 2 apple + 1 apple for 15", "A") == bundle
    assert read_card("fruit fly", "A") == read_card("fruit_fly", "A") == Card(EVENT, FRUIT_FLY)


# --- an owner's file ----------------------------------------------------------------------------------------


ZONE_NAMES = [zone for zone, n in SPACES.items() if n and zone != "development"]


def deck_a(*cards: Any) -> dict[str, Any]:
    """A file with other cards in deck A."""
    return {"market_cards": {"A": list(cards)}, "start": {"cards_removed": 0}}


# What a file says, and a piece of the sentence that refuses it.
BAD: dict[str, tuple[dict[str, Any], str]] = {
    "unknown key": ({"tractors": 3}, "there is no 'tractors'"),
    "unknown zone": ({"zones": {"spaces": {"harbour": 3}}}, "there is no 'zones.spaces.harbour'"),
    "spaces of the black market": ({"zones": {"spaces": {"black_market": 3}}}, "there is no"),
    "a figure of another card": ({"development_cards": {"I": {"money": 1}}}, "development_cards.I.money"),
    "a value for a table": ({"zones": 3}, "'zones' is a table"),
    "a value for a recipe": ({"industries": {"oven": {"uses": 3}}}, "'industries.oven.uses' is a table"),
    "part of the rules": ({"game": {"id": "other"}}, "'game.id' is part of the rules"),
    "other pieces": ({"pieces": {"cards_a": 40}}, "'pieces.cards_a' is part of the rules"),
    "another effect": ({"development_cards": {"I": {"does": "more"}}}, "is part of the rules"),
    "thieves that last a while": ({"events": {"thieves": {"permanent": 2}}}, "events.thieves.permanent is"),
    "frost on cakes": ({"events": {"frost": {"takes": ["cake"]}}}, "events.frost.takes is one of"),
    "frost on one crop": ({"events": {"frost": {"takes": "wheat"}}}, "events.frost.takes is a list"),
    "a strike that takes": ({"events": {"strike": {"takes": []}}}, "there is no 'events.strike.takes'"),
    "too few that last": ({"events": {"inflation": {"permanent": False}}}, "market_cards holds only 1"),
    "too many spaces": (
        {"zones": {"spaces": {"oven": 9}}},
        "zones.spaces.oven is a whole number",
    ),
    "no space for two": ({"zones": {"spaces": {"oven": 1}}}, "zones.spaces.oven"),
    "two blocked": ({"zones": {"blocked_with_2_players": 2}}, "zones.blocked_with_2_players"),
    "an unknown space": ({"development": {"blocked_with_2_players": "middle"}}, "centre, top, bottom"),
    "a truth for a number": ({"workers": {"upkeep": True}}, "workers.upkeep"),
    "a word for a number": ({"workers": {"upkeep": "much"}}, "workers.upkeep"),
    "half a worker": ({"start": {"workers": 2.5}}, "start.workers"),
    "no workers": ({"start": {"workers": 0}}, "start.workers"),
    "more workers than there are": ({"start": {"workers": 6}}, "from 1 to 5"),
    "nobody for free": ({"workers": {"free": 0}}, "workers.free"),
    "too many workers": ({"workers": {"most": 8}}, "workers.most"),
    "money for three": ({"start": {"money": [5, 6, 7]}}, "start.money is a list of 4 to 4"),
    "debts": ({"start": {"money": [5, 6, 7, -8]}}, "start.money"),
    "too large a field area": (
        {"farm": {"columns": 5, "rows": 4}},
        "farm.rows is a whole number from",
    ),
    "a field outside": ({"farm": {"printed_field": "D1"}}, "farm.printed_field is one of A1, B1"),
    "a field of flour": ({"farm": {"printed_crop": "flour"}}, "one of apple, wheat, grape"),
    "too many barnyards": ({"farm": {"barnyard_places": 8}}, "farm.barnyard_places"),
    "no place for cards": ({"farm": {"development_places": 0}}, "farm.development_places"),
    "a barnyard for none": ({"barnyards": {"capacities": [0, 2]}}, "barnyards.capacities"),
    "no capacities": ({"barnyards": {"capacities": []}}, "barnyards.capacities is a list"),
    "a limit of words": ({"resource_cards": {"limited": "yes"}}, "true or false"),
    "an empty die": ({"dice": {"white": []}}, "dice.white"),
    "a high die": ({"dice": {"green": [8]}}, "dice.green is a whole number from 1 to 7"),
    "a blank face": ({"dice": {"green": [0, 1]}}, "dice.green"),
    "a red die": ({"dice": {"zones": {"forest": "red"}}}, "dice.zones.forest is one of white, green"),
    "an unknown barnyard": ({"dice": {"white": [2, 4]}}, "the forest's die shows 4"),
    "a number without a seed": ({"dice": {"green": [1, 4]}}, "the seed shop's die shows 4"),
    "a seed of stone": ({"dice": {"seeds": {"1": "stone", "2": "wheat", "3": "grape"}}}, "dice.seeds.1"),
    "a recipe of gold": ({"industries": {"oven": {"uses": {"gold": 1}}}}, "industries.oven.uses names apple"),
    "a recipe of cows": ({"industries": {"oven": {"uses": {"cow": 1}}}}, "not 'cow'"),
    "flour of nothing": ({"industries": {"winery_mill": {"wheat_for_flour": 0}}}, "wheat_for_flour"),
    "too many ways": ({"development_cards": {"III": {"ways": [[1, 1]] * 3}}}, "development_cards.III.ways"),
    "half a way": ({"development_cards": {"III": {"ways": [[2]]}}}, "development_cards.III.ways"),
    "a price below nothing": ({"development": {"price_per_card": -1}}, "development.price_per_card"),
    "no cards": (deck_a(), "market_cards.A is a list of 1 to 99 cards"),
    "a number for a card": (deck_a(3), "holds cards such as 'cow 6x2'"),
    "no card at all": (deck_a("harvest festival"), "'harvest festival' is no card"),
    "a market for cake": (deck_a("cake 9x1"), "the good is one of"),
    "a dear market": (deck_a("cow 51x1"), "the price is a whole number from 0 to 50"),
    "a boundless market": (deck_a("cow 6x16"), "the limit is a whole number from 1 to 15"),
    "a closed market": (deck_a("cow 6x0"), "the limit"),
    "an empty bundle": (deck_a("0 apple for 5"), "the number of goods"),
    "a huge bundle": (deck_a("9 apple + 9 wheat for 5"), "the number of goods"),
    "a bundle of cake": (deck_a("1 cake for 5"), "the good is one of"),
    "thieves who leave": (deck_a("thieves out"), "is no card"),
    "too many kinds": (deck_a(*(f"cow {n}x{m}" for n in range(9) for m in range(1, 12))), "at most 96"),
    "more removed than there are": ({"start": {"cards_removed": 35}}, "start.cards_removed"),
    "no end": ({"events": {"last_permanent": 4}}, "market_cards holds only 3"),
    "an end at once": ({"events": {"last_permanent": 0}}, "events.last_permanent"),
    "inflated cake": ({"events": {"inflation": {"goods": ["cake"]}}}, "events.inflation.goods"),
    "a closed forest": ({"events": {"strike": {"closes": ["forest"]}}}, "events.strike.closes is one of"),
    "cows on the black market": ({"black_market": {"buy": {"cow": 5}}}, "black_market.buy names apple"),
    "cake on the black market": ({"black_market": {"sell": {"cake": 5}}}, "black_market.sell names apple"),
    "for nothing": ({"black_market": {"buy": {"egg": 0}}}, "black_market.buy.egg"),
    "no exchange": ({"end": {"pieces_for_one": 0}}, "end.pieces_for_one"),
}


@pytest.mark.parametrize("name", BAD)
def test_malformed_figures_are_refused_in_one_sentence(name: str) -> None:
    content, piece = BAD[name]
    with pytest.raises(BadOption) as caught:
        COMPONENTS.check(content)
    sentence = str(caught.value)
    assert piece in sentence
    assert "\n" not in sentence
    assert sentence.startswith("components: ")


def test_dates_have_no_place() -> None:
    with pytest.raises(BadOption, match="dates and times"):
        COMPONENTS.check(tomllib.loads("[workers]\nupkeep = 2026-01-01\n"))


OWN = """
[zones.spaces]
forest = 4
source = "my box"

[industries.oven]
uses = { flour = 1, milk = 1, egg = 2 }

[development_cards.I]
copies = 2

[market_cards]
A = ["cow 6x2", "cow 6x2", "3 apple + 1 wheat for 15", "generic 3/4", "thieves", "egg 8x3"]

[start]
cards_removed = 0
"""


def test_a_partial_file_replaces_only_what_it_says() -> None:
    """What is not in the file stays as it was; recipes and decks are replaced as a whole."""
    own = facts_of(4, components=COMPONENTS.check(tomllib.loads(OWN)))
    assert (own.spaces[FOREST], own.spaces[SEED_SHOP]) == (4, 3)
    assert by_good(own.oven) == {"milk": 1, "egg": 2, "flour": 1}
    assert (own.copies[0], own.copies[6]) == (2, 3)
    assert own.card_minimum[0] == 3
    assert (own.count[0], own.removed) == (2, 0)
    assert census(own, 0)["cards"] == 6
    assert census(own, 1) == census(facts_of(), 1)
    assert facts_of().spaces[FOREST] == 3, "other games keep their figures"


def test_equal_cards_of_the_two_decks_are_two_kinds() -> None:
    """`egg 8x3` is in both decks of that file: one kind in each."""
    own = facts_of(4, components=tomllib.loads(OWN))
    eggs = [kind for kind in range(own.kinds) if own.type[kind] == SIMPLE and own.good[kind] == EGG]
    assert [int(own.deck[kind]) for kind in eggs] == [0, 1]


def test_figures_become_part_of_the_position(tmp_path: Path) -> None:
    """A position with an owner's figures can be read again without the file."""
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    state = GAME.new(3, components=str(path))
    resolve_chance(state, Rng(1))
    path.unlink()
    saved = state.to_dict()
    assert saved["options"]["components"]["development_cards"]["I"]["copies"] == 2
    assert GAME.from_dict(saved) == state


def play_on(state: State, rng: Rng, decisions: int) -> None:
    """Random play for so many decisions, or to the end."""
    while decisions > 0 and state.to_play != OVER:
        resolve_chance(state, rng)
        if state.to_play != OVER:
            actions = state.legal_actions()
            state.apply(actions[rng.below(len(actions))])
        decisions -= 1


@pytest.mark.parametrize(
    "content",
    [
        {
            "farm": {
                "columns": 1,
                "rows": 1,
                "printed_field": "A1",
                "barnyard_places": 0,
                "printed_barnyard": 0,
            }
        },
        {
            "farm": {
                "columns": 4,
                "rows": 4,
                "barnyard_places": 7,
                "printed_barnyard": 7,
                "development_places": 15,
            }
        },
        {"workers": {"most": 7, "free": 7, "upkeep": 99}, "start": {"workers": 7}},
        {"workers": {"most": 1, "free": 1}, "start": {"workers": 1, "money": [0, 0, 0, 0]}},
        {
            "zones": {
                "blocked_with_2_players": 0,
                "spaces": dict.fromkeys(ZONE_NAMES, 8),
            }
        },
        {"barnyards": {"count": 0}, "crop_tiles": {"apple": 0, "wheat": 0, "grape": 0}},
        {"barnyards": {"capacities": [7]}, "dice": {"white": [7]}},
        {"dice": {"green": [7, 6], "seeds": {"6": "grape", "7": "grape"}}},
        {"resource_cards": {"limited": False}, "black_market": {"sell": {}, "buy": {}}},
        {"industries": {"oven": {"fee": 0, "uses": {}}, "clothing_industry": {"fee": 0, "uses": {}}}},
        {"development_cards": {roman: {"copies": 0} for roman in ROMAN}},
        {"development_cards": {"III": {"ways": [[1, 9]]}}},
        {"start": {"cards_removed": 34}},
        deck_a("cow 50x15 out", "15 sheep for 750", "inflation"),
        {"events": {"last_permanent": 1, "inflation": {"goods": [], "plus": 9}, "strike": {"closes": []}}},
    ],
    ids=str,
)
@pytest.mark.parametrize("players", [2, 4])
def test_games_with_other_figures_can_be_played(content: dict[str, Any], players: int) -> None:
    for seed in range(2):
        state = GAME.new(players, components=content)
        play_on(state, Rng(seed), 1500)
        assert GAME.from_dict(state.to_dict()) == state


def test_the_whole_file_of_the_package_is_a_good_file() -> None:
    assert COMPONENTS.merged(COMPONENTS.packaged) == COMPONENTS.packaged
    assert COMPONENTS.check(COMPONENTS.packaged) == COMPONENTS.packaged


def tables(table: dict[str, Any], name: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every table that names a source, and its name."""
    if "source" in table:
        yield name, table
    for key, value in table.items():
        if isinstance(value, dict) and key not in NOTES:
            yield from tables(value, f"{name}.{key}".lstrip("."))


def test_every_figure_names_its_source() -> None:
    """Every table of the file has a source for all of its figures, or one for each."""
    for name, table in COMPONENTS.packaged.items():
        assert any(True for _ in tables(table)), name
    for name, table in tables(COMPONENTS.packaged):
        source = table["source"]
        for text in source.values() if isinstance(source, dict) else [source]:
            assert text.split(":")[0] in ("rulebook", "public", "reconstructed"), name
        if isinstance(source, dict) and name not in ("development_cards", "industries"):
            named = {key for key, value in table.items() if key not in NOTES and not has_source(value)}
            assert set(source) - {"zones"} == named, name


def has_source(value: Any) -> bool:
    return isinstance(value, dict) and "source" in value


def test_every_rebuilt_figure_has_its_reason() -> None:
    """What is ours says why, and how sure we are."""
    for name, table in tables(COMPONENTS.packaged):
        source = table["source"]
        if isinstance(source, str):
            assert not source.startswith("reconstructed") or {"why", "confidence"} <= set(table), name
            continue
        for key, text in source.items():
            if text.startswith("reconstructed"):
                assert key in table["why"], (name, key)
                assert table["confidence"][key] in ("high", "medium", "low"), (name, key)


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in a file of figures."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in inner:
        yield from paths(below, (*path, key))


PATHS = list(paths(COMPONENTS.packaged))[1:]
JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, -1, 0, 3, 10**30, 0.5, "", "apple", [], [[]], [[1, 2]], [3], {}, {"egg": 1}, {"a": []}, "1"]
)


@given(path=st.sampled_from(PATHS), junk=JUNK)
@settings(max_examples=300, derandomize=True)
def test_junk_anywhere_is_refused_or_played(path: tuple[Any, ...], junk: Any) -> None:
    """Whatever stands in any place of the file: a clear refusal, or a game that can be played."""
    content = copy.deepcopy(COMPONENTS.packaged)
    place = content
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = junk
    try:
        state = GAME.new(3, components=content)
    except BadOption:
        return
    play_on(state, Rng(1), 300)


# --- events by an owner's file -------------------------------------------------------------------------


def with_events(**events: dict[str, Any]) -> dict[str, Any]:
    return {"options": {"components": {"events": events}}}


def test_what_an_event_takes_can_be_replaced() -> None:
    """R50: frost on apples and meat, by an owner's file."""
    stock = {"apple": 3, "wheat": 4, "meat": 1}
    other = with_events(frost={"takes": ["apple", "meat"]})
    state = after_event({"goods": stock}, top=["frost", "meat 4x3"], **other)
    assert legal(state) == {"give back apple", "give back 2 apple", "give back meat"}
    nothing = after_event({"goods": stock}, top=["frost", "meat 4x3"], **with_events(frost={"takes": []}))
    assert goods(nothing) == stock


def test_a_permanent_frost_takes_half_of_each_harvest() -> None:
    """R38, R45, R50: nothing is given back; card VIII protects; other crops are as ever."""
    lasting = with_events(frost={"permanent": True})
    stock = {"wheat": 4, "grape": 4}
    came = after_event({"goods": stock}, top=["frost", "meat 4x3"], **lasting)
    assert (goods(came), fact(came, "permanent"), fact(came, "permanents")) == (stock, "frost", 1)
    fields: Data = {"fields": {"B1": "wheat", "C1": "wheat", "C3": "grape", "B2": "apple"}}
    workers: Data = {**fields, "field_workers": ["B1", "C3", "B2"], "idle": 0}
    frozen: Data = {"gone": {"frost": 1}, "permanent": "frost", **lasting}
    state = activated(workers, **frozen)
    play(state, "work B1", "work C3", "work B2")
    assert goods(state) == {"wheat": 1, "grape": 1, "apple": 2}
    safe = activated({**workers, "cards": ["VIII"]}, **frozen)
    play(safe, "work B1", "work C3", "work B2")
    assert goods(safe) == {"wheat": 2, "grape": 1, "apple": 2}


def test_permanent_thieves_take_half_of_the_animals_that_arrive() -> None:
    """R28, R45, R47: half of each arrival, rounded down; card IX protects."""
    lasting = with_events(thieves={"permanent": True})
    robbed: Data = {"gone": {"thieves": 1}, "permanent": "thieves", "placed": {"Sheep Farm": [0]}, **lasting}
    farm: Data = {"barnyards": [3]}
    state = activated(farm, **robbed)
    play(state, "roll 3")
    assert goods(state) == {"sheep": 2}
    safe = activated({**farm, "cards": ["IX"]}, **robbed)
    play(safe, "roll 3")
    assert goods(safe) == {"sheep": 3}


def test_inflation_that_acts_once_changes_no_price() -> None:
    """R45, R48: what does not lie on the event space is not in force."""
    once: Data = {"inflation": {"permanent": False}, "last_permanent": 1}
    state = after_late_event(top=["inflation", "milk 9x3"], options={"components": {"events": once}})
    assert (fact(state, "permanent"), fact(state, "permanents")) == (None, 0)
