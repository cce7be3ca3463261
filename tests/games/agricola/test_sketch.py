"""The drawing for a terminal."""

from __future__ import annotations

import pytest

from farmtable import OVER, Rng
from farmtable.core.playout import playout
from farmtable.games.agricola import GAME
from tests.games.agricola.scenarios import finished, position

FARM = """\
seat 1: clay house, 3 people (1 newborn), 1 to place, starting player
      A       B       C       D       E
  +       +       +       +-------+-------+   5 wood
1          grain 3 veg. 2 |        stable |   2 sheep
  +       +       +       +-------+-------+   0 food, 2 begging markers
2   room            field         |       |   left to build: 4 fences, 2 stables
  +       +       +       +       +       +   Fireplace 2, Well
3   room           stable         |       |   1 food in round 5, 1 food in round 6
  +       +       +       +       +-------+"""


def test_a_farm_is_drawn() -> None:
    state = position(
        {
            "goods": {"wood": 5, "sheep": 2},
            "house": "clay",
            "people": 3,
            "newborns": 1,
            "at_home": 1,
            "pastures": [["D1", "E1"], ["E2", "E3"]],
            "stables": ["E1", "C3"],
            "fields": {"B1": "grain 3", "C1": "vegetable 2", "C2": ""},
            "promised": {"5": {"food": 1}, "6": {"food": 1}},
            "improvements": ["well", "fireplace_2"],
            "begging": 2,
        },
        round=4,
        used_by={"forest": 1},
    )
    drawing = state.sketch()
    assert FARM in drawing
    assert drawing.startswith("round 4 of 14, next harvest after round 4; seat 1 to decide: work\n")
    assert "Forest: 3 wood [2]" in drawing
    assert "Sheep Market: 1 sheep" in drawing
    assert "Pig Market" not in drawing


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_position_can_be_drawn(players: int) -> None:
    state = GAME.new(players, cards="none")
    assert "chance to decide: " in state.sketch()
    playout(state, Rng(players))
    assert state.to_play == OVER
    lines = state.sketch().splitlines()
    assert lines[0] == "the game is over"
    assert max(len(line) for line in lines) <= 120
    assert all(line == line.rstrip() for line in lines)


def test_the_end_is_drawn() -> None:
    assert "15 fences" in finished().sketch()
