"""Hints: for the seat whose turn it is, from what it knows, where the table allows it, for nobody else."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from fastapi import FastAPI

from farmtable.tables import Advice, Choice, Tables
from farmtable.web import hints
from farmtable.web.hints import Hints
from tests.web.test_secrecy import answers, imagined
from tests.web.thinking import ThinkHere
from tests.web.visitor import Visitor


@pytest.fixture(autouse=True)
def here(app: FastAPI, monkeypatch: pytest.MonkeyPatch) -> ThinkHere:
    monkeypatch.setattr(hints, "HINT_SECONDS", 0.05)
    found = ThinkHere()
    app.state.hints = Hints(found)  # type: ignore[arg-type]
    return found


def ask(visitor: Visitor, table: str, token: str = "", **asked: Any) -> Any:
    """A hint as hint.js asks for it; `asked` may replace any part."""
    sent = {"seat": 0, "version": visitor.board(table).version} | asked
    headers = {"farmtable-token": token or visitor.token()}
    return visitor.client.post(f"/table/{table}/hint", json=sent, headers=headers)


def with_a_friend(anna: Visitor, ben: Visitor, **fields: str) -> str:
    table = anna.set_up("local", "friend", name_0="Anna", **fields)
    (invite,) = re.findall(r'value="(/join/[^"]+)"', anna.get(f"/table/{table}").text)
    assert ben.post(invite, name="Ben").status_code == 200
    return table


def test_a_hint_names_the_best_decisions_and_why(anna: Visitor) -> None:
    table = anna.set_up("local", "bot", name_0="Anna")
    answer = ask(anna, table)
    assert answer.status_code == 200
    named = [int(action) for action in re.findall(r'data-action="(\d+)"', answer.text)]
    assert sorted(named) == anna.board(table).actions
    assert "Anna takes" in answer.text or "Anna reaches into the bag." in answer.text
    known = [re.findall(r"<td>([^<]+)</td>", row) for row in re.findall(r"(?s)<tr.*?</tr>", answer.text)[1:]]
    tried = [cells[-1] for cells in known]
    chances, points = zip(*(cells[:2] for cells in known if len(cells) == 3), strict=True)
    assert all(re.fullmatch(r"\d+%", each) for each in [*chances, *tried])
    assert sum(int(each[:-1]) for each in tried) in (99, 100, 101)
    assert all(re.fullmatch(r"\d+\.\d", each) for each in points)
    assert re.search(r"\d+ continuations? tried in 0\.\d s", answer.text)
    assert "It could go on like this:" in answer.text


def test_what_was_hardly_tried_has_no_numbers(anna: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may look better than the best, for want of a look at what speaks against it."""
    tried = [Choice(n, f"choice {n}", None, 0.5, 60.0, share) for n, share in enumerate((0.8, 0.05, 0.039))]
    advice = Advice(tried, [], [], 100, 1.0)

    async def advise(*_: object) -> Advice:
        return advice

    monkeypatch.setattr(Hints, "advice", advise)
    rows = re.findall(r"(?s)<tr.*?</tr>", ask(anna, anna.set_up("local", "bot")).text)[1:]
    assert [("50%" in row, "60.0" in row, "hardly tried" in row) for row in rows] == [
        (True, True, False),
        (True, True, False),
        (False, False, True),
    ]
    assert "4%" in rows[2]


def test_a_hint_is_in_the_readers_language(app: FastAPI) -> None:
    anna = Visitor(app, "de")
    table = anna.set_up("local", "bot")
    assert re.search(r"<td>\d+,\d</td>", ask(anna, table).text)
    assert re.search(r"<td>\d+\xa0%</td>", unescape(ask(anna, table).text))


def test_the_same_question_is_thought_about_once(anna: Visitor, here: ThinkHere) -> None:
    table = anna.set_up("local", "bot")
    assert ask(anna, table).text == ask(anna, table).text
    assert len(here.asked) == 1
    anna.play_first(table, 0)
    assert ask(anna, table).status_code == 200
    assert len(here.asked) == 2


def test_who_may_not_ask(anna: Visitor, ben: Visitor, stranger: Visitor, here: ThinkHere) -> None:
    table = with_a_friend(anna, ben, hints="yes")
    for visitor, seat in ((ben, 0), (stranger, 0), (stranger, 1), (anna, 1), (anna, 2), (anna, 99)):
        answer = ask(visitor, table, seat=seat)
        assert answer.status_code == 403
        assert "belongs to another browser" in answer.text
    assert ask(ben, table, seat=1).status_code == 422
    assert "It is not your turn." in ask(ben, table, seat=1).text
    version = anna.board(table).version
    assert ask(anna, table, version=version - 1).status_code == 409
    assert ask(anna, table, version=version + 1).status_code == 409
    for broken in ({"seat": -1}, {"seat": "0"}, {"version": None}, {"more": 1}):
        assert ask(anna, table, **broken).status_code == 400
    assert ask(anna, table, token="forged").status_code == 403
    assert ask(anna, table, token=ben.token()).status_code == 403
    assert ask(anna, "AAAAAAAAAAAA", version=0).status_code == 404
    assert not here.asked


