"""`Tables`: all tables of one database, and the listeners for their changes."""

from __future__ import annotations

import contextlib
import hmac
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final
from weakref import WeakValueDictionary

from sqlalchemy import Connection

from farmtable.core.course import course_of
from farmtable.core.errors import BadOption, BadRecord
from farmtable.core.lesson import LEARNER
from farmtable.core.record import Record
from farmtable.core.registry import game as find_game
from farmtable.core.rng import RandomSource, SecureRng
from farmtable.core.text import Text
from farmtable.tables.branch import branch
from farmtable.tables.chat.message import Mode
from farmtable.tables.chat.talk import Chat
from farmtable.tables.clocks.absences import Absences
from farmtable.tables.clocks.clock import Clock, Moment
from farmtable.tables.clocks.control import TimeControl
from farmtable.tables.clocks.timed import persons_in, timed_seats
from farmtable.tables.database import open_database
from farmtable.tables.drafting import check_bot, check_options, drafted, has_own_figures, sit_down
from farmtable.tables.errors import NoNextGame, NoRoom, NoSuchTable, NotYourSeat, StorageError, Unfinished
from farmtable.tables.finding.blocks import who_may_meet
from farmtable.tables.finding.draft import Draft, Player, told_apart
from farmtable.tables.finding.finding import Finding
from farmtable.tables.finding.invitations import NOT_INVITED
from farmtable.tables.hearing import Ear
from farmtable.tables.journal import Journal
from farmtable.tables.lessons import by_itself
from farmtable.tables.lists import Lists
from farmtable.tables.notifications.channels import Channels
from farmtable.tables.notifications.outbox import Outbox
from farmtable.tables.people import guests
from farmtable.tables.people.accounts import People
from farmtable.tables.people.limits import Limit
from farmtable.tables.people.person import Person, account_of
from farmtable.tables.plan import Seat, SeatPlan, Settings
from farmtable.tables.retired import RetiredRules, RetiredTable
from farmtable.tables.servers import Servers
from farmtable.tables.store import Header, Row, Store
from farmtable.tables.table import Table
from farmtable.tables.tokens import digest, following_table_id, is_table_id, new_table_id, table_of
from farmtable.tables.transactions import Collision, Database

Listener = Callable[[str, int], None]
Hearer = Callable[[str], None]

# How many tables stay folded in memory; others are folded again from the database when needed.
KEPT = 256

TAKEN_BACK: Final = Limit("rated games resigned without a decision", 5, 24 * 3600.0)
"""Otherwise players who do not like their hand could get another as often as they like, by resigning or by
deleting the table."""

log = logging.getLogger(__name__)


