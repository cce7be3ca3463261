"""Several threads and several processes at one table: of two that race, exactly one decides."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from farmtable import FarmtableError, IllegalAction
from farmtable.tables import NotYourSeat, SeatPlan, Settings, Stale, Table, Tables
from tests.tables.helpers import ANNA, GAME, command, step, two_persons


def at_once(actions: Sequence[Callable[[], object]]) -> list[BaseException | None]:
    """Run all actions at the same moment, each in a thread; for each what it raised."""
    start = threading.Barrier(len(actions))
    raised: list[BaseException | None] = [None] * len(actions)

    def run(index: int) -> None:
        start.wait()
        try:
            actions[index]()
        except FarmtableError as error:
            raised[index] = error

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return raised


@pytest.fixture(params=["one process", "two processes"])
def handles(
    request: pytest.FixtureRequest, tables: Tables, opened: Callable[[], Tables]
) -> tuple[Table, Table]:
    """One table twice: the same object, or as two processes with one database have it."""
    table = two_persons(tables)
    return (table, table) if request.param == "one process" else (table, opened().open(table.id))


def test_a_seat_that_was_given_up_elsewhere_decides_nothing(handles: tuple[Table, Table]) -> None:
    mine, other = handles
    other.resign(0, ANNA, "random")
    with pytest.raises(NotYourSeat):
        mine.submit(command(mine, "play"))
    assert mine.seats[0].resigned


def test_what_was_only_noted_elsewhere_stops_no_decision(handles: tuple[Table, Table]) -> None:
    mine, other = handles
    other.note_seen(ANNA, "Firefox", "Linux")
    mine.submit(command(mine, "play"))
    assert mine.version > 0


def test_two_commands_for_one_version(handles: tuple[Table, Table]) -> None:
    mine, other = handles
    for _ in range(20):
        if mine.over:
            break
        other.catch_up()
        mine.catch_up()
        version, actions = mine.version, len(mine.log(None))
        kind = "play" if mine.held_by is None else "finish"
        commands = [command(mine, kind), command(mine, kind)]
        raised = at_once([lambda: mine.submit(commands[0]), lambda: other.submit(commands[1])])  # noqa: B023
        assert [type(error) for error in raised].count(Stale) == 1
        assert raised.count(None) == 1
        mine.catch_up()
        other.catch_up()
        assert mine.version == other.version > version
        assert mine.perspective(0).key() == other.perspective(0).key()
        assert len(mine.log(None)) <= actions + 3


def test_one_command_sent_twice_at_once(handles: tuple[Table, Table]) -> None:
    mine, other = handles
    for _ in range(20):
        if mine.over:
            break
        version = mine.version
        asked = command(mine, "play" if mine.held_by is None else "finish")
        assert at_once([lambda: mine.submit(asked), lambda: other.submit(asked)]) == [None, None]  # noqa: B023
        mine.catch_up()
        other.catch_up()
        assert mine.version == other.version > version
        assert mine.perspective(1).key() == other.perspective(1).key()


def test_undo_races_finish(handles: tuple[Table, Table]) -> None:
    mine, other = handles
    mine.submit(command(mine, action="take from bag"))
    other.catch_up()
    finish, undo = command(mine, "finish"), command(mine, "undo")
    raised = at_once([lambda: mine.submit(finish), lambda: other.submit(undo)])
    assert sorted(error is None for error in raised) == [False, True]
    assert isinstance(next(error for error in raised if error), Stale)


def test_bots_of_two_processes_move_once(tables: Tables, opened: Callable[[], Tables]) -> None:
    plans = [SeatPlan("bot", bot="random"), SeatPlan("bot", bot="random")]
    mine = tables.create(GAME, 2, plans, {}, Settings(), ANNA)
    other = opened().open(mine.id)
    while not mine.over:
        assert at_once([mine.move_bot, other.move_bot]) == [None, None]
        mine.catch_up()
        other.catch_up()
    assert other.over
    assert mine.record().actions == other.record().actions
    mine.record().verify()


def test_readers_while_it_is_played(tables: Tables) -> None:
    table = two_persons(tables)
    done = threading.Event()

    def read() -> None:
        while not done.wait(0.001):
            for seat in (None, 0, 1):
                table.perspective(seat).view()
                assert all(entry.texts for entry in table.log(seat))

    def play() -> None:
        try:
            while not table.over:
                step(table, random.Random(4))
        finally:
            done.set()

    assert at_once([read, read, play]) == [None, None, None]


def test_the_losing_process_sees_the_current_board(tables: Tables, opened: Callable[[], Tables]) -> None:
    mine = two_persons(tables)
    other = opened().open(mine.id)
    asked = command(other)
    mine.submit(command(mine))
    with pytest.raises(Stale):
        other.submit(asked)
    assert other.version == mine.version
    assert other.perspective(0).key() == mine.perspective(0).key()
    with pytest.raises(IllegalAction, match="Finish your turn"):
        other.submit(replace(asked, version=other.version))


def test_two_processes_begin_with_one_new_database(empty_database: str) -> None:
    made: list[Tables] = []
    raised = at_once([lambda: made.append(Tables(empty_database)) for _ in range(4)])
    assert raised == [None] * 4
    assert len({each.secret("cookies") for each in made}) == 1
    for each in made:
        each.close()


def test_many_processes_begin_with_new_files(tmp_path: Path) -> None:
    """SQLite does not wait by itself while another turns the write-ahead log on; rare, so many tries."""
    for number in range(60):
        made: list[Tables] = []
        raised = at_once([lambda: made.append(Tables(f"sqlite:///{tmp_path}/{number}.db"))] * 8)  # noqa: B023
        assert raised == [None] * 8
        for each in made:
            each.close()


def test_opening_at_once_gives_one_object(tables: Tables, opened: Callable[[], Tables]) -> None:
    table_id = two_persons(tables).id
    fresh = opened()
    found: list[Table] = []
    at_once([lambda: found.append(fresh.open(table_id)) for _ in range(6)])
    assert len(found) == 6
    assert len(set(map(id, found))) == 1
