"""The checker finds each kind of broken promise where it was planted, and nothing elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI

from farmtable.tables import Tables
from farmtable.tables.journal import Entry
from tests.web.conftest import app, tables
from tests.web.visitor import Visitor
from tools.load.checker import Violation, as_it_should, check, durable, in_order, once, without_secrets
from tools.load.history import History, digest

__all__ = ["app", "tables"]

Lines = list[dict[str, Any]]
Ledgers = dict[str, list[Entry]]


def history() -> tuple[Lines, Ledgers]:
    """Anna decides, Ben sees it and decides, too; a decision of Anna's is late. Each step takes a second."""
    told: Lines = [
        {"what": "seated", "page": "anna", "table": "T", "seat": 0, "browser": "a~", "secrets": ["a~1"]},
        {
            "what": "seated",
            "page": "ben",
            "table": "T",
            "seat": 1,
            "browser": "b~",
            "secrets": ["b~2", "/join/x"],
        },
        {"what": "viewed", "page": "anna", "version": 1, "stamp": "1.2", "digest": "A1", "text": "<p>"},
        {"what": "sent", "page": "anna", "command": command("one", 1, 0, 7)},
        {"what": "answered", "page": "anna", "id": "one", "status": 200, "version": 3},
        {"what": "viewed", "page": "anna", "version": 3, "stamp": "3.2", "digest": "A3", "text": "<p>"},
        {"what": "told", "page": "ben", "stamp": "3.2"},
        {"what": "viewed", "page": "ben", "version": 3, "stamp": "3.2", "digest": "B3", "text": "<p>"},
        {"what": "sent", "page": "ben", "command": command("two", 3, 1, 9)},
        {"what": "sent", "page": "anna", "command": command("late", 3, 0, 8)},
        {"what": "answered", "page": "ben", "id": "two", "status": 200, "version": 4},
        {"what": "answered", "page": "anna", "id": "late", "status": 409, "version": 4},
        {"what": "viewed", "page": "anna", "version": 4, "stamp": "4.2", "digest": "A4", "text": "<p>"},
    ]
    lines = [{"at": float(second), "asked": second - 0.5, **line} for second, line in enumerate(told)]
    first, drawn = Entry("chance", action=5), Entry("chance", action=6)
    return lines, {"T": [first, Entry("play", 0, 7, "one"), drawn, Entry("play", 1, 9, "two")]}


def command(id: str, version: int, seat: int, action: int) -> dict[str, Any]:
    return {"id": id, "version": version, "kind": "play", "seat": seat, "action": action}


def found(lines: Lines, ledger: Ledgers) -> list[Violation]:
    return [
        *durable(lines, ledger),
        *once(lines, ledger),
        *in_order(lines),
        *without_secrets(lines),
        *as_it_should(lines),
    ]


def test_nothing_is_found_where_all_is_well() -> None:
    assert not found(*history())


def lose_the_last(lines: Lines, ledger: Ledgers) -> None:
    ledger["T"].pop()


def lose_the_table(lines: Lines, ledger: Ledgers) -> None:
    del ledger["T"]


def acknowledge_too_early(lines: Lines, ledger: Ledgers) -> None:
    lines[4]["version"] = 1


def show_what_is_lost(lines: Lines, ledger: Ledgers) -> None:
    lines.append({**lines[6], "at": 20.0, "stamp": "5.2"})


def apply_twice(lines: Lines, ledger: Ledgers) -> None:
    ledger["T"].append(Entry("play", 0, 7, "one"))


def apply_another(lines: Lines, ledger: Ledgers) -> None:
    ledger["T"][1] = Entry("play", 0, 8, "one")


def apply_what_was_refused(lines: Lines, ledger: Ledgers) -> None:
    ledger["T"].append(Entry("play", 0, 8, "late"))


def apply_what_nobody_sent(lines: Lines, ledger: Ledgers) -> None:
    ledger["T"].append(Entry("undo", 1, None, "never"))