class Tables:
    """The tables kept in the database at `url`; chance comes from `source` (default: the system's), and the
    time of clocks from `clock` (default: the database's).

    Raises BadOption for a wrong URL, a database that cannot be reached, or one that a later version
    of farmtable made.
    """

    def __init__(
        self, url: str, source: RandomSource | None = None, clock: Callable[[], float] | None = None
    ) -> None:
        self._database = Database(open_database(url), clock)
        self._store = Store(self._database)
        self.people = People(self._database)
        self.people.results.reckon_if_due()
        self.absences = Absences(self._database, self._store.clocks)
        self.channels = Channels(self._database)
        self.outbox = Outbox(self._database)
        self._source: RandomSource = SecureRng() if source is None else source
        self._key = bytes.fromhex(self._store.meta("token_key") or "")
        self.lists = Lists(self._store, self.channels, self.find, self._erase, self.people.is_account)
        self.finding = Finding(self._database, self._begin, self._source, self._key)
        self.servers = Servers(self._database)
        self._listeners: list[Listener] = []
        self._hearers: list[Hearer] = []
        self._ear: Ear | None = None
        self._lock = threading.Lock()
        # One object for each table as long as anybody uses it, since it is the table's queue.
        self._alive: WeakValueDictionary[str, Table] = WeakValueDictionary()
        self._recent: OrderedDict[str, Table] = OrderedDict()
        self._looked_at: dict[str, object] = {}  # what was due there when this process last looked
        self.chat = Chat(self._database, self.people.limits, self._tell)

    def close(self) -> None:
        """Close the database. Nothing is lost: nothing was waiting to be written."""
        if self._ear is not None:
            self._ear.close()
        self._database.close()

    def check_answers(self) -> None:
        """Raises StorageError if the database does not answer."""
        self._store.meta("token_key")

    @property
    def kept(self) -> int:
        """How many tables this process keeps folded."""
        return len(self._alive)

    def running(self) -> int:
        """How many tables there are whose game runs."""
        return self._store.running()

    def secret(self, purpose: str) -> bytes:
        """A key of this database for `purpose` (signing cookies, say), the same after every restart."""
        return hmac.digest(self._key, f"secret {purpose}".encode(), "sha256")

    def create(  # noqa: PLR0913 - each is laid down with a table
        self,
        game_id: str,
        players: int,
        seats: Sequence[SeatPlan],
        options: Mapping[str, Any],
        settings: Settings,
        browser: str,
        time_control: TimeControl | None = None,
        *,
        casual: bool = False,
        public: bool = False,
        chat: Mode | None = None,
    ) -> Table:
        """Create a table and begin its game; the local seats belong to `browser`.

        With a `time_control` it has clocks; a `casual` game counts for no rating, nor does one without clocks
        or of a guest alone. A `public` one can be found and watched by anybody. `chat` says who may write
        there besides the players (None: nobody writes).

        Raises BadOption for a game, seat count, option, bot or name that does not exist or does not fit. The
        value of an option that is a file is its parsed content: a path would be read here.
        """
        draft, _ = drafted(game_id, players, seats, options, settings, browser, time_control)
        of_guests = account_of(browser) is None and all(seat.kind != "friend" for seat in draft.seats)
        draft = replace(draft, casual=casual or of_guests, public=public, chat=chat)
        with self._database.writing() as connection:
            self._begin(connection, draft)
        return self.open(draft.id)

    def offer(  # noqa: PLR0913 - each is laid down with a table
        self,
        game_id: str,
        players: int,
        seats: Sequence[SeatPlan],
        options: Mapping[str, Any],
        settings: Settings,
        maker: Player,
        time_control: TimeControl | None = None,
        *,
        casual: bool = False,
        public: bool = True,
        chat: Mode | None = None,
    ) -> str:
        """As `create`, but some seats are open to anybody: the game begins when they are taken. Returns the
        open table's id, which everybody can read until then; if it is not `public`, the table gets another id
        (`begun_at`).

        Games of guests, of several people at one screen, without clocks or with custom figures cannot be
        rated. Raises also NoRoom.
        """
        draft, open_to_all = drafted(game_id, players, seats, options, settings, maker.browser, time_control)
        if not open_to_all:
            raise BadOption("no seat is open to anybody")
        rated = bool(maker.person) and len(draft.holders) == 1 and not casual and time_control is not None
        rated = rated and not has_own_figures(find_game(game_id), draft.options)
        draft = replace(draft, casual=not rated, public=public, chat=chat)
        self.finding.open_tables.set_up(draft, open_to_all, maker)
        return draft.id

    def begun_at(self, open_id: str, browser: str) -> str | None:
        """The id of the table that an open one has become; None if it has not, or if it is not public and
        this browser has nothing to do with it."""
        with contextlib.suppress(NoSuchTable, BadRecord):
            return self.find(open_id).id
        hidden = self.finding.open_tables.hidden_id(open_id)
        with contextlib.suppress(NoSuchTable, BadRecord):
            table = self.find(hidden)
            if isinstance(table, Table) and (table.seats_of(browser) or table.is_creator(browser)):
                return table.id
        return None

    def others(self, browser: str) -> bool:
        """Whether anybody else is here: somebody with an account, or another browser with a table."""
        return self._store.others(digest(browser))

    def accept(self, table_id: str, seat: int, person: Person) -> Table:
        """Give a person the seat that they were invited to; somebody who already has it keeps it. Raises
        NoRoom if they are not, or no longer, invited, or if somebody sits there from whom a block keeps them
        apart."""
        table = self.open(table_id)
        if seat in table.seats_of(person.holder):  # a second click
            return table
        self.finding.invitations.check(table_id, seat, person)
        self.check_may_join(table, person)
        others = [other.name for other in table.seats if other.taken and other.index != seat]
        table.take_seat(seat, person.holder, told_apart(person.name, others))
        self.finding.invitations.forget(table_id, person)
        return table

    def check_may_join(self, table: Table, person: Person) -> None:
        """Raises NoRoom if a block keeps a person apart from somebody who sits at a table, or owns it. The
        message does not mention a block."""
        others = {holder for _, holder in table.holding()} | {table.creator}
        if self.finding.blocks.is_apart_from(person, others):
            raise NoRoom(NOT_INVITED)

    def teach(self, game_id: str, number: int, bot: str, browser: str) -> Table:
        """The table at which this browser takes a lesson of a game, counted from 1; the others are `bot`s.

        An unfinished one is continued. Raises BadOption for a game, lesson or bot that does not exist.
        """
        for table in self.lists.of_browser(browser):
            if isinstance(table, Table) and table.game.id == game_id and table.settings.lesson == number:
                lecture = table.lecture()
                if lecture is not None and lecture.awaited is not None:
                    return table
        game = find_game(game_id)
        if not 0 < number <= len(game.lessons):
            raise BadOption(f"{game.title} has no lesson {number}")
        lesson = game.lessons[number - 1]
        seats = [
            SeatPlan("local") if seat == LEARNER else SeatPlan("bot", bot=bot)
            for seat in range(lesson.players)
        ]
        settings = Settings(confirm=False, lesson=number)
        return self.create(game_id, lesson.players, seats, lesson.options, settings, browser)

    def follow(self, table: Table, browser: str) -> Table:
        """The table of the next game in the series of `table`: whoever comes first creates it.

        It has the same seats, which belong to the same browsers, the same bots and settings; players who have
        resigned play again. Raises NoNextGame if none follows, or not yet, NotYourSeat for a browser that
        neither sits here nor created the table, BadOption for a bot that no longer exists. People whom a
        block keeps apart from this browser's player are left out; raises NoRoom if nobody else would be left.
        """
        options = sequel_of(table)
        if options is None:
            raise NoNextGame
        return self._go_on(table, browser, options, 0)

    def rematch(self, table: Table, browser: str) -> Table:
        """The table at which the people of `table` play the same game again, each one seat further on.

        Whoever comes first creates it. A game of a series has none: there the series continues. Raises as
        `follow` does.
        """
        if not may_have_rematch(table):
            raise NoNextGame
        return self._go_on(table, browser, table.options, 1)

    def _go_on(self, table: Table, browser: str, options: Mapping[str, Any], turn: int) -> Table:
        """The table that follows, with everybody `turn` seats further on."""
        holders = table.holding()
        if digest(browser) not in [holder for _, holder in holders] and not table.is_creator(browser):
            raise NotYourSeat(Text("Only somebody who plays at this table can begin its next game."))
        if table.following() is None:
            seats = table.planned[turn:] + table.planned[:turn]
            self._set_up_next(
                table,
                options,
                [replace(seat, index=index) for index, seat in enumerate(seats)],
                [((seat - turn) % len(seats), holder) for seat, holder in holders],
                digest(browser),
            )
            self._store.touch(table.id)
            self._tell(table.id, table.version)
        if table.has_left_out(browser):
            raise NoNextGame
        return self.open(following_table_id(self._key, table.id))

    def _set_up_next(
        self,
        table: Table,
        options: Mapping[str, Any],
        seats: list[Seat],
        holders: Sequence[tuple[int, str]],
        begins: str,
    ) -> None:
        """Store the table that follows, and notify all but the one who `begins` it (a digest).

        People whom a block keeps apart from that one are left out. Raises NoRoom if nobody else would be
        left.
        """
        for seat in seats:
            if seat.kind == "bot":
                check_bot(seat.bot)
        creator, nowhere = self._store.sitting(table.id).creator, len(seats)
        with self._database.reading() as connection:
            meeting = who_may_meet(connection, [*holders, (nowhere, creator)], begins)
        left_out = {seat for seat, _ in holders} - meeting
        holders = [(seat, holder) for seat, holder in holders if seat in meeting]
        if left_out and all(holder == begins for _, holder in holders):
            raise NoRoom(Text("{name} cannot be invited.", name=seats[min(left_out)].name))
        held = {seat for seat, _ in holders}
        # A deleted account leaves its seat to nobody: somebody else may be invited to it.
        seats = [
            replace(seat, kind="friend", name="", taken=False)
            if seat.taken and seat.kind != "bot" and seat.index not in held
            else seat
            for seat in seats
        ]
        before, others = self._header(table), held - {seat for seat, one in holders if one == begins}
        following = Draft(
            id=following_table_id(self._key, table.id),
            game=table.game.id,
            seats=seats,
            holders=holders,
            creator=creator if nowhere in meeting else begins,
            options=options,
            settings=replace(table.settings, lesson=0),
            time=before.time,
            casual=before.casual,
            public=table.public,
            chat=before.chat,
            called=others,
            unasked=others,
        )
        with contextlib.suppress(Collision), self._database.writing() as connection:
            self._begin(connection, following)  # unless somebody else has been faster

    def play_on(self, table: Table, at: int, seats: Sequence[SeatPlan], browser: str) -> Table:
        """A new table that begins as the finished `table` did, up to its position `at`, without clocks.

        Positions are counted as `Decision.at` counts them. Raises Unfinished while the game runs,
        IllegalAction if nothing is left to be decided there, and as `create` does for the seats.
        """
        sitting = sit_down(seats)
        settings = replace(table.settings, lesson=0)
        entries = branch(table.record(), at, settings, sitting)
        header = replace(
            self._header(table),
            id=new_table_id(),
            settings=settings,
            creator=digest(browser),
            created=time.time(),
            rated=False,  # its players know what comes
            time=None,
            chat=table.chat if any(seat.kind == "friend" for seat in sitting) else None,
        )
        own = [seat.index for seat in sitting if seat.kind == "local"]
        self._store.create(header, sitting, [(seat, header.creator) for seat in own], entries)
        return self.open(header.id)

    def keep_time(self, bot: str) -> list[Exception]:
        """Let `bot` play wherever somebody's time is up; returns the errors of single tables. A server calls
        this again and again."""
        return self._at_each(self._store.clocks.run_out(), lambda table: table.run_out(bot))

    def carry_out_due(self) -> list[Exception]:
        """Carry out the intentions of seats whose turn has come; returns the errors of single tables.

        A server calls this again and again, like `keep_time`; if no intention at a table was possible, it
        tries again once anything has changed.
        """
        due = self._store.intentions.due()
        changed = [table_id for table_id, how in due.items() if self._looked_at.get(table_id) != how]
        failed = self._at_each(changed, lambda table: table.carry_out())
        self._looked_at = due
        return failed

    def _at_each(self, table_ids: Iterable[str], do: Callable[[Table], object]) -> list[Exception]:
        """Call `do` for each of these tables and return the errors; a failure at one does not stop the
        others. Raises StorageError at once, since no other table would fare better."""
        failed: list[Exception] = []
        for table_id in table_ids:
            try:
                table = self.find(table_id)
                if isinstance(table, Table):
                    do(table)
            except (BadRecord, NoSuchTable):
                continue
            except StorageError:
                raise
            except Exception as error:
                failed.append(error)
        return failed

    def export(self, person: Person) -> dict[str, Any]:
        """All data about somebody with an account, except credentials. Of a running game it has only what
        everybody at its table knows, and nothing that others have said about them in confidence."""
        return {
            **self.people.export(person),
            "tables": self.lists.export(person.holder),
            "away": self.absences.export(person.holder),
            **self.finding.export(person),
            "notifications": self.channels.export(person.holder),
            "chat": self.chat.export(person.holder),
        }

    def be_away(self, person: str, until: float) -> None:
        """Stop clocks in days for somebody with an account. Raises TooLongAway."""
        for table_id in self.absences.go(person, until):
            self._tell(table_id, 0)

    def be_back(self, person: str) -> None:
        """Let these clocks run again."""
        for table_id in self.absences.come_back(person):
            self._tell(table_id, 0)

    def end_account(self, person: Person, bot: str) -> None:
        """Let somebody leave all their tables, where `bot` takes over if others still play, and delete their
        account. First they stop waiting for games: one that began meanwhile would not be left."""
        self.people.wait_no_more(person)
        self.lists.leave_all(person.holder, bot)
        self.people.delete(person)

    def begin_to_serve(self) -> None:
        """A server begins: the time since one last ran counts for nobody."""
        self._store.clocks.start()

    def resign(self, table: Table, seat: int, browser: str, bot: str) -> None:
        """Let `bot` take over a seat. Raises BadOption for an unknown bot, TooOften for an account that has
        often left rated games like this in which it had decided nothing, otherwise as `Table.resign` does."""
        check_bot(bot)
        takes_back = table.rated and not table.over and not table.has_decided(seat)
        if takes_back and account_of(browser) is not None:
            table.check_owner(seat, browser)
            self.people.limits.count(TAKEN_BACK, browser)
        table.resign(seat, browser, bot)

    def delete(self, table_id: str, browser: str) -> None:
        """Remove a table from this browser's list as `Lists.delete` does. Raises also TooOften for an account
        that has often left rated games like this before they had begun for everybody."""
        account, table = account_of(browser), self.find(table_id)
        if account is not None and isinstance(table, Table) and table.rated and not table.over:
            self.lists.check_may_delete(table_id, browser)
            if self.lists.plays_alone(table_id, browser):
                self.people.limits.count(TAKEN_BACK, browser)
        self.lists.delete(table_id, browser)

    def seats_of(self, table_id: str) -> list[Seat]:
        """The seats of a table, whatever its game; none if there is no such table."""
        return self._store.sitting(table_id).seats

    def holders_of(self, table_id: str, seat: int) -> list[str]:
        """The digests of the holders of a seat."""
        holdings = self._store.sitting(table_id).holdings
        return [one.browser for one in holdings if one.seat == seat and not one.ended]

    def all(self) -> list[Row]:
        """All tables, the most recently used first, for whoever runs the server."""
        return self._store.all()

    def erase(self, table_id: str) -> None:
        """Delete a table from the database for everybody. Raises NoSuchTable if there is none."""
        if not self.is_there(table_id):
            raise NoSuchTable
        self._erase(table_id)

    def unused_by_guests(self, since: float) -> list[str]:
        """The tables of guests alone that nobody has used or looked at since then, the oldest first.

        If somebody who holds no seat there looks at a finished game, this is not recorded, and does not
        count.
        """
        accounts = {digest(person.holder) for person in self.people.all()}
        with self._database.reading() as connection:
            return guests.unused(connection, since, accounts)

    def erase_unused(self, table_id: str, since: float) -> bool:
        """Erase one of these for everybody, if it still is one; returns whether it was. Results that were
        counted stay, and ratings with them."""
        accounts = {digest(person.holder) for person in self.people.all()}
        with self._database.reading() as connection:
            there = guests.unused(connection, since, accounts, only=table_id)
        if there:
            self._erase(table_id)
        return bool(there)

    def is_there(self, table_id: str) -> bool:
        """Whether there is such a table, even one that cannot be read."""
        return is_table_id(table_id) and self._store.header(table_id) is not None

    def _erase(self, table_id: str) -> None:
        self._store.erase(table_id)
        with self._lock:
            self._recent.pop(table_id, None)
            self._alive.pop(table_id, None)

    def _header(self, table: Table) -> Header:
        header = self._store.header(table.id)
        if header is None:
            raise NoSuchTable
        return header

    def _begin(self, connection: Connection, draft: Draft) -> None:
        """Store a new table, with the chance before the first decision.

        Without clocks no game is rated: players who are about to lose would only have to leave it. In a rated
        game against bots alone the person waits for nobody, so their time runs at once: otherwise they could
        leave each hand that they do not like.
        """
        game = find_game(draft.game)
        header = Header(
            id=draft.id,
            game=game.id,
            rules_version=game.rules_version,
            players=len(draft.seats),
            options=check_options(game, draft.options),
            settings=draft.settings,
            creator=draft.creator,
            created=time.time(),
            casual=draft.casual or draft.time is None or len(draft.seats) == 1,
            public=draft.public,
            time=draft.time,
            chat=draft.chat,
        )
        journal = Journal(header.record())
        followed = by_itself(course_of(game, header.settings.lesson), journal)
        entries = [*followed, *journal.add_chance(self._source)]
        clock = None
        if header.time is not None:
            moment, now = Moment(journal.acting, timed_seats(draft.seats)), self._database.now(connection)
            clock = Clock.new(header.time, header.players, draft.unasked).at(now, moment)
            if not header.casual and persons_in(draft.seats) == 1:
                clock = clock.going_on(now)
        self._store.create_within(
            connection, header, draft.seats, draft.holders, entries, clock, journal.acting, draft.called
        )

    def open(self, table_id: str) -> Table:
        """The table with this id, in its current state in the database.

        Raises NoSuchTable if there is none, RetiredRules if its rules version is not played here, BadRecord
        if its game is not.
        """
        found = self.find(table_id)
        if isinstance(found, RetiredTable):
            raise RetiredRules(found)
        return found

    def find(self, table_id: str) -> Table | RetiredTable:
        """The table with this id or, if its rules are not played here, what is still known of it.

        Raises NoSuchTable if there is none, BadRecord if its game is not played here.
        """
        if not is_table_id(table_id):
            raise NoSuchTable
        with self._lock:
            table = self._alive.get(table_id)
        if table is None:
            header = self._store.header(table_id)
            if header is None:
                raise NoSuchTable
            if (retired := self._retired(header)) is not None:
                return retired
            fresh = Table(self._store, header, self._key, self._source, self._tell)
            with self._lock:
                table = self._alive.setdefault(table_id, fresh)
        table.catch_up()
        self._keep(table)
        return table

    def at_hand(self, table_id: str) -> Table | None:
        """The table with this id as this process last knew it; None if it does not."""
        with self._lock:
            return self._alive.get(table_id)

    def moved_on(self, table_ids: Collection[str]) -> list[str]:
        """Those of these tables that other processes have changed and this one has not read since."""
        now = self._store.revisions(table_ids)
        known = ((table_id, self.at_hand(table_id)) for table_id in table_ids)
        return [table_id for table_id, table in known if table is None or not table.is_at(now.get(table_id))]

    def of_token(self, token: str) -> Table:
        """The table of an invitation or a private link; raises as `open` does.

        The token itself is checked by `Table.claim` or `Table.take_along`.
        """
        return self.open(table_of(token) or "")

    def running_ids(self) -> list[str]:
        """The tables at which a bot is to decide now."""
        headers = [(table_id, self._store.header(table_id)) for table_id in self.servers.awaiting_bots()]
        found = []
        for table_id, header in headers:
            with contextlib.suppress(BadRecord):
                if header is not None and self._retired(header) is None:
                    found.append(table_id)
        return found

    def record(self, table_id: str) -> Record:
        """The record of a finished game with its positions, even if its rules are retired.

        Raises NoSuchTable if there is no such table, Unfinished while its game runs.
        """
        if not is_table_id(table_id) or self._store.header(table_id) is None:
            raise NoSuchTable
        stored = self._store.record(table_id)
        if stored is None:
            raise Unfinished
        return Record.from_dict(stored)

    def analysis(self, table_id: str, engine: str) -> dict[str, Any] | None:
        """The analysis of a finished game by `engine`, as far as it is done, or None."""
        return self._store.analysis(table_id, engine)

    def save_analysis(self, table_id: str, engine: str, content: dict[str, Any]) -> None:
        """Store an analysis of a finished game by `engine`, replacing the previous one."""
        with contextlib.suppress(Collision):  # another process knows as much
            self._store.save_analysis(table_id, engine, content)

    def add_listener(self, listener: Listener) -> None:
        """Have `listener(table_id, version)` called after every change, from the thread that made it.

        A friend taking a seat is a change too, one that leaves the version as it was. Changes by another
        process are noticed when this one next opens the table, and by `hear`.
        """
        with self._lock:
            self._listeners = [*self._listeners, listener]

    def remove_listener(self, listener: Listener) -> None:
        """Stop calling `listener`; does nothing if it was not called."""
        with self._lock:
            self._listeners = [kept for kept in self._listeners if kept != listener]

    def hear(self, hearer: Hearer) -> None:
        """Have `hearer(table_id)` called whenever another process has changed a table that this one keeps.

        It is called from a thread of its own, and only with PostgreSQL, which can notify of changes.
        """
        self._hearers.append(hearer)
        if self._ear is None:
            self._ear = self._database.listen(self._heard)

    def _heard(self, table_id: str | None) -> None:
        with self._lock:
            kept = list(self._alive.values()) if table_id is None else [self._alive.get(table_id)]
        for table in filter(None, kept):
            table.is_at(None)
            for hearer in self._hearers:
                hearer(table.id)

    def _tell(self, table_id: str, version: int) -> None:
        for listener in self._listeners:
            try:
                listener(table_id, version)
            except Exception:  # a page that cannot be reached must not undo what is stored
                log.exception("a listener of table %s failed", table_id)

    def _keep(self, table: Table) -> None:
        with self._lock:
            self._recent[table.id] = table
            self._recent.move_to_end(table.id)
            while len(self._recent) > KEPT:
                self._recent.popitem(last=False)

    def _retired(self, header: Header) -> RetiredTable | None:
        try:
            game = find_game(header.game)
        except BadOption as error:
            raise BadRecord(f"this table cannot be played here: {error}") from None
        if header.rules_version == game.rules_version:
            return None
        seats = self._store.sitting(header.id).seats
        over = self._store.record(header.id) is not None
        return RetiredTable(header.id, game, header.rules_version, seats, over)


def sequel_of(table: Table) -> dict[str, Any] | None:
    """The options of the next game of a series, once there is one; None if no game follows.

    A game that was continued from another has no next one: its series has continued from the original game.
    """
    return None if table.is_branch else table.perspective(None).sequel()


def may_have_rematch(table: Table) -> bool:
    """Whether the game is over and not part of a series."""
    seen = table.perspective(None)
    return table.over and seen.sequel() is None and seen.standings() is None
