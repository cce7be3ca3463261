"""The seats of a table that may say beforehand what they will decide."""

from __future__ import annotations

import contextlib
from abc import abstractmethod
from collections.abc import Sequence

from farmtable.core.errors import IllegalAction
from farmtable.core.rng import RandomSource, Rng
from farmtable.core.state import Perspective
from farmtable.core.text import Text
from farmtable.tables.clocks.rows import Change
from farmtable.tables.clocks.timed import TimedSeating
from farmtable.tables.errors import TimeUp
from farmtable.tables.intentions import foresight
from farmtable.tables.intentions.foresight import Foresight
from farmtable.tables.intentions.intention import Intention, Step, carried_out, check
from farmtable.tables.journal import Entry, Journal, refused
from farmtable.tables.transactions import Collision


class IntendingSeating(TimedSeating):
    """Seats with intentions. Nobody but who holds a seat ever hears of what it intends, nor that it does."""

    _source: RandomSource

    def intention(self, seat: int, browser: str) -> Intention:
        """What a seat wants to decide once its turn comes. Raises NotYourSeat for another's seat."""
        self.check_owner(seat, browser)
        return self._store.intentions.of(self.id, seat)

    def intend(self, seat: int, browser: str, lines: Intention) -> None:
        """Say what `seat` is to decide once its turn comes, in the place of what was said before.

        If its turn has come meanwhile, it decides at once. Raises NotYourSeat, IllegalAction where it is to
        decide now, where the game is over or a lesson, or for more than may be said.
        """
        check(lines)
        with self._queue:
            self._read_seats()
            self._read_journal()
            self.check_owner(seat, browser)
            self._check_may_intend(seat)
            with contextlib.suppress(Collision):  # said from two devices at once
                self._store.intentions.put(self.id, seat, lines)
            # Only now: whoever stores a decision meanwhile either finds this, or is found here.
            moved = self._read_journal()
            if lines and seat in self._journal.acting:
                moved = self._carry_out([seat]) or moved
        if moved:
            self._announce()

    def carry_out(self) -> None:
        """Decide what seats intended whose turn has come.

        Never while somebody else waits for an answer: he could tell from the time whether there was anything.
        """
        with self._queue:
            self._read_seats()
            moved = self._read_journal()
            moved = self._carry_out(sorted(self._journal.acting)) or moved
        if moved:
            self._announce()

    def foreseen(self, seat: int, browser: str, line: Sequence[str] = ()) -> list[Foresight]:
        """What may be possible at the seat's next turn after it has decided `line`, from what it knows."""
        self.check_owner(seat, browser)
        return foresight.foreseen(self.perspective(seat), line, self._dice(seat))

    def named(self, seat: int, browser: str, line: Sequence[str], text: str) -> Step | None:
        """The decision that `text` names at the seat's next turn after `line`, None where it names none."""
        self.check_owner(seat, browser)
        return foresight.named(self.perspective(seat), line, text, self._dice(seat))

    def _dice(self, seat: int) -> RandomSource:
        """Chance that stays as it is while nothing happens: a page and what it sends mean the same."""
        return Rng(self.id, f"foresight of {seat} at {self._journal.version}")

    def may_intend(self, seat: int) -> bool:
        """Whether the seat may say now what it will decide."""
        return self._why_not_intend(seat) is None

    def _check_may_intend(self, seat: int) -> None:
        reason = self._why_not_intend(seat)
        if reason is not None:
            raise refused(reason)

    def _why_not_intend(self, seat: int) -> Text | None:
        if self._journal.over:
            return Text("The game is over.")
        if self._is_lesson:
            return Text("A lesson follows its own course.")
        if self.seats[seat].away:
            return Text("Your time ran out, and a computer player is standing in for you. Come back first.")
        if seat in self._journal.acting:
            return Text("It is your turn: decide at the table.")
        return None

    def _carry_out(self, seats: Sequence[int]) -> bool:
        """Decide what these seats intended, whose turn has come; whether anything was entered."""
        moved = False
        for seat in seats:
            # Else another process does it, or something was entered meanwhile.
            with contextlib.suppress(Collision):
                moved = self._decide_as_intended(seat) or moved
        return moved

    def _decide_as_intended(self, seat: int) -> bool:
        """Decide what a seat intended, if that is possible.

        If not, nothing is written. The intention goes when its player decides himself; and if the decision
        that brought his turn is taken back, it is as it was, so nobody can use it up for him.
        """
        lines, since = self._store.intentions.said(self.id, seat)
        if self.seats[seat].played_by_bot:
            return False
        draft = self._journal.copy()
        entries = carried_out(draft, seat, lines, self._source)
        if not entries:
            return False
        try:
            self._store_draft(draft, entries, self._clocked(draft, entries, seat), intended=(seat, since))
        except (IllegalAction, TimeUp):  # too late: the clock's bot decides
            return False
        return True

    @property
    @abstractmethod
    def _is_lesson(self) -> bool:
        """Whether the table follows a course that is laid down."""

    @abstractmethod
    def perspective(self, seat: int | None) -> Perspective:
        """All that `seat` (None: a spectator) may know now."""

    @abstractmethod
    def _store_draft(
        self,
        draft: Journal,
        entries: list[Entry],
        clocked: Change | None,
        intended: tuple[int, float] | None = None,
    ) -> None:
        """Store what is new in a journal, and put it in the place of the one before.

        `intended` is the seat that had said it beforehand, and when.
        """
