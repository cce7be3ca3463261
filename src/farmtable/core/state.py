"""`State`, one position of one game, and `Perspective`, all that one seat may know of it.

To write a game, subclass `World` (a `State` that can be appraised), `Perspective` and
`farmtable.core.game.Game`; nothing else is needed. The first half of each class is what a subclass must give,
the second what it then gets for free. A position is plain data: it holds no random source, no callback and no
order of a pile that nobody has seen.

*Perspectives.* A seat, a page or a bot never holds a state. `State.forget` makes a copy in which all that a
seat cannot know is forgotten, and wraps it in a `Perspective`, which is not a `State`: what is only true of
such copies (`view`, `observe`, `determinize`) cannot be asked of the whole truth.

*The agenda.* What is still to be decided is a stack of whole numbers, one for each pending step, the next on
top. A frame is `step + argument * 256`; the game defines its steps. Each `apply` takes frames off, puts
frames on, and stops at the first that needs a decision or an outcome of chance, so a position can be copied,
hashed and stored at any decision.

*Chance* is one more player: while `to_play` is `CHANCE` the legal actions are the outcomes and
`chance_weights()` says how likely each is.
"""

from __future__ import annotations

import hashlib
import json
import operator
from typing import Any, Final, SupportsIndex, cast

from librt.vecs import append, pop, vec
from mypy_extensions import i64, mypyc_attr

from farmtable.core import entries
from farmtable.core.aliases import Action, Seat, StepId
from farmtable.core.declaration import Declaration
from farmtable.core.errors import IllegalAction
from farmtable.core.observation import Observation, write_buffer
from farmtable.core.rng import RandomSource, Rng
from farmtable.core.standings import Standings
from farmtable.core.text import Refusal, SeatName, Text, counted
from farmtable.core.throw import Throw

