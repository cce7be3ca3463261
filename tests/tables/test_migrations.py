"""Older databases come up with their games intact, newer ones are refused, and many may start at once."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, create_engine, inspect, text

from farmtable import BadOption
from farmtable.tables import Tables
from farmtable.tables.migrations import VERSION_TABLE, newest
from farmtable.tables.schema import metadata
from tests.tables.helpers import ANNA, BERT, command, step, two_persons

OLD = Path(__file__).parent / "databases"
RUNNING, FINISHED = "P9-0qpdmjWlF", "RaBqFZxRKGi5"


@pytest.fixture
def database(empty_database: str) -> str:
    """One that is made, or filled by an older program, in the tests themselves."""
    return empty_database


@contextmanager
def connected(database: str) -> Iterator[Connection]:
    """A connection beside ours, whose changes stay."""
    engine = create_engine(database)
    with engine.begin() as connection:
        yield connection
    engine.dispose()


def restore(database: str, dump: str) -> None:
    """Fill an empty database with what an older program left."""
    with connected(database) as connection:
        for statement in (OLD / dump).read_text(encoding="utf-8").split(";\n"):
            connection.exec_driver_sql(statement)


def test_a_game_under_way_outlives_the_migration(database: str, opened: Callable[[], Tables]) -> None:
    """The database was made by the last program that did not count steps."""
    restore(database, "schema-4.sql")
    tables = opened()
    table = tables.open(RUNNING)
    assert (table.version, table.held_by, table.to_play) == (16, 1, 0)
    assert [seat.name for seat in table.seats] == ["Anna", "Bert"]
    assert table.seats_of(ANNA) == [0]
    assert table.seats_of("laptop of anna") == [0]
    table.take_along(table.pass_key(1, BERT), "phone of bert")
    table.submit(command(table, "finish"))
    choose = random.Random(5)
    while not table.over:
        step(table, choose)
    assert tables.record(RUNNING).state().scores() == table.record().state().scores()


def test_what_was_finished_is_there_after_the_migration(database: str, opened: Callable[[], Tables]) -> None:
    restore(database, "schema-4.sql")
    tables = opened()
    finished = tables.open(FINISHED)
    assert finished.over
    assert tables.record(FINISHED).actions == finished.record().actions
    assert tables.analysis(FINISHED, "some engine") == {"found": [0.5]}
    assert {listed.id: listed.archived for _, listed in tables.lists.list_of(BERT)} == {
        RUNNING: False,
        FINISHED: True,
    }


@pytest.mark.parametrize(
    ("schema", "missing"),
    [
        ("1", ["analyses", "seat_links", "devices", "resigned", "put_away"]),
        ("3", ["resigned", "put_away"]),
    ],
)
def test_what_an_older_schema_lacks_is_added(
    database: str, opened: Callable[[], Tables], schema: str, missing: list[str]
) -> None:
    restore(database, "schema-4.sql")
    with connected(database) as connection:
        for name in missing:
            connection.execute(text(f"DROP TABLE farmtable_{name}"))
        connection.execute(text(f"UPDATE farmtable_meta SET value = '{schema}' WHERE key = 'schema_version'"))
    for _ in range(2):
        tables = opened()
        assert tables.open(RUNNING).version == 16
        tables.save_analysis(FINISHED, "another engine", {"found": [0.25]})
        assert opened().analysis(FINISHED, "another engine") == {"found": [0.25]}


def test_the_steps_lead_to_the_schema(database: str) -> None:
    """A new database is made by the same steps that bring an old one up to date."""
    Tables(database).close()
    with connected(database) as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        assert compare_metadata(context, metadata) == []
        assert context.get_current_revision() == newest()


@pytest.mark.parametrize("found", ["0", "5", "old", "-1"])
def test_an_unknown_schema_from_before_the_steps_is_refused(database: str, found: str) -> None:
    restore(database, "schema-4.sql")
    with connected(database) as connection:
        connection.execute(text(f"UPDATE farmtable_meta SET value = '{found}' WHERE key = 'schema_version'"))
    with pytest.raises(BadOption, match=f"schema {found}, which farmtable does not know"):
        Tables(database)
    with connected(database) as connection:
        assert not inspect(connection).has_table(VERSION_TABLE)


def test_a_database_of_a_later_program_is_refused(database: str) -> None:
    Tables(database).close()
    with connected(database) as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    with pytest.raises(BadOption, match=rf"by a later version of farmtable \(schema 9999, here {newest()}\)"):
        Tables(database)


def test_programs_from_before_the_steps_refuse_a_database_of_today(database: str) -> None:
    """They know the numbers 1 to 4, and say another in a sentence."""
    Tables(database).close()
    with connected(database) as connection:
        found = connection.scalar(text("SELECT value FROM farmtable_meta WHERE key = 'schema_version'"))
    assert found == "5"


@pytest.mark.parametrize("dump", [None, "schema-4.sql"])
def test_several_may_start_at_once(database: str, dump: str | None) -> None:
    if dump:
        restore(database, dump)
    with ThreadPoolExecutor(4) as pool:
        started = list(pool.map(Tables, [database] * 4))
    keys = {tables.secret("cookies") for tables in started}
    table = two_persons(started[0])
    assert {tables.open(table.id).version for tables in started} == {table.version}
    assert len(keys) == 1
    for tables in started:
        tables.close()


def test_a_step_that_fails_changes_nothing(database: str) -> None:
    restore(database, "schema-4.sql")
    with connected(database) as connection:
        connection.execute(text("DROP TABLE farmtable_analyses"))  # made anew before the step fails
        connection.execute(text("DROP TABLE farmtable_put_away"))
        connection.execute(text("CREATE VIEW farmtable_put_away AS SELECT 1 AS browser"))
    with pytest.raises(BadOption, match="cannot use the database"):
        Tables(database)
    with connected(database) as connection:
        assert not {"farmtable_analyses", VERSION_TABLE} & set(inspect(connection).get_table_names())
