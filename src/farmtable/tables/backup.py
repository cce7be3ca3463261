"""A database in one file, and back: the same file for SQLite and PostgreSQL, whichever it came from.

The file is gzipped JSON, one value a line: first its kind and schema; then for each table of the database its
name and columns, and its rows as lists; at the end the number of rows. It contains everything, including
hands and keys, so only its owner may read it.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, Final, TextIO

from sqlalchemy import Connection, Engine, MetaData, Table, insert, inspect, select
from sqlalchemy.exc import DBAPIError

from farmtable.core.errors import BadOption, BadRecord, FarmtableError
from farmtable.tables.database import (
    WRITES,
    connect,
    connect_to_ours,
    kept_to_oneself,
    lock,
    made_later,
    reason,
    told_clearly,
)
from farmtable.tables.migrations import VERSION_TABLE, bring_up_to_date, is_known, version_of
from farmtable.tables.schema import meta, servers, tries
from farmtable.tables.transactions import Database

FORMAT: Final = "farmtable backup 1"
PREFIX: Final = "farmtable_"
ROWS_AT_ONCE: Final = 1000
OWN: Final = frozenset({VERSION_TABLE, meta.name, tries.name, servers.name})
"""Tables that have rows as soon as a server has started: its key, how often something was tried, and its last
heartbeat, if it was killed."""


def back_up(url: str, path: Path) -> int:
    """Write the whole database to a file, as it is at one moment; returns the number of rows.

    Servers may continue meanwhile. Raises BadOption for a database that cannot be used, OSError, naming the
    file, if that cannot be written.
    """
    if path.is_dir():
        raise BadOption(f"{path} is a folder; name a file in it")
    if path.exists() and not path.is_file():  # otherwise root, as in a container, would replace /dev/null
        raise BadOption(f"{path} is no file; a backup is read again, and needs one")
    engine = connect_to_ours(url)
    draft = path.with_name(f"{path.name}.part")
    try:
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "wb") as file:
            with gzip.open(file, "wt", encoding="utf-8") as text, told_clearly(engine):
                number = _write(engine, text)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        return number
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        draft.unlink(missing_ok=True)
        engine.dispose()


def restore(url: str, path: Path) -> int:
    """Fill an empty database from a file, all or nothing; returns the number of rows.

    A file of an older schema is brought up to date. Raises BadOption for a database that is not empty or a
    file of a later schema, BadRecord for a file that is damaged, OSError.
    """
    try:
        with gzip.open(path, "rt", encoding="utf-8") as text:
            schema = _schema(text, path)  # before a new database is created for nothing
            return _fill(url, schema, text, path)
    except FarmtableError:
        raise
    except (EOFError, ValueError, KeyError, TypeError, gzip.BadGzipFile, zlib.error):
        raise BadRecord(f"{path} is no whole backup of farmtable") from None


def _schema(text: TextIO, path: Path) -> str:
    """The schema of a backup, from its first line."""
    head = json.loads(text.readline())
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BadRecord(f"{path} is no backup of farmtable")
    schema = str(head["schema"])
    if not is_known(schema):
        raise BadOption(made_later(str(path), schema))
    return schema


def _fill(url: str, schema: str, text: TextIO, path: Path) -> int:
    engine = connect(url)
    try:
        with kept_to_oneself(url), engine.execution_options(**WRITES).begin() as connection:
            return _read(connection, schema, text)
    except DBAPIError as error:
        raise BadOption(f"{path} cannot be restored: {reason(error, engine.url)}") from None
    finally:
        engine.dispose()


def _write(engine: Engine, text: TextIO) -> int:
    # The database as it is when the first row is read; later changes are not included.
    level = "REPEATABLE READ" if engine.dialect.name == "postgresql" else "SERIALIZABLE"
    with engine.connect().execution_options(isolation_level=level) as connection:
        schema = version_of(connection)
        if schema is None:
            raise BadOption("there are no tables of farmtable in this database")
        _put(text, {"format": FORMAT, "schema": schema})
        number = 0
        for table in _tables(connection):
            _put(text, {"table": table.name, "columns": table.columns.keys()})
            for row in connection.execution_options(yield_per=ROWS_AT_ONCE).execute(select(table)):
                _put(text, list(row))
                number += 1
        _put(text, {"rows": number})
        return number


def _read(connection: Connection, schema: str, text: TextIO) -> int:
    lock(connection)
    _make_empty(connection)
    bring_up_to_date(connection, schema)
    tables = {table.name: table for table in _tables(connection)}
    for table in reversed(tables.values()):
        connection.execute(table.delete())  # what the migrations have written is in the file, too
    number = 0
    for name, rows in _sections(text):
        _insert(connection, tables[name], rows)
        number += len(rows)
    bring_up_to_date(connection)
    return number


def _make_empty(connection: Connection) -> None:
    """Remove the tables that a server has created and nobody has used. Raises BadOption for any others."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return
    if _is_in_use(connection):
        raise BadOption("a server is running on this database: end it first, and wait ten seconds")
    there = _reflected(connection)
    for name, table in there.tables.items():
        if name not in OWN and _has_rows(connection, table):
            raise BadOption(
                "a backup is restored to an empty database; this one has people, tables or more in it"
            )
    there.drop_all(connection)


def _is_in_use(connection: Connection) -> bool:
    """Whether a server has sent a heartbeat just now; its cached data would no longer be true."""
    living = select(servers.c.id).where(servers.c.until > Database(connection.engine).now(connection))
    return inspect(connection).has_table(servers.name) and connection.scalar(living) is not None


def _has_rows(connection: Connection, table: Table) -> bool:
    return connection.execute(select(table).limit(1)).first() is not None


def _sections(text: TextIO) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Some rows at a time, with the name of their table. Raises ValueError if the end is missing."""
    number, name, rows = 0, "", list[dict[str, Any]]()
    columns: list[str] = []
    while "rows" not in (line := json.loads(text.readline())):
        if isinstance(line, list):
            rows.append(dict(zip(columns, line, strict=True)))
            number += 1
        if rows and (len(rows) == ROWS_AT_ONCE or isinstance(line, dict)):
            yield name, rows
            rows = []
        if isinstance(line, dict):
            name, columns = line["table"], line["columns"]
    if rows:
        yield name, rows
    if line["rows"] != number or text.read():  # its last bytes are a checksum of all the others
        raise ValueError


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Insert rows; an empty value stays NULL, also in a JSON column, which has a null of its own."""
    filled = [{name: value for name, value in row.items() if value is not None} for row in rows]
    for _, alike in groupby(filled, key=tuple):
        connection.execute(insert(table), list(alike))


def _tables(connection: Connection) -> list[Table]:
    """The tables of farmtable in this database, each after those it depends on."""
    return [table for table in _reflected(connection).sorted_tables if table.name != VERSION_TABLE]


def _reflected(connection: Connection) -> MetaData:
    there = MetaData()
    there.reflect(connection, only=lambda name, _: name.startswith(PREFIX))
    return there


def _put(text: TextIO, value: object) -> None:
    text.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
