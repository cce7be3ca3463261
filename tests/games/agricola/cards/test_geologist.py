"""Geologist (B121)."""

from __future__ import annotations

import pytest

from tests.games.agricola.scenarios import AWAY, Data, goods, legal, play, position

OWNER: Data = {"front": ["geologist"], "goods": {}}


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_forest_and_reed_bank(players: int) -> None:
    """1 clay more, with any number of players."""
    wood = 2 if players == 1 else 3
    assert goods(play(position(OWNER, players=players), "place Forest")) == {"wood": wood, "clay": 1}
    assert goods(play(position(OWNER, players=players), "place Reed Bank")) == {"reed": 1, "clay": 1}


@pytest.mark.parametrize(("players", "clay"), [(1, 1), (2, 1), (3, 2), (4, 2)])
def test_clay_pit(players: int, clay: int) -> None:
    """Only in games for three or four."""
    assert goods(play(position(OWNER, players=players), "place Clay Pit")) == {"clay": clay}


def test_other_spaces() -> None:
    """Grove gives wood and Hollow clay, but neither is named; others bring nothing."""
    assert goods(play(position(OWNER, players=4), "place Grove")) == {"wood": 2}
    assert goods(play(position(OWNER, players=4), "place Hollow")) == {"clay": 2}
    assert goods(play(position({}, OWNER), "place Forest"), seat=1) == {}


def test_before_the_space() -> None:
    """Ruling on "each time you use": the clay is there before the wood."""
    farm: Data = {
        "front": ["geologist", "oven_firing_boy"],
        "improvements": ["fireplace_2"],
        "goods": {"grain": 1},
    }
    state = play(position(farm), "place Forest")
    assert legal(state) == ["done", "use Oven Firing Boy"]
    assert goods(state) == {"grain": 1, "clay": 1}


def test_with_claypipe() -> None:
    """6 wood and this clay are 7 building resources in the work phase: 2 food."""
    farm: Data = {"front": ["geologist", "claypipe"], "goods": {}, "at_home": 1}
    state = play(position(farm, AWAY, piles={"forest": 6}), "place Forest")
    assert goods(state) == {"wood": 6, "clay": 1, "food": 2}
