"""Which servers of one database are alive, and which of them runs a table's bots (ADR 26).

Each table has in its row the server that entered the last decision: that one runs its bots. A server without
a heartbeat loses its tables to the first that takes them over. With an SQLite file there is one server, and
nothing is written.

Nothing depends on notifications being received: a server that missed one, or was cut off in the middle of
something, finds what is left to do by polling.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import ColumnElement, Select, String, cast, delete, insert, or_, select, update

from farmtable.tables.schema import clocks, resigned, seats, servers, tables
from farmtable.tables.transactions import Database

if TYPE_CHECKING:
    from farmtable.tables.table import Table

SIGN_EVERY: Final = 2.0
DEAD_AFTER: Final = 7.0
"""Seconds without a heartbeat after which a server counts as dead."""
LOOK_EVERY: Final = 20.0
"""Seconds between two searches for tables at which a bot waits without a notification."""


class Servers:
    """This server among those of its database. Every method is one short transaction, or two."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._others: set[str] | None = None
        self._due = 0.0
        self.leads = not database.is_shared
        """Whether this is the server that does what one has to do for all tables."""

    def live(self) -> list[str]:
        """Send a heartbeat; returns the tables of this server at which a bot is to decide, the oldest first.

        Among them are those of dead servers, which it takes over. It only searches the first time, when
        another server has gone, and every LOOK_EVERY seconds; otherwise there are none.
        """
        others, now = self._signed() if self._database.is_shared else (set[str](), self._database.here())
        found: list[str] = []
        if self._others is None or self._others - others or now >= self._due:
            found, missed = self._look_after(others)
            self._due = now if missed else now + LOOK_EVERY
        self._others = others  # last: if this breaks off before, it is done the next time
        return found

    def leave(self) -> None:
        """Sign off, so that others can take over without waiting."""
        if self._database.is_shared:
            with self._database.writing() as connection:
                connection.execute(delete(servers).where(servers.c.id == self._database.origin))

    def looks_after(self, table: Table) -> bool:
        """Whether this server is the one that runs the bots of a table, as far as it knows."""
        return not self._database.is_shared or table.thinker in (None, self._database.origin)

    def awaiting_bots(self) -> list[str]:
        """The tables at which a bot is to decide now, the oldest first; no game is replayed for this."""
        with self._database.reading() as connection:
            return list(connection.scalars(_awaiting_bots()))

    def _signed(self) -> tuple[set[str], float]:
        """Send a heartbeat; returns the other living servers, and the time."""
        me = self._database.origin
        with self._database.writing() as connection:
            now = self._database.now(connection)
            until = {"until": now + DEAD_AFTER}
            done = connection.execute(update(servers).where(servers.c.id == me).values(until))
            if done.rowcount == 0:
                connection.execute(insert(servers).values(until | {"id": me}))
            connection.execute(delete(servers).where(servers.c.until < now))
            others = set(connection.scalars(select(servers.c.id).where(servers.c.id != me)))
        self.leads = me <= min(others, default=me)
        return others, now

    def _look_after(self, others: set[str]) -> tuple[list[str], bool]:
        """The tables of this server at which a bot is to decide; it takes over those that no living server
        has.

        Also whether it missed any: somebody is changing them just now, or a dead server left them locked.
        """
        if not self._database.is_shared:
            return self.awaiting_bots(), False
        me = self._database.origin
        left = _awaiting_bots(or_(tables.c.thinker.is_(None), tables.c.thinker.not_in(others | {me})))
        with self._database.writing() as connection:
            free = list(connection.scalars(left.with_for_update(skip_locked=True, of=tables)))
            if free:
                connection.execute(update(tables).where(tables.c.id.in_(free)).values(thinker=me))
            mine = list(connection.scalars(_awaiting_bots(tables.c.thinker == me)))
            return mine, connection.scalar(left.limit(1)) is not None


def _awaiting_bots(*conditions: ColumnElement[bool]) -> Select[Any]:
    """Running games in which a bot, or a person for whom a bot plays, is to act, according to the rows."""
    acts = or_(
        tables.c.acting.is_(None),
        tables.c.acting.like("%," + cast(seats.c.seat, String) + ",%"),
    )
    given_up = select(resigned.c.seat).where(
        resigned.c.table_id == seats.c.table_id, resigned.c.seat == seats.c.seat
    )
    helped = select(clocks.c.table_id).where(clocks.c.table_id == seats.c.table_id, clocks.c.helped)
    by_bot = or_(seats.c.kind == "bot", given_up.exists(), helped.exists())
    somebody = select(seats.c.seat).where(seats.c.table_id == tables.c.id, by_bot, acts)
    running = tables.c.over.is_(False) & somebody.exists()
    return select(tables.c.id).where(running, *conditions).order_by(tables.c.created)
