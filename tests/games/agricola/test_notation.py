"""Notation: every action has its words, and forgiving reading finds it again."""

from __future__ import annotations

import pytest

from farmtable import IllegalAction
from farmtable.games.agricola import GAME
from farmtable.games.agricola.facts import (
    CONVERT,
    DONE,
    END_OF_ACTIONS,
    FOREST,
    PASTURE,
    PLACE,
    SHEEP,
    TILE_COPSE,
    VEGETABLE,
)
from farmtable.games.agricola.notation import cell_name, cell_number, describe, is_action, read
from tests.games.agricola.scenarios import position

STATE = position(players=4)


def test_every_action_is_read_as_what_it_is() -> None:
    numbers = [action for action in range(END_OF_ACTIONS) if is_action(action)]
    texts = [describe(STATE, action) for action in numbers]
    assert len(set(texts)) == len(texts)
    assert [read(STATE, text) for text in texts] == numbers


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("PLACE  forest ", "place Forest"),
        ("fence d2 C2  b2", "fence B2 C2 D2"),
        ("build basketmaker’s workshop", "build Basketmaker's Workshop"),
        ("cook vegetable", "eat vegetable"),
        ("Build Room b2", "build room B2"),
    ],
)
def test_reading_forgives(text: str, same: str) -> None:
    action = STATE.read(text)
    assert action == STATE.read(same)
    assert STATE.describe(action) == same


def test_some_numbers_by_name() -> None:
    """Spaces of the tile, of the same name as others on the board, are told apart."""
    assert STATE.read("place Forest") == PLACE + FOREST
    assert STATE.read("place Tile Copse") == PLACE + TILE_COPSE
    assert STATE.read("cook sheep") == CONVERT + SHEEP
    assert STATE.read("eat vegetable") == CONVERT + VEGETABLE
    assert STATE.read("done") == DONE
    assert STATE.read("fence A1") == PASTURE


def test_spaces_are_named_row_by_row() -> None:
    assert [cell_name(cell) for cell in (0, 4, 5, 10, 14)] == ["A1", "E1", "A2", "A3", "E3"]
    assert [cell_number(name) for name in ("a1", "E3", "F1", "A4", "", "11")] == [0, 14, -1, -1, -1, -1]


@pytest.mark.parametrize(
    "text",
    ["", "place", "place Wood", "build room F1", "bake 0 grain", "bake 64 grain", "fence", "eat food", "fly"],
)
def test_what_is_no_action_is_answered_with_examples(text: str) -> None:
    with pytest.raises(IllegalAction, match="place Forest") as caught:
        STATE.why_not(text)
    assert caught.value.refusal is None


def test_a_seat_that_is_not_in_the_game_cannot_begin() -> None:
    beginning = GAME.new(2)
    assert beginning.read("start seat 2") == beginning.legal_actions()[1]
    with pytest.raises(IllegalAction, match="actions look like"):
        beginning.read("start seat 3")


@pytest.mark.parametrize("text", ["fence A1 C1", "fence A1 B2", "fence A1 B1 C1 D1 E1 A2 C2 E2 A3 C3 E3"])
def test_a_pasture_that_cannot_be_is_explained(text: str) -> None:
    """In pieces, only corner to corner, or with a border of more than 15 fences."""
    with pytest.raises(IllegalAction, match="side by side and need at most 15 fences"):
        STATE.read(text)
