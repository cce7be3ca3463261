"""No answer to a browser depends on what its seats cannot know.

Not "no hand is found in the page", which a new way of drawing it could slip past: the position is
replaced by another that the seat cannot tell from it, and every answer must stay the same to the byte.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from farmtable import Rng, State
from farmtable.tables import Table, Tables
from tests.core.installed import installed
from tests.web.visitor import Board, Visitor


@pytest.fixture(autouse=True)
def sealed_bids() -> Iterator[None]:
    with installed("sealed_bids", "tests.core.sealed_bids:GAME"):
        yield


def answers(visitor: Visitor, table: str, seat: int | None) -> Iterator[str]:
    """Everything a browser can ask of a running table."""
    own = {} if seat is None else {"seat": seat}
    for path in (
        f"/table/{table}",
        f"/table/{table}/devices",
        f"/table/{table}/replay",
        f"/table/{table}/analysis",
    ):
        yield without_token(visitor.get(path).text)
    yield without_token(visitor.get(f"/table/{table}/record.json").text)
    yield visitor.get(f"/table/{table}/board", **own).text
    yield without_token(visitor.get("/").text)
    if seat is not None:
        actions = ",".join(map(str, range(0, 17_000, 71)))
        yield visitor.get(f"/table/{table}/preview", seat=seat, actions=actions).text


def without_token(html: str) -> str:
    """Each page has a token of its own, made at random."""
    return re.sub(r'(data-token|name="token" value)="[^"]+"', "", html)


def imagined(table: Table, seat: int | None, seed: int) -> State:
    """A position that the seat cannot tell from the true one, nor the table's others from outside.

    Who has decided at once with others has done so there, too, in some way or other: the table says that.
    """
    rng = Rng(seed)
    world = table.perspective(seat).determinize(rng)
    for other in world.deciding():
        if other not in table._journal.state.deciding():
            world.turn_to(other)
            actions = world.legal_actions()
            world.apply(actions[rng.below(len(actions))])
    return world


def play_on(table: Table, visitors: list[Visitor], chooser: random.Random) -> None:
    """One decision of whoever is to play, or the end of his turn."""
    version = table.version
    if table.held_by is not None:
        seat = table.held_by
        answer = visitors[seat].send(table.id, version=version, seat=seat, kind="finish")
    else:
        seat = table.to_play
        action = chooser.choice(list(table.perspective(seat).legal_actions()))
        answer = visitors[seat].send(table.id, version=version, seat=seat, action=int(action))
    assert answer.status_code == 200


def seat_ben(anna: Visitor, ben: Visitor, game: str) -> str:
    """A table of Anna's at which Ben, from his own browser, has taken the second seat."""
    table = anna.set_up("local", "friend", game=game, name_0="Anna")
    (invite,) = re.findall(r'value="(/join/[^"]+)"', anna.get(f"/table/{table}").text)
    assert ben.post(invite, name="Ben").status_code == 200
    return table


@pytest.mark.parametrize(
    ("game", "turns"), [("market_day", 12), ("aehre", 10), ("agricola", 10), ("sealed_bids", 3)]
)
def test_answers_depend_on_nothing_hidden(
    anna: Visitor, ben: Visitor, stranger: Visitor, tables: Tables, game: str, turns: int
) -> None:
    table_id = seat_ben(anna, ben, game)
    table = tables.open(table_id)
    chooser, changed, held = random.Random(3), 0, 0
    for turn in range(turns):
        true = table._journal.state
        held += table.held_by is not None
        for visitor, seat in ((anna, 0), (ben, 1), (stranger, None)):
            expected = list(answers(visitor, table_id, seat))
            for seed in range(2):
                table._journal.state = imagined(table, seat, 10 * turn + seed)
                changed += table._journal.state != true
                assert list(answers(visitor, table_id, seat)) == expected
                table._journal.state = true
        play_on(table, [anna, ben], chooser)
    assert changed >= turns  # the positions really were others
    assert held > 0 or game == "sealed_bids"  # what is decided at once is never held


