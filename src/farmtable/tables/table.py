"""`Table`: one game being played. Everything that changes it goes through one queue."""

from __future__ import annotations

import contextlib
import copy
import logging
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from farmtable.bots import make_bot
from farmtable.core.course import course_of
from farmtable.core.errors import FarmtableError, IllegalAction
from farmtable.core.game import Game
from farmtable.core.record import Record
from farmtable.core.rng import RandomSource, Rng
from farmtable.core.state import Perspective
from farmtable.core.text import Refusal, Text
from farmtable.tables.analysis import Decision, decisions_of
from farmtable.tables.clocks.clock import Clock
from farmtable.tables.clocks.rows import Change
from farmtable.tables.drafting import has_own_figures
from farmtable.tables.errors import NoSuchTable, NotYourSeat, Stale, StorageError, Unfinished
from farmtable.tables.intentions.seats import IntendingSeating
from farmtable.tables.journal import Entry, Journal, LogEntry, refused
from farmtable.tables.lessons import Lecture, by_itself, check_awaited, lecture_at
from farmtable.tables.people.results import Kind, Outcome, SeatResult
from farmtable.tables.plan import Command, Settings
from farmtable.tables.store import Header, Store, Turns
from farmtable.tables.tokens import digest, following_table_id
from farmtable.tables.transactions import Collision

MAX_ID = 64
MAX_NOTATION = 500

_games_met: set[str] = set()

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class BotTurn:
    """A decision that a bot has to take: for which seat, and from what it knows at which version of its
    table.

    It can be pickled, so that the bot can think in another process.
    """

    seat: int
    bot: str
    version: int
    seen: Perspective

    def choose(self) -> int:
        """The action that the bot chooses. Raises BadOption if there is no such bot (any more)."""
        return int(make_bot(self.bot, Rng(uuid.uuid4().hex)).choose(self.seen))

    def choose_timed(self) -> tuple[int, float | None]:
        """The action, and the seconds that it took to choose it.

        None for a process's first decision in a game: what is loaded for it takes longer than the choice.
        """
        began = time.perf_counter()
        action = self.choose()
        taken = time.perf_counter() - began
        first = self.seen.game.id not in _games_met
        _games_met.add(self.seen.game.id)
        return action, None if first else taken


