"""Reading and writing in one transaction each, with errors that say whether another process was the cause."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import DBAPIError, IntegrityError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from farmtable.tables.database import ASKS, WRITES, reason
from farmtable.tables.errors import NoText, StorageError
from farmtable.tables.hearing import Ear
from farmtable.tables.revisions import ORIGIN


class Collision(Exception):
    """Another process has written what this transaction wanted to write; nothing was changed."""


class Database:
    """An open database. Its transactions raise StorageError if it does not answer.

    `origin` is how others tell this process from themselves. `clock` gives the time for the clocks of tables
    (default: one that all its processes share).
    """

    def __init__(self, engine: Engine, clock: Callable[[], float] | None = None) -> None:
        self._engine = engine
        self._clock = clock
        self.origin = uuid.uuid4().hex
        alone: dict[str, Any] = {"isolation_level": "AUTOCOMMIT"} if self.is_shared else ASKS
        self._asker = engine.execution_options(**alone)
        self._writer = engine.execution_options(**WRITES, **{ORIGIN: self.origin})

    @property
    def is_shared(self) -> bool:
        """Whether other processes are expected to use it, too."""
        return self._engine.dialect.name == "postgresql"

    def listen(self, heard: Callable[[str | None], None]) -> Ear | None:
        """Have `heard` called for changes of tables by others (`Ear`); None if this database cannot
        notify."""
        return Ear(self._engine, self.origin, heard) if self.is_shared else None

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def now(self, connection: Connection) -> float:
        """The time, the same for all processes of this database, on whatever machines they run."""
        if self._clock is not None:
            return self._clock()
        if connection.dialect.name == "postgresql":
            return float(connection.scalar(select(func.extract("epoch", func.clock_timestamp()))) or 0)
        return time.time()  # only one machine opens an SQLite file

    def here(self) -> float:
        """The time on this machine: as good as `now` if seconds do not matter."""
        return time.time() if self._clock is None else self._clock()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that changes nothing."""
        with self._clear_errors(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def asking(self) -> Iterator[Connection]:
        """The same for a single query, which sees one moment even without a transaction around it; that would
        be three more messages to PostgreSQL."""
        with self._clear_errors(), self._asker.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that is committed at the end. Raises Collision if a row already exists."""
        with self._clear_errors(), self._writer.begin() as connection:
            yield connection

    @contextmanager
    def _clear_errors(self) -> Iterator[None]:
        try:
            yield
        except IntegrityError as error:
            raise Collision from error
        except PoolTimeout as error:
            raise StorageError("all connections are in use") from error
        except UnicodeEncodeError as error:
            raise NoText from error
        except DBAPIError as error:
            if _has_nul(error.params):
                raise NoText from error
            is_away = isinstance(error, OperationalError | InterfaceError)
            raise StorageError(reason(error, self._engine.url), is_away=is_away) from error


def _has_nul(value: object) -> bool:
    """Whether a text in it contains a NUL character, which PostgreSQL cannot store."""
    if isinstance(value, Mapping):
        return any(map(_has_nul, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_has_nul, value))
    return isinstance(value, str) and "\0" in value
