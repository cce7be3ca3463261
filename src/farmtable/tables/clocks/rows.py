"""The clocks of tables in the database, and the sign of life by which it is known when no server ran.

Whose time is up is decided by these rows alone, each changed under its lock: any number of processes may ask.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from sqlalchemy import Connection, case, exists, insert, select, update

from farmtable.tables.clocks.clock import Clock, SeatTime
from farmtable.tables.clocks.control import TimeControl
from farmtable.tables.errors import NoSuchTable
from farmtable.tables.revisions import note_change
from farmtable.tables.schema import clocks, meta, tables
from farmtable.tables.transactions import Database

Change = Callable[[Clock, float], Clock]
"""Makes of the clocks, and the moment, the clocks as they are to be. What it raises leaves all as it was."""

SIGN_EVERY: Final = 5.0
DEAD_AFTER: Final = 15.0
"""Seconds without a sign of life after which no server was running, however busy it may have been."""

SIGN_OF_LIFE: Final = "sign_of_life"


class Clocks:
    """The rows of clocks. Every method is one short transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def read(self, table_id: str) -> tuple[Clock, float]:
        """The clocks of a table that has some, and what time it is. Raises NoSuchTable for an erased one."""
        with self._database.reading() as connection:
            return _read(connection, table_id), self._database.now(connection)

    def change(self, table_id: str, change: Change) -> tuple[Clock, float]:
        """Change the clocks of a table; as `read`."""
        with self._database.writing() as connection:
            note_change(connection, table_id)
            return self.change_within(connection, table_id, change)

    def change_within(self, connection: Connection, table_id: str, change: Change) -> tuple[Clock, float]:
        """Change the clocks of a table in a transaction that changes more of it; as `read`."""
        now = self._alive(connection)
        # In this order everywhere, so that nobody waits for somebody who waits for him.
        connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())
        clock = _read(connection, table_id, locked=True)
        changed = replace(change(clock, now), revision=clock.revision + 1)
        connection.execute(update(clocks).where(clocks.c.table_id == table_id).values(_columns(changed)))
        return changed, now

    def run_out(self) -> list[str]:
        """The tables at which somebody's time is up. Asked again and again, it also gives signs of life."""
        running = exists().where(clocks.c.ends.is_not(None))
        with self._database.reading() as connection:
            if not connection.scalar(select(running)):
                return []
            is_fresh = self._database.now(connection) - _sign(connection) < SIGN_EVERY
        if not is_fresh:
            with self._database.writing() as connection:
                self._alive(connection)
        with self._database.reading() as connection:
            now = self._database.now(connection)
            return list(connection.scalars(select(clocks.c.table_id).where(clocks.c.ends < now)))

    def start(self) -> None:
        """A server begins to run: the time since there was one belongs to nobody, however short it was."""
        with self._database.writing() as connection:
            self._alive(connection, dead_after=0.0)

    def _alive(self, connection: Connection, dead_after: float = DEAD_AFTER) -> float:
        """What time it is, once a sign of life is given and all clocks are moved on over any time without."""
        now = self._database.now(connection)
        if now - _sign(connection) < min(SIGN_EVERY, dead_after):
            return now
        last = _sign(connection, locked=True)  # another process may just have given it
        if now - last > dead_after:
            _pass_over(connection, last, now)
        connection.execute(update(meta).where(meta.c.key == SIGN_OF_LIFE).values(value=repr(max(now, last))))
        return now


def insert_clock(connection: Connection, table_id: str, clock: Clock) -> None:
    """Store the clocks of a new table."""
    fixed = {"table_id": table_id, "control": str(clock.control), "speed": clock.control.speed}
    connection.execute(insert(clocks).values(fixed | _columns(clock)))


def _pass_over(connection: Connection, last: float, now: float) -> None:
    """Let the clocks that run stand still from `last` until `now`, or from when they began to run."""
    since = case((clocks.c.since > last, clocks.c.since), else_=last)
    moved = {
        "since": clocks.c.since + now - since,
        "ends": clocks.c.ends + now - since,
        "changes": clocks.c.changes + 1,
    }
    connection.execute(update(clocks).where(clocks.c.ends.is_not(None), clocks.c.since < now).values(moved))


def _sign(connection: Connection, locked: bool = False) -> float:
    found = select(meta.c.value).where(meta.c.key == SIGN_OF_LIFE)
    return float(connection.scalar(found.with_for_update() if locked else found) or 0)


def _read(connection: Connection, table_id: str, locked: bool = False) -> Clock:
    found = select(clocks).where(clocks.c.table_id == table_id)
    row = connection.execute(found.with_for_update() if locked else found).mappings().first()
    if row is None:
        raise NoSuchTable
    return Clock(
        control=TimeControl.read(row["control"]),
        seats=tuple(SeatTime(**each) for each in row["seats"]),
        turns=frozenset(row["turns"]),
        since=row["since"],
        paused=row["paused"],
        changes=row["changes"],
        revision=row["revision"],
    )


def _columns(clock: Clock) -> dict[str, Any]:
    seats: Sequence[dict[str, Any]] = [asdict(each) for each in clock.seats]
    return {
        "seats": seats,
        "turns": sorted(clock.turns),
        "since": clock.since,
        "ends": clock.ends,
        "paused": clock.paused,
        "changes": clock.changes,
        "revision": clock.revision,
        "helped": bool(clock.stand_ins),
    }