def fork(lines: Lines, ledger: Ledgers) -> None:
    lines.append({**lines[7], "at": 20.0, "asked": 5.5, "digest": "another"})


def go_back(lines: Lines, ledger: Ledgers) -> None:
    lines.append({**lines[5], "at": 20.0, "asked": 19.0})


def show_a_cookie(lines: Lines, ledger: Ledgers) -> None:
    lines[5]["text"] = "<p>farmtable=b~2</p>"


def fail(lines: Lines, ledger: Ledgers) -> None:
    lines.append({"what": "wrong", "page": "ben", "at": 20.0, "said": "its board was answered 500"})


@pytest.mark.parametrize(
    ("plant", "promise"),
    [
        (lose_the_last, "durable"),
        (lose_the_table, "durable"),
        (acknowledge_too_early, "durable"),
        (show_what_is_lost, "durable"),
        (apply_twice, "once"),
        (apply_another, "once"),
        (apply_what_was_refused, "once"),
        (apply_what_nobody_sent, "once"),
        (fork, "order"),
        (go_back, "order"),
        (show_a_cookie, "secret"),
        (fail, "answer"),
    ],
)
def test_what_was_planted_is_found(plant: Callable[[Lines, Ledgers], None], promise: str) -> None:
    lines, ledger = history()
    plant(lines, ledger)
    assert {violation.promise for violation in found(lines, ledger)} == {promise}


@pytest.fixture
def played(app: FastAPI, tables: Tables, tmp_path: Path) -> tuple[Visitor, str, History]:
    """A table of Anna's at which she has decided a few times, and the history of her page."""
    anna = Visitor(app)
    table = anna.set_up("local", "bot", bot_1="random", name_0="Anna")
    anna.client.headers["accept-language"] = "en"
    notes = History(tmp_path / "clients.jsonl")
    cookie = anna.client.cookies["farmtable"]
    notes.seated("anna", table, 0, cookie, [cookie])
    return anna, table, notes


def test_a_view_of_ones_own_seat_is_as_it_should_be(
    played: tuple[Visitor, str, History], tables: Tables, tmp_path: Path
) -> None:
    anna, table, notes = played
    for _ in range(4):
        board = anna.board(table, 0)
        notes.viewed("anna", 0.0, board.version, "", board.html)
        if board.actions:
            anna.play_first(table, 0)
        tables.open(table).move_bot()
    notes.close()
    assert not _of_views(tmp_path)


def test_a_view_that_held_what_another_seat_knows_is_found(
    played: tuple[Visitor, str, History], tables: Tables, tmp_path: Path
) -> None:
    anna, table, notes = played
    board = anna.board(table, 0)
    theirs = tables.open(table).perspective(1).view()
    notes.viewed("anna", 0.0, board.version, "", board.html.replace("</main>", f"{theirs}</main>"))
    notes.close()
    assert [violation.promise for violation in _of_views(tmp_path)] == ["secret"]


def test_a_view_of_another_seat_is_found(
    played: tuple[Visitor, str, History], app: FastAPI, tables: Tables, tmp_path: Path
) -> None:
    """What only shows when all is drawn again: a whole board, but the one of somebody else."""
    _, table, notes = played
    board = Visitor(app).board(table)
    notes.viewed("anna", 0.0, board.version, "", board.html)
    notes.close()
    assert [violation.promise for violation in _of_views(tmp_path)] == ["secret"]


def _of_views(folder: Path) -> list[Violation]:
    found = check(folder, f"sqlite:///{folder}/tables.sqlite", views=10)
    return [violation for violation in found if violation.promise != "once"]  # visitors write no history


def test_the_token_of_a_form_makes_no_other_board() -> None:
    form = '<input type="hidden" name="token" value="{}"><p class="{}">'
    assert digest(form.format("one", "a")) == digest(form.format("another", "a"))
    assert digest(form.format("one", "a")) != digest(form.format("one", "b"))
