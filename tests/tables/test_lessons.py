"""A lesson at a table: only what is awaited is played, all else goes by itself, and it can be left."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from farmtable.core import BadOption, IllegalAction, course_of, game
from farmtable.tables import Lecture, Table, Tables
from tests.tables.helpers import ANNA, BERT, GAME, command


def lesson(tables: Tables, browser: str = ANNA) -> Table:
    return tables.teach(GAME, 1, "random", browser)


def lecture(table: Table) -> Lecture:
    found = table.lecture()
    assert found is not None
    return found


def take_step(table: Table) -> None:
    table.submit(command(table, action=lecture(table).awaited))


def finish(table: Table) -> None:
    while lecture(table).awaited is not None:
        take_step(table)


def test_a_lesson_begins_with_its_first_step(tables: Tables) -> None:
    table = lesson(tables)
    assert lecture(table).number == 0
    assert table.to_play == 0
    assert table.bot_to_move() is None


def test_what_is_awaited_is_played_and_all_else_follows_by_itself(tables: Tables) -> None:
    table = lesson(tables)
    steps = []
    while lecture(table).awaited is not None:
        steps.append(lecture(table).number)
        take_step(table)
        assert table.to_play == 0
    course = course_of(game(GAME), 1)
    assert course is not None
    assert steps == list(range(len(course.lesson.cues)))
    assert table._journal.actions == course.actions


def test_whatever_else_is_legal_gets_a_kind_word_and_is_not_played(tables: Tables) -> None:
    table = lesson(tables)
    version, awaited = table.version, lecture(table).awaited
    others = [int(action) for action in table.perspective(0).legal_actions() if action != awaited]
    assert others
    for action in others:
        with pytest.raises(IllegalAction, match="may well be good"):
            table.submit(command(table, action=action))
    assert table.version == version


def test_what_the_rules_forbid_is_refused_as_anywhere(tables: Tables) -> None:
    table = lesson(tables)
    with pytest.raises(IllegalAction, match="Take a crate first"):
        table.submit(command(table, action=0))


def test_nothing_is_taken_back_in_a_lesson(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = lesson(tables)
    take_step(table)
    for there in (table, opened().open(table.id)):
        assert isinstance(there, Table)
        assert not there.can_undo(0)
        with pytest.raises(IllegalAction, match="Nothing has to be taken back"):
            there.submit(command(there, "undo"))


def test_who_leaves_goes_on_where_he_was(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = lesson(tables)
    take_step(table)
    assert lesson(tables).id == table.id
    assert lesson(tables, BERT).id != table.id
    again = lesson(opened())
    assert again.id == table.id
    assert lecture(again).number == 1


def test_at_the_end_it_can_be_played_on_or_taken_anew(tables: Tables) -> None:
    table = lesson(tables)
    finish(table)
    assert lecture(table).lesson is table.game.lessons[0]
    assert lesson(tables).id != table.id
    table.submit(command(table))
    assert table.lecture() is None
    while not table.over:
        if table.bot_to_move() is not None:
            table.move_bot()
        else:
            table.submit(command(table))


def test_what_follows_a_lesson_is_no_lesson(tables: Tables) -> None:
    table = lesson(tables)
    finish(table)
    while not table.over:
        if table.bot_to_move() is not None:
            table.move_bot()
        else:
            table.submit(command(table))
    following = tables.rematch(table, ANNA)
    assert following.settings.lesson == 0
    assert following.lecture() is None


def test_who_resigns_leaves_the_lesson(tables: Tables) -> None:
    table = lesson(tables)
    tables.resign(table, 0, ANNA, "random")
    table.move_bot()
    while not table.over:
        table.move_bot()


def test_a_lesson_that_there_is_not(tables: Tables) -> None:
    for number in (0, 2, -1):
        with pytest.raises(BadOption):
            tables.teach(GAME, number, "random", ANNA)
