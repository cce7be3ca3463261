"""Carpenter's Parlor (B013): wooden rooms for less."""

from __future__ import annotations

from farmtable.games.agricola import AgricolaState
from tests.games.agricola.scenarios import Data, goods, legal, play, position, seat_of, spaces


def building(seat: Data, players: int = 2) -> AgricolaState:
    """Seat 0 stands on Farm Expansion."""
    state = position({"front": ["carpenters_parlor"], **seat}, players=players)
    play(state, "place Farm Expansion")
    return state


def test_its_price() -> None:
    """1 wood and 1 stone."""
    state = position({"minors": ["carpenters_parlor"], "goods": {"wood": 1, "stone": 1}})
    play(state, "place Meeting Place", "play Carpenter's Parlor")
    assert (goods(state), seat_of(state)["front"]) == ({}, [["carpenters_parlor", 0]])
    state = position({"minors": ["carpenters_parlor"], "goods": {"wood": 9}})
    assert "play Carpenter's Parlor" not in legal(play(state, "place Meeting Place"))


def test_g13_a_wooden_room() -> None:
    """G13: 2 wood and 2 reed, and again for the next one; nobody is asked to pay more."""
    state = play(building({"goods": {"wood": 5, "reed": 4}}), "build room A1", "build room B1")
    assert goods(state) == {"wood": 1}
    assert "Farm Expansion" not in spaces(
        position({"front": ["carpenters_parlor"], "goods": {"wood": 1, "reed": 2}})
    )
    assert "Farm Expansion" not in spaces(position({"goods": {"wood": 1, "reed": 2}}))


def test_only_in_a_wooden_house() -> None:
    """A clay room costs 5 clay and 2 reed as ever."""
    clay: Data = {"house": "clay", "goods": {"clay": 5, "wood": 2, "reed": 2}}
    state = play(building(clay), "build room A1")
    assert goods(state) == {"wood": 2}
    less: Data = {"front": ["carpenters_parlor"], "house": "clay", "goods": {"clay": 4, "wood": 1, "reed": 2}}
    assert "Farm Expansion" not in spaces(position(less))


def test_g13_replacements_come_on_top() -> None:
    """G13, R9.19: with Brushwood Collector 3 wood and no reed will do."""
    farm: Data = {"front": ["carpenters_parlor", "brushwood_collector"]}
    state = play(building({**farm, "goods": {"wood": 3}}, players=3), "build room A1")
    assert goods(state) == {}
    state = play(building({**farm, "goods": {"wood": 3, "reed": 2}}, players=3), "build room A1")
    assert legal(state) == ["pay 2 wood, 2 reed", "pay 3 wood"]
    play(state, "pay 3 wood")
    assert goods(state) == {"reed": 2}


def test_not_together_with_carpenter() -> None:
    """R9.19: one price is chosen; Carpenter's would be higher in a wooden house, and holds in a clay one."""
    both = ["carpenter", "carpenters_parlor"]
    state = play(building({"front": both, "goods": {"wood": 3, "reed": 2}}), "build room A1")
    assert goods(state) == {"wood": 1}
    clay: Data = {"front": both, "house": "clay", "goods": {"clay": 3, "reed": 2}}
    assert goods(play(building(clay), "build room A1")) == {}
