"""The score sheet: every line of the pad, whatever it is worth, and the total of the game."""

from __future__ import annotations

from typing import Any

import pytest

import farmtable
from farmtable import Rng, State
from farmtable.core.playout import playout

GAME = farmtable.game("agricola")


def farm(**seat: Any) -> State:
    """A position in which a single player has this farm."""
    return GAME.from_dict({"players": 1, "seats": [seat]})


def lines(state: State, seat: int = 0) -> list[tuple[str, int]]:
    return [(str(text), points) for text, points in state.score_sheet(seat)]


def test_the_example_of_the_rulebook() -> None:
    """R12.1, G01: 35 points for the farm; here with the Joinery, but without its hand cards."""
    state = farm(
        house="stone",
        rooms=["A1", "B1", "A2", "A3"],
        fields={"D1": "", "E1": "grain 2", "D2": "", "E2": "vegetable 1"},
        stables=["E3", "B3"],
        pastures=[["C2", "C3"], ["D3", "E3"]],
        people=5,
        goods={"wood": 5, "grain": 1, "sheep": 8, "wild boar": 6},
        improvements=["joinery"],
    )
    assert lines(state) == [
        ("4 fields", 3),
        ("2 pastures", 2),
        ("3 grain", 1),
        ("1 vegetable", 1),
        ("8 sheep", 4),
        ("6 wild boar", 3),
        ("0 cattle", -1),
        ("2 unused spaces", -2),
        ("1 fenced stable", 1),
        ("0 clay rooms", 0),
        ("4 stone rooms", 8),
        ("5 people", 15),
        ("1 improvement", 2),
        ("bonus points", 2),
        ("0 begging markers", 0),
    ]
    assert state.scores() == [39]


def test_an_untouched_farm() -> None:
    """G02: no line is left out, even where nothing was done."""
    state = farm()
    assert len(lines(state)) == 15
    assert sum(points for _, points in lines(state)) == -14
    assert ("13 unused spaces", -13) in lines(state)


def test_clay_rooms_and_begging() -> None:
    """R3.4, G05, G06."""
    state = farm(house="clay", rooms=["A1", "B1", "A2", "A3"], begging=2)
    assert ("4 clay rooms", 4) in lines(state)
    assert ("0 stone rooms", 0) in lines(state)
    assert ("2 begging markers", -6) in lines(state)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_the_sheet_adds_up(players: int) -> None:
    for seed in range(10):
        state = GAME.new(players, cards="none")
        playout(state, Rng(seed))
        sheets = [sum(points for _, points in state.score_sheet(seat)) for seat in range(players)]
        assert sheets == state.scores()
