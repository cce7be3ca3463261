"""Loam Pit (B077): day labour brings clay."""

from __future__ import annotations

from tests.games.agricola.scenarios import Data, goods, legal, line, play, position, seat_of

THREE = ["carpenter", "plow_driver", "stable_architect"]


def test_its_price_and_requirement() -> None:
    """1 food and at least 3 occupations (R9.2); 1 point."""
    hand: Data = {"minors": ["loam_pit"], "front": THREE, "goods": {"food": 1}}
    state = play(position(hand), "place Meeting Place", "play Loam Pit")
    assert (goods(state), line(state, "improvements")) == ({}, 1)
    for lacking in ({"goods": {"clay": 1}}, {"front": [*THREE[:2], "canoe"]}):
        state = play(position({**hand, **lacking}), "place Meeting Place")
        assert "play Loam Pit" not in legal(state)


def test_three_clay() -> None:
    """2 food by the space, 3 clay by the card, for its owner only."""
    state = play(position({"front": ["loam_pit"], "goods": {}}), "place Day Laborer")
    assert goods(state) == {"clay": 3, "food": 2}
    state = play(position({"goods": {}}, {"front": ["loam_pit"], "goods": {}}), "place Day Laborer")
    assert (goods(state), goods(state, 1)) == ({"food": 2}, {})
    state = play(position({"front": ["loam_pit"], "goods": {}}), "place Clay Pit")
    assert goods(state) == {"clay": 1}


def test_g51_with_seasonal_worker() -> None:
    """G51: 2 food, 1 grain or vegetable, and 3 clay."""
    state = position({"front": ["seasonal_worker", "loam_pit"], "goods": {}}, round=6)
    play(state, "place Day Laborer", "take vegetable")
    assert goods(state) == {"clay": 3, "vegetable": 1, "food": 2}


def test_before_the_space_is_used() -> None:
    """R9 phrases: on landing; the clay serves Cottager, who renovates before the food comes."""
    farm: Data = {"front": ["cottager", "loam_pit"], "goods": {"reed": 1}}
    state = play(position(farm), "place Day Laborer", "use Cottager")
    assert (seat_of(state)["house"], goods(state)) == ("clay", {"clay": 1, "food": 2})
