"""Open tables: who sets one up waits for others at the seats that are open to anybody.

Until the last of them is taken there is no game: nobody has seen a hand, so whoever leaves takes nothing
along. The row of an open table decides who got its last seat, whatever process he asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, insert, select, update

from farmtable.core.text import Text
from farmtable.tables.clocks.control import Speed, TimeControl
from farmtable.tables.errors import NoRoom, NotSignedIn
from farmtable.tables.finding.blocks import are_apart
from farmtable.tables.finding.draft import Begin, Draft, Player, one_at_a_time, told_apart
from farmtable.tables.finding.waits import close, end_waits
from farmtable.tables.lasting import from_stored
from farmtable.tables.plan import Seat, Settings
from farmtable.tables.schema import open_seats, open_tables
from farmtable.tables.tokens import hidden_table_id, is_table_id
from farmtable.tables.transactions import Database

MOST_OPEN: Final = 3
"""So many open tables one may have at a time."""

NOTED_EVERY: Final = 15.0
GONE_AFTER: Final = 120.0
"""Seconds without a sign of somebody's page after which he is gone; for turns of days nobody has to stay."""

DAYS_OPEN: Final = 3 * 24 * 3600.0
HOURS_OPEN: Final = 12 * 3600.0
"""How long a table stays open, whatever signs there are."""

CLOSED: Final = Text("This table is no longer open.")


@dataclass(frozen=True)
class Joined:
    """Somebody who has taken an open seat; `browser` is a digest, `person` the id of his account or empty."""

    name: str
    person: str
    browser: str


@dataclass(frozen=True)
class OpenTable:
    """A table that waits for players, with who has `joined` at which seat."""

    id: str
    game: str
    seats: tuple[Seat, ...]
    open: frozenset[int]
    joined: Mapping[int, Joined]
    time: TimeControl | None
    casual: bool
    creator: str
    person: str
    name: str
    language: str
    created: float
    options: Mapping[str, Any]
    hints: bool

    @property
    def speed(self) -> Speed:
        """How fast it will be played."""
        return "free" if self.time is None else self.time.speed

    @property
    def free(self) -> list[int]:
        """The seats that can be taken, in order."""
        return sorted(self.open - set(self.joined))

    @property
    def persons(self) -> set[str]:
        """The accounts of who is there."""
        return {self.person, *(one.person for one in self.joined.values())} - {""}

    def seat_of(self, browser: str) -> int | None:
        """The open seat that somebody (a digest) has taken."""
        return next((seat for seat, one in self.joined.items() if one.browser == browser), None)

    def names(self) -> list[str]:
        """The names of those that have some, by seat."""
        return [
            self.joined[seat.index].name if seat.index in self.joined else seat.name for seat in self.seats
        ]


