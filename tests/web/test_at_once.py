"""Two people decide at once, each on his own page, the second first."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.core.installed import installed
from tests.web.visitor import Board, Visitor


@pytest.fixture(autouse=True)
def sealed_bids() -> Iterator[None]:
    with installed("sealed_bids", "tests.core.sealed_bids:GAME"):
        yield


def acting(board: Board) -> int:
    return str(board.html).count('aria-current="true"')


def test_seats_decide_in_reverse_order_unseen_and_at_the_same_moment(
    anna: Visitor, ben: Visitor, stranger: Visitor
) -> None:
    table = anna.set_up("local", "friend", game="sealed_bids")
    (invitation,) = re.findall(r'value="(/join/[^"]+)"', anna.board(table, 0).html)
    assert ben.post(invitation, name="Ben").status_code == 200
    first, second = anna.board(table, 0), ben.board(table, 1)
    assert len(first.actions) == len(second.actions) == 5
    assert acting(first) == 2

    sealed = Board(ben.send(table, version=second.version, seat=1, action=4))
    assert sealed.status == 200
    assert (sealed.actions, sealed.can_undo, sealed.held) == ([], True, False)
    assert "bid 4" in sealed.html
    for visitor, seat in ((anna, 0), (stranger, None)):
        board = visitor.board(table, seat)
        assert "bid 4" not in "".join(board.log)
        assert "Ben decides." in board.log
        assert acting(board) == 1
    too_late = ben.send(table, version=sealed.version, seat=1, action=3)
    assert too_late.status_code == 422
    assert "You have decided." in Board(too_late).notice

    # Anna has not even seen that Ben has decided: her board is none the older for it.
    last = Board(anna.send(table, version=first.version, seat=0, action=2))
    assert last.status == 200
    assert {"Player 1: bid 2", "Ben: bid 4"} <= {
        line for entry in last.log for line in re.split(r"(?<=\d) ", entry)
    }
    assert len(last.actions) == 5
    assert not last.can_undo


def test_several_at_one_screen_decide_one_after_the_other_behind_a_curtain(anna: Visitor) -> None:
    table = anna.set_up("local", "local", game="sealed_bids")
    assert anna.board(table).curtain
    board = anna.board(table, 1)
    assert len(board.actions) == 5, "whoever sits there may begin"
    after = Board(anna.send(table, version=board.version, seat=1, action=4))
    assert after.curtain
    assert "bid 4" not in after.html
    assert len(anna.board(table, 0).actions) == 5
