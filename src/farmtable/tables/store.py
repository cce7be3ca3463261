"""What is written to the database and read from it. Everything here is one short transaction."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import Connection, Engine, delete, insert, or_, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from farmtable.tables.database import WRITES
from farmtable.tables.errors import StorageError
from farmtable.tables.journal import Entry
from farmtable.tables.plan import Seat, Settings, name_key
from farmtable.tables.schema import analyses, journal, meta, seat_owners, seats, tables


class Collision(Exception):
    """Another process has written what this transaction wanted to write; nothing was changed."""


@dataclass(frozen=True)
class Header:
    """What never changes about a table. `creator` is the digest of a browser id."""

    id: str
    game: str
    rules_version: int
    players: int
    options: dict[str, Any]
    settings: Settings
    creator: str
    created: float


class Store:
    """The database, as the tables need it. Browsers are known by digests only.

    Every method raises StorageError where the database does not answer.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._writer = engine.execution_options(**WRITES)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def meta(self, key: str) -> str | None:
        """What is noted for the whole database under `key`."""
        with self._reading() as connection:
            return connection.scalar(select(meta.c.value).where(meta.c.key == key))

    def create(
        self,
        header: Header,
        sitting: Sequence[Seat],
        owners: Mapping[str, Sequence[int]],
        entries: Sequence[Entry],
    ) -> None:
        """Store a new table; `owners` says which seats a browser owns. Raises Collision where it is there."""
        row = asdict(header) | {"settings": asdict(header.settings), "touched": header.created, "over": False}
        with self._writing() as connection:
            connection.execute(insert(tables).values(row))
            for seat in sitting:
                key = name_key(seat.name) if seat.taken and seat.name else None
                values = {"table_id": header.id, "seat": seat.index, "name_key": key, "kind": seat.kind}
                values |= {"name": seat.name, "bot": seat.bot, "taken": seat.taken}
                connection.execute(insert(seats).values(values))
            for browser, owned in owners.items():
                for index in owned:
                    connection.execute(_ownership(header.id, index, browser))
            _insert_entries(connection, header.id, 0, entries)

    def header(self, table_id: str) -> Header | None:
        """A table's fixed part, or None where there is no such table."""
        with self._reading() as connection:
            row = connection.execute(select(tables).where(tables.c.id == table_id)).mappings().first()
        if row is None:
            return None
        fields = {name: row[name] for name in Header.__dataclass_fields__}
        return Header(**(fields | {"settings": Settings(**row["settings"])}))

    def seats(self, table_id: str) -> tuple[list[Seat], dict[str, list[int]]]:
        """The seats in order, and which of them each browser owns."""
        with self._reading() as connection:
            sitting = connection.execute(
                select(seats).where(seats.c.table_id == table_id).order_by(seats.c.seat)
            ).mappings()
            found = [Seat(row["seat"], row["kind"], row["name"], row["bot"], row["taken"]) for row in sitting]
            owners: dict[str, list[int]] = defaultdict(list)
            owning = select(seat_owners).where(seat_owners.c.table_id == table_id)
            for row in connection.execute(owning.order_by(seat_owners.c.seat)).mappings():
                owners[row["browser"]].append(row["seat"])
        return found, dict(owners)

    def claim(self, table_id: str, seat: int, browser: str, name: str) -> bool:
        """Seat a friend; False where the seat was taken first. Raises Collision for a name in use."""
        free = (seats.c.table_id == table_id) & (seats.c.seat == seat) & seats.c.taken.is_(False)
        with self._writing() as connection:
            done = connection.execute(
                update(seats).where(free).values(name=name, name_key=name_key(name), taken=True)
            )
            if done.rowcount == 1:
                connection.execute(_ownership(table_id, seat, browser))
            return done.rowcount == 1

    def add_owner(self, table_id: str, seat: int, browser: str) -> None:
        """Let one more browser own a seat. Raises Collision where it does already."""
        with self._writing() as connection:
            connection.execute(_ownership(table_id, seat, browser))

    def entries(self, table_id: str, since: int) -> list[Entry]:
        """The journal from entry `since` on."""
        wanted = (journal.c.table_id == table_id) & (journal.c.n >= since)
        with self._reading() as connection:
            rows = connection.execute(
                select(journal.c.kind, journal.c.seat, journal.c.action, journal.c.command_id)
                .where(wanted)
                .order_by(journal.c.n)
            )
            return [Entry(*row) for row in rows]

    def append(
        self, table_id: str, since: int, entries: Sequence[Entry], record: dict[str, Any] | None
    ) -> None:
        """Append entries from number `since` on, all or none; `record` is the finished game's.

        Raises Collision where another process has been faster, or a command id is there already.
        """
        change: dict[str, Any] = {"touched": time.time()}
        if record is not None:
            change |= {"over": True, "record": record}
        with self._writing() as connection:
            _insert_entries(connection, table_id, since, entries)
            connection.execute(update(tables).where(tables.c.id == table_id).values(change))

    def record(self, table_id: str) -> dict[str, Any] | None:
        """The stored record of a finished game, or None."""
        with self._reading() as connection:
            found: dict[str, Any] | None = connection.scalar(
                select(tables.c.record).where(tables.c.id == table_id)
            )
            return found

    def analysis(self, table_id: str, engine: str) -> dict[str, Any] | None:
        """What was found out about a finished game by this engine, or None."""
        mine = (analyses.c.table_id == table_id) & (analyses.c.engine == engine)
        with self._reading() as connection:
            found: dict[str, Any] | None = connection.scalar(select(analyses.c.content).where(mine))
            return found

    def save_analysis(self, table_id: str, engine: str, content: dict[str, Any]) -> None:
        """Keep an analysis. Raises Collision where another process keeps one at the same moment."""
        row = {"table_id": table_id, "engine": engine, "content": content}
        with self._writing() as connection:
            connection.execute(delete(analyses).where(analyses.c.table_id == table_id))
            connection.execute(insert(analyses).values(row))

    def ids_of(self, browser: str) -> list[str]:
        """The tables that a browser created or sits at, the most recently used first."""
        sitting = select(seat_owners.c.table_id).where(seat_owners.c.browser == browser)
        mine = or_(tables.c.creator == browser, tables.c.id.in_(sitting))
        with self._reading() as connection:
            found = connection.scalars(select(tables.c.id).where(mine).order_by(tables.c.touched.desc()))
            return list(found)

    def ids_with_bots(self) -> list[str]:
        """The running tables at which a bot sits."""
        bots = select(seats.c.table_id).where(seats.c.kind == "bot")
        running = tables.c.over.is_(False) & tables.c.id.in_(bots)
        with self._reading() as connection:
            return list(connection.scalars(select(tables.c.id).where(running).order_by(tables.c.created)))

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with _clear_errors(), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with _clear_errors(), self._writer.begin() as connection:
            yield connection


@contextmanager
def _clear_errors() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        raise Collision from error
    except (DBAPIError, PoolTimeout) as error:
        raise StorageError from error


def _ownership(table_id: str, seat: int, browser: str) -> Any:
    return insert(seat_owners).values(table_id=table_id, seat=seat, browser=browser)


def _insert_entries(connection: Connection, table_id: str, since: int, entries: Sequence[Entry]) -> None:
    now = time.time()
    rows = [
        asdict(entry) | {"table_id": table_id, "n": n, "at": now} for n, entry in enumerate(entries, since)
    ]
    if rows:
        connection.execute(insert(journal), rows)
