"""Which servers of one database live, and which of them lets a table's bots think (ADR 26).

Each table has in its row the server that entered the last decision: that one thinks for its bots. A server
that gives no sign of life has lost its tables to whoever takes them over first. Where the database is a file
of SQLite there is one server, and nothing is written.

Nothing hangs on a message being heard: whoever missed one, or was cut off in the middle of something, finds
what is left to do by looking again.
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
"""Seconds without a sign of life after which a server is dead."""
LOOK_EVERY: Final = 20.0
"""Seconds after which a server looks for tables at which a bot waits though nobody has said so."""


class Servers:
    """This server among those of its database. Every method is one short transaction, or two."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._others: set[str] | None = None
        self._due = 0.0
        self.leads = not database.is_shared
        """Whether this is the one server that does what one has to do for all tables."""

    def live(self) -> list[str]:
        """Give a sign of life; the tables of this server at which a bot is to decide, the oldest first.

        Among them are those of dead servers, which it takes over. It only looks the first time, when another
        server has gone, and every LOOK_EVERY seconds; else there are none.
        """
        others, now = self._signed() if self._database.is_shared else (set[str](), self._database.here())
        found: list[str] = []
        if self._others is None or self._others - others or now >= self._due:
            found, missed = self._look_after(others)
            self._due = now if missed else now + LOOK_EVERY
        self._others = others  # last: what has broken off before is done the next time
        return found

    def leave(self) -> None:
        """Be no server any more: others need not wait to take over."""
        if self._database.is_shared:
            with self._database.writing() as connection:
                connection.execute(delete(servers).where(servers.c.id == self._database.origin))

    def looks_after(self, table: Table) -> bool:
        """Whether this server is the one that thinks for the bots of a table, as far as it knows."""
        return not self._database.is_shared or table.thinker in (None, self._database.origin)

    def awaiting_bots(self) -> list[str]:
        """The tables at which a bot is to decide now, the oldest first; none of them is played through."""
        with self._database.reading() as connection:
            return list(connection.scalars(_awaiting_bots()))

    def _signed(self) -> tuple[set[str], float]:
        """The others that live, after a sign of life of one's own, and the time."""
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
        """The tables of this server at which a bot is to decide; those that nobody has are its own now.

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
    """Tables whose game runs and where a bot, or one for whom a bot plays, is to act, as far as is noted."""
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
