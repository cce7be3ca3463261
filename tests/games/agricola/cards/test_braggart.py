"""Braggart: bonus points for many improvements."""

from __future__ import annotations

import pytest

from farmtable.core.errors import BadRecord
from tests.games.agricola.scenarios import (
    Data,
    finished,
    line,
    play,
    position,
    seat_of,
)

MAJORS = [
    "fireplace_2",
    "fireplace_3",
    "cooking_hearth_4",
    "cooking_hearth_5",
    "well",
    "clay_oven",
    "stone_oven",
    "joinery",
    "pottery",
    "basketmakers_workshop",
]
MINORS = ["canoe", "basket", "rammed_clay"]


@pytest.mark.parametrize(
    ("improvements", "points"), [(4, 0), (5, 2), (6, 3), (7, 4), (8, 5), (9, 7), (10, 9), (12, 9)]
)
def test_points_for_improvements(improvements: int, points: int) -> None:
    """G41: major and minor ones in front of you."""
    front = ["braggart", *MINORS]
    seat: Data = {"front": front, "improvements": MAJORS[: improvements - 3], "goods": {}}
    assert line(finished(seat, players=3), "bonus") == points


@pytest.mark.parametrize(("majors", "points"), [(0, 0), (5, 2), (10, 9)])
def test_majors_alone(majors: int, points: int) -> None:
    seat: Data = {"front": ["braggart"], "improvements": MAJORS[:majors], "goods": {}}
    assert line(finished(seat, players=3), "bonus") == points


def test_occupations_do_not_count() -> None:
    front = ["braggart", "grocer", "carpenter", *MINORS]
    assert line(finished({"front": front}, players=3), "bonus") == 0


def test_the_improvements_of_others_do_not_count() -> None:
    state = finished({"front": ["braggart"]}, {"improvements": MAJORS[:6], "goods": {}}, players=3)
    assert line(state, "bonus", 0) == 0
    assert line(state, "bonus", 1) == 0


def test_a_card_passed_on_does_not_count() -> None:
    """Market Stall goes to the left: four improvements stay."""
    seat: Data = {
        "front": ["braggart"],
        "improvements": MAJORS[:4],
        "minors": ["market_stall"],
        "goods": {"grain": 1},
    }
    state = play(position(seat, players=3, round=14), "place Meeting Place", "play Market Stall")
    assert seat_of(state, 1)["minors"] == ["market_stall"]
    assert line(state, "bonus") == 0


def test_only_with_three_or_four_players() -> None:
    with pytest.raises(BadRecord):
        position({"front": ["braggart"]}, players=2)


def test_with_bonus_points_of_improvements() -> None:
    """Loom's own points come on top."""
    seat: Data = {
        "front": ["braggart", "loom"],
        "improvements": MAJORS[:4],
        "pastures": [["D1", "E1"]],
        "goods": {"sheep": 3},
    }
    assert line(finished(seat, players=3), "bonus") == 2 + 1
