"""Clocks on pages: chosen when a table is set up, shown at each seat, paused, and what is told at zero."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import pytest
from fastapi import FastAPI

from farmtable import Rng
from farmtable.tables import Tables, Thinkers, TimeControl
from farmtable.web.clocks.shown import OFFERED, time_shown
from farmtable.web.clocks.timekeeper import Timekeeper
from farmtable.web.reader import Reader
from tests.web.visitor import Visitor


class Time:
    """A clock that goes only when it is told to."""

    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def tables(file_url: str, time: Time) -> Iterator[Tables]:
    found = Tables(file_url, Rng(7), time)
    yield found
    found.close()


def clocks(html: str) -> list[str]:
    """What the clocks of the seats show."""
    return re.findall(r'class="left" role="timer" aria-live="off">([^<]*)<', html)


def ask(visitor: Visitor, table: str, what: str) -> str:
    answer = visitor.post(f"/table/{table}/clocks", ask=what)
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def test_nobody_has_a_clock_who_wants_none(anna: Visitor) -> None:
    table = anna.set_up("local", "local")
    page = anna.get(f"/table/{table}").text
    assert clocks(page) == []
    assert "clock.js" not in page
    assert 'class="clocks"' not in page
    assert anna.post(f"/table/{table}/clocks", ask="pause").status_code == 422


def test_the_choice_says_what_happens_at_zero(anna: Visitor) -> None:
    page = anna.get("/setup", clock="3d").text
    assert "a computer player stands in until they come back" in page
    assert '<option value="3d" selected>3 days for each turn</option>' in page
    assert "10 min, plus 20 s each turn" in page
    assert 'value="" selected' not in page
    for clock in OFFERED:
        assert str(TimeControl.read(clock)) == clock


@pytest.mark.parametrize("sent", ["1+1", "nonsense", "99d"])
def test_what_is_not_offered_is_none(anna: Visitor, sent: str) -> None:
    assert clocks(anna.get(f"/table/{anna.set_up('local', 'local', clock=sent)}").text) == []


def test_a_game_with_clocks(app: FastAPI, anna: Visitor, ben: Visitor, tables: Tables, time: Time) -> None:
    table = anna.set_up("local", "friend", "bot", clock="10+20", name_0="Anna", bot_2="random")
    invite = re.search(r'value="/join/([^"]+)"', anna.get(f"/table/{table}").text)
    assert invite
    ben.post(f"/join/{invite[1]}", name="Ben")
    page = anna.get(f"/table/{table}").text
    assert "clock.js" in page
    assert "The first decision starts the clocks." in page
    assert clocks(page) == ["10:20", "10:00"], "a bot has none"
    while tables.open(table).to_play == 0:
        anna.play_first(table, 0)
    board = ben.board(table)
    assert clocks(board.html)[1] == "10:20"
    assert re.findall(r'data-clock-runs="([^"]+)"', board.html) == ["620.0"]
    time.now += 5
    tables.keep_time("random")
    assert re.findall(r'data-clock-runs="([^"]+)"', ben.board(table).html) == ["615.0"]
    ask(anna, table, "pause")
    assert "Asking for a pause: Anna" in ben.board(table).html
    assert "Paused: the clocks stand still" in ask(ben, table, "pause")
    assert "data-clock-runs" not in anna.board(table).html
    assert "data-clock-runs" in ask(anna, table, "go-on")
    assert ask(anna, table, "pause")
    assert "Asking for a pause" not in ask(anna, table, "no-pause")
    assert ben.post(f"/table/{table}/clocks", ask="more time").status_code == 400
    assert Visitor(app).post(f"/table/{table}/clocks", ask="pause").status_code == 403


def test_with_days_for_each_turn_who_waits_has_all_of_them(anna: Visitor, tables: Tables, time: Time) -> None:
    """What is left of a turn is not saved, and nobody's time is up who has not had a turn yet."""
    table = anna.set_up("local", "local", clock="3d")
    assert clocks(anna.board(table, 0).html) == ["3 d 0 h"] * 2
    while tables.open(table).to_play == 0:
        time.now += 5
        anna.play_first(table, 0)
    time.now += 5
    tables.keep_time("random")
    assert clocks(anna.board(table, 1).html) == ["3 d 0 h", "2 d 23 h"]


def test_at_zero_one_is_told_and_comes_back(anna: Visitor, tables: Tables, time: Time) -> None:
    table = anna.set_up("local", "bot", clock="5+10", bot_1="random")
    while tables.open(table).bot_to_move() is not None:
        tables.open(table).move_bot()
    anna.play_first(table, 0)
    while tables.open(table).bot_to_move() is not None:
        tables.open(table).move_bot()
    for _ in range(100):
        time.now += 5
        tables.keep_time("search:4")
    board = anna.board(table)
    assert board.actions == []
    assert "data-call" not in board.html, "nobody is called who is not waited for"
    assert "your turn" not in anna.get("/").text
    assert "Time ran out: a computer player is standing in for Player 1." in board.html
    assert "Player 1 is thinking." in board.html
    assert ">time is up<" in board.html
    assert "computer, strength 4" in board.html
    answer = anna.send(table, version=board.version, action=0)
    assert answer.status_code == 422
    assert "Come back first" in answer.text
    assert "you play again from the next turn" in ask(anna, table, "back")


def test_too_late_is_told_with_the_board(anna: Visitor, tables: Tables, time: Time) -> None:
    table = anna.set_up("local", "local", clock="5+10")
    seat = tables.open(table).to_play
    board = anna.board(table, seat)
    anna.send(table, version=board.version, seat=seat, action=board.actions[0])
    seat = max(tables.open(table).to_play, tables.open(table).held_by or 0)
    board = anna.board(table, seat)
    for _ in range(65):
        time.now += 5
        tables._store.clocks.run_out()  # a sign of life alone
    time.now += 2
    kind = {"kind": "finish"} if board.held else {"action": board.actions[0]}
    answer = anna.send(table, version=board.version, seat=seat, **kind)
    assert answer.status_code == 409
    assert "Your time ran out before this decision arrived." in answer.text


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(0, "0:00"), (0.2, "0:01"), (59.5, "1:00"), (3599, "59:59"), (3725, "1:02:05"), (93600, "1 d 2 h")],
)
def test_time_is_shown_as_people_read_it(seconds: float, shown: str) -> None:
    assert time_shown(seconds, Reader("browser", "en", "token")) == shown


def test_the_server_looks_at_the_clocks_again_after_trouble(
    tables: Tables, thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []

    def look(_: Tables, bot: str) -> list[Exception]:
        looked.append(bot)
        if len(looked) == 1:
            raise OSError
        return [OSError()] if len(looked) == 2 else []

    async def run() -> None:
        keeper = Timekeeper(tables)
        keeper.start()
        while len(looked) < 3:
            await asyncio.sleep(0.01)
        await keeper.stop()

    monkeypatch.setattr("farmtable.web.clocks.timekeeper.LOOK_EVERY", 0.01)
    monkeypatch.setattr(Tables, "keep_time", look)
    asyncio.run(asyncio.wait_for(run(), 10))
    assert set(looked) == {"search:4"}
