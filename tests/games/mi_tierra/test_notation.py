"""Notation: every action has its words, and forgiving reading finds it again."""

from __future__ import annotations

import pytest

from farmtable import IllegalAction
from farmtable.games.mi_tierra import GAME
from farmtable.games.mi_tierra.position.actions import (
    BUY_CARD,
    END_OF_ACTIONS,
    LEAVE,
    PAIR,
    PLACE,
    SELL,
    STOP,
    USE,
    block_of,
)
from farmtable.games.mi_tierra.position.facts import FOREST
from farmtable.games.mi_tierra.words.notation import (
    cell_name,
    cell_number,
    describe,
    is_action,
    kind_names,
    read,
)
from tests.games.mi_tierra.scenarios import activated, position

STATE = position(players=4)
FACTS = STATE.facts


def test_every_action_is_read_as_what_it_is() -> None:
    """Buying cards is named by what is on show, and tested for itself."""
    numbers = [
        action
        for action in range(END_OF_ACTIONS)
        if is_action(FACTS, action) and block_of(action) != BUY_CARD
    ]
    texts = [describe(STATE, action) for action in numbers]
    assert len(set(texts)) == len(texts)
    assert [read(STATE, text) for text in texts] == numbers


def test_every_kind_of_card_has_its_own_name() -> None:
    names = kind_names(FACTS)
    assert len(set(names)) == len(names) == FACTS.kinds
    assert {
        "cow 6x2",
        "apple 5x2 out",
        "3 apple + 1 wheat for 15",
        "generic 3/4",
        "generic 3/4 (B)",
        "generic 3/4 out (B)",
        "thieves",
        "thieves (B)",
        "fruit fly",
        "inflation",
    } <= set(names)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("PLACE  forest ", "place Forest"),
        ("place workers’ square", "place Workers' Square"),
        ("Sell 2 to Cow 6×2", "sell 2 to cow 6x2"),
        ("Plant b2", "plant B2"),
        ("use iii with 5 WHEAT", "use III with 5 wheat"),
        ("buy iii from Bottom", "buy III from bottom"),
        ("buy III bottom left from bottom", "buy III from bottom"),
    ],
)
def test_reading_forgives(text: str, same: str) -> None:
    action = STATE.read(text)
    assert action == STATE.read(same)
    assert STATE.describe(action) == same


def test_some_numbers_by_name() -> None:
    cows = kind_names(FACTS).index("cow 6x2")
    bundle = kind_names(FACTS).index("3 apple + 1 wheat for 15")
    generic = kind_names(FACTS).index("generic 3/4")
    assert STATE.read("place Forest") == PLACE + FOREST
    assert STATE.read("place pair Seed Shop") == PAIR + 1
    assert STATE.read("stop") == STOP
    assert STATE.read("leave") == LEAVE
    assert STATE.read("use III") == USE + 4
    assert STATE.read("use III with 5 wheat") == USE + 5
    assert STATE.read("sell 2 to cow 6x2") == SELL + cows * 16 + 2
    assert STATE.read("sell to 3 apple + 1 wheat for 15") == SELL + bundle * 16 + 1
    assert STATE.read("sell to generic 3/4") == SELL + generic * 16


def test_fields_are_named_row_by_row() -> None:
    assert [cell_name(FACTS, cell) for cell in (0, 2, 3, 8)] == ["A1", "C1", "A2", "C3"]
    found = [cell_number(FACTS, name) for name in ("a2", "C3", "D1", "A4", "", 3)]
    assert found == [3, 8, -1, -1, -1, -1]


def test_equal_cards_are_told_apart_where_a_worker_touches_both() -> None:
    """Which one is taken matters to those who come after (R36)."""
    state = activated({"money": 9}, placed={"Development": [0, 0]}, display=["II", "IX", "IV", "IX"])
    texts = {state.describe(action) for action in state.legal_actions()}
    assert texts == {
        "leave",
        "buy II from centre",
        "buy IV from centre",
        "buy IX top right from centre",
        "buy IX bottom right from centre",
        "buy II from top",
        "buy IX from top",
    }
    assert all(state.describe(state.parse(text)) == text for text in texts)
    assert state.read("buy IX from centre") == state.read("buy IX top right from centre")


def test_a_card_that_is_not_on_show_cannot_be_named() -> None:
    state = position(display=["II", None, "IV", "IX"])
    with pytest.raises(IllegalAction, match=r"no card XII .* on show: II, IV, IX"):
        state.read("buy XII from centre")
    with pytest.raises(IllegalAction, match="no card II "):
        state.read("buy II bottom right from centre")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "place",
        "place field D1",
        "keep 9 workers",
        "sell to thieves",
        "sell 2 to generic 3/4",
        "sell 16 to cow 6x2",
        "buy",
        "buy XII",
        "buy XVI from centre",
        "buy II from behind",
        "use II with 5 wheat",
    ],
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
