"""What is written to the database and read from it. Each method is one short transaction."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection, and_, delete, exists, func, insert, or_, select, update

from farmtable.core.record import Record
from farmtable.tables.chat.message import Mode
from farmtable.tables.clocks.clock import Clock
from farmtable.tables.clocks.control import TimeControl
from farmtable.tables.clocks.rows import Change, Clocks, insert_clock
from farmtable.tables.holders import Holders, Holding
from farmtable.tables.intentions import rows as intended_rows
from farmtable.tables.intentions.rows import Intentions
from farmtable.tables.journal import Entry
from farmtable.tables.lasting import from_stored
from farmtable.tables.notifications import calling
from farmtable.tables.people.results import Outcome, settle
from farmtable.tables.plan import Seat, Settings, name_key
from farmtable.tables.revisions import note_change, revision_of
from farmtable.tables.schema import (
    analyses,
    chats,
    clocks,
    devices,
    ignored,
    intentions,
    invitations,
    journal,
    messages,
    meta,
    people,
    put_away,
    reports,
    resigned,
    seat_links,
    seat_owners,
    seats,
    tables,
    watchers,
)
from farmtable.tables.transactions import Collision, Database

NOTED: Final = ("seat", "browser", "place", "program", "system", "since", "seen")
"""The columns of a device's row, as in `Holding`. A removed device has such a row but owns no seat."""


OF_A_TABLE: Final = (
    *(journal, analyses, clocks, put_away, intentions),
    *(reports, ignored, messages, chats, invitations, watchers),
    *(resigned, devices, seat_links, seat_owners, seats),
)
"""All tables with rows that depend on a game's table, dependent ones first."""


@dataclass(frozen=True)
class Header:
    """What was fixed when a table was created. `creator` is the digest of the browser that did it; the table
    may have passed to another since (`Sitting.creator`). `rated` is False if the game cannot count for
    ratings, `casual` is True if its players do not want it to; a `public` table can be found by anybody. If
    `time` is None there are no clocks, if `chat` is None there is no chat."""

    id: str
    game: str
    rules_version: int
    players: int
    options: dict[str, Any]
    settings: Settings
    creator: str
    created: float
    rated: bool = True
    casual: bool = False
    public: bool = False
    time: TimeControl | None = None
    chat: Mode | None = None

    def record(self) -> Record:
        """The record of its game before anything has happened."""
        return Record(self.game, self.players, self.options, [], self.rules_version)


@dataclass(frozen=True)
class Row:
    """A table as shown to whoever runs the server: no names, nothing of the game."""

    id: str
    game: str
    rules_version: int
    players: int
    touched: float
    over: bool


@dataclass(frozen=True)
class Sitting:
    """Who is at a table: the seats in order, the digests of those that hold them or were removed, how often
    the private link of each seat was replaced, the digest of the table's owner, whether it is public, and
    whether its game is to count for no rating."""

    seats: list[Seat]
    holdings: list[Holding]
    links: dict[int, int]
    creator: str
    public: bool = False
    casual: bool = False

    @property
    def holders(self) -> Holders:
        """The holders of the seats."""
        local = frozenset(seat.index for seat in self.seats if seat.kind == "local")
        return Holders(self.holdings, self.links, self.creator, local)


@dataclass(frozen=True)
class Turns:
    """What entries mean for whose turn it is: the seats whose turn they have `begun`, those for which they
    have `ended` the game, those that have `decided` themselves, and the seat whose intention they carry out
    (`intended`), with the time when that was entered."""

    begun: frozenset[int] = frozenset()
    ended: frozenset[int] = frozenset()
    decided: frozenset[int] = frozenset()
    intended: tuple[int, float] | None = None


NO_TURNS: Final = Turns()


@dataclass(frozen=True)
class Appended:
    """The result of appending: the clocks and the time at which they were read, if there are any, and the
    table's `revision`."""

    clock: tuple[Clock, float] | None
    revision: int


