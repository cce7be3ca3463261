"""Lumber Mill (A075)."""

from __future__ import annotations

from tests.games.agricola.scenarios import (
    AWAY,
    Data,
    allowed,
    finished,
    goods,
    legal,
    play,
    position,
    seat_of,
    worth,
)

MILL: Data = {"front": ["lumber_mill"], "goods": {}}


def test_major_improvements() -> None:
    """1 wood less: Joinery for 1 wood and 2 stone, the Well for 3 stone."""
    farm: Data = {**MILL, "goods": {"wood": 1, "stone": 5}}
    state = play(position(farm, AWAY), "place Major Improvement", "build Joinery")
    assert goods(state) == {"stone": 3}
    state = play(position({**MILL, "goods": {"stone": 3}}), "place Major Improvement")
    assert goods(state) == {}, "the Well was the only one to be had"
    assert seat_of(state)["improvements"] == ["well"]


def test_minor_improvements() -> None:
    """Manger for 1 wood instead of 2, Corn Scoop for nothing."""
    farm: Data = {**MILL, "minors": ["manger", "corn_scoop"], "goods": {"wood": 1}}
    state = play(position(farm, AWAY), "place Meeting Place", "play Manger")
    assert goods(state) == {}
    play(state, "place Major Improvement", "play Corn Scoop")
    assert goods(state) == {}


def test_not_below_nothing() -> None:
    """R9.19: what costs no wood costs as much as before."""
    farm: Data = {**MILL, "minors": ["drinking_trough"], "goods": {"wood": 1, "clay": 2}}
    state = play(position(farm, AWAY), "place Meeting Place", "play Drinking Trough")
    assert goods(state) == {"wood": 1, "clay": 1}
    assert not allowed(state, "place Major Improvement"), "a Fireplace still costs 2 clay"


def test_nothing_else() -> None:
    """Rooms, stables and fences cost all their wood."""
    farm: Data = {**MILL, "goods": {"wood": 4, "reed": 2}}
    state = play(position(farm), "place Farm Expansion")
    assert not allowed(state, "build room A1")
    play(state, "build stable D1")
    assert goods(state) == {"wood": 2, "reed": 2}
    assert not allowed(position({**MILL, "goods": {"wood": 3}}, round=2), "place Fencing")


def test_playing_it() -> None:
    """R9.2: with at most 3 occupations in front, for 2 stone; it is worth 2 points."""
    hand: Data = {"minors": ["lumber_mill"], "goods": {"stone": 2}}
    three = ["grocer", "priest", "tutor"]
    state = play(position({**hand, "front": three}), "place Meeting Place", "play Lumber Mill")
    assert goods(state) == {}
    four = play(position({**hand, "front": [*three, "carpenter"]}), "place Meeting Place")
    assert "play Lumber Mill" not in legal(four)
    poor = play(position({**hand, "goods": {"stone": 1, "wood": 1}}), "place Meeting Place")
    assert "play Lumber Mill" not in legal(poor)
    assert worth(finished({"front": ["lumber_mill"]}), "lumber_mill") == 2


def test_more_occupations_later() -> None:
    """R9.2: the requirement is checked when it is played, and never again."""
    farm: Data = {"front": ["lumber_mill", "grocer", "priest", "tutor", "carpenter"], "goods": {"stone": 3}}
    assert allowed(position(farm), "place Major Improvement"), "the Well for 3 stone"


def test_with_stonecutter() -> None:
    """R9.19: both reductions: the Well for 2 stone, Lumber Mill's own kind of price and Stonecutter's."""
    farm: Data = {"front": ["lumber_mill", "stonecutter"], "goods": {"stone": 2}}
    state = play(position(farm, players=3), "place Major Improvement")
    assert (goods(state), seat_of(state)["improvements"]) == ({}, ["well"])
    assert not allowed(position({**farm, "goods": {"stone": 1}}, players=3), "place Major Improvement")
