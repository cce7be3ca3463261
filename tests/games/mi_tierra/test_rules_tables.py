"""The tables of the rules for people, in every language, tell the figures of `components.toml`."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from farmtable.games.mi_tierra.box.components import COMPONENTS, read_card
from farmtable.games.mi_tierra.position.facts import BUNDLE, EVENT, GENERIC, GOOD_IDS, LOOKED_AT, SIMPLE
from tests.rules_text import Table, numbers, paragraph, tables, text_of, texts_of

TEXTS = texts_of("mi_tierra")
FACTS = COMPONENTS.packaged
ZONES = (
    *("forest", "sheep_farm", "worker_plaza", "seed_shop", "cattle_farm", "chicken_coop", "animal_industry"),
    *("clock_tower", "oven", "development", "winery_mill", "clothing_industry", "own_farm"),
    *("official_market", "black_market", "turn_order"),
)
# The columns of the table of the black market, the same in every language.
TRADED = (
    *("apple", "wheat", "grape", "meat", "egg", "milk", "wool", "flour", "wine"),
    *("sheep", "cow", "chicken"),
)
OUT = "○"


def read(name: str) -> dict[str, Table]:
    """The tables of one language by what they tell, without their headings."""
    found = tables(text_of("mi_tierra", name))
    return {
        title: table[1:] for title, table in zip(("zones", "cards", "black", "decks"), found, strict=True)
    }


@pytest.mark.parametrize("name", TEXTS)
def test_zones(name: str) -> None:
    """R24, R33, R35: spaces, fees and recipes."""
    table = read(name)["zones"]
    assert [row[0] for row in table] == [str(number) for number in range(1, 17)]
    for zone, row in zip(ZONES, table, strict=True):
        spaces = 5 if zone == "development" else FACTS["zones"]["spaces"].get(zone)
        assert row[2] == ("" if spaces is None else str(spaces)), zone
    told = {zone: numbers(row[3]) for zone, row in zip(ZONES, table, strict=True)}
    industries = FACTS["industries"]
    oven, clothing, mill = industries["oven"], industries["clothing_industry"], industries["winery_mill"]
    assert told["animal_industry"] == [industries["animal_industry"]["fee"]]
    assert told["oven"] == [oven["uses"]["milk"], oven["uses"]["egg"], oven["fee"], 1]
    assert told["winery_mill"] == [mill["fee"], mill["wheat_for_flour"], 1, mill["grapes_for_wine"], 1]
    assert told["clothing_industry"] == [clothing["uses"]["wool"], clothing["fee"], 1]
    dice = FACTS["dice"]
    for zone in ("sheep_farm", "cattle_farm", "chicken_coop"):
        faces = dice[dice["zones"][zone]]
        assert told[zone] == [min(faces), max(faces)], zone
    assert told["seed_shop"] == [int(face) for face in dice["seeds"]]
    assert told["clock_tower"] == [LOOKED_AT]
    assert told["forest"] == FACTS["barnyards"]["capacities"]


@pytest.mark.parametrize("name", TEXTS)
def test_development_cards(name: str) -> None:
    """R40: what each asks for and gives."""
    cards = FACTS["development_cards"]
    told = {row[0]: numbers(row[1]) for row in read(name)["cards"]}
    for card in ("I", "II", "V", "VI", "VII", "XII", "XIII", "XIV"):
        assert told[card] == [cards[card]["minimum"], 1], card
    assert told["III"] == [number for way in cards["III"]["ways"] for number in way]
    assert told["IV"] == [cards["IV"]["grapes"], 1]
    assert told["XV"] == [cards["XV"]["money"]]


@pytest.mark.parametrize("name", TEXTS)
def test_black_market(name: str) -> None:
    """R52: every price."""
    sell, buy = (row[1:] for row in read(name)["black"])
    black = FACTS["black_market"]
    assert sell == [str(black["sell"][good]) for good in TRADED]
    assert buy == [str(black["buy"].get(good, "–")) for good in TRADED]


@pytest.mark.parametrize("name", TEXTS)
def test_decks(name: str) -> None:
    """R42, R44: prices, limits and symbols of every market card, and how many events there are."""
    for deck, row in zip("AB", read(name)["decks"], strict=True):
        cards = [read_card(text, deck) for text in FACTS["market_cards"][deck]]
        assert numbers(row[0]) == [len(cards)]
        simple = Counter((card.price, card.limit, card.leaves) for card in cards if card.type == SIMPLE)
        told = re.findall(r"([0-9]+)×([0-9]+)( ○)?", row[1])
        assert Counter((int(price), int(limit), bool(out)) for price, limit, out in told) == simple
        bundles = Counter(
            (card.price, sum(n for _, n in card.bundle), card.leaves) for card in cards if card.type == BUNDLE
        )
        parts = [(numbers(part), OUT in part) for part in row[2].split(";")]
        assert Counter((part[-1], sum(part[:-1]), out) for part, out in parts) == bundles
        any_goods = [card for card in cards if card.type == GENERIC]
        generic = Counter((card.price, card.animal_price, card.leaves) for card in any_goods)
        told = re.findall(r"([0-9]+)/([0-9]+)( ○)?", row[3])
        assert Counter((int(price), int(animal), bool(out)) for price, animal, out in told) == generic
        assert sum(numbers(row[4])) == sum(card.type == EVENT for card in cards)


def test_goods_are_in_the_order_of_the_table() -> None:
    assert set(TRADED) == set(GOOD_IDS) - {"cake", "clothes"}


@pytest.mark.parametrize("name", TEXTS)
def test_points_and_beginning(name: str) -> None:
    """R4, R11, R33, R54: figures told in sentences."""
    text = text_of("mi_tierra", name)

    def told(rule: str) -> list[int]:
        return numbers(paragraph(text, rule))

    assert set(FACTS["start"]["money"]) <= set(told("4"))
    assert FACTS["workers"]["upkeep"] in told("11")
    assert {FACTS["end"]["cake"], FACTS["end"]["clothes"]} <= set(told("54"))
    least = FACTS["industries"]["animal_industry"]["minimum"]
    assert told("33")[-3:] == [least["sheep"], least["cow"], least["chicken"]]
