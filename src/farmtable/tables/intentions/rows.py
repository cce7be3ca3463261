"""Intentions in the database.

The transaction that stores a decision also notes whose intentions are due by it. So whoever finds such a row,
the process that stored the decision or any other after that one was killed, knows that its turn has come.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection
from typing import Final

from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select, update

from farmtable.tables.intentions.intention import Intention, Step
from farmtable.tables.schema import intentions
from farmtable.tables.transactions import Collision, Database

LEFT_AFTER: Final = 2.0
"""Seconds after which an intention that is due was left behind by the process that should have played it."""

_DUE: Final = update(intentions).where(  # put together once, for every decision
    intentions.c.table_id == bindparam("of_table"),
    intentions.c.seat.in_(bindparam("of_seats", expanding=True)),
)


class Intentions:
    """The rows of intentions. Every method is one short transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, table_id: str, seat: int) -> Intention:
        """What a seat intends; nothing where it does not."""
        with self._database.reading() as connection:
            found = connection.scalar(select(intentions.c.lines).where(_at(table_id, seat)))
        return tuple(tuple(Step.from_data(step) for step in line) for line in found or ())

    def put(self, table_id: str, seat: int, lines: Intention) -> None:
        """Note what a seat intends, in the place of what it did before; no lines: nothing any more."""
        with self._database.writing() as connection:
            connection.execute(delete(intentions).where(_at(table_id, seat)))
            if lines:
                row = {"table_id": table_id, "seat": seat, "since": time.time()}
                told = [[step.as_data() for step in line] for line in lines]
                connection.execute(insert(intentions).values(row | {"lines": told}))

    def drop(self, table_id: str, seat: int) -> None:
        """Take a due intention away of which nothing was possible."""
        with self._database.writing() as connection, contextlib.suppress(Collision):
            use_up(connection, table_id, seat)

    def call(self, table_id: str, seats: Collection[int]) -> bool:
        """Note that these seats are to decide now; whether any of them intends something."""
        with self._database.writing() as connection:
            return call(connection, table_id, seats)

    def left(self) -> list[str]:
        """The tables with intentions that are due and that nobody has played."""
        waiting = select(intentions.c.table_id).where(intentions.c.due < time.time() - LEFT_AFTER)
        with self._database.reading() as connection:
            return list(connection.scalars(waiting.distinct()))

    def due(self, table_id: str) -> list[int]:
        """The seats of a table whose intentions are due."""
        here = (intentions.c.table_id == table_id) & intentions.c.due.is_not(None)
        with self._database.reading() as connection:
            return list(connection.scalars(select(intentions.c.seat).where(here).order_by(intentions.c.seat)))


def call(connection: Connection, table_id: str, seats: Collection[int]) -> bool:
    """As `Intentions.call`, in the transaction that stores the decision by which they are."""
    if not seats:
        return False
    whose = {"of_table": table_id, "of_seats": list(seats)}
    return connection.execute(_DUE, whose | {"due": time.time()}).rowcount > 0


def use_up(connection: Connection, table_id: str, seat: int) -> None:
    """Take a due intention away, where what came of it is stored. Raises Collision where it is gone."""
    here = _at(table_id, seat) & intentions.c.due.is_not(None)
    if connection.execute(delete(intentions).where(here)).rowcount != 1:
        raise Collision


def forget(connection: Connection, table_id: str, seat: int | None = None) -> None:
    """Take away what a seat intends, or (None) what all at a table do."""
    here = intentions.c.table_id == table_id if seat is None else _at(table_id, seat)
    connection.execute(delete(intentions).where(here))


def _at(table_id: str, seat: int) -> ColumnElement[bool]:
    return (intentions.c.table_id == table_id) & (intentions.c.seat == seat)
