"""To write down what is to be told, in the very transaction that makes it true.

So what happened is told, and nothing is told that did not, whenever a server is killed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from sqlalchemy import (
    Connection,
    Float,
    Subquery,
    case,
    delete,
    exists,
    insert,
    literal,
    null,
    select,
    update,
)

from farmtable.tables.notifications.channel import Event
from farmtable.tables.schema import channels, mutes, outbox, seat_owners

GRACE: Final = 20.0
"""Seconds in which a page that somebody looks at can say so, before he is told what he sees."""


def call(
    connection: Connection,
    table_id: str,
    event: Event,
    seats: Collection[int],
    version: int,
    now: float,
    after: float = GRACE,
) -> None:
    """Tell who holds these seats, on all the ways he wants, `after` so many seconds."""
    if not seats:
        return
    whose = (seat_owners.c.table_id == table_id) & seat_owners.c.seat.in_(seats)
    wanting = select(channels.c.id, seat_owners.c.seat).join(
        seat_owners, seat_owners.c.browser == channels.c.holder
    )
    _write(connection, wanting.where(whose).subquery(), table_id, event, version, now, after)


def call_holder(
    connection: Connection, table_id: str, event: Event, seat: int, holder: str, now: float
) -> None:
    """Tell somebody of a seat that he does not hold (yet)."""
    wanting = select(channels.c.id, literal(seat).label("seat")).where(channels.c.holder == holder)
    _write(connection, wanting.subquery(), table_id, event, 0, now, 0.0)


def warn(connection: Connection, table_id: str, lows: Mapping[int, float], version: int, now: float) -> None:
    """Tell seats that their time runs low, each `lows` seconds from now, and not at a time that was foreseen
    in an earlier turn."""
    foreseen = (outbox.c.table_id == table_id) & (outbox.c.event == "time") & outbox.c.due.is_not(None)
    if lows:
        old = foreseen & outbox.c.seat.in_(lows)
        connection.execute(update(outbox).where(old).values(due=None, done="dropped"))
    for seat, after in lows.items():
        call(connection, table_id, "time", [seat], version, now, after)


def forget_table(connection: Connection, table_id: str) -> None:
    """Tell nothing of a table any more."""
    for rows in (outbox, mutes):
        connection.execute(delete(rows).where(rows.c.table_id == table_id))


def _write(
    connection: Connection,
    wanting: Subquery,
    table_id: str,
    event: Event,
    version: int,
    now: float,
    after: float,
) -> None:
    """Write a row for each channel of `wanting` that wants it and has none yet."""
    due = literal(now + after, Float)
    soonest = case((channels.c.next > due, channels.c.next), else_=due)
    told = exists().where(
        outbox.c.channel == channels.c.id,
        outbox.c.table_id == table_id,
        outbox.c.seat == wanting.c.seat,
        outbox.c.event == event,
        outbox.c.version == version,
    )
    muted = exists().where(mutes.c.table_id == table_id, mutes.c.holder == channels.c.holder)
    rows = (
        select(
            channels.c.id,
            literal(table_id),
            wanting.c.seat,
            literal(event),
            literal(version),
            literal(now, Float),
            soonest,
            literal(0),
            null(),
            null(),
        )
        .join(wanting, wanting.c.id == channels.c.id)
        .where(channels.c.confirmed, channels.c.events.contains(event), ~told, ~muted)
    )
    connection.execute(insert(outbox).from_select(list(outbox.columns.keys()), rows))
