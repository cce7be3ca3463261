"""What is to be told, and who tells it: any number of servers, one of them at a time on each way.

A server takes the *lease* of a channel, sends what is due there, and writes down what became of it. If it is
killed, the lease runs out, and another sends the same *delivery*, by the same name: who receives it can tell
that he has it already. So nothing is lost; doubled is only what a server sent that was killed before it could
say so, and it bears the same name.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, and_, delete, exists, func, select, update

from farmtable.tables.notifications.channel import OF_NO_TABLE, Call, Channel
from farmtable.tables.notifications.channels import forget, read
from farmtable.tables.schema import channels, outbox, sessions
from farmtable.tables.transactions import Database

LEASE: Final = 60.0
"""Seconds after which a server that has not said what became of it is taken for dead."""

MOST_TRIES: Final = 10
FIRST_PAUSE: Final = 30.0
LONGEST_PAUSE: Final = 4 * 3600.0
KEPT: Final = 7 * 24 * 3600.0
"""Seconds after which it is forgotten that something was told."""
UNCONFIRMED: Final = 3 * 24 * 3600.0
"""Seconds after which an address that nobody has confirmed is forgotten."""


@dataclass(frozen=True)
class Delivery:
    """What one server is to send now on one channel; `id` is the same whenever it is tried again."""

    id: str
    channel: Channel
    calls: list[Call]
    lease: str


class Outbox:
    """The rows of the outbox. Every method is one short transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take(self) -> Delivery | None:
        """What is to be sent next, which nobody else sends meanwhile; None where there is nothing now."""
        with self._database.reading() as connection:
            if not self._waiting(connection, self._database.now(connection)):
                return None
        with self._database.writing() as connection:
            now, lease = self._database.now(connection), secrets.token_hex(16)
            for channel_id in self._waiting(connection, now):
                mine = (channels.c.id == channel_id) & (channels.c.leased_until < now)
                held = {"leased_until": now + LEASE, "leased_by": lease}
                if connection.execute(update(channels).where(mine).values(held)).rowcount == 1:
                    taken = _delivery(connection, channel_id, lease, now)
                    if taken is not None:
                        return taken
        return None

    def sent(self, delivery: Delivery, calls: Collection[Call]) -> bool:
        """These were told, the others of it need not be any more; False where the lease was lost."""
        with self._database.writing() as connection:
            now, channel = self._database.now(connection), delivery.channel
            of_tables = any(call.event not in OF_NO_TABLE for call in calls)
            later = now + channel.interval if of_tables else now
            done = {"next": later, "failures": 0} if calls else {}
            if not _give_back(connection, delivery, done):
                return False
            for call in delivery.calls:
                _at(
                    connection,
                    delivery.channel.id,
                    call,
                    due=None,
                    done="sent" if call in calls else "dropped",
                )
            waiting = (outbox.c.channel == channel.id) & (outbox.c.due < later)
            waiting &= outbox.c.event.not_in(OF_NO_TABLE)
            connection.execute(update(outbox).where(waiting).values(due=later))
            return True

    def later(self, delivery: Delivery, times: Mapping[Call, float]) -> None:
        """Tell these so many seconds from now, if they are still true then; the delivery goes on without."""
        with self._database.writing() as connection:
            now = self._database.now(connection)
            for call, seconds in times.items():
                _at(connection, delivery.channel.id, call, due=now + seconds, delivery=None)

    def failed(self, delivery: Delivery, for_good: bool = False) -> bool:
        """It could not be told; it is tried again, later each time, until that was enough. Whether it is."""
        with self._database.writing() as connection:
            now = self._database.now(connection)
            tries = 1 + max((call.tries for call in delivery.calls), default=0)
            again = tries < MOST_TRIES and not for_good
            changed = {} if again else {"failures": delivery.channel.failures + 1}
            if not _give_back(connection, delivery, changed):
                return False
            due = now + min(FIRST_PAUSE * 2 ** (tries - 1), LONGEST_PAUSE) if again else None
            for call in delivery.calls:
                _at(
                    connection,
                    delivery.channel.id,
                    call,
                    due=due,
                    tries=tries,
                    done=None if again else "given up",
                )
            return again

    def gone(self, delivery: Delivery) -> None:
        """There is nobody at this address any more."""
        with self._database.writing() as connection:
            forget(connection, channels.c.id == delivery.channel.id)

    def seen(self, table_id: str, seats: Collection[int]) -> None:
        """Who plays these seats sees the table: he need not be told how it stands."""
        here = and_(
            outbox.c.table_id == table_id,
            outbox.c.seat.in_(seats),
            outbox.c.due.is_not(None),
            outbox.c.event.in_(("turn", "begins", "ended")),
        )
        with self._database.reading() as connection:
            if not connection.scalar(select(exists().where(here))):
                return
        with self._database.writing() as connection:
            connection.execute(update(outbox).where(here).values(due=None, done="seen"))

    def waiting(self) -> int:
        """How much is still to be told."""
        with self._database.reading() as connection:
            found = select(func.count()).select_from(outbox).where(outbox.c.due.is_not(None))
            return connection.scalar(found) or 0

    def tidy(self) -> None:
        """Forget what was told long ago, and addresses that nobody has confirmed."""
        with self._database.writing() as connection:
            now = self._database.now(connection)
            old = outbox.c.due.is_(None) & (outbox.c.at < now - KEPT)
            connection.execute(delete(outbox).where(old))
            forget(connection, channels.c.confirmed.is_(False) & (channels.c.since < now - UNCONFIRMED))

    def _waiting(self, connection: Connection, now: float) -> Sequence[str]:
        """The channels on which something is due and that nobody serves, the one that waits longest first."""
        found = (
            select(outbox.c.channel)
            .join(channels)
            .where(outbox.c.due <= now, channels.c.leased_until < now)
            .group_by(outbox.c.channel)
            .order_by(func.min(outbox.c.due))
            .limit(8)
        )
        return connection.scalars(found).all()