def test_who_has_decided_gets_no_hint_before_the_next_turn(anna: Visitor, here: ThinkHere) -> None:
    table = anna.set_up("local", "local")
    board = anna.board(table, 0)
    for action in (6, 0):  # take from the stall, keep
        anna.send(table, version=board.version, seat=0, action=action)
        board = anna.board(table, 0)
    assert board.held
    assert ask(anna, table, version=board.version).status_code == 422
    assert ask(anna, table, seat=1, version=board.version).status_code == 422
    assert not here.asked


def test_with_friends_hints_must_be_allowed(
    anna: Visitor, ben: Visitor, stranger: Visitor, here: ThinkHere
) -> None:
    strict, open_ = with_a_friend(anna, ben), with_a_friend(anna, ben, hints="yes")
    assert ask(anna, strict).status_code == 403
    assert "Hints are not allowed at this table." in ask(anna, strict).text
    assert "data-ask-hint" not in anna.board(strict, 0).html
    assert not here.asked
    assert ask(anna, open_).status_code == 200
    assert "data-ask-hint" in anna.board(open_, 0).html
    for visitor in (anna, ben, stranger):
        assert "Hints are allowed here." in visitor.board(open_).html
        assert "Hints are allowed here." not in visitor.board(strict).html


def test_the_choice_is_offered_only_with_friends(anna: Visitor) -> None:
    box = 'name="hints"'
    assert box not in anna.get("/setup", players="2", kind_1="bot").text
    assert box in anna.get("/setup", players="2", kind_1="friend").text
    assert f'{box} id="hints" value="yes" checked' in anna.get("/setup", kind_1="friend", hints="yes").text


def test_alone_against_bots_and_several_at_one_screen_may_ask(anna: Visitor) -> None:
    for kinds in (("local", "bot"), ("local", "local")):
        table = anna.set_up(*kinds)
        assert "data-ask-hint" in anna.board(table, 0).html
        assert "Hints are allowed here." not in anna.board(table, 0).html


def test_nobody_else_can_tell_that_there_was_a_hint(anna: Visitor, ben: Visitor, stranger: Visitor) -> None:
    table = with_a_friend(anna, ben, hints="yes")
    before = [list(answers(visitor, table, seat)) for visitor, seat in ((ben, 1), (stranger, None))]
    assert ask(anna, table).status_code == 200
    after = [list(answers(visitor, table, seat)) for visitor, seat in ((ben, 1), (stranger, None))]
    assert after == before


@pytest.mark.parametrize("game", ["market_day", "agricola"])
def test_a_hint_comes_from_what_the_seat_knows(
    anna: Visitor, ben: Visitor, tables: Tables, app: FastAPI, here: ThinkHere, game: str
) -> None:
    starts = {"option_start": "1"} if game == "agricola" else {}
    table_id = with_a_friend(anna, ben, hints="yes", game=game, **starts)
    table = tables.open(table_id)
    true = table._journal.state
    assert true.to_play == 0
    assert ask(anna, table_id).status_code == 200
    changed = 0
    for seed in range(3):
        table._journal.state = imagined(table, 0, seed)
        changed += table._journal.state != true
        app.state.hints = Hints(here)  # type: ignore[arg-type]
        assert ask(anna, table_id).status_code == 200
        table._journal.state = true
    keys = {seen.key() for _, seen, _ in here.asked}
    assert changed
    assert len(here.asked) == 4
    assert len(keys) == 1


def test_processes_that_die_are_said_in_one_sentence(anna: Visitor, app: FastAPI) -> None:
    app.state.thinkers.close()
    app.state.hints = Hints(app.state.thinkers)
    answer = ask(anna, anna.set_up("local", "bot"))
    assert answer.status_code == 500
    assert "This could not be worked out just now; please try again." in answer.text


def test_alone_only_points_are_told(anna: Visitor, tables: Tables, here: ThinkHere) -> None:
    table = anna.set_up("local", game="agricola", option_cards="none")
    answer = ask(anna, table, version=tables.open(table).version)
    assert answer.status_code == 200
    assert "Points" in answer.text
    assert "Chance of winning" not in answer.text
