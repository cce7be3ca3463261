"""The pages of a lesson: how one is begun, what the voice says to whom, and what it offers at the end."""

from __future__ import annotations

import re
from html import unescape

from fastapi import FastAPI

from tests.web.visitor import Board, Visitor


def learn(visitor: Visitor, number: int = 1) -> str:
    answer = visitor.post(f"/learn/market_day/{number}")
    assert answer.status_code == 200, answer.text
    return str(answer.url.path).removeprefix("/table/")


def awaited(board: Board) -> int:
    found = re.search(r'data-awaits="(\d+)"', board.html)
    assert found
    return int(found[1])


def said(board: Board) -> str:
    found = re.search(r'id="voice-says">([^<]*)<', board.html)
    return unescape(found[1]) if found else ""


def test_the_voice_says_what_is_awaited(anna: Visitor) -> None:
    table = learn(anna)
    board = anna.board(table)
    assert said(board).startswith("Take a crate out of the bag")
    assert awaited(board) in board.actions
    assert "step 1 of 3" in board.html
    assert "data-ask-hint" not in board.html
    after = Board(anna.send(table, version=board.version, action=awaited(board)))
    assert said(after).startswith("Three crates of one crop")


def test_what_is_not_awaited_gets_a_kind_word_from_the_voice(anna: Visitor) -> None:
    table = learn(anna)
    board = anna.board(table)
    other = next(action for action in board.actions if action != awaited(board))
    answer = anna.send(table, version=board.version, action=other)
    assert answer.status_code == 422
    refused = Board(answer)
    assert refused.version == board.version
    assert refused.notice == ""
    voice = refused.html[refused.html.index('id="voice"') :]
    assert "it may well be good" in voice[: voice.index("voice-says")]


def test_the_voice_speaks_to_the_learner_alone(anna: Visitor, stranger: Visitor) -> None:
    table = learn(anna)
    assert 'id="voice"' in anna.board(table).html
    assert 'id="voice"' not in stranger.board(table).html


def test_a_lesson_is_gone_on_with(anna: Visitor) -> None:
    table = learn(anna)
    board = anna.board(table)
    anna.send(table, version=board.version, action=awaited(board))
    assert learn(anna) == table
    assert "lesson" in anna.get("/").text


def test_the_end_offers_to_play_on(anna: Visitor) -> None:
    table = learn(anna)
    while "data-awaits" in (board := anna.board(table)).html:
        anna.send(table, version=board.version, action=awaited(board))
    assert said(board).startswith("That is all there is to it.")
    assert "data-hush" in board.html
    assert "/learn/market_day/2" not in board.html
    assert "data-ask-hint" in board.html


def test_there_is_no_such_lesson(anna: Visitor, app: FastAPI) -> None:
    assert anna.post("/learn/market_day/2").status_code == 400
    assert anna.post("/learn/nothing/1").status_code == 400
    assert anna.client.post("/learn/market_day/1").status_code == 403
    german = Visitor(app, "de")
    answer = german.post("/learn/agricola/1")
    assert "In jeder von vierzehn Runden" in answer.text
