"""Who watches which table, counted over all processes, and the games that anybody may watch."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, func, insert, select, update

from farmtable.tables.clocks.control import Speed
from farmtable.tables.plan import Seat
from farmtable.tables.revisions import note_change
from farmtable.tables.schema import clocks, resigned, seats, tables, watchers
from farmtable.tables.tokens import digest
from farmtable.tables.transactions import Collision, Database

NOTED_EVERY: Final = 8.0
GONE_AFTER: Final = 25.0
"""Seconds without a sign of a page after which nobody watches there."""
COUNTED_EVERY: Final = 2.0
"""Seconds for which a process believes its count of all tables."""

LATELY: Final = 7 * 24 * 3600.0
MOST_SHOWN: Final = 20


@dataclass(frozen=True)
class InProgress:
    """A game that anybody may watch: who plays, how fast, and how many watch."""

    id: str
    game: str
    speed: Speed
    seats: list[Seat]
    watching: int


class Watching:
    """The spectators of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._counts: dict[str, int] = {}
        self._counted = 0.0
        self._noted: dict[tuple[str, str], float] = {}
        self._left: set[tuple[str, str]] = set()

    def note(self, table_id: str, browser: str) -> None:
        """Note that a page of somebody who holds no seat is at a table."""
        key, now = (table_id, digest(browser)), time.monotonic()
        if now - self._noted.get(key, -NOTED_EVERY) < NOTED_EVERY:
            return
        here = (watchers.c.table_id == table_id) & (watchers.c.browser == key[1])
        try:
            with self._database.writing() as connection:
                seen = self._database.now(connection)
                done = connection.execute(update(watchers).where(here).values(seen=seen))
                if done.rowcount == 0:
                    note_change(connection, table_id)  # so that other processes count anew
                    connection.execute(delete(watchers).where(watchers.c.seen < seen - GONE_AFTER))
                    row = {"table_id": table_id, "browser": key[1], "seen": seen}
                    connection.execute(insert(watchers).values(row))
        except Collision:  # another page of his, or the table is gone
            return
        with self._lock:
            if key not in self._noted:
                self._counted = 0.0
            self._noted[key] = now

    @property
    def is_current(self) -> bool:
        """Whether nobody has come or gone here since the last count."""
        return self._counted > 0

    def leave(self, table_id: str, browser: str) -> bool:
        """Note that a page of somebody has left; with the next count he is gone, unless another is noted.

        Whether he watched.
        """
        with self._lock:
            if self._noted.pop((table_id, digest(browser)), None) is None:
                return False
            self._left.add((table_id, digest(browser)))
            self._counted = 0.0
            return True

    def count(self, table_id: str) -> int:
        """How many watch a table."""
        self.look()
        return self.known(table_id)

    def known(self, table_id: str) -> int:
        """The same as this process has counted last; no database is asked."""
        return self._counts.get(table_id, 0)

    def look(self) -> None:
        """Count anew, if that was not done just now."""
        if time.monotonic() - self._counted > COUNTED_EVERY:
            counts = self._count()
            with self._lock:
                self._counts, self._counted = counts, time.monotonic()

    def in_progress(self) -> list[InProgress]:
        """The games that anybody may watch, the last played first."""
        found = (
            select(tables.c.id, tables.c.game, func.coalesce(clocks.c.speed, "free").label("speed"))
            .outerjoin(clocks)
            .where(tables.c.public, tables.c.over.is_(False), tables.c.touched > time.time() - LATELY)
            .order_by(tables.c.touched.desc())
            .limit(MOST_SHOWN)
        )
        with self._database.reading() as connection:
            rows = connection.execute(found).all()
            ids = [row.id for row in rows]
            given_up = select(resigned.c.table_id, resigned.c.seat).where(resigned.c.table_id.in_(ids))
            gone = {(table_id, seat) for table_id, seat in connection.execute(given_up)}
            sitting: dict[str, list[Seat]] = {table_id: [] for table_id in ids}
            for one in connection.execute(
                select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.seat)
            ):
                seat = Seat(
                    one.seat, one.kind, one.name, one.bot, one.taken, (one.table_id, one.seat) in gone
                )
                sitting[one.table_id].append(seat)
        return [InProgress(row.id, row.game, row.speed, sitting[row.id], self.count(row.id)) for row in rows]

    def _count(self) -> dict[str, int]:
        with self._lock:
            left, self._left = self._left - set(self._noted), set()
        if left:
            with self._database.writing() as connection:
                for table_id, browser in sorted(left):
                    note_change(connection, table_id)
                    here = (watchers.c.table_id == table_id) & (watchers.c.browser == browser)
                    connection.execute(delete(watchers).where(here))
        with self._database.reading() as connection:
            there = watchers.c.seen > self._database.now(connection) - GONE_AFTER
            number = select(watchers.c.table_id, func.count()).where(there).group_by(watchers.c.table_id)
            return {row[0]: row[1] for row in connection.execute(number)}