class Table(IntendingSeating):
    """A table, as returned by `Tables.create` and `Tables.open`. All methods may be called from any thread.

    What is read from it is what this process knows; `Tables.open` and every command first ask the database
    what other processes have entered.
    """

    def __init__(
        self,
        store: Store,
        header: Header,
        key: bytes,
        source: RandomSource,
        publish: Callable[[str, int], None],
    ) -> None:
        """The stored table that `header` belongs to. Raises BadRecord if its rules are not played here."""
        super().__init__(store, header, key)
        self.settings: Settings = header.settings
        self.created = header.created
        self._source = source
        self._publish = publish
        # Only a game continued from another can never count, and has decisions that nobody took here.
        self.is_branch = not header.rated and not header.settings.lesson
        begin = header.record()
        self._journal = Journal(begin)
        self.game: Game = begin.game
        own_figures = has_own_figures(self.game, begin.options)
        self._may_count = header.rated and not header.settings.lesson and not own_figures
        self._course = course_of(self.game, self.settings.lesson)
        self._revision = -1  # when this process last read the table
        self._outdated = False
        self.reread = 0  # how often it was found changed by others
        self.thinker: str | None = None  # the server that runs its bots
        self._read_seats()

    def __repr__(self) -> str:
        return f"<Table {self.id}: {self.game.id}, version {self.version}>"

    # --- how it stands -------------------------------------------------------------------------

    @property
    def version(self) -> int:
        """The number of entries in the journal; a command names the version it was made for."""
        return self._journal.version

    @property
    def to_play(self) -> int:
        """The seat to decide, CHANCE or OVER; while `held_by` names a seat, it comes first."""
        return self._journal.state.to_play

    @property
    def acting(self) -> list[int]:
        """The seats that everybody waits for: the one that holds the table, else all that may decide now."""
        return sorted(self._journal.acting)

    @property
    def held_by(self) -> int | None:
        """The seat that is to finish its turn or undo its last decision, or None."""
        return self._journal.held_by

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._journal.over

    @property
    def rated(self) -> bool:
        """Whether the game counts for ratings, as far as people with an account play."""
        return self._may_count and not self.casual

    @property
    def everybody_has_decided(self) -> bool:
        """Whether something was decided for the seat of each person: until then nobody can lose anything."""
        return all(self.has_decided(seat.index) for seat in self.planned if seat.kind != "bot")

    def has_decided(self, seat: int) -> bool:
        """Whether anything was decided for a seat, even if it was taken back."""
        return seat in self._journal.deciders

    @property
    def has_secrets(self) -> bool:
        """Whether anything is hidden from a seat of this game."""
        return self.game.has_secrets(self._journal.state.options)

    def as_it_stands(self) -> Table:
        """A snapshot of the table, so that a page drawn from it shows a single version.

        Commands go to the table itself; the snapshot does not change.
        """
        return copy.copy(self)

    @property
    def options(self) -> dict[str, Any]:
        """The options chosen before the game."""
        return self._journal.begin.options

    @property
    def names(self) -> list[str]:
        """The names of the seats, as `Text.render` takes them; an awaited friend may have none yet."""
        return [seat.name for seat in self.seats]

    def perspective(self, seat: int | None) -> Perspective:
        """All that `seat` (None: a spectator) may know now."""
        return self._journal.state.seen_by(seat)

    def log(self, seat: int | None) -> list[LogEntry]:
        """All that has happened, oldest first, as `seat` (None: a spectator) may know it."""
        return self._journal.log(seat)

    def can_undo(self, seat: int) -> bool:
        """Whether `seat` may take its latest decision back: it has not finished, and nobody has learned or
        decided anything since. Never in a lesson, where the decision was the one that the lesson expects."""
        return self._journal.can_undo(seat) and self.lecture() is None

    def lecture(self) -> Lecture | None:
        """The table's place in its lesson; None if there is no lesson, or no longer."""
        return lecture_at(self._course, self._journal)

    def why_wait(self, seat: int) -> Refusal | None:
        """Why `seat` cannot make any decision now; None if it is to decide.

        While another seat may still take its decision back, `perspective(seat)` already shows what comes
        after that; a page has to ask here before it offers anything.
        """
        return self._journal.why_wait(seat)

    def following(self) -> str | None:
        """The id of the table where these people continue, once one of them has created it.

        It is the next game of their series (`Tables.follow`) or, if there is no series, their
        `Tables.rematch`.
        """
        if not self.over:
            return None
        found = following_table_id(self._key, self.id)
        return None if self._store.header(found) is None else found

    def has_left_out(self, browser: str) -> bool:
        """Whether the table that follows was created without this browser, although it has played here: its
        seat's holder is kept apart from somebody there by a block."""
        me, held, following = digest(browser), self.holding(), self.following()
        mine = {seat for seat, holder in held if holder == me}
        devices = {holder for seat, holder in held if seat in mine} | ({me} & {self.creator})
        if following is None or not devices:
            return False
        there = self._store.sitting(following)
        return devices.isdisjoint({there.creator, *(one.browser for one in there.holdings)})

    def record(self) -> Record:
        """The record of the finished game. Raises Unfinished while it runs, because it contains hidden
        information."""
        journal = self._journal
        if not journal.over:
            raise Unfinished
        return journal.record()

    @property
    def hints_allowed(self) -> bool:
        """Whether people may ask for hints: if they play with friends, only if the table is set so."""
        return self.settings.hints or all(seat.kind != "friend" for seat in self.seats)

    def decisions(self, seat: int | None = None) -> list[Decision]:
        """The decisions of `seat` so far at which it had a choice, as it saw them; None: those of all seats.

        If this game was continued from another, decisions of the other game are not included. Raises
        Unfinished for all while the game runs: nobody may know what another seat knows.
        """
        record = self._journal.record() if seat is not None else self.record()
        since = self.played_on_from
        return [decision for decision in decisions_of(record, seat) if decision.at >= since]

    @property
    def played_on_from(self) -> int:
        """The position (as `Decision.at` counts) from which this game was continued from another
        (`Tables.play_on`); 0 if it began here."""
        return self._journal.laid_down if self.is_branch else 0

    def stood_in(self) -> frozenset[int]:
        """Where (as `Decision.at` counts) a bot decided in place of a player who had resigned or was away.

        This is unknown for entries from before it was recorded: those decisions are not included.
        """
        return frozenset(
            at
            for at, seat in enumerate(self._journal.by_bots)
            if seat is not None and self.planned[seat].kind != "bot"
        )

    # --- the queue -----------------------------------------------------------------------------

    def submit(self, command: Command) -> None:
        """Carry out a person's command, once: store it with all chance that follows, then publish it.

        A command whose id is known changes nothing and raises nothing. Raises NotYourSeat if the browser does
        not own the seat, Stale if the table has changed meanwhile, IllegalAction if the turn order or the
        rules forbid it; then nothing has changed.
        """
        self._check_shape(command)
        self._submit(command, by_bot=False)

    def resign(self, seat: int, browser: str, bot: str) -> None:
        """Resign a seat: `bot` plays on for it, under its name, until this game is over. If not everybody has
        decided at least once, the game is not rated from then on.

        Raises NotYourSeat if the browser does not own the seat, or another device had it before,
        IllegalAction if the game is over, Stale if another process has just entered something.
        """
        with self._queue:
            self._read_seats()
            self._read_journal()
            self.check_owner(seat, browser)
            if seat not in self.first_seats(browser):
                raise NotYourSeat(Text("Only the device that had the seat first can resign it."))
            if self.over:
                raise refused(Text("The game is over."))
            if self.held_by == seat:
                self._finish_for(seat)
            with contextlib.suppress(Collision):  # from two devices at the same moment
                self._store.resign(self.id, seat, bot, casual=not self.everybody_has_decided)
            self._read_seats()
            self._seats_changed()
        self._announce()

    def run_out(self, bot: str) -> None:
        """Let `bot` play for each seat whose time is up, until its player comes back.

        Does nothing if no seat's time is up, or if that seat decides at the same moment through another
        process.
        """
        with self._queue:
            self._read_seats()
            self._read_journal()
            if self.clock is None:
                return
            if not self.clock.late(self._clock_read):
                # The seat's current holder is away, which was not known when the end of the time was stored.
                self._set_clocks(Clock.looked_at_anew)
                return
            held, before = self.held_by, self.clock.stand_ins
            draft, entries = (self._journal.copy(), []) if held is None else self._finished(held)
            try:
                self._store_draft(draft, entries, self._taken_over(bot, draft, entries))
            except Collision:
                return
            late = sorted(set(self.clock.stand_ins) - set(before))
        told = {"table": self.id, "game": self.game.id, "speed": self.speed, "seats": late}
        logger.info("time is up", extra={"told": told})
        self._announce()

    def _finish_for(self, seat: int) -> None:
        draft, entries = self._finished(seat)
        try:
            self._store_draft(draft, entries, self._clocked(draft, entries))
        except Collision:
            raise Stale from None

    def _finished(self, seat: int) -> tuple[Journal, list[Entry]]:
        """The journal in which a seat has finished the turn that it holds, and its new entries."""
        draft = self._journal.copy()
        entry = Entry("finish", seat)
        draft.add(entry)
        return draft, [entry, *draft.add_chance(self._source)]

    def bot_to_move(self) -> int | None:
        """The seat of the bot that is to decide now, or None."""
        return self._bot_in(self._journal)

    @property
    def of_bots_alone(self) -> bool:
        """Whether no person plays here (any more)."""
        return all(seat.kind == "bot" for seat in self.seats)

    def bot_turn(self) -> BotTurn | None:
        """The decision of the bot that is to decide now, or None."""
        journal = self._journal
        seat = self._bot_in(journal)
        if seat is None:
            return None
        return BotTurn(seat, self.seats[seat].bot, journal.version, journal.state.seen_by(seat))

    def play_bot(self, turn: BotTurn, action: int) -> None:
        """Carry out a bot's decision; if the table has changed since its `turn`, the decision is dropped.

        Raises IllegalAction if the rules forbid it.
        """
        command = Command(str(uuid.uuid4()), turn.version, "play", turn.seat, "", action)
        with contextlib.suppress(Stale):
            self._submit(command, by_bot=True)

    def move_bot(self) -> None:
        """Let the bot whose turn it is decide at once, in this process; does nothing if it is no bot's
        turn."""
        turn = self.bot_turn()
        if turn is not None:
            self.play_bot(turn, turn.choose())

    def catch_up(self) -> None:
        """Read what other processes have stored, and draw chance that a stored table still waits for."""
        with self._queue:
            moved = self._look()
            if self._journal.chance_pending:
                draft = self._journal.copy()
                drawn = draft.add_chance(self._source)
                try:
                    self._store_draft(draft, drawn, self._clocked(draft, drawn))
                except Collision:
                    self._read_journal()
                moved = True
        if moved:
            self._announce()

    @property
    def is_current(self) -> bool:
        """Whether this process has read all changes by others of which it was notified."""
        return not self._outdated

    def is_at(self, revision: int | None) -> bool:
        """Whether this process has read the table as of this revision; if not, it counts as outdated."""
        if revision is None or revision != self._revision:
            self._outdated = True
        return self.is_current

    def _submit(self, command: Command, by_bot: bool) -> None:
        with self._queue:
            version = self.version
            try:
                if not self._enter_unseen(command, by_bot):
                    self._look()  # another process may have claimed or removed the seat
                    self._enter(command, by_bot)
            finally:
                moved = self.version != version
        if moved:
            self._announce()

    def _enter_unseen(self, command: Command, by_bot: bool) -> bool:
        """Enter a command without asking first whether others have changed anything; returns whether this
        worked.

        Storing it shows whether nobody has. If the command is refused for any other reason, that may have
        changed, too; and if it was entered before, the entries after it are still to be read.
        """
        if self._outdated or self.time is not None or command.id in self._journal.command_ids:
            return False
        try:
            self._enter(command, by_bot, follows=self._revision)
        except StorageError:
            raise
        except (FarmtableError, Collision):
            return False
        return True

    def _enter(self, command: Command, by_bot: bool, follows: int | None = None) -> None:
        if command.id in self._journal.command_ids:
            return
        if not by_bot:
            self.check_owner(command.seat, command.browser)
            self._check_here(command.seat)
        if not self._journal.is_current(command.version, command.seat):
            raise Stale
        draft = self._journal.copy()
        entry = Entry(command.kind, command.seat, self._action(draft, command), command.id, by_bot)
        if not by_bot:
            check_awaited(self._course, draft, command, entry.action)
        draft.add(entry)
        entries = [entry, *self._made_final(draft, entry, by_bot), *by_itself(self._course, draft)]
        entries += draft.add_chance(self._source)
        try:
            clocked = self._clocked(draft, entries, None if by_bot else command.seat)
            self._store_draft(draft, entries, clocked, follows=follows)
        except Collision:
            if follows is not None:
                raise
            self._read_journal()
            if command.id not in self._journal.command_ids:
                raise Stale from None

    @property
    def _is_lesson(self) -> bool:
        return bool(self.settings.lesson)

    def _note_clock(self, read: tuple[Clock, float]) -> None:
        super()._note_clock(read)
        self._journal.seat(self.settings, self.seats)  # a bot plays, or no longer

    def _read_seats(self) -> None:
        super()._read_seats()
        self._journal.seat(self.settings, self.seats)

    def _announce(self) -> None:
        self._publish(self.id, self.version)

    def _store_draft(
        self,
        draft: Journal,
        entries: list[Entry],
        clocked: Change | None,
        intended: tuple[int, float] | None = None,
        follows: int | None = None,
    ) -> None:
        """The one place where a table changes: first in the database, then for everybody to see."""
        record = draft.record().to_dict() if draft.over else None
        outcome = self._outcome(draft) if draft.over and not self.settings.lesson else None
        ended = None if record is None else (record, outcome)
        turns = Turns(*self._called(draft, entries), self._decided(entries, intended), intended)
        done = self._store.append(
            self.id, self.version, entries, draft.acting, ended, clocked, turns, follows
        )
        self._journal = draft
        self.thinker = self._store.origin
        if done.revision == self._revision + 1:  # nobody else has changed anything meanwhile
            self._revision = done.revision
        if done.clock is not None:
            self._note_clock(done.clock)

    def _decided(self, entries: list[Entry], intended: tuple[int, float] | None) -> frozenset[int]:
        """The seats that these entries show to have decided themselves, not by an intention. Includes those
        that have taken something back: their intention was for a turn after it."""
        deciders = {entry.seat for entry in entries if entry.seat is not None}
        able = {seat for seat in deciders if self.seats[seat].kind != "bot"}
        return frozenset(able if intended is None else able - {intended[0]})

    def _called(self, draft: Journal, entries: list[Entry]) -> tuple[frozenset[int], frozenset[int]]:
        """The people's seats whose turn begins by these entries, and those for which the game ends; not those
        that have just decided themselves."""
        deciders = {entry.seat for entry in entries}
        others = {seat.index for seat in self.seats if not seat.played_by_bot} - deciders
        awaited = draft.acting - self._journal.acting
        return frozenset(others & awaited), frozenset(others if draft.over else ())

    def _outcome(self, journal: Journal) -> Outcome:
        points, winners = journal.state.scores(), journal.state.winners()
        return Outcome(
            Kind(self.game.id, len(self.seats), self.speed),
            self.rated,
            [
                SeatResult(
                    seat.index,
                    "" if seat.resigned or seat.away else seat.bot,
                    points[seat.index],
                    seat.index in winners,
                    seat.resigned or seat.away,
                )
                for seat in self.seats
            ],
        )

    def _look(self) -> bool:
        """Read what other processes have changed; returns whether they have entered anything.

        Clocks are read each time: what they say is true only for a moment.
        """
        self._outdated = False
        found = self._store.revision(self.id)
        if found is None:
            raise NoSuchTable
        revision, self.thinker = found
        if revision == self._revision:
            if self.time is not None:
                self._note_clock(self._store.clocks.read(self.id))
            return False
        self.reread += 1
        self._read_seats()
        moved = self._read_journal()
        self._revision = revision  # from before reading: later changes will be read again
        return moved

    def _read_journal(self) -> bool:
        entries = self._store.entries(self.id, self.version)
        if entries:
            draft = self._journal.copy()
            draft.add_stored(entries)
            self._journal = draft
        return bool(entries)

    def _bot_in(self, journal: Journal) -> int | None:
        if journal.held_by is not None:
            return None
        return next((seat for seat in journal.state.deciding() if self.seats[seat].played_by_bot), None)

    def _action(self, journal: Journal, command: Command) -> int | None:
        """The command's action as an int; an action in words is parsed only by the seat whose turn it is."""
        if command.kind != "play" or isinstance(command.action, int):
            return command.action if isinstance(command.action, int) else None
        assert isinstance(command.action, str)
        journal.check_turn(command.seat)
        return journal.before(command.seat).parse(command.action)

    def _check_shape(self, command: Command) -> None:
        """Refuse what none of our clients sends, before it gets anywhere near the rules."""
        if not (0 < len(command.id) <= MAX_ID and command.id.isascii() and command.id.isprintable()):
            raise IllegalAction(f"a command needs an id of 1 to {MAX_ID} printable characters")
        if command.kind not in ("play", "finish", "undo"):
            raise IllegalAction("a command is to play, to finish or to undo")
        if command.kind != "play":
            return
        action = command.action
        if isinstance(action, str):
            if len(action) > MAX_NOTATION:
                raise IllegalAction("that is no action")
        elif isinstance(action, bool) or not isinstance(action, int):
            raise IllegalAction("to play, say which action")
        elif not 0 <= action < self.game.num_actions:
            raise IllegalAction(f"action {action} is not allowed: there is no such action")
