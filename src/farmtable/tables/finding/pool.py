"""Quick pairing: who waits for the same is brought together, by the rows of the database alone.

Whoever waits has a page open, and each page's look is a try to pair (`Pool.look`): so nothing has to run
beside the pages, and any process may bring together who asks others.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, func, insert, or_, select, update

from farmtable.core.rng import RandomSource
from farmtable.tables.clocks.control import Speed, TimeControl
from farmtable.tables.finding.blocks import pairs_apart
from farmtable.tables.finding.draft import Begin, Draft, Player, one_at_a_time, told_apart
from farmtable.tables.finding.matching import Seeker, group
from farmtable.tables.finding.waits import end_waits
from farmtable.tables.people.results import Kind, ratings_in
from farmtable.tables.plan import Seat
from farmtable.tables.schema import devices, people, seekers
from farmtable.tables.tokens import new_table_id
from farmtable.tables.transactions import Database

CLOCKS: Final[Mapping[Speed, str]] = {"free": "", "quick": "10+20", "slow": "20+30", "days": "1d"}
"""What clock a table of each speed gets."""

NOTED_EVERY: Final = 4.0
THERE: Final = 15.0
"""Seconds without a sign of his page after which nobody is brought together with somebody."""
KEPT: Final = 24 * 3600.0
"""Seconds after which it is forgotten that somebody waits, or has found a table to which he never came."""
ALL_GO: Final = 60.0
"""Seconds within which all pages of somebody go to his table, once one has."""


@dataclass(frozen=True)
class Waiting:
    """What somebody waits for, since when; `table` is where he sits once he does, `arrived` whether he went
    there. It was noted last when his page was `seen`."""

    kind: Kind
    since: float
    table: str | None
    arrived: bool
    seen: float


class Pool:
    """Who waits to be paired. All methods may be called from any thread."""

    def __init__(self, database: Database, begin: Begin, source: RandomSource) -> None:
        self._database = database
        self._begin = begin
        self._source = source

    def seek(self, player: Player, kind: Kind) -> None:
        """Wait for others who want the same, in the place of what one waited for before.

        Who has just been paired, by the first of two clicks or in another of his pages, goes to that table
        first: else he waits for one more game while others wait for him.
        """
        with self._database.writing() as connection:
            one_at_a_time(connection)
            now = self._database.now(connection)
            before = _row(connection, player, now)
            if before is not None and before.table_id is not None and before.arrived is None:
                return
            forgotten = seekers.c.since < now - KEPT
            connection.execute(delete(seekers).where(or_(seekers.c.browser == player.digest, forgotten)))
            row = {"browser": player.digest, "person": player.person, "name": player.name}
            row |= kind._asdict() | {"since": now, "seen": now}
            connection.execute(insert(seekers).values(row))
            self._pair(connection, kind, now)

    def cancel(self, player: Player) -> None:
        """Wait no more; who has been paired by now sits at his table."""
        waiting = (seekers.c.browser == player.digest) & seekers.c.table_id.is_(None)
        with self._database.writing() as connection:
            one_at_a_time(connection)
            connection.execute(delete(seekers).where(waiting))

    def look(self, player: Player) -> Waiting | None:
        """What somebody waits for, whose page is here: it is noted, and pairing is tried."""
        row = self._row(player)
        if row is None or row.table_id is not None:
            return None if row is None else self._told(row)
        with self._database.writing() as connection:
            one_at_a_time(connection)
            now = self._database.now(connection)
            mine = seekers.c.browser == player.digest
            if now - row.seen >= NOTED_EVERY:
                connection.execute(update(seekers).where(mine).values(seen=now))
            self._pair(connection, Kind(row.game, row.players, row.speed), now)
        row = self._row(player)
        return None if row is None else self._told(row)

    def leave(self, player: Player, last: Waiting) -> None:
        """Note that the page of somebody is gone which has seen this last: nobody is paired with him until
        there is a sign of another."""
        here = (seekers.c.browser == player.digest) & seekers.c.table_id.is_(None)
        with self._database.writing() as connection:
            one_at_a_time(connection)
            gone = update(seekers).where(here, seekers.c.seen <= last.seen)
            connection.execute(gone.values(seen=last.seen - THERE))

    def state(self, player: Player) -> Waiting | None:
        """The same, but nothing is noted and nothing tried."""
        row = self._row(player)
        return None if row is None else self._told(row)

    def arrive(self, player: Player) -> None:
        """Note that a page of somebody goes to the table that was found for him."""
        mine = (seekers.c.browser == player.digest) & seekers.c.table_id.is_not(None)
        with self._database.writing() as connection:
            now = self._database.now(connection)
            connection.execute(update(seekers).where(mine, seekers.c.arrived.is_(None)).values(arrived=now))
            gone = or_(seekers.c.arrived < now - ALL_GO, seekers.c.since < now - KEPT)
            connection.execute(delete(seekers).where(gone))

    def _row(self, player: Player) -> Row[Any] | None:
        with self._database.reading() as connection:
            return _row(connection, player, self._database.now(connection))

    def _told(self, row: Row[Any]) -> Waiting:
        kind = Kind(row.game, row.players, row.speed)
        return Waiting(kind, row.since, row.table_id, row.arrived is not None, row.seen)

    def _pair(self, connection: Connection, kind: Kind, now: float) -> None:
        """Bring together who waits for this kind of game, as long as there are enough."""
        while (found := self._group(connection, kind, now)) is not None:
            table_id = self._set_up(connection, kind, found)
            end_waits(connection, {one.browser for one in found}, table_id, kind.speed)

    def _group(self, connection: Connection, kind: Kind, now: float) -> list[Seeker] | None:
        same = and_(*(seekers.c[name] == value for name, value in kind._asdict().items()))
        here = and_(same, seekers.c.table_id.is_(None), seekers.c.seen >= now - THERE)
        locked = select(people.c.id).where(people.c.locked)  # while his wish to wait was on its way
        rows = connection.execute(select(seekers).where(here, seekers.c.person.not_in(locked))).all()
        if len(rows) < kind.players:
            return None
        ratings = ratings_in(connection, kind)
        waiting = []
        for row in rows:
            rating = ratings.get(f"person {row.person}") if row.person else None
            points = None if rating is None else rating.points
            waiting.append(Seeker(row.browser, row.person, row.name, row.since, points))
        return group(waiting, kind.players, pairs_apart(connection, {one.person for one in waiting}), now)

    def _set_up(self, connection: Connection, kind: Kind, found: list[Seeker]) -> str:
        """A table of these people, in seats that fall to them by lot."""
        for last in range(len(found) - 1, 0, -1):
            other = int(self._source.below(last + 1))
            found[last], found[other] = found[other], found[last]
        seats: list[Seat] = []
        for index, one in enumerate(found):
            name = told_apart(one.name, [seat.name for seat in seats])
            seats.append(Seat(index, "friend", name, "", taken=True))
        clock = CLOCKS[kind.speed]
        draft = Draft(
            new_table_id(),
            kind.game,
            seats,
            [(index, one.browser) for index, one in enumerate(found)],
            found[0].browser,
            time=TimeControl.read(clock) if clock else None,
            casual=not all(one.person for one in found),
            public=True,
            chat="people",
            called=range(len(found)),
        )
        self._begin(connection, draft)
        mine = seekers.c.browser.in_([one.browser for one in found])
        connection.execute(update(seekers).where(mine).values(table_id=draft.id))
        return draft.id


def _row(connection: Connection, player: Player, now: float) -> Row[Any] | None:
    """What is noted of somebody, as far as it still counts. Whose page was at his table has arrived, by
    whatever way it came there."""
    columns: list[ColumnElement[Any]] = [column for column in seekers.c if column.name != "arrived"]
    columns.append(func.coalesce(seekers.c.arrived, devices.c.seen).label("arrived"))
    there = and_(devices.c.table_id == seekers.c.table_id, devices.c.browser == seekers.c.browser)
    found = select(*columns).outerjoin(devices, there).where(seekers.c.browser == player.digest)
    row = connection.execute(found).first()
    if row is None or now - row.since > KEPT or (row.arrived is not None and now - row.arrived > ALL_GO):
        return None
    return row
