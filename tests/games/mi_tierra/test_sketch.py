"""The drawing for a terminal."""

from __future__ import annotations

import pytest

from farmtable import OVER, Rng
from farmtable.core.playout import playout
from farmtable.games.mi_tierra import GAME
from tests.games.mi_tierra.scenarios import position

FARM = """\
seat 1: 12 money, 1 of 4 workers in the hut
      A       B       C
1     .    grape*     .      4 apple, 3 sheep, 1 chicken
2   apple     .       .      barnyards: 1 chicken of 2, 3 sheep of 3
3     .       .     wheat    cards: III (used), X"""
VILLAGE = """\
Forest: 1+ .                      Chicken Coop: . .                 Clothing Industry: .
Sheep Farm: . .                   Animal Industry (closed): . .     Official Market: . . . . .
Workers' Square: .                Clock Tower: .                    Black Market:
Seed Shop: 2 .                    Oven (closed): .                  Turn Order: . . .
Cattle Farm: . .                  Winery and Mill (closed): . .
Development: centre ., top 2, left ., right ."""


def test_a_position_is_drawn() -> None:
    state = position(
        {
            "money": 12,
            "workers": 4,
            "goods": {"apple": 4, "sheep": 3, "chicken": 1},
            "fields": {"B1": "grape", "C3": "wheat"},
            "field_workers": ["B1"],
            "barnyards": [3],
            "cards": ["III", "X"],
            "used": ["III"],
        },
        round=4,
        order=[1, 0],
        permanent="strike",
        placed={"Forest": [[0, "pair"]], "Seed Shop": [1], "Development": [None, 1]},
        display=["II", None, "IX", "XII"],
        market=["cow 6x2", "generic 3/4 out"],
        closing=["apple 5x2 out", None],
    )
    drawing = state.sketch()
    assert drawing.startswith("round 4, turn order 2 1; seat 2 to decide: placing\n")
    assert FARM in drawing
    assert VILLAGE.replace("Clothing Industry", "Clothing Industry (closed)") in drawing
    assert "development cards: II - / IX XII\n" in drawing
    assert "official market: cow 6x2, generic 3/4 out\nclosing line: apple 5x2 out\n" in drawing
    assert "event in force: strike; cards in the piles: 24 A, 22 B\n" in drawing


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_position_can_be_drawn(players: int) -> None:
    state = GAME.new(players)
    assert state.sketch().startswith("chance to decide: start seat")
    playout(state, Rng(players))
    assert state.to_play == OVER
    lines = state.sketch().splitlines()
    assert lines[0] == "the game is over"
    assert max(len(line) for line in lines) <= 120
    assert all(line == line.rstrip() for line in lines)
