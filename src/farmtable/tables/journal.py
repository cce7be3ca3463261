"""The journal of a table: all that was entered, in order, folded into the position it leads to.

Nothing is ever taken out of a journal: an undo is one more entry. The game's record is what is left
of the decisions and outcomes of chance once the undone ones are dropped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from farmtable.core.disclosure import discloses
from farmtable.core.errors import BadRecord, IllegalAction
from farmtable.core.playout import sample_chance
from farmtable.core.record import Record
from farmtable.core.rng import RandomSource
from farmtable.core.state import CHANCE, OVER, State
from farmtable.core.text import Refusal, SeatName, Text
from farmtable.core.throw import Throw
from farmtable.tables.plan import Seat, Settings
from farmtable.tables.sealed import Sealed

Kind = Literal["play", "chance", "finish", "undo"]


@dataclass(frozen=True)
class Entry:
    """One line of a journal. Chance has no seat; only `play` and `chance` have an action.

    `command_id` is the id of the command that caused a person's or a bot's entry. `by_bot`: a bot decided,
    perhaps in place of the person whose seat it is.
    """

    kind: Kind
    seat: int | None = None
    action: int | None = None
    command_id: str | None = None
    by_bot: bool = False


@dataclass(frozen=True)
class LogEntry:
    """What one reader may know of one entry: sentences, and whether it was taken back or took one back.

    `version` is the journal's length after the entry; `seat` is None for chance. `places` are where on the
    page it happened (`State.places`), `round` is the round in which it happened, `step` how many decisions
    and outcomes of chance the record then had, `thrown` the dice of an outcome of chance. `put` caches the
    rendered text for each reader: a log is shown again with each decision.
    """

    version: int
    seat: int | None
    texts: list[Text]
    places: list[str] = field(default_factory=list)
    round: int = 0
    step: int = 0
    undone: bool = False
    undoes: bool = False
    thrown: Throw | None = None
    put: dict[object, Any] = field(default_factory=dict, init=False, repr=False, compare=False)


class Journal:
    """A journal and the position it leads to.

    `confirming` are the seats that are asked to finish before the game continues after them. While `held_by`
    names one, chance is not drawn and no other seat is asked anything. After finishing, a seat can take back
    nothing. The seats of `bots` never undo anything.

    Where several seats decide simultaneously (`State.deciding`) their decisions come in any order. They are
    kept apart, each of them can be taken back and none is held, until the last one is in; then all go into
    the record in the order of their seats.

    States are never changed in place here, so a copy is cheap and readers need no lock: whoever enters
    something works on a copy and then replaces the old one by it.
    """

    def __init__(
        self, begin: Record, confirming: frozenset[int] = frozenset(), bots: frozenset[int] = frozenset()
    ) -> None:
        """The empty journal of the game that `begin`, a record without actions, declares.

        Raises BadRecord if that game, or this version of its rules, is not played here.
        """
        self.begin = begin
        self.confirming = confirming
        self.bots = bots
        self.state: State = begin.begin()
        self.actions: list[int] = []
        self.by_bots: list[int | None] = []  # for each decision among them the seat, if a bot took it
        self._laid_down: int | None = None  # how many of these there were at the first command
        self.version = 0
        self.held_by: int | None = None
        self.command_ids: set[str] = set()
        self.deciders: set[int] = set()  # the seats for which anything was decided, even if it was taken back
        self._logs: list[list[LogEntry]] = [[] for _ in range(begin.players + 1)]  # spectators last
        # The decisions of one seat since chance was drawn or another seat decided, each with the position
        # before it and its version; another seat's decision empties the list for good, even if that is
        # undone. The first `_final` of them cannot be taken back: the last of these disclosed something, or
        # the seat has finished with it.
        self._decider: int | None = None
        self._latest: list[tuple[State, int]] = []
        self._final = 0
        self._sealed: Sealed | None = None

    def copy(self) -> Journal:
        """An independent copy."""
        twin = Journal.__new__(Journal)
        twin.__dict__.update(self.__dict__)
        twin.actions = list(self.actions)
        twin.by_bots = list(self.by_bots)
        twin.command_ids = set(self.command_ids)
        twin.deciders = set(self.deciders)
        twin._logs = [list(log) for log in self._logs]
        twin._latest = list(self._latest)
        return twin

    def seat(self, settings: Settings, seats: Sequence[Seat]) -> None:
        """Set who sits where from now on; people are asked to finish their turns if the table is set so."""
        self.bots = frozenset(seat.index for seat in seats if seat.played_by_bot)
        persons = frozenset(seat.index for seat in seats) - self.bots
        self.confirming = persons if settings.confirm else frozenset()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.to_play == OVER

    @property
    def acting(self) -> frozenset[int]:
        """The seats that everybody waits for: the one that is to finish, else all that may decide now."""
        return frozenset(self.state.deciding()) if self.held_by is None else frozenset({self.held_by})

    @property
    def chance_pending(self) -> bool:
        """Whether chance is to be drawn now."""
        return self.state.to_play == CHANCE and self.held_by is None

    def can_undo(self, seat: int) -> bool:
        """Whether `seat` may take its latest decision back.

        Not once it has finished, chance was drawn or another seat has decided, nor if the decision disclosed
        something hidden to anybody (`farmtable.core.disclosure`). Of several that decide simultaneously each
        may until the last one has decided.
        """
        if self._sealed is not None:
            return seat in self._sealed.choices and seat not in self.bots
        return len(self._latest) > self._final and self._decider == seat

    def why_wait(self, seat: int) -> Refusal | None:
        """Why `seat` cannot make any decision now; None if it is to decide."""
        if self.held_by is None and seat in self.state.deciding():
            return None
        return _turn_order(self._what_is_awaited(seat))

    def check_turn(self, seat: int) -> None:
        """Raises IllegalAction unless `seat` is to decide now."""
        refusal = self.why_wait(seat)
        if refusal is not None:
            raise IllegalAction(str(refusal.reason), refusal)

    def before(self, seat: int) -> State:
        """The position in which `seat`, which is to decide now, decides. It must not be changed."""
        if self.state.to_play == seat:
            return self.state
        turned = self.state.clone()
        turned.turn_to(seat)
        return turned

    def is_current(self, version: int, seat: int) -> bool:
        """Whether nothing has changed since `version` for a decision of `seat`.

        Simultaneous decisions of others change nothing for it.
        """
        sealed = self._sealed
        if version == self.version or sealed is None:
            return version == self.version
        return sealed.version <= version < self.version and sealed.entered.get(seat, 0) <= version

    @property
    def entered(self) -> list[int]:
        """All decisions and outcomes of chance, including those that wait for other simultaneous ones."""
        return [*self.actions, *(() if self._sealed is None else self._sealed.choices.values())]

    @property
    def laid_down(self) -> int:
        """How many decisions nobody took at this table: those before the first that a command caused."""
        decided = len(self.by_bots)
        return decided if self._laid_down is None else min(self._laid_down, decided)

    @property
    def decider(self) -> int | None:
        """The seat that made the latest decisions, in sequence and with no chance after them."""
        return self._decider

    def log(self, seat: int | None) -> list[LogEntry]:
        """The whole log as `seat` (None: a spectator) may read it, oldest first."""
        return list(self._logs[-1 if seat is None else seat])

    def record(self) -> Record:
        """The record so far, without undone decisions and those that wait for other simultaneous ones."""
        return replace(self.begin, actions=list(self.actions))

    def add(self, entry: Entry, stored: bool = False, judged: bool = True) -> None:
        """Enter one entry. Raises IllegalAction, with nothing changed, if the rules or the order forbid it.

        A `stored` undo may come from a version that allowed more to be undone: it is enough that it is there.
        An entry that is not `judged` is followed by others that end what could be undone.
        """
        seat, action = entry.seat, entry.action
        decided = len(self.by_bots)
        if entry.kind == "chance" and action is not None:
            self._chance(action)
        elif seat is None:
            raise IllegalAction("this entry belongs to no seat")
        elif entry.kind == "play" and action is not None:
            self._play(seat, action, judged, entry.by_bot)
            self.deciders.add(seat)
        elif entry.kind == "finish":
            self._finish(seat, stored)
        elif entry.kind == "undo":
            self._undo(seat, stored)
        else:
            raise IllegalAction(f"{entry.kind!r} is no entry of a journal")
        self.version += 1
        if entry.command_id is not None:
            self.command_ids.add(entry.command_id)
            if self._laid_down is None or decided < self._laid_down:  # the latter: one was taken back
                self._laid_down = decided

    def add_chance(self, source: RandomSource) -> list[Entry]:
        """Draw all chance that is due now, and return it as entries."""
        drawn = []
        while self.chance_pending:
            entry = Entry("chance", action=sample_chance(self.state, source))
            self.add(entry)
            drawn.append(entry)
        return drawn

    def add_stored(self, entries: Sequence[Entry]) -> None:
        """Fold entries from the database. Raises BadRecord if they do not follow the rules."""
        judged_from = _last_run(entries)
        for place, entry in enumerate(entries):
            try:
                self.add(entry, stored=True, judged=place >= judged_from)
            except IllegalAction as error:
                raise BadRecord(
                    f"the journal of this table is damaged at entry {self.version}: {error}", self.version
                ) from None

    def _play(self, seat: int, action: int, judged: bool, by_bot: bool) -> None:
        self.check_turn(seat)
        if self._sealed is not None or len(self.state.deciding()) > 1:
            self._seal(seat, action, by_bot)
            return
        after = self._after(action)
        if self._decider != seat:
            self._decider = seat
            self._forget_latest()
        self._tell(self.state, action, seat, self.state.round_number())
        self._latest.append((self.state, self.version + 1))
        if not judged or seat in self.bots or discloses(self.state, action, after):
            self._final = len(self._latest)
        self._move_on(after, action)
        self.by_bots.append(seat if by_bot else None)
        # The end of a game shows what was hidden; a decision that brings it about is final.
        if seat in self.confirming and after.to_play not in (seat, OVER) and self.can_undo(seat):
            self.held_by = seat

    def _seal(self, seat: int, action: int, by_bot: bool) -> None:
        """Enter one of several simultaneous decisions."""
        begun = self._sealed or Sealed(self.state, self.version)
        before = self.before(seat)
        before.clone().play(action)  # raises if the rules forbid it
        sealed = begun.with_choice(seat, action, self.version + 1, by_bot)
        step = len(self.actions) + sealed.step_of(seat)
        self._tell(before, action, seat, before.round_number(), step)
        self._decider = None
        self._forget_latest()
        self.state, self._sealed = sealed.state(), sealed
        if sealed.complete:
            self.actions += sealed.in_order()
            self.by_bots += [whose if whose in sealed.by_bots else None for whose in sealed.seats]
            self._sealed = None

    def _chance(self, outcome: int) -> None:
        if not self.chance_pending:
            raise IllegalAction("no chance is to be drawn now")
        after = self._after(outcome)
        self._tell(self.state, outcome, None, self._round_of(outcome, after))
        self._forget_latest()
        self._move_on(after, outcome)

    def _round_of(self, outcome: int, after: State) -> int:
        """The round that the log gives for an outcome of chance: if it starts a new round, the new one.

        What it gives to the seat that has just decided, such as the tile drawn at a turn's end, still belongs
        to that turn.
        """
        before, now = self.state.round_number(), after.round_number()
        if before == now or self._decider is None:
            return now
        told = self.state.tell(outcome, -1)
        drawn = bool(told) and SeatName(self._decider) in told[0].values.values()
        return before if drawn else now

    def _finish(self, seat: int, stored: bool) -> None:
        if self.held_by != seat and not (stored and self._decider == seat):
            raise refused(Text("There is nothing to finish now."))
        self.held_by = None
        self._final = len(self._latest)

    def _undo(self, seat: int, stored: bool) -> None:
        if not self.can_undo(seat) and not (stored and self._has_decided(seat)):
            raise refused(Text("You have nothing left to undo."))
        version = self._take_back(seat)
        self.held_by = None
        said = LogEntry(
            self.version + 1,
            seat,
            [Text("{seat} took a decision back.", seat=SeatName(seat))],
            round=self.state.round_number(),
            step=len(self.actions),
            undoes=True,
        )
        for log in self._logs:
            for index, entry in enumerate(log):
                if entry.version == version:
                    log[index] = replace(entry, undone=True)
            log.append(said)

    def _has_decided(self, seat: int) -> bool:
        """Whether the latest decision is this seat's, whoever plays for it now."""
        if self._sealed is not None:
            return seat in self._sealed.choices
        return bool(self._latest) and self._decider == seat

    def _take_back(self, seat: int) -> int:
        """Go back to before the latest decision of `seat`, and return the version at which it was entered."""
        if self._sealed is not None:
            version = self._sealed.entered[seat]
            self._sealed = self._sealed.without(seat, self.version + 1)
            self.state = self._sealed.state()
            return version
        self.state, version = self._latest.pop()
        self._final = min(self._final, len(self._latest))
        self.actions.pop()
        self.by_bots.pop()
        return version

    def _after(self, action: int) -> State:
        after = self.state.clone()
        after.play(action)
        return after

    def _move_on(self, after: State, action: int) -> None:
        self.state = after
        self.actions.append(action)
        if self.over:
            self._forget_latest()

    def _forget_latest(self) -> None:
        self._latest = []
        self._final = 0

    def _tell(self, before: State, action: int, seat: int | None, round_number: int, step: int = 0) -> None:
        for reader in (*range(self.begin.players), -1):
            texts = before.tell(action, reader)
            if texts:
                told = LogEntry(
                    self.version + 1,
                    seat,
                    texts,
                    before.places(action, reader),
                    round_number,
                    step=step or len(self.actions) + 1,
                    thrown=before.thrown(action) if seat is None else None,
                )
                self._logs[reader].append(told)

    def _what_is_awaited(self, seat: int) -> Text:
        if self.over:
            return Text("The game is over.")
        if self.held_by == seat:
            return Text("Finish your turn or undo your last decision first.")
        if self.held_by is not None:
            return Text("{seat} has not finished yet.", seat=SeatName(self.held_by))
        if self._sealed is not None and seat in self._sealed.choices:
            return Text("You have decided. Others are still to decide.")
        return Text("It is not your turn.")


def _last_run(entries: Sequence[Entry]) -> int:
    """Where the last run of entries of a single seat begins: only they could be undone."""
    place = len(entries)
    while place > 0 and entries[place - 1].kind != "chance" and entries[place - 1].seat == entries[-1].seat:
        place -= 1
    return place


def _turn_order(reason: Text) -> Refusal:
    return Refusal("-", Text("turn order"), reason)


def refused(reason: Text) -> IllegalAction:
    """An IllegalAction with this reason, for something that is not possible now."""
    return IllegalAction(str(reason), _turn_order(reason))
