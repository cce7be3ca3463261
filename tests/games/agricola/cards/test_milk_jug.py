"""Milk Jug (A050)."""

from __future__ import annotations

from tests.games.agricola.scenarios import Data, goods, legal, play, position

NOTHING: Data = {"goods": {}}
JUG: Data = {"front": ["milk_jug"], "goods": {}}


def test_another_player_uses_cattle_market() -> None:
    """G45: among three players 3 food for the owner, 1 for each of the others."""
    state = play(position(NOTHING, JUG, NOTHING, players=3, round=10), "place Cattle Market")
    assert [goods(state, seat) for seat in range(3)] == [{"food": 1, "cattle": 1}, {"food": 3}, {"food": 1}]


def test_its_owner_uses_cattle_market() -> None:
    """G45: the same where the owner uses it."""
    state = play(position(JUG, NOTHING, NOTHING, players=3, round=10), "place Cattle Market")
    assert [goods(state, seat) for seat in range(3)] == [{"cattle": 1, "food": 3}, {"food": 1}, {"food": 1}]


def test_alone() -> None:
    """In a game for one there are only the owner's 3 food."""
    state = play(position(JUG, players=1, round=10), "place Cattle Market")
    assert goods(state) == {"cattle": 1, "food": 3}


def test_other_markets() -> None:
    """Sheep Market and Pig Market bring nothing."""
    state = play(position(JUG, NOTHING, round=10), "place Sheep Market", "place Pig Market")
    assert (goods(state), goods(state, 1)) == ({"sheep": 1}, {"wild boar": 1})


def test_playing_it() -> None:
    """It costs 1 clay; in a hand it does nothing (R9.1)."""
    hand: Data = {"minors": ["milk_jug"], "goods": {}}
    state = play(position(hand, NOTHING, round=10), "place Meeting Place")
    assert legal(state) == ["done"]
    play(state, "done", "place Cattle Market")
    assert (goods(state), goods(state, 1)) == ({}, {"cattle": 1})
    state = position({**hand, "goods": {"clay": 1}}, NOTHING, round=10)
    play(state, "place Meeting Place", "play Milk Jug", "place Cattle Market")
    assert (goods(state), goods(state, 1)) == ({"food": 3}, {"cattle": 1, "food": 1})


def test_with_animal_dealer() -> None:
    """The food comes before the space's own effect: Animal Dealer may spend it for another cattle."""
    farm: Data = {"front": ["milk_jug", "animal_dealer"], "pastures": [["B1"]], "goods": {}}
    state = position(farm, players=3, round=10)
    play(state, "place Cattle Market", "use Animal Dealer")
    assert goods(state) == {"cattle": 2, "food": 2}


def test_with_another_players_animal_dealer() -> None:
    """R9.18: the other player's 1 food comes in time for that player's Animal Dealer."""
    farm: Data = {**NOTHING, "front": ["animal_dealer"], "pastures": [["B1"]]}
    state = position(farm, JUG, NOTHING, players=3, round=10)
    play(state, "place Cattle Market", "use Animal Dealer")
    assert goods(state) == {"cattle": 2}
    assert (goods(state, 1), goods(state, 2)) == ({"food": 3}, {"food": 1})