@dataclass(frozen=True)
class Listed:
    """A table in the list of a browser: when it was last `touched`, and in which `place` it was put away.

    `mine` are the browser's seats, `acting` those that everybody waits for, as far as that is recorded. It is
    `alone` at a table that it created without inviting anybody. Some are tables of a `lesson`.
    """

    id: str
    touched: float
    place: str | None
    game: str = ""
    over: bool = False
    acting: frozenset[int] = frozenset()
    mine: frozenset[int] = frozenset()
    alone: bool = False
    lesson: bool = False

    @property
    def waits_for_me(self) -> bool:
        """Whether the browser is to act."""
        return not self.over and bool(self.acting & self.mine)

    @property
    def archived(self) -> bool:
        """Whether it is in the browser's archive."""
        return self.place == "archive"


class Store:
    """What the tables keep in the database. Browsers are known by digests only.

    Every method raises StorageError if the database does not answer.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self.clocks = Clocks(database)
        self.intentions = Intentions(database)

    def meta(self, key: str) -> str | None:
        """The value stored for the whole database under `key`."""
        with self._database.reading() as connection:
            return connection.scalar(select(meta.c.value).where(meta.c.key == key))

    def create(
        self,
        header: Header,
        sitting: Sequence[Seat],
        holders: Sequence[tuple[int, str]],
        entries: Sequence[Entry],
        clock: Clock | None = None,
        acting: Collection[int] | None = None,
        called: Collection[int] = (),
    ) -> None:
        """Store a new table; `holders` are seats with the browsers that hold them, in the order in which they
        came.

        `acting` are the seats that everybody waits for, if known; the seats `called` are notified that their
        game begins. Raises Collision if the table already exists.
        """
        with self._database.writing() as connection:
            self.create_within(connection, header, sitting, holders, entries, clock, acting, called)

    def create_within(  # noqa: PLR0913, PLR0917 - all that a table is made of
        self,
        connection: Connection,
        header: Header,
        sitting: Sequence[Seat],
        holders: Sequence[tuple[int, str]],
        entries: Sequence[Entry],
        clock: Clock | None = None,
        acting: Collection[int] | None = None,
        called: Collection[int] = (),
    ) -> None:
        """The same within a transaction that does more."""
        row = asdict(header) | {"settings": asdict(header.settings), "touched": header.created, "over": False}
        del row["time"], row["chat"]
        row["thinker"] = self._database.origin
        row["acting"] = None if acting is None else _noted_seats(acting)
        connection.execute(insert(tables).values(row))
        for seat in sitting:
            key = name_key(seat.name) if seat.taken and seat.name else None
            values = {"table_id": header.id, "seat": seat.index, "name_key": key, "kind": seat.kind}
            values |= {"name": seat.name, "bot": seat.bot, "taken": seat.taken}
            connection.execute(insert(seats).values(values))
        for index, browser in holders:
            _add_holder(connection, header.id, index, browser)
        _insert_entries(connection, header.id, 0, entries)
        if clock is not None:
            insert_clock(connection, header.id, clock)
            lows = {seat: low for seat in clock.turns if (low := clock.low_in(seat, clock.since)) is not None}
            calling.warn(connection, header.id, lows, len(entries), clock.since)
        if header.chat is not None:
            room = {"table_id": header.id, "mode": header.chat, "seats": 0, "watchers": 0}
            connection.execute(insert(chats).values(room))
        calling.call(connection, header.id, "begins", called, 0, self._database.here())

    def header(self, table_id: str) -> Header | None:
        """A table's fixed part, or None if there is no such table."""
        also = select(tables, clocks.c.control, chats.c.mode.label("chat"))
        found = also.outerjoin(clocks).outerjoin(chats, chats.c.table_id == tables.c.id)
        with self._database.reading() as connection:
            row = connection.execute(found.where(tables.c.id == table_id)).mappings().first()
        if row is None:
            return None
        fields = {name: row[name] for name in Header.__dataclass_fields__ if name != "time"}
        control = row["control"]
        changed = {
            "settings": from_stored(Settings, row["settings"]),
            "rated": row["rated"] is not False,
            "casual": row["casual"] is True,
            "public": row["public"] is True,
            "time": None if control is None else TimeControl.read(control),
        }
        return Header(**(fields | changed))

    def sitting(self, table_id: str) -> Sitting:
        """Who is at a table; no seats if there is no such table."""
        linked = (seats.c.table_id == seat_links.c.table_id) & (seats.c.seat == seat_links.c.seat)
        found = select(seats, seat_links.c.number, tables.c.creator, tables.c.public, tables.c.casual)
        with self._database.reading() as connection:
            here = found.join(tables).outerjoin(seat_links, linked).where(seats.c.table_id == table_id)
            rows = connection.execute(here.order_by(seats.c.seat)).all()
            holdings = _holdings(connection, table_id)
        return Sitting(
            [Seat(row.seat, row.kind, row.name, row.bot, row.taken) for row in rows],
            holdings,
            {row.seat: row.number or 0 for row in rows},
            rows[0].creator if rows else "",
            bool(rows and rows[0].public),
            bool(rows and rows[0].casual),
        )

    def resigned(self, table_id: str) -> dict[int, str]:
        """The seats that were resigned, each with the bot that plays on."""
        found = select(resigned.c.seat, resigned.c.bot).where(resigned.c.table_id == table_id)
        with self._database.reading() as connection:
            return {row.seat: row.bot for row in connection.execute(found)}

    def set_public(self, table_id: str, public: bool) -> None:
        """Store whether anybody may find a table."""
        with self._database.writing() as connection:
            note_change(connection, table_id, public=public)

    def others(self, browser: str) -> bool:
        """Whether there is anybody here besides this browser: an account, or a table that another has
        created."""
        elsewhere = exists().where(tables.c.creator != browser)
        with self._database.reading() as connection:
            return bool(connection.scalar(select(elsewhere | exists(select(people.c.id)))))

    def resign(self, table_id: str, seat: int, bot: str, casual: bool = False) -> None:
        """Record that a seat was resigned to a bot, which may make the game `casual`. Raises Collision if it
        already was."""
        row = {"table_id": table_id, "seat": seat, "bot": bot, "at": time.time()}
        with self._database.writing() as connection:
            unrated = {"casual": True} if casual else {}
            note_change(connection, table_id, thinker=self._database.origin, **unrated)
            connection.execute(insert(resigned).values(row))
            intended_rows.forget(connection, table_id, seat)

    def claim(self, table_id: str, seat: int, browser: str, name: str) -> bool:
        """Seat a friend; False if the seat was already taken. Raises Collision for a name in use."""
        free = (seats.c.table_id == table_id) & (seats.c.seat == seat) & seats.c.taken.is_(False)
        with self._database.writing() as connection:
            note_change(connection, table_id)
            done = connection.execute(
                update(seats).where(free).values(name=name, name_key=name_key(name), taken=True)
            )
            if done.rowcount == 1:
                _add_holder(connection, table_id, seat, browser)
                self._call_if_all_are_there(connection, table_id, seat)
            return done.rowcount == 1

    def _call_if_all_are_there(self, connection: Connection, table_id: str, came: int) -> None:
        """Notify the others that the game begins, once the last seat was taken."""
        found = select(seats.c.seat, seats.c.taken).where(seats.c.table_id == table_id)
        taken = {row.seat: row.taken for row in connection.execute(found)}
        if all(taken.values()):
            calling.call(connection, table_id, "begins", taken.keys() - {came}, 0, self._database.here())

    def add_holder(self, table_id: str, seat: int, browser: str, link: int) -> bool:
        """Let one more browser hold a seat; False if its private link is no longer `link`.

        Raises Collision if the browser already holds it.
        """
        with self._database.writing() as connection:
            note_change(connection, table_id)
            if _locked_link(connection, table_id, seat) != link:
                return False
            _add_holder(connection, table_id, seat, browser)
            return True

    def end_holders(self, table_id: str, seat: int, browsers: Sequence[str]) -> bool:
        """Remove these holders from a seat, and replace its private link; False if nobody would be left."""
        held = (seat_owners.c.table_id == table_id) & (seat_owners.c.seat == seat)
        noted = (devices.c.table_id == table_id) & (devices.c.seat == seat)
        with self._database.writing() as connection:
            note_change(connection, table_id)
            _locked_link(connection, table_id, seat)
            there = set(connection.scalars(select(seat_owners.c.browser).where(held)))
            if there <= set(browsers):
                return False
            connection.execute(delete(seat_owners).where(held & seat_owners.c.browser.in_(browsers)))
            known = set(connection.scalars(select(devices.c.browser).where(noted)))
            for browser in (there & set(browsers)) - known:
                _insert_device(connection, table_id, Holding(seat, browser))
            _replace_link(connection, table_id, seat)
            return True

    def replace_link(self, table_id: str, seat: int) -> None:
        """Invalidate the private links of a seat and replace them."""
        with self._database.writing() as connection:
            note_change(connection, table_id)
            _replace_link(connection, table_id, seat)

    def note_seen(self, table_id: str, browser: str, seen: Sequence[int], change: dict[str, Any]) -> None:
        """Record what is known of a browser that holds the seats `seen`: columns of `devices`.

        Raises Collision if another process records the same for the first time.
        """
        noted = (devices.c.table_id == table_id) & (devices.c.browser == browser)
        with self._database.writing() as connection:
            note_change(connection, table_id)
            for seat in seen:
                done = connection.execute(
                    update(devices).where(noted & (devices.c.seat == seat)).values(change)
                )
                if done.rowcount == 0:
                    _insert_device(connection, table_id, replace(Holding(seat, browser), **change))

    @property
    def origin(self) -> str:
        """The name of this server where a table names the one that runs its bots."""
        return self._database.origin

    def revision(self, table_id: str) -> tuple[int, str | None] | None:
        """How often a table has changed, and the server that runs its bots; None if there is no such
        table."""
        with self._database.asking() as connection:
            return revision_of(connection, table_id)

    def revisions(self, table_ids: Collection[str]) -> dict[str, int]:
        """How often each of these tables has changed, as far as they exist."""
        found = select(tables.c.id, tables.c.revision).where(tables.c.id.in_(table_ids))
        with self._database.asking() as connection:
            return {row.id: row.revision or 0 for row in connection.execute(found)}

    def touch(self, table_id: str) -> None:
        """Count a change of a table that does not change its own rows."""
        with self._database.writing() as connection:
            note_change(connection, table_id)

    def entries(self, table_id: str, since: int) -> list[Entry]:
        """The journal from entry `since` on."""
        wanted = (journal.c.table_id == table_id) & (journal.c.n >= since)
        with self._database.asking() as connection:
            rows = connection.execute(
                select(
                    journal.c.kind,
                    journal.c.seat,
                    journal.c.action,
                    journal.c.command_id,
                    func.coalesce(journal.c.by_bot, False),
                )
                .where(wanted)
                .order_by(journal.c.n)
            )
            return [Entry(*row) for row in rows]

    def append(  # noqa: PLR0913, PLR0917 - all that comes of a decision
        self,
        table_id: str,
        since: int,
        entries: Sequence[Entry],
        acting: Collection[int],
        ended: tuple[dict[str, Any], Outcome | None] | None,
        clock: Change | None = None,
        turns: Turns = NO_TURNS,
        follows: int | None = None,
    ) -> Appended:
        """Append entries from number `since` on, all or none, after which the seats `acting` are waited for.

        If they have `ended` the game, this has its record and, unless it was a lesson, its outcome.

        If the table has clocks, `clock` changes them in the same transaction. `turns` says whose turn begins.
        Raises Collision if another process has been faster, or a command id already exists, and if the table
        has changed at all since the revision that this `follows` (None: any).
        """
        change: dict[str, Any] = {"touched": time.time(), "acting": _noted_seats(acting)}
        change["thinker"] = self._database.origin
        record, outcome = ended or (None, None)
        if record is not None:
            change |= {"over": True, "record": record}
        with self._database.writing() as connection:
            revision = note_change(connection, table_id, **change)
            if follows is not None and revision != follows + 1:
                raise Collision
            # Before anything else: so the time it reads is right for what is stored.
            told = None if clock is None else self.clocks.change_within(connection, table_id, clock)
            _insert_entries(connection, table_id, since, entries)
            if turns.intended is not None:
                intended_rows.use_up(connection, table_id, *turns.intended)
            if record is not None:
                intended_rows.forget(connection, table_id)
            self._call(connection, table_id, since + len(entries), turns, told)
            intended_rows.spend(connection, table_id, turns.decided)
            if outcome is not None:
                settle(connection, table_id, outcome)
        return Appended(told, revision)

    def _call(
        self,
        connection: Connection,
        table_id: str,
        version: int,
        turns: Turns,
        clock: tuple[Clock, float] | None,
    ) -> None:
        """Write notifications for those whose turns begin."""
        now = self._database.here()
        calling.call(connection, table_id, "turn", turns.begun, version, now)
        calling.call(connection, table_id, "ended", turns.ended, version, now)
        if clock is not None:
            lows = {seat: low for seat in turns.begun if (low := clock[0].low_in(seat, clock[1])) is not None}
            calling.warn(connection, table_id, lows, version, now)

    def record(self, table_id: str) -> dict[str, Any] | None:
        """The stored record of a finished game, or None."""
        with self._database.reading() as connection:
            found: dict[str, Any] | None = connection.scalar(
                select(tables.c.record).where(tables.c.id == table_id)
            )
            return found

    def analysis(self, table_id: str, engine: str) -> dict[str, Any] | None:
        """The analysis of a finished game by this engine, or None."""
        mine = (analyses.c.table_id == table_id) & (analyses.c.engine == engine)
        with self._database.reading() as connection:
            found: dict[str, Any] | None = connection.scalar(select(analyses.c.content).where(mine))
            return found

    def save_analysis(self, table_id: str, engine: str, content: dict[str, Any]) -> None:
        """Store an analysis. Raises Collision if another process stores one at the same moment."""
        row = {"table_id": table_id, "engine": engine, "content": content}
        with self._database.writing() as connection:
            connection.execute(delete(analyses).where(analyses.c.table_id == table_id))
            connection.execute(insert(analyses).values(row))

    def list_of(self, browser: str, binned: bool = False) -> list[Listed]:
        """The tables that a browser created, sits or sat at, the most recently used first: those that it has
        not removed from its list, or those that it has."""
        sitting = select(seat_owners.c.table_id).where(seat_owners.c.browser == browser)
        ended = select(devices.c.table_id).where(devices.c.browser == browser)
        mine = or_(tables.c.creator == browser, tables.c.id.in_(sitting), tables.c.id.in_(ended))
        own = (put_away.c.table_id == tables.c.id) & (put_away.c.browser == browser)
        in_bin = func.coalesce(put_away.c.place, "") == "bin"
        found = (
            select(*_LISTED, put_away.c.place, _WITH_FRIENDS.label("with_friends"))
            .outerjoin(put_away, own)
            .where(mine, in_bin if binned else ~in_bin)
            .order_by(tables.c.touched.desc())
        )
        held: defaultdict[str, set[int]] = defaultdict(set)
        own_seats = sitting.add_columns(seat_owners.c.seat)
        with self._database.reading() as connection:
            for table_id, seat in connection.execute(own_seats):
                held[table_id].add(seat)
            return [
                Listed(
                    id=row.id,
                    touched=row.touched,
                    place=row.place,
                    game=row.game,
                    over=row.over,
                    acting=_seats_noted(row.acting),
                    mine=frozenset(held[row.id]),
                    alone=row.creator == browser and bool(held[row.id]) and not row.with_friends,
                    lesson=row.settings.get("lesson", 0) > 0,
                )
                for row in connection.execute(found)
            ]

    def put(self, table_id: str, browser: str, place: str | None) -> None:
        """Put a table away in the list of a browser, or (None) back into the list."""
        own = (put_away.c.table_id == table_id) & (put_away.c.browser == browser)
        with self._database.writing() as connection:
            connection.execute(delete(put_away).where(own))
            if place is not None:
                values = {"table_id": table_id, "browser": browser, "place": place}
                connection.execute(insert(put_away).values(values))

    def binned_by(self, table_id: str) -> set[str]:
        """The browsers that have removed a table from their lists."""
        here = (put_away.c.table_id == table_id) & (put_away.c.place == "bin")
        with self._database.reading() as connection:
            return set(connection.scalars(select(put_away.c.browser).where(here)))

    def erase(self, table_id: str) -> None:
        """Delete a table from the database, with all rows that depend on it."""
        with self._database.writing() as connection:
            here = select(tables.c.id).where(tables.c.id == table_id)
            connection.execute(here.with_for_update())  # others wait with their entries, and find it gone
            calling.forget_table(connection, table_id)
            for rows in OF_A_TABLE:
                connection.execute(delete(rows).where(rows.c.table_id == table_id))
            connection.execute(delete(tables).where(tables.c.id == table_id))

    def all(self) -> list[Row]:
        """All tables, the most recently used first."""
        columns = [tables.c[name] for name in ("id", "game", "rules_version", "players", "touched", "over")]
        with self._database.reading() as connection:
            found = connection.execute(select(*columns).order_by(tables.c.touched.desc()))
            return [Row(*row) for row in found]

    def running(self) -> int:
        """How many tables there are whose game is not over."""
        number = select(func.count()).select_from(tables).where(tables.c.over.is_(False))
        with self._database.reading() as connection:
            return connection.scalar(number) or 0


