"""Databases that cannot be used, and what a database keeps for tables that cannot be played."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from farmtable import BadOption, BadRecord, game
from farmtable.tables import (
    RetiredRules,
    RetiredTable,
    SeatPlan,
    Settings,
    StorageError,
    Tables,
    Unfinished,
)
from farmtable.tables.database import open_database
from tests.postgres import for_a_test
from tests.retirement import retire
from tests.tables.helpers import ANNA, GAME, command, step, two_persons
from tools.load.postgres import Postgres

PASSWORD = "ährensache"


@pytest.mark.parametrize(
    "url",
    [
        "",
        "tables.db",
        "::",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:////no/such/folder/tables.db",
        "sqlite:////",
        "sqlite+aiosqlite:///x.db",
        f"mysql://farmer:{PASSWORD}@localhost/tables",
        f"nosuch+thing://farmer:{PASSWORD}@localhost/tables",
        f"postgresql+psycopg://farmer:{PASSWORD}@127.0.0.1:1/tables",
        f"postgresql://farmer:{PASSWORD}@127.0.0.1:1/tables",
        f"postgresql+psycopg://127.0.0.1:1/tables?password={PASSWORD}",
        f"postgresql+psycopg://farmer:{PASSWORD}@127.0.0.1:notaport/tables",
        f"postgresql+psycopg://127.0.0.1:1/tables?nosuchsetting={PASSWORD}",
        f"postgresql+psycopg://farmer:{PASSWORD}@127.0.0.1:99999/tables",
    ],
)
def test_wrong_urls(url: str) -> None:
    with pytest.raises(BadOption) as caught:
        Tables(url)
    said = str(caught.value)
    assert "\n" not in said
    assert PASSWORD not in said
    assert "Traceback" not in said
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


@pytest.mark.parametrize("password", ["hay@barn", "hay@barn/loft", "hay@barn?loft", "hay@barn:1/x"])
def test_a_password_with_an_at_sign_is_refused_and_told_to_nobody(password: str) -> None:
    with pytest.raises(BadOption, match="PGPASSWORD") as refused:
        open_database(f"postgresql+psycopg://farmtable:{password}@127.0.0.1/x")
    assert "barn" not in str(refused.value)
    assert "hay" not in str(refused.value)


def test_the_password_may_come_from_the_environment(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PGPASSWORD", "hay@barn/loft")
    engine = open_database(postgres_url)
    with engine.connect() as connection:
        line = connection.connection.driver_connection
        assert line is not None
        assert line.info.password == "hay@barn/loft"
    engine.dispose()


def test_unknown_postgresql_database(postgres_server: Postgres) -> None:
    with pytest.raises(BadOption, match="nosuchdatabase"):
        Tables(postgres_server.url("nosuchdatabase"))


def test_the_database_of_a_test_goes_with_it(postgres_server: Postgres) -> None:
    made = for_a_test(postgres_server)
    url = next(made)
    with closing(Tables(url)):  # which some test may leave open
        assert next(made, None) is None
    with pytest.raises(BadOption, match="does not exist"):
        Tables(url)


def test_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database at all, but long enough to be looked at " * 20)
    with pytest.raises(BadOption, match="not a database"):
        Tables(f"sqlite:///{path}")
    assert path.read_text().startswith("not a database")


def test_an_analysis_is_kept_for_its_engine(tables: Tables, opened: Callable[[], Tables]) -> None:
    table = two_persons(tables)
    assert tables.analysis(table.id, "old") is None
    tables.save_analysis(table.id, "old", {"known": 1})
    tables.save_analysis(table.id, "old", {"known": 2})
    assert opened().analysis(table.id, "old") == {"known": 2}
    tables.save_analysis(table.id, "new", {"known": 3})
    assert opened().analysis(table.id, "new") == {"known": 3}
    assert opened().analysis(table.id, "old") is None


def test_retired_rules_are_said_clearly(tables: Tables, opened: Callable[[], Tables], database: str) -> None:
    running, finished = two_persons(tables), two_persons(tables)
    while not finished.over:
        step(finished, random.Random(3))
    retire(database)
    later = opened()
    for table in (running, finished):
        with pytest.raises(RetiredRules, match=r"follows version 0 .* version 1 is played here"):
            later.open(table.id)
    seen = [later.find(table.id) for table in (finished, running)]
    assert later.lists.of_browser(ANNA) == seen
    assert all(isinstance(table, RetiredTable) and table.game is game(GAME) for table in seen)
    assert [(table.over, [seat.name for seat in table.seats]) for table in seen] == [
        (True, ["Anna", "Bert"]),
        (False, ["Anna", "Bert"]),
    ]
    with pytest.raises(Unfinished):
        later.record(running.id)
    record = later.record(finished.id)  # what was finished can still be shown
    assert record.retired
    assert record.state().scores() == finished.record().state().scores()


def test_bots_leave_tables_of_retired_rules_alone(
    tables: Tables, opened: Callable[[], Tables], database: str
) -> None:
    table = tables.create(GAME, 2, [SeatPlan("bot", bot="random"), SeatPlan("local")], {}, Settings(), ANNA)
    assert opened().running_ids() == [table.id]
    retire(database)
    assert opened().running_ids() == []


def test_damaged_journal_is_said_clearly(tables: Tables, opened: Callable[[], Tables], database: str) -> None:
    table = two_persons(tables)
    table.submit(command(table))
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("UPDATE farmtable_journal SET action = 3 WHERE n = 8 OR action = 5"))
    engine.dispose()
    with pytest.raises(BadRecord, match="damaged at entry"):
        opened().open(table.id)


def test_a_table_stored_with_chance_pending_goes_on(
    tables: Tables, opened: Callable[[], Tables], database: str
) -> None:
    table = two_persons(tables)
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("DELETE FROM farmtable_journal WHERE n >= 4"))
    engine.dispose()
    again = opened().open(table.id)
    assert again.version == 7
    assert again.to_play == 0
    assert opened().open(table.id).perspective(0).key() == again.perspective(0).key()


def test_a_failing_database_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    tables = Tables(f"sqlite:///{path}")
    table = two_persons(tables)
    asked = command(table)
    version = table.version
    connection = sqlite3.connect(path)
    connection.execute("ALTER TABLE farmtable_journal RENAME TO gone")
    with pytest.raises(StorageError, match="try again"):
        table.submit(asked)
    assert table.version == version
    connection.execute("ALTER TABLE gone RENAME TO farmtable_journal")
    connection.close()
    table.submit(asked)
    assert table.version == version + 1
    tables.close()


def test_sqlite_is_set_up_to_last(tmp_path: Path) -> None:
    tables = Tables(f"sqlite:///{tmp_path / 'tables.db'}")
    tables.create(GAME, 2, [SeatPlan("local"), SeatPlan("local")], {}, Settings(), ANNA)
    connection = sqlite3.connect(tmp_path / "tables.db")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    connection.close()
    tables.close()


@pytest.mark.skipif(os.name != "posix", reason="permissions are of another kind here")
def test_nobody_else_may_read_the_file(tmp_path: Path) -> None:
    tables = Tables(f"sqlite:///{tmp_path / 'tables.db'}")
    two_persons(tables)
    assert {path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == {0}
    tables.close()


def test_only_digests_of_browsers_are_stored(tmp_path: Path) -> None:
    tables = Tables(f"sqlite:///{tmp_path / 'tables.db'}")
    two_persons(tables)
    tables.close()
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Anna" in stored
    assert ANNA.encode() not in stored
