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
    """A decision that a bot has to take: for which seat, from what it knows at which version of its table.

    It can be pickled, so that the bot can think in another process.
    """

    seat: int
    bot: str
    version: int
    seen: Perspective

    def choose(self) -> int:
        """The action that the bot chooses. Raises BadOption where there is no such bot (any more)."""
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
    """A table, as `Tables.create` and `Tables.open` give it. All methods may be called from any thread.

    What is read from it is what this process knows; `Tables.open` and every command first ask the
    database what other processes have entered.
    """

    def __init__(
        self,
        store: Store,
        header: Header,
        key: bytes,
        source: RandomSource,
        publish: Callable[[str, int], None],
    ) -> None:
        """The stored table that `header` belongs to. Raises BadRecord where its rules are not played here."""
        super().__init__(store, header, key)
        self.settings: Settings = header.settings
        self.created = header.created
        self._source = source
        self._publish = publish
        # Only one that is played on from another game can never count, and has decisions nobody took there.
        self.is_branch = not header.rated and not header.settings.lesson
        begin = header.record()
        self._journal = Journal(begin)
        self.game: Game = begin.game
        own_figures = has_own_figures(self.game, begin.options)
        self._may_count = header.rated and not header.settings.lesson and not own_figures
        self._course = course_of(self.game, self.settings.lesson)
        self._revision = -1  # as it was when this process last read the table
        self._outdated = False
        self.reread = 0  # how often it was found changed, but for what was entered here
        self.thinker: str | None = None  # the server that thinks for its bots
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
        """The seats that everybody waits for: who holds the table, else all that may decide now."""
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
        """Whether something was decided for the seat of each person: until then nobody has lost anything."""
        return all(self.has_decided(seat.index) for seat in self.planned if seat.kind != "bot")

    def has_decided(self, seat: int) -> bool:
        """Whether anything was decided for a seat, be it taken back."""
        return seat in self._journal.deciders

    @property
    def has_secrets(self) -> bool:
        """Whether anything is hidden from a seat of this game."""
        return self.game.has_secrets(self._journal.state.options)

    def as_it_stands(self) -> Table:
        """A copy that stays as the table is now, so that a page drawn from it is of one version.

        Commands go to the table itself; the copy would not see what comes of them.
        """
        return copy.copy(self)

    @property
    def options(self) -> dict[str, Any]:
        """What was chosen before the game."""
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
        decided anything since. In a lesson it never may: what was played was what is taught."""
        return self._journal.can_undo(seat) and self.lecture() is None

    def lecture(self) -> Lecture | None:
        """Where the table stands in its lesson; None where there is none, or none any more."""
        return lecture_at(self._course, self._journal)

    def why_wait(self, seat: int) -> Refusal | None:
        """Why `seat` cannot decide now, whatever it were; None if it is the one that is to decide.

        While another seat may still take its decision back, `perspective(seat)` already shows what comes
        after that; a page has to ask here before it offers anything.
        """
        return self._journal.why_wait(seat)

    def following(self) -> str | None:
        """The id of the table at which these people go on, once one of them has set it up.

        It is the next game of their series (`Tables.follow`) or, where there is none, their `Tables.rematch`.
        """
        if not self.over:
            return None
        found = following_table_id(self._key, self.id)
        return None if self._store.header(found) is None else found

    def has_left_out(self, browser: str) -> bool:
        """Whether the table that follows was set up without this browser, which has played here: who had its
        seat is kept apart from somebody there."""
        me, held, following = digest(browser), self.holding(), self.following()
        mine = {seat for seat, holder in held if holder == me}
        devices = {holder for seat, holder in held if seat in mine} | ({me} & {self.creator})
        if following is None or not devices:
            return False
        there = self._store.sitting(following)
        return devices.isdisjoint({there.creator, *(one.browser for one in there.holdings)})

    def record(self) -> Record:
        """The record of the finished game. Raises Unfinished while it runs: it knows what is hidden."""
        journal = self._journal
        if not journal.over:
            raise Unfinished
        return journal.record()

    @property
    def hints_allowed(self) -> bool:
        """Whether persons may ask for hints: where they play with friends, only if the table is so set."""
        return self.settings.hints or all(seat.kind != "friend" for seat in self.seats)

    def decisions(self, seat: int | None = None) -> list[Decision]:
        """What `seat` has decided so far where it had a choice, as it saw it; None: what all have.

        What was decided in the other game, where this one was played on from there, is not among it.
        Raises Unfinished for all while the game runs: nobody may know what another seat knows.
        """
        record = self._journal.record() if seat is not None else self.record()
        since = self.played_on_from
        return [decision for decision in decisions_of(record, seat) if decision.at >= since]

    @property
    def played_on_from(self) -> int:
        """The position (as `Decision.at` counts) at which this game was played on from another
        (`Tables.play_on`); 0 where it began here."""
        return self._journal.laid_down if self.is_branch else 0

    def stood_in(self) -> frozenset[int]:
        """Where (as `Decision.at` counts) a bot decided in place of a player who had resigned or was away.

        Of what was entered before this was noted it is not known: then those decisions are not among them.
        """
        return frozenset(
            at
            for at, seat in enumerate(self._journal.by_bots)
            if seat is not None and self.planned[seat].kind != "bot"
        )

    # --- the queue -----------------------------------------------------------------------------

    def submit(self, command: Command) -> None:
        """Do what a person asks for, once: store it with all chance that follows, then publish it.

        A command whose id is known changes nothing and raises nothing. Raises NotYourSeat where the
        browser does not own the seat, Stale where the table has moved on, IllegalAction where the
        turn order or the rules forbid it; then nothing has changed.
        """
        self._check_shape(command)
        self._submit(command, by_bot=False)

    def resign(self, seat: int, browser: str, bot: str) -> None:
        """Give a seat up: `bot` plays on for it, under its name, until this game is over. As long as not
        everybody has decided once, the game counts for no rating from then on.

        Raises NotYourSeat where the browser does not own the seat, or another device had it before,
        IllegalAction where the game is over, Stale where another process has just entered something.
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
            with contextlib.suppress(Collision):  # from two devices at once
                self._store.resign(self.id, seat, bot, casual=not self.everybody_has_decided)
            self._read_seats()
            self._seats_changed()
        self._announce()

    def run_out(self, bot: str) -> None:
        """Let `bot` stand in for each seat whose time is up, until its player comes back.

        Nothing happens where none is, or where it is decided at the same moment through another process.
        """
        with self._queue:
            self._read_seats()
            self._read_journal()
            if self.clock is None:
                return
            if not self.clock.late(self._clock_read):
                # Who holds the seat by now is away, which no row had said when its end was written down.
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
        """The journal in which a seat has finished the turn that it holds, and what is new in it."""
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
        """What the bot that is to decide now has to decide on, or None."""
        journal = self._journal
        seat = self._bot_in(journal)
        if seat is None:
            return None
        return BotTurn(seat, self.seats[seat].bot, journal.version, journal.state.seen_by(seat))

    def play_bot(self, turn: BotTurn, action: int) -> None:
        """Do what a bot has decided; if the table has moved on since its `turn`, it is dropped.

        Raises IllegalAction for what the rules forbid.
        """
        command = Command(str(uuid.uuid4()), turn.version, "play", turn.seat, "", action)
        with contextlib.suppress(Stale):
            self._submit(command, by_bot=True)

    def move_bot(self) -> None:
        """Let the bot whose turn it is decide at once, in this process; nothing happens if it is no bot's."""
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
        """Whether this process has heard of no change by another that it has not read yet."""
        return not self._outdated

    def is_at(self, revision: int | None) -> bool:
        """Whether this process has read the table as it was after so many changes; if not, it is outdated."""
        if revision is None or revision != self._revision:
            self._outdated = True
        return self.is_current

    def _submit(self, command: Command, by_bot: bool) -> None:
        with self._queue:
            version = self.version
            try:
                if not self._enter_unseen(command, by_bot):
                    self._look()  # a seat may have been claimed, or ended, through another process
                    self._enter(command, by_bot)
            finally:
                moved = self.version != version
        if moved:
            self._announce()

    def _enter_unseen(self, command: Command, by_bot: bool) -> bool:
        """Enter a command without asking first whether others have changed anything; whether it could be.

        That nobody has is seen when it is stored. Whatever else speaks against it may have changed, too; and
        where it was entered before, what came after it is still to be read.
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
        self._journal.seat(self.settings, self.seats)  # a bot stands in, or no longer

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
        """The seats that by these entries have decided without having said so beforehand, those included
        that have taken something back: what they said was for after it."""
        deciders = {entry.seat for entry in entries if entry.seat is not None}
        able = {seat for seat in deciders if self.seats[seat].kind != "bot"}
        return frozenset(able if intended is None else able - {intended[0]})

    def _called(self, draft: Journal, entries: list[Entry]) -> tuple[frozenset[int], frozenset[int]]:
        """The seats of persons whose turn begins by these entries, and those for whom the game ends by them:
        not of who has just decided himself."""
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
        """Read what other processes have changed; whether they have entered anything.

        Clocks are read each time: what they say is true for a moment.
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
        self._revision = revision  # as it was before: what was changed since will be read again
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
        """The command's action as an int; texts are read only by the seat whose turn it is."""
        if command.kind != "play" or isinstance(command.action, int):
            return command.action if isinstance(command.action, int) else None
        assert isinstance(command.action, str)
        journal.check_turn(command.seat)
        return journal.before(command.seat).parse(command.action)

    def _check_shape(self, command: Command) -> None:
        """Refuse what no client of ours sends, before it gets anywhere near the rules."""
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
