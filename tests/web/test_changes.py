"""A decision sends what changed on the board, whatever the game; with what was there it is the board."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from farmtable.tables import Tables
from farmtable.web.changes import REFERENCE, Boards, difference
from tests.web.visitor import Board, Visitor
from tools.load.page import put_together

boards = st.lists(st.text(alphabet="<>ab é🌾\n", max_size=20), max_size=6)


@given(boards, boards)
def test_the_changes_and_the_board_before_make_the_board(before: list[str], after: list[str]) -> None:
    assert put_together("".join(before), difference(before, after)) == "".join(after)


def test_what_two_boards_share_is_told_in_one() -> None:
    farm, field = "<p>farm</p>", "<i>🌾</i>"
    assert difference(["<b>1</b>", field, farm], ["<b>2</b>", field, farm]) == [[0, 3], "2</b>", [8, 28]]


def test_boards_are_given_up_where_they_are_too_much_the_least_used_first() -> None:
    farm = "f" * 1000
    boards = Boards(most=1000 + 3 * 100 + 6 * REFERENCE)
    first, second, third = (boards.keep("Anna", [farm, letter * 100]) for letter in "abc")
    assert boards.size == 1000 + 3 * 100 + 6 * REFERENCE, "what all have is there once"
    assert boards.changes("Anna", first, [farm])
    fourth = boards.keep("Ben", [farm, "d" * 100])
    assert boards.changes("Anna", second, [farm]) is None
    assert all(boards.changes("Anna", mark, [farm]) for mark in (first, third))
    assert boards.changes("Ben", fourth, [farm])
    assert boards.changes("Anna", fourth, [farm]) is None
    Boards(most=10).keep("Anna", [farm])
    boards.keep("Ben", ["e" * 2000])
    assert boards.size == 0, "one that is too much for itself leaves nothing behind"


@pytest.mark.parametrize("game", ["market_day", "aehre", "agricola", "mi_tierra"])
def test_a_decision_sends_less_than_six_kilobytes(tables: Tables, anna: Visitor, game: str) -> None:
    table = anna.set_up("local", "local", game=game)
    opened = tables.open(table)
    seat = opened.to_play
    action = int(opened.perspective(seat).legal_actions()[0])
    whole = anna.get(f"/table/{table}/board", seat=seat)
    board = Board(whole)
    mark = whole.headers["farmtable-mark"]
    headers = {"farmtable-shown": mark, "farmtable-token": anna.token()}
    decision = {"version": board.version, "kind": "play", "seat": seat, "action": action}
    command = {"id": "decision-1", **decision}
    with anna.client.stream("POST", f"/table/{table}/command", json=command, headers=headers) as answer:
        assert answer.status_code == 200
        assert answer.headers["farmtable-changes"] == mark
        assert sum(map(len, answer.iter_raw())) < 6_000
    told = anna.client.get(f"/table/{table}/board", params={"seat": seat}, headers=headers)
    now = anna.get(f"/table/{table}/board", seat=seat)
    assert put_together(whole.text, json.loads(told.text)) == now.text


def test_no_decision_of_a_lesson_sends_more_either(anna: Visitor) -> None:
    """Of Agricola's, where a pasture is drawn."""
    table = str(anna.post("/learn/agricola/1").url.path).removeprefix("/table/")
    whole = anna.get(f"/table/{table}/board", seat=0)
    headers, sizes = {"farmtable-token": anna.token()}, []
    while found := re.search(r'data-awaits="(\d+)"', whole.text):
        board = Board(whole)
        headers["farmtable-shown"] = whole.headers["farmtable-mark"]
        decision = {"version": board.version, "kind": "play", "seat": 0, "action": int(found[1])}
        command = {"id": f"decision-{board.version}", **decision}
        with anna.client.stream("POST", f"/table/{table}/command", json=command, headers=headers) as answer:
            assert "farmtable-changes" in answer.headers
            sizes.append(sum(map(len, answer.iter_raw())))
        whole = anna.get(f"/table/{table}/board", seat=0)
    assert len(sizes) == 19
    assert max(sizes) < 6_000


def test_a_board_that_another_browser_was_sent_is_unknown(anna: Visitor, ben: Visitor) -> None:
    table = anna.set_up("local", "friend")
    mark = anna.get(f"/table/{table}/board", seat=0).headers["farmtable-mark"]
    answer = ben.client.get(f"/table/{table}/board", headers={"farmtable-shown": mark})
    assert "farmtable-changes" not in answer.headers
    assert "<main" in answer.text