def _delivery(connection: Connection, channel_id: str, lease: str, now: float) -> Delivery | None:
    """What is due on a channel. Of a device that is signed out the channel is gone."""
    channel = read(connection.execute(select(channels).where(channels.c.id == channel_id)).mappings().one())
    lasting = exists().where(sessions.c.id == channel.session)
    if channel.session is not None and not connection.scalar(select(lasting)):
        forget(connection, channels.c.id == channel_id)
        return None
    due = select(outbox).where(outbox.c.channel == channel_id, outbox.c.due <= now).order_by(outbox.c.at)
    rows = connection.execute(due).mappings().all()
    if not rows:
        return None
    name, together = _together(channel, rows)
    calls = [Call(*(row[field] for field in Call.__dataclass_fields__)) for row in together]
    delivery = Delivery(name, channel, calls, lease)
    for call in calls:
        _at(connection, delivery.channel.id, call, delivery=name)
    return delivery


def _together(channel: Channel, rows: Sequence[Any]) -> tuple[str, list[Any]]:
    """What is sent in one: what was begun to be sent before, or of mails all, else what is of one table."""
    begun = next((row["delivery"] for row in rows if row["delivery"] is not None), None)
    if begun is not None:
        return begun, [row for row in rows if row["delivery"] == begun]
    first = rows[0]
    alike = [row for row in rows if _belong_together(channel, first, row)]
    return secrets.token_hex(16), alike


def _belong_together(channel: Channel, one: Any, other: Any) -> bool:
    if one["event"] in OF_NO_TABLE or other["event"] in OF_NO_TABLE:
        return bool(one["event"] == other["event"])
    return channel.kind == "mail" or bool(one["table_id"] == other["table_id"])


def _give_back(connection: Connection, delivery: Delivery, changed: Mapping[str, Any]) -> bool:
    """End the lease; False where another server has it by now."""
    mine = (channels.c.id == delivery.channel.id) & (channels.c.leased_by == delivery.lease)
    given = {"leased_until": 0.0, "leased_by": ""} | dict(changed)
    return connection.execute(update(channels).where(mine).values(given)).rowcount == 1


def _at(connection: Connection, channel_id: str, call: Call, **columns: Any) -> None:
    key = {"channel": channel_id, "table_id": call.table_id, "seat": call.seat}
    key |= {"event": call.event, "version": call.version}
    here = [outbox.c[name] == value for name, value in key.items()]
    connection.execute(update(outbox).where(*here).values(columns))
