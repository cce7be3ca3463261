"""The shelf of the lobby: what each game is, and a game at once, as the last time."""

from __future__ import annotations

import re

import pytest

from farmtable.tables import Table, Tables
from farmtable.web.levels import BOT_FOR_NEWCOMERS
from tests.core.installed import installed
from tests.web.visitor import Visitor


def play_now(visitor: Visitor, tables: Tables, game: str = "market_day") -> Table:
    answer = visitor.post(f"/play-now/{game}")
    assert answer.status_code == 200, answer.text
    return tables.open(str(answer.url.path).removeprefix("/table/"))


def test_each_game_has_a_picture_its_facts_and_three_ways(anna: Visitor) -> None:
    lobby = anna.get("/").text
    cards = lobby.split('class="card game-card"')[1:]
    assert len(cards) == 4
    for card in cards:
        (picture,) = re.findall(r'src="(/static/[^"]+)"', card)
        assert anna.get(picture).headers["content-type"].startswith("image/svg")
        assert re.search(r"\d+ to \d+ players", card)
        assert re.search(r"\d+ to \d+ min", card)
        assert re.search(r'action="/learn/\w+/1"', card)
        assert re.search(r'action="/play-now/\w+"', card)
        assert re.search(r'href="/\?game=\w+#setup-title"', card)


def test_who_never_played_gets_an_easy_table(anna: Visitor, tables: Tables) -> None:
    table = play_now(anna, tables, "agricola")
    assert table.options["cards"] == "none"
    assert table.options["hints"] == "yes"
    assert [(seat.kind, seat.bot) for seat in table.seats] == [("local", ""), ("bot", BOT_FOR_NEWCOMERS)]
    assert table.hints_allowed


def test_what_was_chosen_last_is_chosen_again(anna: Visitor, ben: Visitor, tables: Tables) -> None:
    anna.set_up(
        "local",
        "bot",
        "bot",
        name_0="Anna",
        bot_1="random",
        bot_2="search:6",
        option_prices="fixed",
        delay="0.4",
        clock="10+20",
        confirm="",
    )
    table = play_now(anna, tables)
    assert str(table.time) == "10+20"
    assert table.clock is not None
    assert [(seat.name, seat.bot) for seat in table.planned] == [
        ("Anna", ""),
        ("", "random"),
        ("", "search:6"),
    ]
    assert table.options["prices"] == "fixed"
    assert table.settings.bot_delay == 0.4
    assert "as last time, 3 seats" in anna.get("/").text
    assert len(play_now(ben, tables).seats) == 2


def test_lessons_and_tables_with_friends_are_not_repeated(anna: Visitor, tables: Tables) -> None:
    anna.set_up("local", "friend", "friend")
    anna.post("/learn/market_day/1")
    assert "as last time" not in anna.get("/").text
    table = play_now(anna, tables)
    assert [seat.kind for seat in table.seats] == ["local", "bot"]
    assert table.settings.lesson == 0


def test_a_day_of_a_market_is_not_repeated(anna: Visitor, tables: Tables) -> None:
    table = anna.set_up("local", "local", option_day="1", confirm="")
    board = anna.board(table, 0)
    while not board.over:
        acting = tables.open(table).to_play
        board = anna.play_first(table, acting)
    following = str(anna.post(f"/table/{table}/next").url.path).removeprefix("/table/")
    assert tables.open(following).options["day"] == "2"
    assert play_now(anna, tables).options.get("day", "no") in ("no", "1")


def test_no_such_game(anna: Visitor) -> None:
    assert anna.post("/play-now/chess").status_code == 400
    assert anna.client.post("/play-now/market_day").status_code == 403


def test_a_game_of_the_tests_stands_there_only_while_it_is_installed(anna: Visitor) -> None:
    assert anna.get("/").text.count('class="card game-card"') == 4
    with installed("sealed_bids", "tests.core.sealed_bids:GAME"):
        assert anna.get("/").text.count('class="card game-card"') == 5
    assert anna.get("/").text.count('class="card game-card"') == 4


def test_somebody_elses_broken_game_is_left_out_and_logged(
    anna: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    with installed("spoiled", "no_such_module:GAME"):
        lobby = anna.get("/")
        assert lobby.status_code == 200
        assert lobby.text.count('class="card game-card"') == 4
        assert anna.get("/?game=spoiled").status_code == 400
    (logged,) = [record for record in caplog.records if "spoiled" in record.message]
    assert "the game 'spoiled' is announced but cannot be loaded" in logged.message
    assert logged.exc_info is None