CHANCE: Final = -1
"""Value of `to_play` while chance decides."""
OVER: Final = -2
"""Value of `to_play` once the game has ended."""


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position. `game`, `players`, `options` (plain data), `to_play` and `agenda` are open to read.

    `to_play` is the seat to decide (0 … players - 1), `CHANCE`, or `OVER`.
    """

    def __init__(self, game: Declaration, players: i64, options: dict[str, Any]) -> None:
        self.game = game
        self.players: i64 = players
        self.options = options
        self.to_play: i64 = CHANCE
        self.agenda: vec[i64] = vec[i64]()

    # --- what a game must give -------------------------------------------------------------

    def legal_actions(self) -> vec[i64]:
        """What may be done now, as ascending ints below `game.num_actions`; for chance, its outcomes.

        Never empty unless the game is over. The `vec` behaves like a list of ints and shares its memory with
        NumPy without a copy; the caller owns it. To pickle it or pass it to `json.dumps`, convert it:
        `list(state.legal_actions())`.
        """
        raise NotImplementedError

    def chance_weights(self) -> vec[i64]:
        """The weights of the outcomes in `legal_actions()`, in that order: positive, at most 2**32 in all.

        Only while chance is to play: `expect_chance` raises ValueError otherwise.
        """
        raise NotImplementedError

    def apply(self, action: Action) -> None:
        """Do `action`, which must be legal, and go on to the next decision, outcome of chance or the end.

        The fast door: it trusts its caller, and an illegal action leaves the state undefined.
        Everything that comes from outside goes through `play`.
        """
        raise NotImplementedError

    def clone(self) -> State:
        """An independent copy: nothing done to one shows in the other."""
        raise NotImplementedError

    def describe(self, action: int) -> str:
        """A legal action in the game's stable English notation, unique among the legal actions.

        Raises IllegalAction for a number that is no action or outcome of the game at all, however large.
        """
        raise NotImplementedError

    def scores(self) -> list[int]:
        """Each seat's points if the game ended now, everything hidden included."""
        raise NotImplementedError

    def winners(self) -> list[int]:
        """The winning seats (several share a victory); empty while the game runs.

        It stays empty if a solo player has missed the goal of the game.
        """
        raise NotImplementedError

    def score_sheet(self, seat: Seat) -> list[tuple[Text, int]]:
        """How `seat` came by its points, line by line; the points add up to its score.

        Raises ValueError for a seat that does not exist (`expect_seat`), as all questions about one seat do.
        Methods that tell something to a seat (`tell`, `places`, `called`) treat any other number as a
        spectator.
        """
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """The whole position as readable JSON-ready data; `game.from_dict` is its inverse."""
        raise NotImplementedError

    def forget(self, seat: Seat) -> Perspective:
        """All that `seat` (-1: a spectator) may know, made from a copy in which the rest is forgotten.

        What is forgotten goes back among the unseen things, so that any two positions that differ only in
        what is forgotten give *the same* copy.
        """
        raise NotImplementedError

    # --- what a game may give --------------------------------------------------------------

    def read(self, text: str) -> int:
        """The action that `text` names, legal or not. Raises IllegalAction where it names none.

        By default only legal actions can be named; a game that overrides this can explain more.
        """
        wanted = " ".join(text.split()).casefold()
        for action in self.legal_actions():
            if self.describe(action).casefold() == wanted:
                return action
        raise IllegalAction(f"{text!r} is not an action here")

    def refusal(self, action: Action) -> Refusal | None:
        """The rule that forbids `action`, known not to be legal now."""
        return Refusal("-", Text("rules"), Text("This is not possible now."))

    def tell(self, action: Action, seat: Seat) -> list[Text]:
        """What `seat` (-1: a spectator) sees happen when `action` is applied here, sentence by sentence.

        By default everybody is told of a decision; where anything is hidden (`Game.has_secrets`), the seat
        that decides is told, and the others learn only that it decided. Nobody is told what chance does.
        """
        if self.to_play < 0:
            return []
        who = SeatName(self.to_play)
        if seat != self.to_play and self.game.has_secrets(self.options):
            return [Text("{seat} decides.", seat=who)]
        return [Text("{seat}: {action}", seat=who, action=self.describe(action))]

    def places(self, action: Action, seat: Seat) -> list[str]:
        """Where on its page `action` takes place, as far as `seat` (-1: a spectator) may know: see `tell`.

        These are names that templates give to spaces, cells or cards (`data-place`). By default it is the
        control that plays the action, for readers to whom `tell` tells the action by default.
        """
        if self.to_play < 0 or (seat != self.to_play and self.game.has_secrets(self.options)):
            return []
        return [f"action-{action}"]

    def thrown(self, outcome: Action) -> Throw | None:
        """What the dice show if everybody sees this `outcome` of chance thrown; by default none."""
        return None

    def round_number(self) -> int:
        """The current round, 0 before the first; always 0 in a game without rounds."""
        return 0

    def shows_own(self, action: Action) -> bool:
        """Whether everything hidden that the decision `action` shows to everybody is its seat's own.

        A card played from the hand is, and may be taken back into it; a card of a pile that the seat has
        looked at is not: once others have seen it, the decision is final (`farmtable.core.disclosure`). False
        by default.
        """
        return False

    def caption(self, action: Action) -> Text | None:
        """A name for an action that does nothing itself, so that `tell` is silent or tells only what follows.

        None for all that `tell` has words for, and if the notation is to be shown.
        """
        return None

    def called(self, action: Action, seat: Seat) -> Text | None:
        """What `action` is called when it is proposed to `seat`; None if its notation is to be shown.

        That is its caption or, without one, the first sentence of `tell`: not its consequences.
        """
        caption = self.caption(action)
        if caption is not None:
            return caption
        told = self.tell(action, seat)
        return told[0] if told else None

    def deciding(self) -> list[int]:
        """The seats that may decide now, ascending: the one to play or, where several decide at once and in
        secret, all of them that have not decided yet.

        They may decide in any order, with `turn_to`. What they can do, and the result, must not depend on the
        order, and before the last one has decided, nobody may see what another has chosen, or that it has
        chosen. In records, and by default, they decide in the order of their seats. A game in which this ever
        happens declares it (`Declaration.at_once`; games made of fields need not).
        """
        return [int(self.to_play)] if self.to_play >= 0 else []

    def turn_to(self, seat: Seat) -> None:
        """Make `seat` the one to play if it is among several that decide at once; otherwise do nothing."""

    def settled(self) -> bool:
        """Whether the points are final: what is still decided only matters for the next game of a series.

        Searches then have nothing to find out, and use `estimate`.
        """
        return False

    def sequel(self) -> dict[str, Any] | None:
        """The options of the next game of the series, once this game is over; None if there is none."""
        return None

    def standings(self) -> Standings | None:
        """The table of the series that this game belongs to, after all its games that are over.

        None if there is no such table, or nothing in it yet. It may tell only what everybody knows.
        """
        return None

    def sketch(self) -> str:
        """The position drawn as text for a terminal, as a spectator sees it.

        By default a plain list of what a perspective's `view` shows.
        """
        shown = self.forget(-1).view()
        return "\n".join(f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in shown.items())

    def key(self) -> bytes:
        """The position as bytes: equal exactly for equal positions of one game, the same on every machine."""
        return json.dumps(self.to_dict(), sort_keys=True).encode()

    def look(self, seat: Seat, out: Observation) -> None:
        """Put into `out` what `seat` sees: like `Perspective.numbers`, but faster if the game overrides it.

        A game that overrides it may copy less than `forget` does, but may look at nothing more.
        """
        self.forget(seat).numbers(out)

    # --- what every game gets --------------------------------------------------------------

    def play(self, action: SupportsIndex | str) -> int:
        """The checked door: do `action`, a whole number (also NumPy's) or its notation; return it as an int.

        Raises IllegalAction, with the rule that forbids it, and leaves the state untouched; raises TypeError
        for anything else.
        """
        number = self.parse(action) if isinstance(action, str) else operator.index(action)
        if not self.is_legal(number):
            refusal = self.why_not(number)
            said = str(refusal) if refusal is not None else "not possible now"
            raise IllegalAction(f"action {number} is not allowed: {said}", refusal)
        self.apply(number)
        return number

    def is_legal(self, action: SupportsIndex) -> bool:
        """Whether `action`, a whole number, is legal now. Raises TypeError for anything else."""
        number = operator.index(action)
        # A number that no i64 can hold is no action either, and compiled code could not look for it.
        return 0 <= number < 1 << 62 and number in self.legal_actions()

    def parse(self, text: str) -> int:
        """The legal action that `text` names; the inverse of `describe`.

        Raises IllegalAction if it names none, or one that is not legal now.
        """
        number = self.read(text)
        if not self.is_legal(number):
            refusal = self.why_not(number)
            said = str(refusal) if refusal is not None else "not possible now"
            raise IllegalAction(f"{text!r} is not allowed: {said}", refusal)
        return number

    def why_not(self, action: SupportsIndex | str) -> Refusal | None:
        """The rule that forbids `action`, a whole number or its notation; None if it is legal.

        Raises IllegalAction for a text that is no action of this game at all.
        """
        number = self.read(action) if isinstance(action, str) else operator.index(action)
        if self.is_legal(number):
            return None
        if self.to_play == OVER:
            return Refusal("-", Text("end of the game"), Text("The game is over."))
        if not 0 <= number < self.game.num_actions:
            return Refusal("-", Text("rules"), Text("There is no such action."))
        return self.refusal(number)

    def expect_chance(self) -> None:
        """Raises ValueError unless chance decides: only outcomes of chance have weights."""
        if self.to_play != CHANCE:
            raise ValueError(f"there are weights only while chance is to play; here: {self.standing()}")

    def expect_seat(self, seat: Seat) -> None:
        """Raises ValueError for a seat that does not exist: -1, say, would be taken for the last seat."""
        if seat < 0 or seat >= self.players:
            raise ValueError(f"there is no seat {seat}; seats are 0 to {self.players - 1}")

    def seen_by(self, seat: SupportsIndex | None) -> Perspective:
        """All that `seat` (None: a spectator) may know, and nothing else. Raises ValueError for no seat."""
        number = -1 if seat is None else operator.index(seat)
        if not -1 <= number < int(self.players):
            raise ValueError(f"there is no seat {seat}; seats are 0 to {self.players - 1}")
        return self.forget(number)

    def digest(self) -> str:
        """Sixteen hexadecimal digits that stand for this position, the same on every machine."""
        return hashlib.blake2b(self.key(), digest_size=8).hexdigest()

    def standing(self) -> str:
        """Who is to play, in a few words for programmers; it tells nothing hidden."""
        if self.to_play == OVER:
            return f"over, winners {self.winners()}"
        return "chance to play" if self.to_play == CHANCE else f"seat {self.to_play} to play"

    def __repr__(self) -> str:
        seats = counted(int(self.players), "seat")
        return f"<{type(self).__name__}: {self.game.id}, {seats}, {self.standing()}>"

    def __str__(self) -> str:
        """The position drawn as text, as a spectator sees it."""
        return self.sketch()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and other.game is self.game and other.key() == self.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def __reduce__(self) -> tuple[object, ...]:
        return (entries.position, (self.game.id, self.to_dict()))

    # --- the agenda ------------------------------------------------------------------------

    def push(self, step: StepId, argument: i64 = 0) -> None:
        """Put a pending step on top of the agenda. `step` is 0 … 255, `argument` any number from 0."""
        self.agenda = append(self.agenda, step + argument * 256)

    def pop(self) -> i64:
        """Take the top frame off the agenda and return it."""
        self.agenda, frame = pop(self.agenda)
        return frame

    def step(self) -> i64:
        """The step on top of the agenda, or -1 if nothing is pending."""
        n = len(self.agenda)
        if n == 0:
            return -1
        return self.agenda[n - 1] & 255

    def argument(self) -> i64:
        """The argument of the step on top of the agenda."""
        return self.agenda[len(self.agenda) - 1] >> 8


