"""Groom (B089)."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import State
from tests.games.agricola.scenarios import Data, chance, goods, legal, new_round, play, position, seat_of


def begun(seat: Data, **rest: Any) -> State:
    """Round 6 has begun for the owner of a Groom who lives in a stone house."""
    return chance(new_round({"front": ["groom"], "house": "stone", "goods": {}, **seat}, round=6, **rest))


def test_playing_it() -> None:
    """1 wood at once."""
    state = play(position({"occupations": ["groom"], "goods": {}}), "place Lessons", "play Groom")
    assert goods(state) == {"wood": 1}
    assert seat_of(state)["front"] == [["groom", 0]]
    assert state.to_play == 1


def test_a_stable_for_one_wood() -> None:
    """G15: for 1 wood, and exactly one: a second wood changes nothing."""
    state = begun({"goods": {"wood": 2}})
    assert legal(state) == ["done", "exchange", "use Groom"]
    play(state, "use Groom", "build stable E3")
    assert seat_of(state)["stables"] == ["E3"]
    assert goods(state) == {"wood": 1}
    assert "place Forest" in legal(state)


def test_in_every_round() -> None:
    """Once each round."""
    state = play(begun({"goods": {"wood": 2}}), "use Groom", "build stable E3")
    play(state, "place Day Laborer", "place Fishing", "place Clay Pit", "place Reed Bank")
    assert legal(chance(state)) == ["done", "exchange", "use Groom"]


def test_it_may_be_left() -> None:
    """The stable need not be built."""
    state = play(begun({"goods": {"wood": 1}}), "done")
    assert goods(state) == {"wood": 1}
    assert "place Forest" in legal(state)


@pytest.mark.parametrize(
    "seat",
    [
        {"house": "clay", "goods": {"wood": 1}},
        {"goods": {"clay": 1}},
        {"goods": {"wood": 1}, "stables": ["B1", "C1", "D1", "E1"]},
    ],
)
def test_not_offered(seat: Data) -> None:
    """The house must be of stone; 1 wood and a stable must be left (R5.1)."""
    assert "place Forest" in legal(begun(seat))


def test_wood_from_the_round_space() -> None:
    """Ruling: what lies on the round space is taken before, and pays for it."""
    state = play(begun({"promised": {"6": {"wood": 1}}}), "use Groom", "build stable C2")
    assert seat_of(state)["stables"] == ["C2"]
    assert goods(state) == {}


def test_with_scholar() -> None:
    """Ruling: played with Scholar at the start of a round it is used in the same, even with its own wood."""
    farm: Data = {"front": ["scholar"], "occupations": ["groom"], "house": "stone", "goods": {"food": 1}}
    state = play(chance(new_round(farm, round=6)), "use Scholar", "play Groom")
    assert goods(state) == {"wood": 1}
    assert "use Groom" in legal(state)
    play(state, "use Groom", "build stable E1")
    assert goods(state) == {}
    assert "place Forest" in legal(state)
