"""What is kept of what was said. Everything here is one short transaction."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Integer, Row, delete, func, insert, select, update

from farmtable.tables.chat.message import Ignored, Message, Report, Room
from farmtable.tables.errors import NoSuchTable
from farmtable.tables.notifications.calling import call_host
from farmtable.tables.people.person import HOLDER
from farmtable.tables.revisions import note_change
from farmtable.tables.schema import blocks, chats, ignored, messages, reports, silenced
from farmtable.tables.tokens import digest
from farmtable.tables.transactions import Collision, Database

SHOWN: Final = 200
"""So many of the newest messages are shown."""
AROUND: Final = 10
"""So many before and after a reported one."""
EVERYWHERE: Final = ""


class ChatRows:
    """The rows of messages, reports, and of who is ignored or silenced. People are digests."""

    def __init__(self, database: Database) -> None:
        self._database = database

    # --- messages ------------------------------------------------------------------------------

    def happened(self, table_id: str) -> dict[Room, int]:
        """How much has happened in each room; nothing where nothing can."""
        with self._database.reading() as connection:
            found = connection.execute(select(chats).where(chats.c.table_id == table_id)).first()
        return {} if found is None else {"seats": found.seats, "watchers": found.watchers}

    def write(
        self, table_id: str, room: Room, author: str, seat: int | None, name: str, text: str, sign: str
    ) -> int:
        """Add a message; its number. A guest who watches, and so has neither seat nor name, is numbered.

        Raises NoSuchTable where nothing is written, or no longer.
        """
        with self._database.writing() as connection:
            n = _step(connection, table_id, room)
            guest = None if seat is not None or name else _guest(connection, table_id, author)
            row = {"table_id": table_id, "n": n, "room": room, "author": author, "seat": seat}
            row |= {"name": name, "guest": guest, "text": text, "sign": sign}
            connection.execute(insert(messages).values(row | {"at": time.time(), "removed": False}))
        return n

    def read(self, table_id: str, rooms: Collection[Room]) -> list[Message]:
        """The newest messages in some rooms, the oldest of them first."""
        here = (messages.c.table_id == table_id) & messages.c.room.in_(rooms)
        newest = select(messages).where(here).order_by(messages.c.at.desc(), messages.c.n.desc()).limit(SHOWN)
        with self._database.reading() as connection:
            return [_message(row) for row in connection.execute(newest)][::-1]

    def one(self, table_id: str, n: int) -> Message | None:
        """A message, or None."""
        with self._database.reading() as connection:
            found = connection.execute(select(messages).where(_is(table_id, n))).first()
        return None if found is None else _message(found)

    def remove(self, table_id: str, n: int) -> bool:
        """Take the text of a message away; False where there is none."""
        with self._database.writing() as connection:
            room = connection.scalar(select(messages.c.room).where(_is(table_id, n)))
            if room is None:
                return False
            _step(connection, table_id, room)
            gone = {"text": "", "sign": "", "removed": True}
            connection.execute(update(messages).where(_is(table_id, n)).values(gone))
            return True

    def said_by(self, author: str) -> list[dict[str, Any]]:
        """All that somebody has written."""
        columns = [messages.c[name] for name in ("table_id", "n", "room", "text", "sign", "at")]
        with self._database.reading() as connection:
            said = select(*columns).where(messages.c.author == author, messages.c.removed.is_(False))
            ordered = said.order_by(messages.c.at)
            return [dict(row) for row in connection.execute(ordered).mappings()]

    # --- who is not read -----------------------------------------------------------------------

    def ignore(self, reader: str, others: Collection[str], table_id: str, name: str) -> None:
        """Show a reader nothing of some people any more, at a table or everywhere."""
        for other in set(others) - {reader}:
            row = {"reader": reader, "ignored": other, "table_id": table_id, "name": name, "at": time.time()}
            try:
                with self._database.writing() as connection:
                    connection.execute(insert(ignored).values(row))
            except Collision:  # so it is already
                continue

    def ignored_by(self, reader: str, tables: Sequence[str]) -> dict[str, Ignored]:
        """Whom a reader ignores at any of these tables, in the order in which he began to."""
        his = (ignored.c.reader == reader) & ignored.c.table_id.in_(tables)
        with self._database.reading() as connection:
            rows = connection.execute(select(ignored).where(his).order_by(ignored.c.at)).all()
        return {row.ignored: Ignored(_listed_id(reader, row.ignored), row.name, row.at) for row in rows}

    def blocked_by(self, reader: str) -> set[str]:
        """Those (digests) whom an account (an id) has blocked."""
        his = select(blocks.c.other).where(blocks.c.person == reader)
        with self._database.reading() as connection:
            return {digest(f"{HOLDER}{other}") for other in connection.scalars(his)}

    def not_read_by(self, reader: str) -> list[dict[str, Any]]:
        """Whom a reader ignores, at which table (where that is empty, at all of them), since when."""
        columns = [ignored.c[name] for name in ("name", "table_id", "at")]
        his = select(*columns).where(ignored.c.reader == reader).order_by(ignored.c.at)
        with self._database.reading() as connection:
            return [dict(row) for row in connection.execute(his).mappings()]

    def read_again(self, reader: str, listed_id: str, table_id: str) -> None:
        """Let a reader read somebody again, and all who have the same name in his list."""
        found = self.ignored_by(reader, [table_id])
        name = next((one.name for one in found.values() if one.id == listed_id), None)
        his = (ignored.c.reader == reader) & (ignored.c.table_id == table_id)
        with self._database.writing() as connection:
            connection.execute(delete(ignored).where(his, ignored.c.name == name))

    # --- reports -------------------------------------------------------------------------------

    def report(self, table_id: str, n: int, reporter: str) -> None:
        """Report a message; a second time does nothing more."""
        row = {"table_id": table_id, "n": n, "reporter": reporter, "at": time.time(), "settled": False}
        try:
            with self._database.writing() as connection:
                connection.execute(insert(reports).values(row))
                call_host(connection, table_id, n, self._database.now(connection))
        except Collision:  # so it is already
            return

    def reports(self, settled: bool) -> list[Report]:
        """What was reported, the oldest first; what is settled comes last, if that is wanted, too."""
        wanted = select(
            reports.c.table_id,
            reports.c.n,
            func.min(reports.c.at).label("at"),
            func.count().label("times"),
            func.min(reports.c.settled.cast(Integer)).label("settled"),
        ).group_by(reports.c.table_id, reports.c.n)
        if not settled:
            wanted = wanted.where(reports.c.settled.is_(False))
        with self._database.reading() as connection:
            rows = connection.execute(wanted.order_by("settled", "at")).all()
            return [
                Report(
                    row.table_id,
                    row.n,
                    row.at,
                    row.times,
                    bool(row.settled),
                    _around(connection, row.table_id, row.n),
                )
                for row in rows
            ]

    def reported_by(self, reporter: str) -> list[dict[str, Any]]:
        """The messages that somebody has reported, and when."""
        columns = [reports.c[name] for name in ("table_id", "n", "at", "settled")]
        his = select(*columns).where(reports.c.reporter == reporter).order_by(reports.c.at)
        with self._database.reading() as connection:
            return [dict(row) for row in connection.execute(his).mappings()]

    def unsettled(self) -> set[tuple[str, int]]:
        """The tables and numbers of the messages that nobody has settled who runs the server."""
        found = select(reports.c.table_id, reports.c.n).where(reports.c.settled.is_(False))
        with self._database.reading() as connection:
            return {(row.table_id, row.n) for row in connection.execute(found)}

    def settle(self, table_id: str, n: int) -> None:
        """Take the reports of a message off the list."""
        here = (reports.c.table_id == table_id) & (reports.c.n == n)
        with self._database.writing() as connection:
            connection.execute(update(reports).where(here).values(settled=True))

    # --- who is silenced -----------------------------------------------------------------------

    def silence(self, who: str, name: str, until: float) -> None:
        """Let somebody write nothing until a time."""
        with self._database.writing() as connection:
            connection.execute(
                delete(silenced).where((silenced.c.who == who) | (silenced.c.until < time.time()))
            )
            connection.execute(insert(silenced).values(who=who, name=name, until=until))

    def let_speak(self, who: str) -> bool:
        """Let somebody write again; False where he could."""
        with self._database.writing() as connection:
            return connection.execute(delete(silenced).where(silenced.c.who == who)).rowcount > 0

    def silenced_until(self, whose: Collection[str]) -> float | None:
        """Until when any of these people is silenced, None where none is."""
        now = silenced.c.who.in_(whose) & (silenced.c.until > time.time())
        with self._database.reading() as connection:
            until = connection.scalar(select(func.max(silenced.c.until)).where(now))
        return None if until is None else float(until)

    def all_silenced(self) -> list[tuple[str, float]]:
        """Who is silenced now, by name, until when."""
        now = select(silenced.c.name, silenced.c.until).where(silenced.c.until > time.time())
        with self._database.reading() as connection:
            return [(row.name, row.until) for row in connection.execute(now.order_by(silenced.c.until))]


def _step(connection: Connection, table_id: str, room: Room) -> int:
    """Note that something happens in a room, after all others who do so; a number for what is said there.

    It must not tell a reader how much is said in the other room.
    """
    note_change(connection, table_id)
    here = chats.c.table_id == table_id
    found = connection.execute(select(chats).where(here).with_for_update()).first()
    if found is None:
        raise NoSuchTable
    happened = int(getattr(found, room)) + 1
    connection.execute(update(chats).where(here).values({room: happened}))
    return 2 * happened - (room == "seats")


def _guest(connection: Connection, table_id: str, author: str) -> int:
    """The number of a guest at a table: the one that he has, else the next."""
    here = messages.c.table_id == table_id
    own = connection.scalar(select(func.max(messages.c.guest)).where(here, messages.c.author == author))
    if own is not None:
        return int(own)
    return (connection.scalar(select(func.max(messages.c.guest)).where(here)) or 0) + 1


def _around(connection: Connection, table_id: str, n: int) -> list[Message]:
    """A message, and some before and after it in the same room."""
    here = messages.c.table_id == table_id
    room = select(messages.c.room).where(here, messages.c.n == n).scalar_subquery()
    near = select(messages).where(here, messages.c.room == room)
    before = near.where(messages.c.n <= n).order_by(messages.c.n.desc()).limit(AROUND + 1)
    after = near.where(messages.c.n > n).order_by(messages.c.n).limit(AROUND)
    earlier, later = connection.execute(before).all(), connection.execute(after).all()
    return [_message(row) for row in (*reversed(earlier), *later)]


def _is(table_id: str, n: int) -> Any:
    return (messages.c.table_id == table_id) & (messages.c.n == n)


def _message(row: Row[Any]) -> Message:
    return Message(**{name: getattr(row, name) for name in Message.__dataclass_fields__})


def _listed_id(reader: str, other: str) -> str:
    return digest(f"{reader} {other}")[:16]
