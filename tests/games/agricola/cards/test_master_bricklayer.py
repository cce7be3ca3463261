"""Master Bricklayer (B095)."""

from __future__ import annotations

import pytest

from farmtable import State
from tests.games.agricola.scenarios import Data, allowed, goods, house_of, play, position, seat_of


def builder(rooms: int, *others: str, **goods_of_it: int) -> Data:
    """The owner of a Master Bricklayer with so many rooms."""
    return {"front": ["master_bricklayer", *others], "rooms": house_of(rooms), "goods": goods_of_it}


def built(farm: Data, what: str, players: int = 2) -> State:
    """An improvement built on Major Improvement; if it is the only one that can be, it is built at once."""
    state = play(position(farm, players=players), "place Major Improvement")
    return play(state, f"build {what}") if allowed(state, f"build {what}") else state


def can_build(farm: Data, what: str) -> bool:
    """Whether it is among what can be built, or the only thing, which is built at once then."""
    state = position(farm)
    if not allowed(state, "place Major Improvement"):
        return False
    play(state, "place Major Improvement")
    at_once = what.casefold().replace(" ", "_") in seat_of(state)["improvements"]
    return at_once or allowed(state, f"build {what}")


def test_a_well_for_wood() -> None:
    """G22: with 5 rooms a Well costs 1 wood and no stone."""
    state = built(builder(5, wood=1), "Well")
    assert goods(state) == {}
    assert seat_of(state)["improvements"] == ["well"]


@pytest.mark.parametrize(
    ("rooms", "what", "price"),
    [
        (2, "Well", {"wood": 1, "stone": 3}),
        (3, "Well", {"wood": 1, "stone": 2}),
        (4, "Well", {"wood": 1, "stone": 1}),
        (3, "Clay Oven", {"clay": 3}),
        (5, "Clay Oven", {"clay": 3}),
        (4, "Stone Oven", {"clay": 1, "stone": 1}),
        (5, "Joinery", {"wood": 2}),
        (6, "Pottery", {"clay": 2}),
        (5, "Cooking Hearth 4", {"clay": 4}),
    ],
)
def test_one_stone_for_each_added_room(rooms: int, what: str, price: dict[str, int]) -> None:
    """1 stone less for each room beyond the first two, never below 0; other goods cost what they did."""
    assert goods(built(builder(rooms, **price), what)) == {}
    for good, n in price.items():
        assert not can_build(builder(rooms, **{"clay": 3, **price, good: n - 1}), what)


def test_rooms_of_the_house_only() -> None:
    """Ruling: a Caravan is no room."""
    assert can_build(builder(3, "caravan", wood=1, stone=2, clay=3), "Well")
    assert not can_build(builder(2, "caravan", wood=1, stone=2, clay=3), "Well")


def test_minor_improvements() -> None:
    """Ruling: they cost what they always did."""
    farm: Data = {**builder(5, wood=1), "minors": ["carpenters_parlor"]}
    assert not allowed(play(position(farm), "place Meeting Place"), "play Carpenter's Parlor")
    farm = {**builder(5, wood=1, stone=1), "minors": ["carpenters_parlor"]}
    state = play(position(farm), "place Meeting Place", "play Carpenter's Parlor")
    assert goods(state) == {}


def test_with_stonecutter() -> None:
    """R9.19: reductions add up."""
    state = built(builder(3, "stonecutter", wood=1, stone=1), "Well", players=3)
    assert goods(state) == {}
    assert seat_of(state)["improvements"] == ["well"]


def test_others_pay_in_full() -> None:
    """Only its owner pays less."""
    state = position(builder(5), {"goods": {"wood": 1, "stone": 2, "clay": 3}}, start=1)
    assert not allowed(play(state, "place Major Improvement"), "build Well")
