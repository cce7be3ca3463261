"""People who are away for some days, as they have said themselves: clocks by days wait for them.

An absence is a row of its own and nothing that a clock keeps: what time has run follows from both. It has an
end from its beginning, and there are only so many days of it in a year: others wait, but not for ever.
However short one was, it counts as a day, so that there are no more rows of a year than days.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from farmtable.core.text import Text
from farmtable.tables.clocks.control import DAY
from farmtable.tables.clocks.rest import MOST_A_YEAR, YEAR
from farmtable.tables.clocks.rows import Clocks
from farmtable.tables.errors import TableError
from farmtable.tables.finding.draft import one_at_a_time
from farmtable.tables.schema import absences
from farmtable.tables.tokens import digest
from farmtable.tables.transactions import Database

MOST_AHEAD: Final = 30


class TooLongAway(TableError):
    """Somebody wanted to be away for longer than others have to wait."""

    def __init__(self) -> None:
        most, year = MOST_AHEAD, MOST_A_YEAR
        super().__init__(
            Text(
                "You can be away for {most} days at a time, and for {year} days within a year.",
                most=most,
                year=year,
            )
        )


@dataclass(frozen=True)
class Absence:
    """How it is `now`: until when somebody is away (None: he is not), and until when he may be."""

    now: float
    until: float | None
    latest: float


class Absences:
    """The rows of absences. Who is away is told as at tables, and has an account."""

    def __init__(self, database: Database, clocks: Clocks) -> None:
        self._database = database
        self._clocks = clocks

    def of(self, person: str) -> Absence:
        """How it is with somebody now."""
        with self._database.reading() as connection:
            now = self._database.now(connection)
            until = connection.scalar(select(func.max(absences.c.until)).where(_lasting(person, now)))
            return Absence(now, until, _latest(connection, person, now))

    def go(self, person: str, until: float) -> list[str]:
        """Somebody is away from now on until a moment, or until another moment than he had said.

        Returns the tables at which his time stands still. Raises TooLongAway.
        """
        with self._database.writing() as connection:
            one_at_a_time(connection)  # of several that ask at once, each had the same days left
            now = self._database.now(connection)
            if not now < until <= _latest(connection, person, now):
                raise TooLongAway
            past = (absences.c.holder == digest(person)) & (absences.c.until <= now - YEAR)
            connection.execute(delete(absences).where(past))
            lasting = update(absences).where(_lasting(person, now)).values(until=until)
            if not connection.execute(lasting).rowcount:
                row = {"holder": digest(person), "since": now, "until": until}
                connection.execute(insert(absences).values(row))
            return self._clocks.look_anew(connection, digest(person))

    def come_back(self, person: str) -> list[str]:
        """Somebody is there again; returns the tables at which his time may run."""
        with self._database.writing() as connection:
            now = self._database.now(connection)
            connection.execute(update(absences).where(_lasting(person, now)).values(until=now))
            return self._clocks.look_anew(connection, digest(person))

    def export(self, person: str) -> list[dict[str, Any]]:
        """All that is kept of it."""
        his = select(absences.c.since, absences.c.until).where(absences.c.holder == digest(person))
        with self._database.reading() as connection:
            return [dict(row) for row in connection.execute(his.order_by(absences.c.since)).mappings()]


def forget_absences(connection: Connection, holder: str) -> None:
    """Take all of it away that is kept of somebody (a digest) who is not away any more."""
    connection.execute(delete(absences).where(absences.c.holder == holder))


def _latest(connection: Connection, person: str, now: float) -> float:
    """Until when somebody may be away, by what he has been within a year."""
    year = (absences.c.holder == digest(person)) & (absences.c.until > now - YEAR)
    rests = connection.execute(select(absences.c.since, absences.c.until).where(year))
    used = sum(_counted(max(row.since, now - YEAR), row.until, now) for row in rests)
    return now + min(MOST_AHEAD * DAY, max(MOST_A_YEAR * DAY - used, 0.0))


def _counted(since: float, until: float, now: float) -> float:
    """The seconds that an absence counts for by now; one that lasts may still become a day."""
    return now - since if until > now else max(until - since, DAY)


def _lasting(person: str, now: float) -> ColumnElement[bool]:
    return (absences.c.holder == digest(person)) & (absences.c.until > now)
