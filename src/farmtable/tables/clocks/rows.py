"""The clocks of tables in the database, and the sign of life by which it is known when no server ran.

Whose time is up is decided by these rows alone, each changed under its lock: any number of processes may ask.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Any, Final

from sqlalchemy import Connection, Select, case, exists, insert, select, update

from farmtable.tables.clocks.clock import Clock, SeatTime
from farmtable.tables.clocks.control import TimeControl
from farmtable.tables.clocks.rest import Rest
from farmtable.tables.errors import NoSuchTable
from farmtable.tables.lasting import from_stored
from farmtable.tables.notifications.calling import warn_at_another_time
from farmtable.tables.revisions import note_change, note_changes
from farmtable.tables.schema import absences, clocks, meta, seat_owners, tables
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

    def look_anew(self, connection: Connection, holder: str) -> list[str]:
        """Somebody (a digest) is away, or there again: change the clocks by days of all his tables, which
        follow from that; those tables."""
        his = select(clocks.c.table_id).join(tables).join(seat_owners, seat_owners.c.table_id == tables.c.id)
        his = his.where(seat_owners.c.browser == holder, clocks.c.speed == "days", tables.c.over.is_(False))
        found = list(connection.scalars(his.distinct()))
        note_changes(connection, found)  # all of them before anything else: nobody waits in a ring
        for table_id in found:
            clock, now = self.change_within(connection, table_id, Clock.looked_at_anew)
            lows = {seat: low for seat in clock.turns if (low := clock.low_in(seat, now)) is not None}
            warn_at_another_time(connection, table_id, lows, now)
        return found

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
    ran = clocks.c.ends.is_not(None) & (clocks.c.since < now)
    resting = list(connection.scalars(_resting().where(ran)))
    connection.execute(update(clocks).where(ran, clocks.c.table_id.not_in(resting)).values(moved))
    for table_id in resting:  # what has run of their time is no mere difference
        clock = _read(connection, table_id, locked=True).passing_over(last, now)
        connection.execute(update(clocks).where(clocks.c.table_id == table_id).values(_columns(clock)))


def _resting() -> Select[str]:
    """The tables at which time by days has stood still for somebody since it runs."""
    by_days = select(clocks.c.table_id).where(clocks.c.speed == "days").distinct()
    his = by_days.join(seat_owners, seat_owners.c.table_id == clocks.c.table_id)
    return his.join(absences, absences.c.holder == seat_owners.c.browser).where(
        absences.c.until > clocks.c.since
    )


def _rests(connection: Connection, table_id: str, since: float) -> dict[int, tuple[Rest, ...]]:
    """When the players of a table are away, or were since its time runs, by seat."""
    there = select(seat_owners.c.seat, absences.c.since, absences.c.until).join(
        absences, absences.c.holder == seat_owners.c.browser
    )
    here = there.where(seat_owners.c.table_id == table_id, absences.c.until > since)
    found: dict[int, tuple[Rest, ...]] = {}
    for row in connection.execute(here.order_by(absences.c.since)):
        found[row.seat] = (*found.get(row.seat, ()), (row.since, row.until))
    return found


def _sign(connection: Connection, locked: bool = False) -> float:
    found = select(meta.c.value).where(meta.c.key == SIGN_OF_LIFE)
    return float(connection.scalar(found.with_for_update() if locked else found) or 0)


def _read(connection: Connection, table_id: str, locked: bool = False) -> Clock:
    found = select(clocks).where(clocks.c.table_id == table_id)
    row = connection.execute(found.with_for_update() if locked else found).mappings().first()
    if row is None:
        raise NoSuchTable
    control = TimeControl.read(row["control"])
    return Clock(
        control=control,
        seats=tuple(map(_seat, row["seats"])),
        turns=frozenset(row["turns"]),
        since=row["since"],
        paused=row["paused"],
        changes=row["changes"],
        revision=row["revision"],
        rests=_rests(connection, table_id, row["since"]) if control.speed == "days" else {},
    )


def _stored(seat: SeatTime) -> dict[str, Any]:
    stored = asdict(seat)
    for later in ("rested", "awaited"):  # a version before knows it not, and would read nothing of the clock
        if not stored[later]:
            del stored[later]
    return stored


def _seat(stored: dict[str, Any]) -> SeatTime:
    seat = from_stored(SeatTime, stored)
    return replace(seat, rested=tuple((since, until) for since, until in seat.rested))


def _columns(clock: Clock) -> dict[str, Any]:
    return {
        "seats": list(map(_stored, clock.seats)),
        "turns": sorted(clock.turns),
        "since": clock.since,
        "ends": clock.ends,
        "paused": clock.paused,
        "changes": clock.changes,
        "revision": clock.revision,
        "helped": bool(clock.stand_ins),
    }
