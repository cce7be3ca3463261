"""A long list of tables: the lobby shows the first, the others stand on pages of their own."""

from __future__ import annotations

import re

import pytest

from farmtable.tables import RetiredTable, SeatPlan, Settings, Table, Tables
from farmtable.web.beside.listed import BY_PAGE, GROUPS
from tests.web.visitor import GAME, Visitor

RUNNING, LESSONS, FINISHED, ARCHIVED = GROUPS
SEATS = [SeatPlan("local", "Anna"), SeatPlan("bot", bot="random")]


def browser_of(visitor: Visitor, tables: Tables) -> str:
    """The id of a visitor's browser."""
    visitor.get("/")
    found = visitor.client.app.state.identity.read(visitor.client.cookies["farmtable"])
    assert found
    return str(found)


def many(visitor: Visitor, tables: Tables, number: int) -> list[str]:
    """The ids of so many new tables, the last first."""
    browser = browser_of(visitor, tables)
    made = [tables.create(GAME, 2, SEATS, {}, Settings(), browser) for _ in range(number)]
    return [table.id for table in reversed(made)]


def shown(html: str) -> list[str]:
    return re.findall(r'<li[^>]*><a href="/table/([\w-]+)"', html)


def test_the_lobby_shows_the_first_and_pages_have_them_all(anna: Visitor, tables: Tables) -> None:
    made = many(anna, tables, BY_PAGE + 3)
    lobby = anna.get("/").text
    assert len(shown(lobby)) == RUNNING.most
    assert f"<small>{len(made)}</small>" in lobby
    pages = [anna.get("/my-tables/running", number=number).text for number in (1, 2)]
    assert [len(shown(one)) for one in pages] == [BY_PAGE, 3]
    assert sorted(shown(pages[0]) + shown(pages[1])) == sorted(made)
    assert "1 of 2" in pages[0]
    assert shown(anna.get("/my-tables/running", number="99").text) == shown(pages[1])


def test_where_one_is_to_act_comes_first_however_long_ago_it_was(anna: Visitor, tables: Tables) -> None:
    many(anna, tables, 1)
    waiting = anna.get("/").text
    (first,) = shown(waiting)
    assert "mine-to-play" in waiting
    for _ in range(RUNNING.most + 1):
        anna.set_up("bot", "local")
    assert shown(anna.get("/").text)[0] == first


def test_lessons_that_were_left_do_not_hide_the_games_that_run(anna: Visitor, tables: Tables) -> None:
    browser = browser_of(anna, tables)
    lessons = [tables.create(GAME, 2, SEATS, {}, Settings(lesson=1), browser).id for _ in range(3)]
    (running,) = many(anna, tables, 1)
    parts = anna.get("/").text.split('<section class="my-tables"')[1:]
    assert [shown(part) for part in parts] == [[running], lessons[:0:-1]]
    assert "Lessons started" in parts[1]
    assert shown(anna.get("/my-tables/lessons").text) == lessons[::-1]
    anna.post(f"/table/{lessons[0]}/archive")
    assert shown(anna.get("/my-tables/lessons").text) == lessons[:0:-1]
    assert shown(anna.get("/my-tables/archived").text) == lessons[:1]


@pytest.mark.parametrize("number", ["0", "-1", "x", "9" * 5000])
def test_a_page_that_there_is_not_is_the_first(anna: Visitor, number: str) -> None:
    answer = anna.get("/my-tables/finished", number=number)
    assert answer.status_code == 200
    assert "None." in answer.text


def test_there_is_no_other_group(anna: Visitor) -> None:
    assert anna.get("/my-tables/secret").status_code == 404


def test_a_long_list_opens_only_what_it_shows(
    anna: Visitor, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    many(anna, tables, 60)
    opened: list[str] = []
    find = tables.find

    def noted(table_id: str) -> Table | RetiredTable:
        opened.append(table_id)
        return find(table_id)

    monkeypatch.setattr(tables, "find", noted)
    anna.get("/")
    assert len(opened) <= RUNNING.most + 1  # and the one that could be played again


def test_who_comes_back_finds_first_where_it_is_his_turn(anna: Visitor, tables: Tables) -> None:
    """Before all games; a newcomer finds the games alone."""
    assert 'class="waiting"' not in anna.get("/").text
    anna.set_up("bot", "local")
    above, games, _ = anna.get("/").text.partition('<ul class="shelf">')
    assert games
    assert 'href="#mine-title"' in above
    assert "Your turn" not in above  # a bot is to play
    many(anna, tables, 4)
    above, _, _ = anna.get("/").text.partition('<ul class="shelf">')
    assert "Your turn" in above
    assert above.count('href="/table/') == 3
