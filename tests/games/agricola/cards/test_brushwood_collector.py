"""Brushwood Collector (B145)."""

from __future__ import annotations

import pytest

from farmtable import BadRecord
from tests.games.agricola.scenarios import Data, allowed, goods, house_of, legal, play, position, seat_of


def owner(*others: str, house: str = "wood", rooms: int = 2, **goods_of_it: int) -> Data:
    """A farm with Brushwood Collector and these other cards in front."""
    front = ["brushwood_collector", *others]
    return {"front": front, "house": house, "rooms": house_of(rooms), "goods": goods_of_it}


def test_a_room_without_reed() -> None:
    """1 wood in place of both reed: 6 wood."""
    state = play(position(owner(wood=6), players=3), "place Farm Expansion", "build room A1")
    assert goods(state) == {}


def test_all_the_reed_or_none() -> None:
    """Whoever has both may choose; 1 reed alone helps nothing."""
    state = position(owner(wood=6, reed=2), players=3)
    play(state, "place Farm Expansion", "build room A1")
    assert set(legal(state)) == {"pay 5 wood, 2 reed", "pay 6 wood"}
    assert goods(play(state.clone(), "pay 5 wood, 2 reed")) == {"wood": 1}
    assert goods(play(state, "pay 6 wood")) == {"reed": 2}
    poorer = position(owner(wood=6, reed=1), players=3)
    assert goods(play(poorer, "place Farm Expansion", "build room A1")) == {"reed": 1}


def test_each_room_on_its_own() -> None:
    """Ruling: the first with reed, the second with brushwood."""
    state = position(owner(wood=12, reed=2), players=3)
    play(state, "place Farm Expansion", "build room A1", "pay 5 wood, 2 reed", "build room B1")
    assert goods(state) == {"wood": 1}


def test_a_renovation() -> None:
    """1 wood in place of its 1 reed."""
    state = play(position(owner(wood=1, clay=2), players=3, round=6), "place House Redevelopment")
    assert seat_of(state)["house"] == "clay"
    assert goods(state) == {}


def test_nothing_else() -> None:
    """The reed of an improvement stays reed; a stable costs none."""
    state = position({**owner(wood=3), "minors": ["basket"]}, players=3)
    assert not allowed(play(state, "place Meeting Place"), "play Basket")


def test_neither_reed_nor_wood() -> None:
    """The 1 wood must be there, beside the price of the room."""
    built: Data = {"stables": ["C1", "D1", "E1", "E2"]}
    assert not allowed(position({**owner(wood=5), **built}, players=3), "place Farm Expansion")
    assert not allowed(position(owner(clay=2), players=3, round=6), "place House Redevelopment")


def test_not_in_a_game_for_two() -> None:
    """It is a card for three and more players."""
    with pytest.raises(BadRecord, match="not for 2 players"):
        position({"front": ["brushwood_collector"]}, players=2)


def test_with_carpenters_parlor() -> None:
    """G13: a wooden room for 3 wood and no reed."""
    state = position(owner("carpenters_parlor", wood=3), players=3)
    play(state, "place Farm Expansion", "build room A1")
    assert goods(state) == {}


def test_with_frame_builder() -> None:
    """G14: 3 rooms of wood become clay for 1 clay and 2 wood."""
    farm = owner("frame_builder", rooms=3, wood=2, clay=1)
    state = play(position(farm, players=3, round=6), "place House Redevelopment")
    assert seat_of(state)["house"] == "clay"
    assert goods(state) == {}