_LISTED: Final = [
    tables.c[name] for name in ("id", "touched", "game", "over", "acting", "creator", "settings")
]
_WITH_FRIENDS: Final = exists().where(seats.c.table_id == tables.c.id, seats.c.kind == "friend")


def _noted_seats(seats: Collection[int]) -> str:
    return f",{''.join(f'{seat},' for seat in sorted(seats))}"


def _seats_noted(noted: str | None) -> frozenset[int]:
    return frozenset(int(seat) for seat in (noted or "").split(",") if seat)


def _holdings(connection: Connection, table_id: str) -> list[Holding]:
    """The holders of the seats, with what is recorded of them, and those that were removed."""
    same = [seat_owners.c[key] == devices.c[key] for key in ("table_id", "seat", "browser")]
    noted = [devices.c[name] for name in NOTED[2:]]
    owning = select(seat_owners.c.seat, seat_owners.c.browser, *noted).outerjoin(devices, and_(*same))
    holding = [
        Holding(row.seat, row.browser) if row.place is None else Holding(*row)
        for row in connection.execute(owning.where(seat_owners.c.table_id == table_id))
    ]
    mine = devices.c.table_id == table_id
    gone = select(devices.c.seat, devices.c.browser, *noted).where(mine, ~exists().where(*same))
    there = {(one.seat, one.browser) for one in holding}
    ended = (row for row in connection.execute(gone) if (row.seat, row.browser) not in there)
    return holding + [replace(Holding(*row), ended=True) for row in ended]


