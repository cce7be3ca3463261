"""Intentions in the database.

A row is due while its seat is to act, as the table's row says. So whoever looks knows it, whatever was killed
before, and who stores a decision asks for no intention: how long that takes tells him nothing.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection
from typing import Final

from sqlalchemy import ColumnElement, Connection, String, bindparam, cast, delete, insert, or_, select

from farmtable.tables.intentions.intention import Intention, Step
from farmtable.tables.schema import intentions, tables
from farmtable.tables.transactions import Collision, Database

_SPENT: Final = delete(intentions).where(  # put together once, for every decision
    intentions.c.table_id == bindparam("of_table"),
    intentions.c.seat.in_(bindparam("of_seats", expanding=True)),
)
_ASKED: Final = or_(
    tables.c.acting.is_(None), tables.c.acting.like("%," + cast(intentions.c.seat, String) + ",%")
)


class Intentions:
    """The rows of intentions. Every method is one short transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, table_id: str, seat: int) -> Intention:
        """What a seat intends; nothing where it does not."""
        return self.said(table_id, seat)[0]

    def said(self, table_id: str, seat: int) -> tuple[Intention, float]:
        """The same, with when it was said."""
        wanted = select(intentions.c.lines, intentions.c.since).where(_at(table_id, seat))
        with self._database.reading() as connection:
            found = connection.execute(wanted).first()
        if found is None:
            return (), 0.0
        return tuple(tuple(Step.from_data(step) for step in line) for line in found.lines), found.since

    def put(self, table_id: str, seat: int, lines: Intention) -> None:
        """Note what a seat intends, in the place of what it did before; no lines: nothing any more."""
        with self._database.writing() as connection:
            connection.execute(delete(intentions).where(_at(table_id, seat)))
            if lines:
                row = {"table_id": table_id, "seat": seat, "since": time.time()}
                told = [[step.as_data() for step in line] for line in lines]
                connection.execute(insert(intentions).values(row | {"lines": told}))

    def due(self) -> dict[str, object]:
        """The tables at which a seat is to act that intends something, each with what is another value as
        soon as anything has changed there."""
        wanted = select(
            intentions.c.table_id, intentions.c.seat, intentions.c.since, tables.c.revision
        ).join_from(intentions, tables, intentions.c.table_id == tables.c.id)
        found: defaultdict[str, list[object]] = defaultdict(list)
        with self._database.reading() as connection:
            for table_id, *how in connection.execute(wanted.where(tables.c.over.is_(False), _ASKED)):
                found[table_id].append(how)
        return dict(found)


def use_up(connection: Connection, table_id: str, seat: int, since: float) -> None:
    """Take an intention away, where what came of it is stored.

    Raises Collision where it is gone, or something else was said since.
    """
    here = _at(table_id, seat) & (intentions.c.since == since)
    if connection.execute(delete(intentions).where(here)).rowcount != 1:
        raise Collision


def spend(connection: Connection, table_id: str, seats: Collection[int]) -> None:
    """Take away what these seats intended, which have decided themselves: it was for this turn."""
    if seats:
        connection.execute(_SPENT, {"of_table": table_id, "of_seats": list(seats)})


def forget(connection: Connection, table_id: str, seat: int | None = None) -> None:
    """Take away what a seat intends, or (None) what all at a table do."""
    here = intentions.c.table_id == table_id if seat is None else _at(table_id, seat)
    connection.execute(delete(intentions).where(here))


def _at(table_id: str, seat: int) -> ColumnElement[bool]:
    return (intentions.c.table_id == table_id) & (intentions.c.seat == seat)
