"""Conservator: from wood straight to stone."""

from __future__ import annotations

from tests.games.agricola.scenarios import (
    Data,
    goods,
    house_of,
    legal,
    play,
    position,
    rule_against,
    seat_of,
)


def test_three_rooms_straight_to_stone() -> None:
    """G14: 3 stone and 1 reed, nothing for the clay step."""
    seat: Data = {"front": ["conservator"], "rooms": house_of(3), "goods": {"stone": 3, "reed": 1}}
    state = position(seat, round=6)
    play(state, "place House Redevelopment")
    assert seat_of(state)["house"] == "stone"
    assert goods(state) == {}


def test_clay_is_still_possible() -> None:
    """One may go to clay instead, and to stone later with another renovation."""
    seat: Data = {"front": ["conservator"], "goods": {"clay": 2, "stone": 4, "reed": 2}}
    state = play(position(seat, {}, round=14), "place House Redevelopment")
    assert legal(state) == ["renovate to clay", "renovate to stone"]
    play(state, "renovate to clay")
    assert seat_of(state)["house"] == "clay"
    assert goods(state) == {"stone": 4, "reed": 1}
    play(state, "place Forest", "place Farm Redevelopment")
    assert seat_of(state)["house"] == "stone"
    assert goods(state) == {"stone": 2}


def test_farm_redevelopment_too() -> None:
    seat: Data = {"front": ["conservator"], "goods": {"stone": 2, "reed": 1, "wood": 4}}
    state = play(position(seat, round=14), "place Farm Redevelopment", "fence E1")
    assert seat_of(state)["house"] == "stone"
    assert goods(state) == {}


def test_not_without_its_price() -> None:
    """1 stone for each room and 1 reed; without the card never."""
    for missing in ({"stone": 1, "reed": 1}, {"stone": 2}):
        state = position({"front": ["conservator"], "goods": missing}, round=6)
        assert rule_against(state, "place House Redevelopment") == "R3.3"
    assert rule_against(position({"goods": {"stone": 2, "reed": 1}}, round=6), "place House Redevelopment")


def test_it_is_one_renovation() -> None:
    """Afterwards comes the improvement, no second step."""
    seat: Data = {"front": ["conservator"], "goods": {"clay": 4, "stone": 4, "reed": 2}}
    state = play(position(seat, round=6), "place House Redevelopment", "renovate to clay")
    assert not [words for words in legal(state) if words.startswith("renovate")]


def test_roughcaster_does_not_pay_for_it() -> None:
    """The house was not clay."""
    seat: Data = {"front": ["conservator", "roughcaster"], "goods": {"stone": 2, "reed": 1}}
    state = play(position(seat, round=6), "place House Redevelopment")
    assert goods(state) == {}


def test_stonecutter_takes_one_stone_off() -> None:
    seat: Data = {"front": ["conservator", "stonecutter"], "goods": {"stone": 1, "reed": 1}}
    state = play(position(seat, players=3, round=6), "place House Redevelopment")
    assert seat_of(state)["house"] == "stone"
    assert goods(state) == {}
