"""To write down what is to be told, in the very transaction that makes it true.

So what happened is told, and nothing is told that did not, whenever a server is killed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Float,
    Insert,
    Integer,
    String,
    Subquery,
    bindparam,
    case,
    delete,
    exists,
    func,
    insert,
    literal,
    null,
    select,
    update,
)

from farmtable.tables.notifications.channel import HOST, NO_SEAT, NO_TABLE, Event
from farmtable.tables.schema import channels, mutes, outbox, seat_owners

GRACE: Final = 20.0
"""Seconds in which a page that somebody looks at can say so, before he is told what he sees."""

REPORTED_TOGETHER: Final = 60.0
"""Seconds in which more may be reported that is told in the same mail."""

_TABLE: Final = bindparam("of_table", type_=String)


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
    told = _told(table_id, event, version, now, after)
    connection.execute(_to_seats(event), told | {"seats_told": list(seats)})


def call_holder(
    connection: Connection, table_id: str, event: Event, seat: int, holder: str, now: float
) -> None:
    """Tell somebody of a seat that he does not hold (yet)."""
    told = _told(table_id, event, 0, now, 0.0)
    connection.execute(_to_holder(event), told | {"seat_told": seat, "holder_told": holder})


def call_owner(connection: Connection, person_id: str, event: Event, now: float) -> None:
    """Tell whose account it is of something that concerns the account, at the addresses he has confirmed."""
    his = (channels.c.person == person_id) & (channels.c.kind == "mail") & channels.c.confirmed
    for channel in connection.scalars(select(channels.c.id).where(his)).all():
        before = (outbox.c.channel == channel) & (outbox.c.event == event)
        last = connection.scalar(select(func.max(outbox.c.version)).where(before)) or 0
        call = {"table_id": NO_TABLE, "seat": NO_SEAT, "event": event, "version": last + 1}
        values = call | {"channel": channel, "at": now, "due": now, "tries": 0}
        connection.execute(insert(outbox).values(values))


def call_host(connection: Connection, table_id: str, n: int, now: float) -> None:
    """Tell whoever runs the server that the `n`-th message of a table was reported, if he wants to hear."""
    told = _told(table_id, "reported", n, now, REPORTED_TOGETHER)
    connection.execute(_to_holder("reported"), told | {"seat_told": NO_SEAT, "holder_told": HOST})


def warn(connection: Connection, table_id: str, lows: Mapping[int, float], version: int, now: float) -> None:
    """Tell seats that their time runs low, each `lows` seconds from now, and not at a time that was foreseen
    in an earlier turn."""
    foreseen = (outbox.c.table_id == table_id) & (outbox.c.event == "time") & outbox.c.due.is_not(None)
    if lows:
        old = foreseen & outbox.c.seat.in_(lows)
        connection.execute(update(outbox).where(old).values(due=None, done="dropped"))
    for seat, after in lows.items():
        call(connection, table_id, "time", [seat], version, now, after)


def warn_at_another_time(
    connection: Connection, table_id: str, lows: Mapping[int, float], now: float
) -> None:
    """Tell seats that were to be told so that their time runs low, but `lows` seconds from now."""
    for seat, after in lows.items():
        foreseen = (outbox.c.table_id == table_id) & (outbox.c.event == "time") & (outbox.c.seat == seat)
        moved = update(outbox).where(foreseen, outbox.c.due.is_not(None)).values(due=now + after)
        connection.execute(moved)


def forget_table(connection: Connection, table_id: str) -> None:
    """Tell nothing of a table any more."""
    for rows in (outbox, mutes):
        connection.execute(delete(rows).where(rows.c.table_id == table_id))


def _told(table_id: str, event: Event, version: int, now: float, after: float) -> dict[str, Any]:
    """What `_rows` wants to know."""
    told = {"of_table": table_id, "of_event": event, "of_version": version}
    return told | {"noted": now, "soonest": now + after}


@cache
def _to_seats(event: Event) -> Insert:
    """Rows for who holds the seats `seats_told`. Put together once, for every decision."""
    whose = seat_owners.c.table_id == _TABLE
    whose &= seat_owners.c.seat.in_(bindparam("seats_told", expanding=True))
    wanting = select(channels.c.id, seat_owners.c.seat).join(
        seat_owners, seat_owners.c.browser == channels.c.holder
    )
    return _rows(wanting.where(whose).subquery(), event)


@cache
def _to_holder(event: Event) -> Insert:
    """Rows for `holder_told`, of the seat `seat_told`."""
    seat = bindparam("seat_told", type_=Integer).label("seat")
    return _rows(
        select(channels.c.id, seat).where(channels.c.holder == bindparam("holder_told")).subquery(), event
    )


def _rows(wanting: Subquery, event: Event) -> Insert:
    """A row for each channel of `wanting` that wants it and has none yet."""
    told_of, version = bindparam("of_event", type_=String), bindparam("of_version", type_=Integer)
    due = bindparam("soonest", type_=Float)
    soonest = case((channels.c.next > due, channels.c.next), else_=due)
    told = exists().where(
        outbox.c.channel == channels.c.id,
        outbox.c.table_id == _TABLE,
        outbox.c.seat == wanting.c.seat,
        outbox.c.event == told_of,
        outbox.c.version == version,
    )
    muted = exists().where(mutes.c.table_id == _TABLE, mutes.c.holder == channels.c.holder)
    rows = (
        select(
            channels.c.id,
            _TABLE,
            wanting.c.seat,
            told_of,
            version,
            bindparam("noted", type_=Float),
            soonest,
            literal(0),
            null(),
            null(),
        )
        .join(wanting, wanting.c.id == channels.c.id)
        .where(channels.c.confirmed, channels.c.events.contains(event), ~told, ~muted)
    )
    return insert(outbox).from_select(list(outbox.columns.keys()), rows)
