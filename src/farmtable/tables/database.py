"""Opening the database: which kinds are supported, how they are set up, and clear messages when it fails."""

from __future__ import annotations

import os
import secrets
import sqlite3
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from sqlalchemy import (
    URL,
    Connection,
    Engine,
    create_engine,
    event,
    insert,
    inspect,
    make_url,
    select,
    text,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidatePoolError
from sqlalchemy.pool import ConnectionPoolEntry

from farmtable.core.errors import BadOption
from farmtable.tables.migrations import bring_up_to_date, is_known, newest, version_of
from farmtable.tables.schema import meta

NAMED: Final = "FARMTABLE_DB (--db)"
KNOWN: Final = "sqlite:///FILE or postgresql+psycopg://USER@HOST/DATABASE"
SECONDS_TO_WAIT: Final = 10
SECONDS_BETWEEN_TRIES: Final = 0.01
SECONDS_TRUSTED: Final = 1.0
"""How long after its last use a connection to PostgreSQL is assumed to be alive."""
POSTGRESQL_LOCK: Final = 0x6661726D  # "farm": any number that no other program is likely to use

# The numbers of the schema from before its steps were counted; the first step brings them all up to date.
UNCOUNTED: Final = ("1", "2", "3", "4")

ALIVE: Final = {
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
"""So a connection to PostgreSQL that is cut silently is noticed within half a minute, not two hours."""

# Marks connections that write: SQLite must know when a transaction begins, or two would deadlock.
WRITES: Final = {"farmtable_writes": True}
# Marks connections that make a single query, for which SQLite begins and ends a transaction itself.
ASKS: Final = {"farmtable_asks": True}


def open_database(url: str) -> Engine:
    """An engine for `url`; creates its tables if it is new, and missing ones if it is older.

    Raises BadOption, without the password, if the URL is wrong, the database cannot be reached, or a later
    version of farmtable made it.
    """
    engine = connect(url)
    try:
        with told_clearly(engine), engine.execution_options(**WRITES).begin() as connection:
            _set_up(connection)
    except BadOption:
        engine.dispose()
        raise
    return engine


def connect(url: str) -> Engine:
    """An engine for `url`, whatever the database contains. Raises BadOption if the URL is wrong."""
    return _engine(_parse(url))


def connect_to_ours(url: str) -> Engine:
    """An engine for a database that farmtable has made; creates and changes nothing.

    Raises BadOption if there is none.
    """
    parsed = _parse(url)
    path = parsed.database or ""
    is_file = parsed.get_backend_name() == "sqlite" and not path.startswith("file:")
    if is_file and not os.path.exists(path):
        raise BadOption(f"there is no database {path}")
    engine = _engine(parsed)
    try:
        with told_clearly(engine), engine.connect() as connection:
            if version_of(connection) is None and not inspect(connection).has_table(meta.name):
                raise BadOption("there are no tables of farmtable in this database")
    except BadOption:
        engine.dispose()
        raise
    return engine


@contextmanager
def kept_to_oneself(url: str) -> Iterator[None]:
    """Hold the exclusive right to serve an SQLite file, or to fill it; others may read and write rows
    meanwhile.

    Raises BadOption if somebody else has it. Several servers may share PostgreSQL: there it has no effect.
    """
    engine = connect(url)
    try:
        with told_clearly(engine):
            held = _hold(engine) if engine.dialect.name == "sqlite" else None
    finally:
        engine.dispose()
    try:
        yield
    finally:
        if held is not None:
            held.close()


def _hold(engine: Engine) -> sqlite3.Connection | None:
    """Hold an empty file beside that of the database, until it is closed or we are killed.

    SQLite locks it in the way that suits each system. Not the database itself: that would keep everybody out.
    Without a file, as in memory, there is nobody to keep away.
    """
    with engine.connect() as connection:
        path = connection.exec_driver_sql("PRAGMA database_list").one()[2]
    if not path:
        return None
    beside = f"{os.path.realpath(path)}.served"
    try:
        _make_private(beside)
        _give_to_owner_of(path, beside)
        held = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
        held.execute("BEGIN EXCLUSIVE")
    except OSError as error:
        raise BadOption(f"cannot use {beside}: {error.strerror}") from None
    except sqlite3.OperationalError as error:
        if "locked" not in str(error):
            raise BadOption(f"cannot use {beside}: {error}") from None
        raise BadOption(
            f"a server is running on {path}, or a backup is being restored to it: end that first, or name "
            "another database with --db"
        ) from None
    return held


def _give_to_owner_of(path: str, beside: str) -> None:
    """Give a file that root made beside another to the other's owner, as SQLite does: otherwise the owner
    would be locked out."""
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = os.stat(path)
        os.chown(beside, owner.st_uid, owner.st_gid)


@contextmanager
def told_clearly(engine: Engine) -> Iterator[None]:
    """Turn errors of the database into a BadOption of one line, without the password."""
    try:
        yield
    except DBAPIError as error:
        url = engine.url
        raise BadOption(f"cannot use the database {_public(url)}: {reason(error, url)}") from None


def _parse(url: str) -> URL:
    if not url.startswith("sqlite") and url.count("@") > 1:
        # It is not certain where the password ends, so nothing of the URL may be shown.
        raise BadOption(
            f"{NAMED}: the URL of the database has more than one @; a password with @ belongs in PGPASSWORD, "
            "or has %40 in its place"
        )
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError):
        raise BadOption(f"{NAMED}: this is not the URL of a database; it looks like {KNOWN}") from None
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername not in ("sqlite", "postgresql+psycopg"):
        raise BadOption(f"{NAMED}: tables are not kept in {parsed.drivername!r}; the URL looks like {KNOWN}")
    if parsed.drivername == "sqlite" and (not parsed.database or ":memory:" in parsed.database):
        raise BadOption(f"{NAMED}: tables are kept in a file, to be there after a restart: sqlite:///FILE")
    return parsed


def _engine(url: URL) -> Engine:
    # hide_parameters: no names or digests in the text of an error
    try:
        if url.get_backend_name() == "sqlite":
            _make_private(url.database or "")
            wait = {"timeout": SECONDS_TO_WAIT}
            engine = create_engine(url, hide_parameters=True, connect_args=wait)
            event.listen(engine, "connect", _prepare_sqlite)
            event.listen(engine, "begin", _begin_sqlite)
            return engine
        wait = {"connect_timeout": SECONDS_TO_WAIT}
        settings = {name: value for name, value in ALIVE.items() if name not in url.query} | wait
        engine = create_engine(url, hide_parameters=True, connect_args=settings)
        event.listen(engine, "checkin", _note_use)
        event.listen(engine, "checkout", partial(_check_alive, engine))
        return engine
    except OSError as error:
        raise BadOption(f"cannot use the database {_public(url)}: {error.strerror}") from None
    except ImportError:
        raise BadOption("PostgreSQL needs its driver: pip install 'farmtable[postgresql]'") from None
    except (ArgumentError, TypeError, ValueError):
        raise BadOption(f"the database URL {_public(url)} has a setting that is not known") from None


def _make_private(path: str) -> None:
    """Make a new database file that only its owner can read: it contains hands and keys."""
    if not path.startswith("file:") and not os.path.exists(path):
        os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    _write_ahead(connection)
    # synchronous=FULL: what was committed survives a power cut too, not only a kill.
    for pragma in ("synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Turn the write-ahead log on, waiting for others who do the same to a new file.

    SQLite does not apply its busy timeout here: if several turn the log on at the same moment, one may get
    the error that the file is locked at once.
    """
    until = time.monotonic() + SECONDS_TO_WAIT
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(SECONDS_BETWEEN_TRIES)


def _note_use(_: object, record: ConnectionPoolEntry) -> None:
    record.info["used"] = time.monotonic()


def _check_alive(engine: Engine, connection: Any, record: ConnectionPoolEntry, _: object) -> None:
    """Check that the connection is alive, unless it was just used: the check costs as much as a query. If it
    is not, all connections are made anew."""
    if time.monotonic() - record.info.get("used", time.monotonic()) < SECONDS_TRUSTED:
        return
    try:
        engine.dialect.do_ping(connection)
    except engine.dialect.loaded_dbapi.Error as error:
        raise InvalidatePoolError from error


def _begin_sqlite(connection: Connection) -> None:
    marked = connection.get_execution_options()
    if not marked.get("farmtable_asks", False):
        writes = marked.get("farmtable_writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _set_up(connection: Connection) -> None:
    """Create the tables of a new database, bring an older one up to date, or refuse one that is neither.

    In one transaction.
    """
    lock(connection)
    found = version_of(connection)
    if found is None:
        _check_uncounted(connection)
    elif not is_known(found):
        raise BadOption(made_later("this database", found))
    if found != newest():
        bring_up_to_date(connection)
    if connection.scalar(select(meta.c.value).where(meta.c.key == "token_key")) is None:
        connection.execute(insert(meta).values(key="token_key", value=secrets.token_hex(32)))


def made_later(what: str, schema: str) -> str:
    """That a database or a backup has a schema which this program cannot know."""
    return f"{what} was made by a later version of farmtable (schema {schema}, here {newest()})"


def lock(connection: Connection) -> None:
    """Keep others from setting the database up at the same time: one applies the steps, the others find them
    applied.

    SQLite has only one writer at a time anyway.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": POSTGRESQL_LOCK})


def _check_uncounted(connection: Connection) -> None:
    """Refuse a database that is neither new nor from a program from before steps were counted."""
    if not inspect(connection).has_table(meta.name):
        return
    found = connection.scalar(select(meta.c.value).where(meta.c.key == "schema_version"))
    if found not in UNCOUNTED:
        raise BadOption(f"this database has schema {found}, which farmtable does not know")


def _public(url: URL) -> str:
    """The URL without its secrets."""
    return url.set(query={}).render_as_string(hide_password=True)


def reason(error: DBAPIError, url: URL) -> str:
    """The driver's own first line; a password in it (in a query setting, say) is masked."""
    said = str(error.orig).strip() or type(error.orig).__name__
    said = said.splitlines()[0]
    hidden = [url.password, *(value for value in url.query.values() if isinstance(value, str))]
    for secret in hidden:
        if secret:
            said = said.replace(str(secret), "***")
    return said
