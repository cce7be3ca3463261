"""Rammed Clay (A016)."""

from __future__ import annotations

from tests.games.agricola.scenarios import Data, allowed, fences, goods, legal, play, position


def test_playing_it() -> None:
    """It costs nothing and brings 1 clay at once."""
    state = play(
        position({"minors": ["rammed_clay"], "goods": {}}), "place Meeting Place", "play Rammed Clay"
    )
    assert goods(state) == {"clay": 1}


def test_clay_for_wood() -> None:
    """R9.19: each fence may be paid with 1 clay instead of 1 wood; the payer mixes them freely."""
    farm: Data = {"front": ["rammed_clay"], "goods": {"wood": 2, "clay": 9}}
    state = play(position(farm, round=2), "place Fencing", "fence C1")
    assert legal(state) == ["pay 2 wood, 2 clay", "pay 1 wood, 3 clay", "pay 4 clay"]
    play(state, "pay 1 wood, 3 clay")
    assert goods(state) == {"wood": 1, "clay": 6}
    play(state, "fence D1", "pay 3 clay", "done")
    assert goods(state) == {"wood": 1, "clay": 3}
    assert fences(state) == 7


def test_no_more_than_there_is() -> None:
    """R5.2: wood and clay together are the limit; a single way to pay is not asked for."""
    farm: Data = {"front": ["rammed_clay"], "goods": {"wood": 1, "clay": 3}}
    state = play(position(farm, round=2), "place Fencing")
    assert not allowed(state, "fence C1 D1")
    play(state, "fence C1")
    assert goods(state) == {}
    assert not allowed(position({**farm, "goods": {"wood": 1, "clay": 2}}, round=2), "place Fencing")


def test_without_it() -> None:
    """R9.1: in a hand it does not help; clay is no wood."""
    farm: Data = {"minors": ["rammed_clay"], "goods": {"wood": 3, "clay": 9}}
    assert not allowed(position(farm, round=2), "place Fencing")


def test_only_fences() -> None:
    """Stables and rooms still cost wood."""
    farm: Data = {"front": ["rammed_clay"], "goods": {"wood": 1, "clay": 9, "reed": 9}}
    assert not allowed(position(farm), "place Farm Expansion")


def test_with_hedge_keeper() -> None:
    """G16: seven fences with Hedge Keeper and 1 wood cost 1 wood and 3 clay: the free ones go off first."""
    farm: Data = {"front": ["rammed_clay", "hedge_keeper"], "goods": {"wood": 1, "clay": 3}}
    state = play(position(farm, round=2), "place Fencing", "fence C1 D1", "pay 1 wood, 2 clay", "fence C1")
    assert goods(state) == {}
    assert fences(state) == 7
    few: Data = {**farm, "goods": {"wood": 1, "clay": 2}}
    state = play(position(few, round=2), "place Fencing", "fence C1 D1")
    assert not allowed(state, "fence C1"), "a seventh fence cannot be paid"