@mypyc_attr(allow_interpreted_subclasses=True)
class World(State):
    """A position that bots may think with: the class that a game's positions are made of.

    `Perspective.determinize` samples a world from what a seat knows; the true position of a table is only
    ever typed as a `State`. So nothing can appraise the true position by mistake.
    """

    def clone(self) -> World:
        raise NotImplementedError

    def estimate(self, seat: Seat) -> i64:
        """A rough value of the position for `seat`, in hundredths of a point; pending steps at their best.

        It may depend only on what `seat` may know. Greedy bots use it, and searches without a network at
        their leaves; by default it is the score.
        """
        self.expect_seat(seat)
        return self.scores()[seat] * 100

    def worth_trying(self) -> vec[i64]:
        """The legal actions that a search should try: ascending, at least one.

        A game may leave out what can never help the seat to decide, such as giving back goods that nothing
        asks for; people may still do it. It may depend only on what the seat to decide may know. By default
        all.
        """
        return self.legal_actions()

    def sealed(self) -> bool:
        """Whether the seat to decide and others decide at once, none knowing what the others choose.

        Then the best action depends on what the others expect, and a search plays a mixed strategy. In worlds
        that `Perspective.determinize` samples for a seat that is to decide, the others have not decided yet,
        though they may have in truth: their choices follow from the game, not from a guess.
        """
        return False

    def explore(self, rng: RandomSource) -> None:
        """Change a position in which a seat is to decide into one that self-play would rarely reach.

        It may give the seat to decide something that it would otherwise have to choose (exploring starts,
        Sutton & Barto 2018, ch. 5); the result can be played on like any position. By default nothing
        happens.
        """

    def features(self, seat: Seat) -> vec[i64]:
        """The features of an evaluation: `game.feature_count` whole numbers that describe how `seat` stands.

        They may depend only on what `seat` may know, and lie within ±32,000; most are small and many 0. By
        convention the first is an estimate of the seat's final points (its points if the game ended now, or
        something better), and the second how much of the game is still to come, from 100 (all of it) to 0.
        """
        raise NotImplementedError

    def all_features(self) -> list[vec[i64]]:
        """The `features` of every seat; a game may compute once what they share."""
        return [self.features(seat) for seat in range(self.players)]