def test_a_sealed_bid_is_seen_by_nobody_else(anna: Visitor, ben: Visitor, stranger: Visitor) -> None:
    """Two tables that differ in Anna's bid alone: all that the others are answered is the same."""
    found: dict[int, list[str]] = {1: [], 3: []}
    for bid, answered in found.items():
        table = seat_ben(anna, ben, "sealed_bids")
        board = Board(anna.send(table, version=0, action=bid))
        assert f"Anna: bid {bid}" in board.log
        answered += [visitor.board(table).html.replace(table, "TABLE") for visitor in (ben, stranger)]
        answered.append(ben.get(f"/table/{table}/preview", seat=1, actions="0,1,2,3,4").text)
        assert anna.board(table).version == 1
        assert "Anna decides." in ben.board(table).log
    assert found[1] == found[3]


def test_the_log_tells_only_what_its_reader_saw(anna: Visitor, stranger: Visitor) -> None:
    table = anna.set_up("local", "bot", name_0="Anna")
    anna.play_first(table, 0)
    own = [line for line in anna.board(table).log if line.startswith("Anna draws")]
    seen = [line for line in stranger.board(table).log if line.startswith("Anna draws")]
    assert own
    assert all(not line.endswith("a crate.") for line in own)
    assert seen == ["Anna draws a crate."] * len(seen)


def test_several_at_one_screen_pass_it_behind_a_curtain(anna: Visitor) -> None:
    table = anna.set_up("local", "local", "bot", name_0="Anna", name_1="Ben")
    page = anna.get(f"/table/{table}").text
    assert "Pass the screen to Anna" in page
    assert 'data-seat=""' in page
    assert "data-action" not in page
    mine = anna.board(table, 0)
    assert not mine.curtain
    assert mine.actions
    assert anna.board(table, 1).curtain  # it is not Ben's turn
    assert anna.board(table, 1).seat == ""
    after = anna.play_first(table, 0)
    while not after.curtain:
        after = anna.play_first(table, 0)
    assert "Pass the screen to Ben" in after.html
    assert after.seat == ""
    assert not after.actions
    assert anna.board(table, 1).actions


def test_where_nothing_is_hidden_there_is_no_curtain(anna: Visitor) -> None:
    seats = {"name_0": "Anna", "name_1": "Ben"}
    table = anna.set_up(
        "local", "local", "bot", game="agricola", **seats, option_start="2", option_cards="none"
    )
    board = anna.board(table)
    assert not board.curtain
    assert board.seat == "1"
    assert board.actions


def test_hand_cards_are_hidden_behind_a_curtain(anna: Visitor) -> None:
    seats = {"name_0": "Anna", "name_1": "Ben"}
    table = anna.set_up("local", "local", game="agricola", **seats, option_start="2")
    page = anna.get(f"/table/{table}").text
    assert "Pass the screen to Ben" in page
    assert "data-card=" not in page
    assert "data-card=" in anna.board(table, 1).html


def test_nobody_looks_through_anothers_eyes(anna: Visitor, ben: Visitor, stranger: Visitor) -> None:
    table = anna.set_up("local", "local", "friend")
    for visitor in (ben, stranger):
        for seat in (0, 1, 2, 3, -1):
            answer = visitor.get(f"/table/{table}/board", seat=seat)
            assert answer.status_code == 403
    assert anna.get(f"/table/{table}/board", seat=2).status_code == 403
    assert stranger.board(table).seat == ""
    assert "You are watching." in stranger.board(table).html


def test_the_record_of_a_running_game_stays_here(anna: Visitor) -> None:
    table = anna.set_up("local", "bot")
    for path in ("record.json", "replay", "replay/board"):
        answer = anna.get(f"/table/{table}/{path}")
        assert answer.status_code == 409
        assert "when the game is over" in answer.text
        assert f'href="/table/{table}"' in answer.text
