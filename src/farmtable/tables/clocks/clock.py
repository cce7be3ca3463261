"""The clocks of a table as a value: what each seat has left, and whose time runs since when.

Nothing here asks what time it is: every change is told the moment, and gives a new value. So the same rows of
a database lead to the same clocks in every process.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from farmtable.tables.clocks.control import TimeControl
from farmtable.tables.clocks.rest import Rest, after, granted, rest_at, rested_until, running

GRACE: Final = 1.0
"""So many seconds after zero a decision still counts: it was on its way."""


@dataclass(frozen=True)
class SeatTime:
    """What a seat has `left`, less than nothing within the moment after zero; the bot that stands in for it
    since its time was up ("": none), and whether its player `returns` once the bot has finished the turn;
    whether he wishes for a pause; when, within a year, others have waited for who was away (`rested`); and
    whether he is `awaited` still in a game that somebody else has set up for him."""

    left: float
    stand_in: str = ""
    returns: bool = False
    wish: bool = False
    rested: tuple[Rest, ...] = ()
    awaited: bool = False


@dataclass(frozen=True)
class Moment:
    """How a table stands when its clocks are set: who is to act there (several, where they decide at once),
    and whose time may run at all.

    `fresh` says that chance was drawn, so that a turn begins even if it is the same seat's as before;
    `undone`, that a turn goes on which had been over.
    """

    acting: frozenset[int]
    timed: frozenset[int]
    fresh: bool = False
    undone: bool = False


@dataclass(frozen=True)
class Clock:
    """The clocks of all seats. The time of the seats whose `turns` it is runs since `since`, unless all stand
    still in a pause; that of a seat whose player is away rests (`rests`, which are no part of what is
    stored), for no more days of a year than one account has, however many hold it. `changes` grows with each
    change that no entry of the journal tells of, `revision` with each that is stored."""

    control: TimeControl
    seats: tuple[SeatTime, ...]
    turns: frozenset[int] = frozenset()
    since: float = 0.0
    paused: bool = True
    changes: int = 0
    revision: int = 0
    rests: Mapping[int, tuple[Rest, ...]] = field(default_factory=dict)

    @classmethod
    def new(cls, control: TimeControl, players: int, awaited: Collection[int] = ()) -> Clock:
        """The clocks of a new table: they stand still until a person has decided, and until those `awaited`
        have come."""
        total = float(control.total)
        return cls(control, tuple(SeatTime(total, awaited=seat in awaited) for seat in range(players)))

    @property
    def stand_ins(self) -> dict[int, str]:
        """The seats for which a bot stands in, each with that bot."""
        return {seat: time.stand_in for seat, time in enumerate(self.seats) if time.stand_in}

    @property
    def wishing(self) -> frozenset[int]:
        """The seats that wish for a pause."""
        return frozenset(seat for seat, time in enumerate(self.seats) if time.wish)

    @property
    def awaited(self) -> frozenset[int]:
        """The seats whose players have not come yet to a game that somebody else has set up for them."""
        return frozenset(seat for seat, time in enumerate(self.seats) if time.awaited)

    @property
    def runs(self) -> bool:
        """Whether anybody's time runs."""
        return bool(self.turns) and not self.paused

    @property
    def ends(self) -> float | None:
        """When the time of a seat will be up next, None where none runs."""
        return min(map(self._up, self.turns)) + GRACE if self.runs else None

    def up(self, seat: int) -> float | None:
        """When the time of a seat will be up, None where it does not run."""
        return self._up(seat) if self.runs and seat in self.turns else None

    def rests_until(self, seat: int, now: float) -> float | None:
        """Until when the player of a seat is away; None where he is not."""
        return rest_at(self._rests(seat), now)

    def left_at(self, seat: int, now: float) -> float:
        """What a seat has left at this moment, never less than nothing."""
        return max(self._left(seat, now), 0.0)

    def low_in(self, seat: int, now: float) -> float | None:
        """In how many seconds the time of a seat runs low; None where it does not run, or is low already."""
        if not self.runs or seat not in self.turns:
            return None
        if self.left_at(seat, now) <= self.control.low:
            return None
        return after(self._rests(seat), self.since, self.seats[seat].left - self.control.low) - now

    def late(self, now: float) -> frozenset[int]:
        """The seats whose time has run out, with what was on its way."""
        awaited = self.turns if self.runs else ()
        return frozenset(seat for seat in awaited if now > self._up(seat) + GRACE)

    def at(self, now: float, moment: Moment) -> Clock:
        """The clocks once the table stands like this: who used time has less, who is to act has his turn."""
        clock = self._charged(now)._with_returned(moment)
        turns = (moment.acting & moment.timed) - set(clock.stand_ins)
        if clock.awaited:
            turns = frozenset()
        begun = frozenset() if moment.undone else turns if moment.fresh else turns - self.turns
        for seat in begun:
            clock = clock._changed({seat}, left=self.control.granted(max(clock.seats[seat].left, 0.0)))
        return replace(clock, turns=turns)._paused_if_wished(moment.timed)

    def going_on(self, now: float) -> Clock:
        """The clocks as they run again after a pause; its wishes are forgotten."""
        if not self.paused:
            return self
        again = self._changed(self.wishing, wish=False)
        return replace(again, paused=False, since=now, changes=self.changes + 1)

    def wished(self, seats: Collection[int], wish: bool, now: float, timed: frozenset[int]) -> Clock:
        """The clocks once these seats wish for a pause, or no longer; once all wish, they stand still."""
        asked = self._charged(now)._changed(seats, wish=wish)
        return replace(asked, changes=self.changes + 1)._paused_if_wished(timed)

    def taken_over(self, bot: str, now: float) -> Clock:
        """The clocks once `bot` stands in for the seats whose time is up."""
        late = self.late(now)
        over = self._charged(now)._changed(late, left=0.0, stand_in=bot, returns=False, wish=False)
        return replace(over, turns=self.turns - late, changes=self.changes + 1)

    def coming_back(self, seat: int) -> Clock:
        """The clocks once the player of a seat wants to play for it again; `at` says from when he does."""
        return replace(self._changed({seat}, returns=True), changes=self.changes + 1)

    def with_come(self, seats: Collection[int]) -> Clock:
        """The clocks once the players of these seats have come; `at` says whose time runs by it."""
        return self._changed(seats, awaited=False)

    def looked_at_anew(self, now: float) -> Clock:
        """The same clocks, at which somebody is away or is there again; what has run until now has run."""
        return replace(self._charged(now), changes=self.changes + 1)

    def passing_over(self, last: float, now: float) -> Clock:
        """The clocks once nobody's time has run from `last` until now, or from when it began to run."""
        charged = self._charged(max(last, self.since))
        return replace(charged, since=now, changes=self.changes + 1)

    def _rests(self, seat: int) -> tuple[Rest, ...]:
        return granted(self.rests.get(seat, ()), self.seats[seat].rested, self.since)

    def _left(self, seat: int, now: float) -> float:
        """What a seat has left, and below nothing how long ago its time was up: to change the clocks then
        gives nobody another moment."""
        used = running(self._rests(seat), self.since, now) if self.runs and seat in self.turns else 0.0
        return self.seats[seat].left - used

    def _up(self, seat: int) -> float:
        return after(self._rests(seat), self.since, self.seats[seat].left)

    def _with_returned(self, moment: Moment) -> Clock:
        """Who returns plays again once the turn that the bot has taken over is finished, not within it: time
        would be had for a turn again and again."""
        back = {
            seat
            for seat, time in enumerate(self.seats)
            if time.returns and (seat not in moment.acting or moment.fresh)
        }
        if not back:
            return self
        return replace(self._changed(back, stand_in="", returns=False), changes=self.changes + 1)

    def _paused_if_wished(self, timed: frozenset[int]) -> Clock:
        people = timed - set(self.stand_ins)
        if not people or not people <= self.wishing:
            return self
        still = self._changed(self.wishing, wish=False)
        return replace(still, paused=True, changes=self.changes + 1)

    def _charged(self, now: float) -> Clock:
        charged = [
            replace(time, left=self._left(seat, now), rested=self._rested(seat, now))
            for seat, time in enumerate(self.seats)
        ]
        return replace(self, seats=tuple(charged), since=now)

    def _rested(self, seat: int, now: float) -> tuple[Rest, ...]:
        """When others have waited for a seat, with what of this turn is over."""
        runs = self.runs and seat in self.turns
        return rested_until(self.seats[seat].rested, self._rests(seat) if runs else (), now)

    def _changed(self, seats: Collection[int], **changes: object) -> Clock:
        by_seat: Mapping[int, SeatTime] = {seat: replace(self.seats[seat], **changes) for seat in seats}  # type: ignore[arg-type]
        return replace(self, seats=tuple(by_seat.get(seat, time) for seat, time in enumerate(self.seats)))
