"""Junk Room (A055)."""

from __future__ import annotations

from tests.games.agricola.scenarios import AWAY, Data, goods, legal, play, position

JUNK: Data = {"front": ["junk_room"], "goods": {}}


def test_playing_it() -> None:
    """G50: it costs 1 wood and 1 clay and already brings 1 food itself, no more."""
    hand: Data = {"minors": ["junk_room"], "goods": {"wood": 1, "clay": 1}}
    state = play(position(hand), "place Meeting Place", "play Junk Room")
    assert goods(state) == {"food": 1}
    for missing in ("wood", "clay"):
        poor: Data = {"minors": ["junk_room"], "goods": {missing: 2}}
        assert legal(play(position(poor), "place Meeting Place")) == ["done", "exchange"]


def test_a_major_improvement() -> None:
    """G50: 1 food after a Fireplace is built."""
    state = play(position({**JUNK, "goods": {"clay": 2}}), "place Major Improvement")
    assert goods(state) == {"food": 1}, "only a Fireplace was to be had"


def test_a_minor_improvement() -> None:
    """1 food after each, whichever space it is played on."""
    farm: Data = {**JUNK, "minors": ["corn_scoop", "manger"], "goods": {"wood": 3}}
    state = play(position(farm, AWAY), "place Meeting Place", "play Corn Scoop")
    assert goods(state) == {"wood": 2, "food": 1}
    play(state, "place Major Improvement", "play Manger")
    assert goods(state) == {"food": 2}


def test_a_card_that_travels() -> None:
    """G50: Market Stall counts as well, though it does not stay."""
    farm: Data = {**JUNK, "minors": ["market_stall"], "goods": {"grain": 1}}
    state = play(position(farm), "place Meeting Place", "play Market Stall")
    assert goods(state) == {"vegetable": 1, "food": 1}


def test_a_fireplace_for_a_cooking_hearth() -> None:
    """R9.6: the exchange counts as building an improvement."""
    farm: Data = {**JUNK, "improvements": ["fireplace_2"]}
    state = play(position(farm), "place Major Improvement")
    assert legal(state) == [
        "return Fireplace 2 for Cooking Hearth 4",
        "return Fireplace 2 for Cooking Hearth 5",
    ]
    play(state, "return Fireplace 2 for Cooking Hearth 4")
    assert goods(state) == {"food": 1}


def test_only_ones_own() -> None:
    """Improvements of others bring nothing, nor do occupations."""
    farm: Data = {"goods": {"clay": 2}, "occupations": ["priest"]}
    state = play(position({**JUNK, **farm}, {"goods": {"clay": 2}}), "place Lessons", "play Priest")
    play(state, "place Major Improvement")
    assert (goods(state), goods(state, 1)) == ({"clay": 2}, {})


def test_after_the_improvement_is_resolved() -> None:
    """The food comes after the bread that Clay Oven bakes at once, and cannot pay for the card itself."""
    farm: Data = {**JUNK, "goods": {"clay": 3, "stone": 1, "grain": 1}}
    state = play(position(farm), "place Major Improvement", "build Clay Oven")
    assert goods(state) == {"grain": 1}
    play(state, "bake 1 grain")
    assert goods(state) == {"food": 6}
    poor: Data = {**JUNK, "minors": ["beanfield"]}
    assert legal(play(position(poor), "place Meeting Place")) == ["done"]


def test_with_mining_hammer() -> None:
    """Cards that give food themselves do so besides."""
    farm: Data = {**JUNK, "minors": ["mining_hammer"], "goods": {"wood": 1}}
    state = play(position(farm), "place Meeting Place", "play Mining Hammer")
    assert goods(state) == {"food": 2}
