"""The seats of a table whose time may run: what people ask of the clocks, and how decisions set them."""

from __future__ import annotations

import contextlib
from abc import abstractmethod
from collections.abc import Sequence

from farmtable.core.text import Text
from farmtable.tables.clocks.clock import Clock, Moment
from farmtable.tables.clocks.control import Speed
from farmtable.tables.clocks.rows import Change
from farmtable.tables.errors import NotYourSeat, Stale, StorageError, TimeUp
from farmtable.tables.journal import Entry, Journal, refused
from farmtable.tables.plan import Seat
from farmtable.tables.seating import Seating
from farmtable.tables.transactions import Collision

TRIES = 5
NO_CLOCKS = Text("There are no clocks at this table.")
NO_PAUSE = Text(
    "You cannot pause a rated game when you are the only person playing: nobody else could end the pause."
)


def timed_seats(seats: Sequence[Seat]) -> frozenset[int]:
    """The seats whose time may run: those of persons, once everybody has come."""
    if not all(seat.taken for seat in seats):
        return frozenset()
    return frozenset(seat.index for seat in seats if seat.kind != "bot")


def persons_in(seats: Sequence[Seat]) -> int:
    """How many seats are for persons."""
    return sum(seat.kind != "bot" for seat in seats)


class TimedSeating(Seating):
    """Seats with clocks, where the table has some (`time` is not None)."""

    _journal: Journal

    @property
    def speed(self) -> Speed:
        """How fast the table is played, in one word; "free" where there are no clocks."""
        return "free" if self.time is None else self.time.speed

    @property
    @abstractmethod
    def rated(self) -> bool:
        """Whether the game counts for ratings, as far as people with an account play."""

    @property
    def may_pause(self) -> bool:
        """Whether there may be a pause: not in a rated game that one person plays alone, which nobody else
        could go on with."""
        return not (self.rated and persons_in(self.seats) == 1)

    def time_left(self, seat: int) -> float:
        """The seconds that a seat had left when the table was last read; 0 where there are no clocks."""
        return 0.0 if self.clock is None else self.clock.left_at(seat, self._clock_read)

    def low_in(self, seat: int) -> float | None:
        """In how many seconds the time of a seat runs low (`Clock.low_in`), as the table was last read."""
        return None if self.clock is None else self.clock.low_in(seat, self._clock_read)

    def away_until(self, seat: int) -> float | None:
        """Until when the player of a seat has said that he is away, where clocks wait for that; else None."""
        return None if self.clock is None else self.clock.rests_until(seat, self._clock_read)

    def wish_pause(self, browser: str, wish: bool = True) -> None:
        """Wish for a pause with all seats of this browser, or no longer: it comes when all persons wish it.

        Raises NotYourSeat for one that plays no seat here, IllegalAction where there are no clocks, or may be
        no pause.
        """

        def change(clock: Clock, now: float) -> Clock:
            mine = self._some([seat for seat in self.seats_of(browser) if not self.seats[seat].away])
            if wish and not self.may_pause:
                raise refused(NO_PAUSE)
            return clock.wished(mine, wish, now, timed_seats(self.seats))

        self._ask(change)

    def note_seen(self, browser: str, program: str, system: str) -> None:
        """The same, and that its player has come, if others have waited for him."""
        super().note_seen(browser, program, system)
        clock = self.clock
        come = [] if clock is None else [seat for seat in self.seats_of(browser) if clock.seats[seat].awaited]
        if come:
            with contextlib.suppress(Stale, StorageError):  # his next look will say so
                self._ask(lambda clock, now: clock.with_come(come).at(now, self._moment(self._journal)))

    def go_on(self, browser: str) -> None:
        """End the pause. Raises as `wish_pause` does."""

        def change(clock: Clock, now: float) -> Clock:
            self._some(self.seats_of(browser))
            return clock.going_on(now)

        self._ask(change)

    def come_back(self, browser: str) -> None:
        """Play again for the seats of this browser for which bots stand in; raises as `wish_pause` does."""

        def change(clock: Clock, now: float) -> Clock:
            for seat in self._some([seat for seat in self.seats_of(browser) if self.seats[seat].away]):
                clock = clock.coming_back(seat)
            return clock.at(now, self._moment(self._journal))

        self._ask(change)

    def _some(self, seats: list[int]) -> list[int]:
        if not seats:
            raise NotYourSeat(Text("You have no seat here for which this could be done."))
        return seats

    def _ask(self, change: Change) -> None:
        if self.time is None:
            raise refused(NO_CLOCKS)
        with self._queue:
            self._set_clocks(change)
        self._announce()

    def _seats_changed(self) -> None:
        if self.time is None:
            return

        def change(clock: Clock, now: float) -> Clock:
            if not self.may_pause:  # whoever has agreed to the pause is gone
                clock = clock.going_on(now)
            return clock.at(now, self._moment(self._journal))

        self._set_clocks(change)

    def _set_clocks(self, change: Change) -> None:
        """Change the clocks as the table stands. Raises Stale where others are faster again and again."""
        for _ in range(TRIES):
            self._read_seats()
            self._read_journal()
            try:
                self._note_clock(self._store.clocks.change(self.id, self._as_known(change)))
            except Collision:
                continue
            return
        raise Stale

    def _as_known(self, change: Change) -> Change:
        """The same change, but only of the clocks that this process knows: else Collision."""
        known = self.clock

        def checked(clock: Clock, now: float) -> Clock:
            if known is None or clock.revision != known.revision:
                raise Collision
            return change(clock, now)

        return checked

    def _clocked(self, draft: Journal, entries: Sequence[Entry], person: int | None = None) -> Change | None:
        """What these entries, which make `draft` of the journal, do to the clocks; None where there are none.

        The time of the `person` that decides must not be up, in the very moment at which it is stored.
        """
        if self.clock is None:
            return None
        known, moment = self.clock.stand_ins, self._moment(draft, entries)

        def change(clock: Clock, now: float) -> Clock:
            if clock.stand_ins != known:  # the draft was made for others
                raise Collision
            if person is not None:
                if person in clock.late(now):
                    raise TimeUp
                clock = clock.with_come({person}).going_on(now)
            return clock.at(now, moment)

        return change

    def _taken_over(self, bot: str, draft: Journal, entries: Sequence[Entry]) -> Change:
        """That `bot` stands in where time is up. Collision where it is nowhere, or no longer."""
        moment = self._moment(draft, entries)

        def change(clock: Clock, now: float) -> Clock:
            if not clock.late(now):
                raise Collision
            return clock.taken_over(bot, now).at(now, moment)

        return self._as_known(change)

    def _moment(self, journal: Journal, entries: Sequence[Entry] = ()) -> Moment:
        kinds = {entry.kind for entry in entries}
        return Moment(
            journal.acting, timed_seats(self.seats), fresh="chance" in kinds, undone="undo" in kinds
        )

    def _check_here(self, seat: int) -> None:
        """Raises IllegalAction where a bot stands in for the seat."""
        if self.seats[seat].away:
            raise refused(
                Text("Your time ran out, and a computer player is standing in for you. Come back first.")
            )

    def _made_final(self, draft: Journal, entry: Entry, by_bot: bool) -> list[Entry]:
        """What is entered after a decision of a bot that stands in for a person.

        So the person cannot take it back, and whoever reads the journal later need not know whose it was.
        """
        if entry.seat is None or not by_bot or not self.seats[entry.seat].away:
            return []
        if draft.over or draft.decider != entry.seat:  # it is final, or one of several taken at once
            return []
        finish = Entry("finish", entry.seat)
        draft.add(finish, stored=True)
        return [finish]

    @abstractmethod
    def _read_journal(self) -> bool:
        """Read what others have entered; whether there was anything."""
