"""Deciding ahead on its page, and that nobody else can tell whether somebody has."""

from __future__ import annotations

import random
import re
from html import unescape

import pytest
from fastapi import FastAPI

from farmtable.tables import Step, Tables
from farmtable.web.gate.buckets import Size
from farmtable.web.gate.floods import Allowance, Shares
from tests.web.test_secrecy import answers, play_on, seat_ben
from tests.web.visitor import Visitor


def offered(html: str) -> list[str]:
    return [unescape(one) for one in re.findall(r'<option value="([^"]+)">[^<]', html)]


def waiting(anna: Visitor, ben: Visitor, tables: Tables, game: str = "market_day") -> str:
    """A table at which Anna is to play, and Ben waits."""
    table = seat_ben(anna, ben, game)
    choose = random.Random(1)
    while tables.open(table).acting != [0]:
        play_on(tables.open(table), [anna, ben], choose)
    return table


def test_to_foresee_is_to_think_and_is_shared_out(
    anna: Visitor, ben: Visitor, tables: Tables, app: FastAPI
) -> None:
    """Each time the game is played on a dozen times: who asks without end would keep the server busy."""
    path = f"/table/{waiting(anna, ben, tables)}/ahead"
    choice = offered(ben.get(path).text)[0]
    app.state.thinking = Shares(Allowance("thinking", Size(2, 0.001), Size(9, 1)), app.state.traffic.refuse)
    assert [ben.get(path).status_code for _ in range(3)] == [200, 200, 429]
    assert ben.post(path, ask="add", choice=choice).status_code == 429
    assert anna.get(path).status_code == 200, "it is her turn: there is nothing to foresee"


def test_choices_are_said_ordered_and_taken_back(anna: Visitor, ben: Visitor, tables: Tables) -> None:
    table = waiting(anna, ben, tables)
    assert f'href="/table/{table}/ahead"' in ben.get(f"/table/{table}").text
    assert f'href="/table/{table}/ahead"' not in anna.get(f"/table/{table}").text  # it is her turn
    path = f"/table/{table}/ahead"
    first, second = offered(ben.get(path).text)[:2]
    for fields in ({"choice": first}, {"decision": second.upper()}):
        answer = ben.post(path, ask="add", **fields)
        assert answer.status_code == 200
    ben.post(path, ask="up", line="1")

    def said() -> list[list[str]]:
        return [
            [step.notation for step in line] for line in tables.open(table)._store.intentions.of(table, 1)
        ]

    assert said() == [[second], [first]]
    ben.post(path, ask="remove", line="0")
    assert said() == [[first]]
    more = offered(ben.get(path, line="0").text)
    if more:
        ben.post(path, ask="add", line="0", choice=more[0])
        assert said() == [[first, more[0]]]
    wrong = ben.post(path, ask="add", decision="no such <thing>")
    assert wrong.status_code == 422
    assert "no such &lt;thing&gt;" in wrong.text
    assert ben.post(path, ask="add").status_code == 422
    for broken in (
        {"ask": "remove", "line": "9"},
        {"ask": "up", "line": "0"},
        {"ask": "x"},
        {"ask": "remove"},
    ):
        assert ben.post(path, **broken).status_code == 400


def test_it_is_played_as_soon_as_the_turn_comes(anna: Visitor, ben: Visitor, tables: Tables) -> None:
    table = waiting(anna, ben, tables)
    path = f"/table/{table}/ahead"
    ben.post(path, ask="add", choice=offered(ben.get(path).text)[0])
    before = len(ben.board(table, 1).log)
    while tables.open(table).acting == [0]:
        play_on(tables.open(table), [anna, ben], random.Random(2))
    tables.carry_out_due()  # as the server does all the time
    assert any("Ben" in line for line in ben.board(table, 1).log[before:])
    assert "None yet." in ben.get(path).text


def test_what_was_not_possible_is_shown_no_more(anna: Visitor, ben: Visitor, tables: Tables) -> None:
    table = waiting(anna, ben, tables)
    path = f"/table/{table}/ahead"
    tables.open(table)._store.intentions.put(table, 1, ((Step("fly to the moon"),),))
    assert "fly to the moon" in ben.get(path).text
    while tables.open(table).acting == [0]:
        play_on(tables.open(table), [anna, ben], random.Random(2))
    tables.carry_out_due()
    assert "None yet." in ben.get(path).text


def test_only_who_plays_one_seat_decides_ahead(anna: Visitor, ben: Visitor, stranger: Visitor) -> None:
    table = anna.set_up("local", "local", "bot")
    for visitor in (anna, stranger):
        assert visitor.get(f"/table/{table}/ahead").status_code == 403
        assert visitor.post(f"/table/{table}/ahead", ask="add", decision="x").status_code == 403
    assert "/ahead" not in anna.get(f"/table/{table}").text


@pytest.mark.parametrize("game", ["market_day", "agricola"])
def test_nobody_can_tell_whether_somebody_has(
    anna: Visitor, ben: Visitor, stranger: Visitor, tables: Tables, game: str
) -> None:
    table = waiting(anna, ben, tables, game)
    readers = ((anna, 0), (stranger, None))
    expected = [list(answers(visitor, table, seat)) for visitor, seat in readers]
    path = f"/table/{table}/ahead"
    assert ben.post(path, ask="add", choice=offered(ben.get(path).text)[0]).status_code == 200
    assert [list(answers(visitor, table, seat)) for visitor, seat in readers] == expected