class OpenTables:
    """The open tables of one database. All methods may be called from any thread."""

    def __init__(self, database: Database, begin: Begin, key: bytes) -> None:
        self._database = database
        self._begin = begin
        self._key = key
        self._since: float | None = None  # when this process looked first

    def set_up(self, draft: Draft, open_to_all: Collection[int], maker: Player) -> None:
        """Wait for players of `draft` at these seats. Raises NoRoom for who has too many open tables."""
        row = {
            "id": draft.id,
            "game": draft.game,
            "players": len(draft.seats),
            "options": dict(draft.options),
            "settings": asdict(draft.settings),
            "control": "" if draft.time is None else str(draft.time),
            "casual": draft.casual,
            "public": draft.public,
            "chat": draft.chat,
            "seats": [asdict(seat) for seat in draft.seats],
            "open": sorted(open_to_all),
            "creator": draft.creator,
            "person": maker.person,
            "name": maker.name,
            "language": maker.language,
        }
        with self._database.writing() as connection:
            one_at_a_time(connection)
            now = self._database.now(connection)
            self._clear(connection, now)
            mine = select(open_tables.c.id).where(open_tables.c.creator == maker.digest)
            if len(connection.scalars(mine).all()) >= MOST_OPEN:
                raise NoRoom(
                    Text("You are already waiting at {most} open tables. Close one first.", most=MOST_OPEN)
                )
            connection.execute(insert(open_tables).values(row | {"created": now, "seen": now}))

    def all(self, player: Player) -> list[OpenTable]:
        """The open tables that somebody may see, the newest first."""
        with self._database.reading() as connection:
            now = self._database.now(connection)
            rows = connection.execute(select(open_tables).order_by(open_tables.c.created.desc())).all()
            there = [row for row in rows if not self._is_gone(row, now)]
            found = _tables(connection, there)
            return [
                one
                for one in found
                if player.digest == one.creator or not are_apart(connection, player.person, one.persons)
            ]

    def hidden_id(self, table_id: str) -> str:
        """The id of the table that this one becomes if it is not public: as long as it is open everybody
        reads its own, and an address is all that it takes to watch."""
        return hidden_table_id(self._key, table_id)

    def find(self, table_id: str) -> OpenTable | None:
        """The open table with this id; None where there is none, or no longer."""
        if not is_table_id(table_id):
            return None
        with self._database.reading() as connection:
            row = connection.execute(select(open_tables).where(open_tables.c.id == table_id)).first()
            if row is None or self._is_gone(row, self._database.now(connection)):
                return None
            return _tables(connection, [row])[0]

    def join(self, table_id: str, player: Player) -> None:
        """Take an open seat; with the last of them the game begins. Who has one already keeps it.

        Raises NoRoom where there is none, or no longer, NotSignedIn for a guest where the game is rated.
        """
        if not is_table_id(table_id):
            raise NoRoom(CLOSED)
        with self._database.writing() as connection:
            one_at_a_time(connection)
            now = self._database.now(connection)
            self._clear(connection, now)
            row = connection.execute(select(open_tables).where(open_tables.c.id == table_id)).first()
            if row is None:
                raise NoRoom(CLOSED)
            table = _tables(connection, [row])[0]
            if table.seat_of(player.digest) is not None:
                return
            self._check(connection, table, player)
            seat = table.free[0]
            name = told_apart(player.name, table.names())
            taken = {"table_id": table_id, "seat": seat, "name": name, "seen": now}
            taken |= {"browser": player.digest, "person": player.person}
            connection.execute(insert(open_seats).values(taken))
            if len(table.free) == 1:
                joined = {**table.joined, seat: Joined(name, player.person, player.digest)}
                self._start(connection, row, replace(table, joined=joined), player.digest)

    def leave(self, table_id: str, player: Player) -> None:
        """Give an open seat back; whoever set the table up closes it. Nothing happens to who is not there."""
        if not is_table_id(table_id):
            return
        with self._database.writing() as connection:
            one_at_a_time(connection)
            here = open_tables.c.id == table_id
            if connection.scalar(select(open_tables.c.creator).where(here)) == player.digest:
                close(connection, [table_id])
            mine = (open_seats.c.table_id == table_id) & (open_seats.c.browser == player.digest)
            connection.execute(delete(open_seats).where(mine))

    def note_seen(self, player: Player) -> None:
        """Note that a page of somebody is there, where he waits."""
        me = player.digest
        with self._database.reading() as connection:
            now = self._database.now(connection)
            made = (open_tables.c.creator == me) & (open_tables.c.seen < now - NOTED_EVERY)
            sits = (open_seats.c.browser == me) & (open_seats.c.seen < now - NOTED_EVERY)
            due = connection.scalar(select(open_tables.c.id).where(made)) is not None
            due = due or connection.scalar(select(open_seats.c.seat).where(sits)) is not None
        if due:
            with self._database.writing() as connection:
                connection.execute(update(open_tables).where(open_tables.c.creator == me).values(seen=now))
                connection.execute(update(open_seats).where(open_seats.c.browser == me).values(seen=now))

    def _check(self, connection: Connection, table: OpenTable, player: Player) -> None:
        if table.creator == player.digest:
            raise NoRoom(Text("This is your own table."))
        if not table.free:
            raise NoRoom(Text("Somebody was faster: the last seat is taken."))
        if are_apart(connection, player.person, table.persons):
            raise NoRoom(CLOSED)
        if not table.casual and not player.person:
            raise NotSignedIn(Text("This game is rated. Sign in to take a seat."))

    def _start(self, connection: Connection, row: Row[Any], table: OpenTable, last: str) -> None:
        """All seats are taken, the last by this one (a digest): let it be a table."""
        seats = [
            replace(seat, name=table.joined[seat.index].name, taken=True)
            if seat.index in table.joined
            else seat
            for seat in table.seats
        ]
        local = [(seat.index, table.creator) for seat in seats if seat.kind == "local"]
        holders = [*local, *((seat, one.browser) for seat, one in sorted(table.joined.items()))]
        draft = Draft(
            table.id if row.public else self.hidden_id(table.id),
            table.game,
            seats,
            holders,
            table.creator,
            row.options,
            from_stored(Settings, row.settings),
            table.time,
            table.casual,
            row.public,
            row.chat,
            {seat for seat, browser in holders if browser != last},
        )
        self._begin(connection, draft)
        close(connection, [table.id])
        end_waits(connection, {browser for _, browser in holders}, table.id, table.speed)

    def _clear(self, connection: Connection, now: float) -> None:
        """Close the tables whose makers are gone, and take back the seats of others that are."""
        rows = connection.execute(select(open_tables)).all()
        close(connection, [row.id for row in rows if self._is_gone(row, now)])
        waiting = [row.id for row in rows if not row.control.endswith("d")]
        gone = open_seats.c.table_id.in_(waiting) & (open_seats.c.seen < now - GONE_AFTER)
        if self._watched(now):
            connection.execute(delete(open_seats).where(gone))

    def _is_gone(self, row: Row[Any], now: float) -> bool:
        if row.control.endswith("d"):
            return bool(now - row.created > DAYS_OPEN)
        return bool(now - row.created > HOURS_OPEN) or (now - row.seen > GONE_AFTER and self._watched(now))

    def _watched(self, now: float) -> bool:
        """Whether this process ran long enough to know who is gone: while no server runs, nobody is."""
        if self._since is None:
            self._since = now
        return now - self._since > GONE_AFTER


def _tables(connection: Connection, rows: Collection[Row[Any]]) -> list[OpenTable]:
    joined: defaultdict[str, dict[int, Joined]] = defaultdict(dict)
    here = open_seats.c.table_id.in_([row.id for row in rows])
    for one in connection.execute(select(open_seats).where(here)):
        joined[one.table_id][one.seat] = Joined(one.name, one.person, one.browser)
    return [
        OpenTable(
            id=row.id,
            game=row.game,
            seats=tuple(from_stored(Seat, seat) for seat in row.seats),
            open=frozenset(row.open),
            joined=joined[row.id],
            time=TimeControl.read(row.control) if row.control else None,
            casual=row.casual or not row.control,
            creator=row.creator,
            person=row.person,
            name=row.name,
            language=row.language,
            created=row.created,
            options=row.options,
            hints=from_stored(Settings, row.settings).hints,
        )
        for row in rows
    ]
