"""Loom (B039): sheep bring food and points."""

from __future__ import annotations

from tests.games.agricola.scenarios import Data, finished, goods, harvest, legal, line, play, position

TWO = ["carpenter", "plow_driver"]
MEADOWS = [["C1", "D1", "C2", "D2"], ["C3", "D3", "E3"]]  # for 8 and 6 animals


def after_harvest(animals: Data, front: list[str]) -> int:
    """The food that a harvest leaves to 2 people who had 4."""
    state = harvest({"front": front, "pastures": MEADOWS, "goods": {"food": 4, **animals}})
    return goods(state).get("food", 0)


def test_its_price_and_requirement() -> None:
    """2 wood, as the rulebook's picture of it shows (p. 11), and 2 occupations (R9.2)."""
    hand: Data = {"minors": ["loom"], "front": TWO, "goods": {"wood": 2}}
    state = play(position(hand), "place Meeting Place", "play Loom")
    assert (goods(state), line(state, "improvements")) == ({}, 1)
    for lacking in ({"goods": {"wood": 1}}, {"front": ["carpenter", "canoe"]}):
        state = play(position({**hand, **lacking}), "place Meeting Place")
        assert "play Loom" not in legal(state)


def test_g37_food_in_the_field_phase() -> None:
    """G37: 1 food from the first sheep on, 2 from the fourth, 3 from the seventh."""
    for sheep, food in ((0, 0), (1, 1), (3, 1), (4, 2), (6, 2), (7, 3), (9, 3)):
        assert after_harvest({"sheep": sheep}, ["loom"]) == food, sheep


def test_g37_with_butter_churn() -> None:
    """G37: 7 sheep and 5 cattle bring 3 food by the Loom and 4 by Butter Churn."""
    assert after_harvest({"sheep": 7, "cattle": 5}, ["loom", "butter_churn"]) == 7


def test_no_food_without_a_harvest() -> None:
    """A round without a harvest has no field phase."""
    farm: Data = {"front": ["loom"], "pastures": MEADOWS, "goods": {"sheep": 7}}
    assert goods(harvest(farm, round=5)) == {"sheep": 7}


def test_g37_points_for_sheep() -> None:
    """G37: 8 sheep bring 2 bonus points, beside 1 for the card (rulebook p. 5)."""
    for sheep, bonus in ((0, 0), (2, 0), (3, 1), (8, 2), (9, 3)):
        state = finished({"front": ["loom"], "pastures": MEADOWS, "goods": {"sheep": sheep}})
        assert (line(state, "bonus"), line(state, "improvements")) == (bonus, 1)
