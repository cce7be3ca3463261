"""Butter Churn (B050): milk brings food."""

from __future__ import annotations

from tests.games.agricola.scenarios import Data, goods, harvest, legal, line, play, position

FOUR = ["carpenter", "plow_driver", "seasonal_worker", "stable_architect"]
MEADOWS = [["C1", "D1", "C2", "D2"], ["C3", "D3", "E3"]]  # for 8 and 6 animals


def test_its_price_and_requirement() -> None:
    """1 wood; with at most 3 occupations in front (R9.2), of improvements any number."""
    for front, fits in (([], True), ([*FOUR[:3], "canoe"], True), (FOUR, False)):
        state = position({"minors": ["butter_churn"], "front": front, "goods": {"wood": 1}})
        assert ("play Butter Churn" in legal(play(state, "place Meeting Place"))) == fits
    state = position({"minors": ["butter_churn"], "goods": {"wood": 1}})
    play(state, "place Meeting Place", "play Butter Churn")
    assert (goods(state), line(state, "improvements")) == ({}, 1)
    state = position({"minors": ["butter_churn"], "goods": {"clay": 1}})
    assert "play Butter Churn" not in legal(play(state, "place Meeting Place"))


def test_g37_food_in_the_field_phase() -> None:
    """G37: 1 food for every 3 sheep and every 2 cattle, both rounded down."""
    for sheep, cattle, food in ((7, 5, 4), (5, 3, 2), (2, 1, 0), (3, 0, 1), (0, 2, 1), (0, 0, 0)):
        animals = {"sheep": sheep, "cattle": cattle}
        farm: Data = {"front": ["butter_churn"], "pastures": MEADOWS, "goods": {"food": 4, **animals}}
        assert goods(harvest(farm)).get("food", 0) == food, animals


def test_more_occupations_later_do_not_matter() -> None:
    """R9.2: what it requires is looked at when it is played."""
    farm: Data = {"front": ["butter_churn", *FOUR], "pastures": MEADOWS, "goods": {"food": 4, "sheep": 3}}
    assert goods(harvest(farm))["food"] == 1


def test_with_loom() -> None:
    """Sheep serve both: 4 sheep bring 1 food here and 2 by the Loom."""
    farm: Data = {"front": ["butter_churn", "loom"], "pastures": MEADOWS, "goods": {"food": 4, "sheep": 4}}
    assert goods(harvest(farm))["food"] == 3