def as_world(state: State) -> World:
    """The true position as a world to appraise: only for training and tools, where nobody competes."""
    return cast(World, state)


@mypyc_attr(allow_interpreted_subclasses=True)
class Perspective:
    """All that one seat (-1: a spectator) may know. `State.forget` makes it; get it by `state.seen_by(seat)`.

    It holds a copy in which everything else has been forgotten, so there is nothing behind it to look
    at: two positions that differ only in what the seat cannot know give the *same* perspective.
    """

    def __init__(self, forgotten: State, seat: Seat) -> None:
        forgotten.turn_to(seat)  # of those that decide at once, each is to play in its own eyes
        self._known = forgotten
        self._seat: i64 = seat

    # --- what a game must give -------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """The position as this seat sees it: all that may be shown, JSON-ready, from an allow-list."""
        raise NotImplementedError

    def determinize(self, rng: RandomSource) -> World:
        """A random whole position consistent with all that this seat has seen."""
        raise NotImplementedError

    # --- what a game may give --------------------------------------------------------------

    def observe(self, buffer: object) -> None:
        """Write `game.observation_size` float32 numbers into `buffer`, any writable buffer of that format.

        They lie within ±32,000. A game overrides this, or `numbers` if all are whole and none is negative.
        Raises ValueError if the buffer has another length or format.
        """
        seen = Observation()
        self.numbers(seen)
        write_buffer(seen, self.game.observation_size, buffer)

    def numbers(self, out: Observation) -> None:
        """Put the nonzero numbers of `observe` into `out`, which must be empty."""
        raise NotImplementedError

    def preview(self, action: Action) -> dict[str, Any]:
        """What one of this seat's legal actions would bring, JSON-ready, for a page."""
        return {}

    def aside(self) -> list[str]:
        """The lines that `sketch` adds to a spectator's for this seat: its secrets, and what it is asked.

        Empty for a spectator. By default the entries of its `view` that differ from a spectator's.
        """
        public = self._known.forget(-1).view()
        return [
            f"{name}: {json.dumps(value, ensure_ascii=False)}"
            for name, value in self.view().items()
            if public.get(name) != value
        ]

    # --- what every game gets --------------------------------------------------------------

    @property
    def game(self) -> Declaration:
        """The game this is a position of."""
        return self._known.game

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._known.players

    @property
    def options(self) -> dict[str, Any]:
        """What was chosen before the game; always public."""
        return self._known.options

    @property
    def seat(self) -> int | None:
        """Whose perspective this is; None for a spectator."""
        return None if self._seat < 0 else self._seat

    @property
    def to_play(self) -> int:
        """The seat to decide, `CHANCE` or `OVER`: always public. If several may still decide at once, it is
        this seat if it is one of them, and otherwise the first.
        """
        return self._known.to_play

    def legal_actions(self) -> vec[i64]:
        """What this seat may do now, ascending; empty when it is not this seat that decides."""
        if self._seat < 0 or self._known.to_play != self._seat:
            return vec[i64]()
        return self._known.legal_actions()

    def describe(self, action: SupportsIndex) -> str:
        """One of this seat's legal actions in the game's notation, as `State.describe` gives it."""
        return self._known.describe(operator.index(action))

    def called(self, action: Action) -> Text | None:
        """What one of this seat's legal actions is called when it is proposed (`State.called`)."""
        return self._known.called(action, self._seat)

    def foretell(self, action: Action) -> Text | None:
        """What the log would tell this seat about one of its legal actions, or else what pages call it."""
        told = self._known.tell(action, self._seat)
        return told[0] if told else self._known.caption(action)

    def parse(self, text: str) -> int:
        """This seat's legal action that `text` names. Raises IllegalAction with the rule."""
        self.expect_turn()
        return self._known.parse(text)

    def expect_turn(self) -> None:
        """Raises IllegalAction if this seat is not to decide, and so nothing can be chosen."""
        if self._seat < 0 or self._known.to_play != self._seat:
            refusal = self._not_your_turn()
            raise IllegalAction(str(refusal), refusal)

    def why_not(self, action: SupportsIndex | str) -> Refusal | None:
        """The rule that forbids `action` to this seat now, or None if it is legal."""
        if self._seat < 0 or self._known.to_play != self._seat:
            return self._not_your_turn()
        return self._known.why_not(action)

    def score_sheet(self, seat: Seat) -> list[tuple[Text, int]]:
        """How `seat` came by the points that may be seen from here. Raises ValueError for no seat."""
        self._known.expect_seat(seat)
        return self._known.score_sheet(seat)

    def winners(self) -> list[int]:
        """The winning seats; empty while the game runs."""
        return self._known.winners()

    def settled(self) -> bool:
        """Whether the points are final, whatever is still decided here."""
        return self._known.settled()

    def sequel(self) -> dict[str, Any] | None:
        """The options of the next game of a series; None while the game runs, or if there is none."""
        return self._known.sequel() if self._known.to_play == OVER else None

    def standings(self) -> Standings | None:
        """The table of the series that this game belongs to, or None."""
        return self._known.standings()

    def key(self) -> bytes:
        """Bytes that are equal exactly for equal perspectives of one seat."""
        return self._known.key()

    def sketch(self) -> str:
        """The position drawn as text, as this seat sees it: what everybody sees, then what only it knows."""
        drawn = self._known.sketch()
        own = self.aside() if self._seat >= 0 else []
        return drawn + "\n\n" + "\n".join(own) if own else drawn

    def __repr__(self) -> str:
        whose = "a spectator" if self._seat < 0 else f"seat {self._seat}"
        known = self._known
        seats = counted(int(known.players), "seat")
        return f"<Perspective of {whose}: {known.game.id}, {seats}, {known.standing()}>"

    def __str__(self) -> str:
        """The position drawn as text, as a spectator sees it."""
        return self._known.sketch()

    def __reduce__(self) -> tuple[object, ...]:
        # Nothing hidden travels: what is sent is some position that could be the true one, since of it
        # this seat knows exactly the same.
        return (_restore, (self.determinize(Rng()), int(self._seat)))

    def _not_your_turn(self) -> Refusal:
        return Refusal("-", Text("turn order"), Text("It is not your turn."))


def _restore(state: State, seat: int) -> Perspective:
    """A perspective that was pickled."""
    return state.seen_by(None if seat < 0 else seat)