def _add_holder(connection: Connection, table_id: str, seat: int, browser: str) -> None:
    """Let a browser hold a seat, as the last in the order of its holders."""
    connection.execute(insert(seat_owners).values(table_id=table_id, seat=seat, browser=browser))
    here = (devices.c.table_id == table_id) & (devices.c.seat == seat)
    place = (connection.scalar(select(func.max(devices.c.place)).where(here)) or 0) + 1
    connection.execute(delete(devices).where(here & (devices.c.browser == browser)))
    _insert_device(connection, table_id, Holding(seat, browser, place, since=time.time()))


def _insert_device(connection: Connection, table_id: str, holding: Holding) -> None:
    row = {name: getattr(holding, name) for name in NOTED}
    connection.execute(insert(devices).values(table_id=table_id, **row))


def _locked_link(connection: Connection, table_id: str, seat: int) -> int:
    """The number of a seat's private link, after waiting for all others that change its holders."""
    here = (seats.c.table_id == table_id) & (seats.c.seat == seat)
    connection.execute(select(seats.c.seat).where(here).with_for_update())
    link = (seat_links.c.table_id == table_id) & (seat_links.c.seat == seat)
    return connection.scalar(select(seat_links.c.number).where(link)) or 0


def _replace_link(connection: Connection, table_id: str, seat: int) -> None:
    number = _locked_link(connection, table_id, seat) + 1
    link = (seat_links.c.table_id == table_id) & (seat_links.c.seat == seat)
    done = connection.execute(update(seat_links).where(link).values(number=number))
    if done.rowcount == 0:
        connection.execute(insert(seat_links).values(table_id=table_id, seat=seat, number=number))


def _insert_entries(connection: Connection, table_id: str, since: int, entries: Sequence[Entry]) -> None:
    now = time.time()
    rows = [
        asdict(entry) | {"table_id": table_id, "n": n, "at": now} for n, entry in enumerate(entries, since)
    ]
    if rows:
        connection.execute(insert(journal), rows)
