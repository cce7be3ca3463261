"""`State`, one position of one game, and `Perspective`, all that one seat may know of it.

A game is written by subclassing `World` (a `State` that can be appraised), `Perspective` and
`farmtable.core.game.Game`; nothing else is needed.
What a subclass must give stands in the first half of each class, what it then gets for nothing in
the second. A position is plain data: it holds no random source, no callback and no order of a pile
that nobody has seen.

*Perspectives.* A seat, a page, a bot never hold a state. `State.forget` makes a copy in which all that
a seat cannot know is forgotten, and hands it out as a `Perspective`, which is no `State`: what is only
true of such copies (`view`, `observe`, `determinize`) cannot be asked of the whole truth.

*The agenda.* What is still to be decided is a stack of whole numbers, one for each pending step,
the next on top. A frame is `step + argument * 256`; what the steps are is the game's own affair.
Each `apply` takes frames off, puts frames on, and stops at the first that needs a decision or an
outcome of chance, so a position can be copied, hashed and stored at any decision.

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
"""In place of the seat to play: it is chance that decides."""
OVER: Final = -2
"""In place of the seat to play: the game has ended."""


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

        Never empty unless the game is over. The `vec` behaves like a list of ints and gives its
        memory to NumPy without a copy; it is the caller's own. It can be neither pickled nor given to
        `json.dumps`: `list(state.legal_actions())` can.
        """
        raise NotImplementedError

    def chance_weights(self) -> vec[i64]:
        """For each outcome in `legal_actions()` its weight, a positive int; together at most 2**32.

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

        Who plays alone for a goal and misses it has not won: then it stays empty.
        """
        raise NotImplementedError

    def score_sheet(self, seat: Seat) -> list[tuple[Text, int]]:
        """How `seat` came by its points, line by line; the points add up to its score.

        As all that is asked of one seat, it raises ValueError where there is none (`expect_seat`). What is
        told to a seat (`tell`, `places`, `called`) is told to any other number as to a spectator.
        """
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """The whole position as readable JSON-ready data; `game.from_dict` is its inverse."""
        raise NotImplementedError

    def forget(self, seat: Seat) -> Perspective:
        """All that `seat` (-1: a spectator) may know, made from a copy in which the rest is forgotten.

        What is forgotten goes back among the unseen things, so that the copy is *the same* for any
        two positions that differ only in it.
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

        By default what is decided is told to all, or where anything is hidden (`Game.has_secrets`) to the
        seat that decides, the others hearing only that it did; what chance does is told to nobody.
        """
        if self.to_play < 0:
            return []
        who = SeatName(self.to_play)
        if seat != self.to_play and self.game.has_secrets(self.options):
            return [Text("{seat} decides.", seat=who)]
        return [Text("{seat}: {action}", seat=who, action=self.describe(action))]

    def places(self, action: Action, seat: Seat) -> list[str]:
        """Where on its page `action` takes place, as far as `seat` (-1: a spectator) may know: see `tell`.

        These are names that templates give to spaces, cells or cards (`data-place`). By default it is
        the control that plays the action, known to whom `tell` would tell by default what was done.
        """
        if self.to_play < 0 or (seat != self.to_play and self.game.has_secrets(self.options)):
            return []
        return [f"action-{action}"]

    def thrown(self, outcome: Action) -> Throw | None:
        """What dice show, where the `outcome` of chance is thrown for all to see; by default none are."""
        return None

    def round_number(self) -> int:
        """The round that is being played, 0 before the first; always 0 where a game counts none."""
        return 0

    def shows_own(self, action: Action) -> bool:
        """Whether all that is hidden and that the decision `action` shows to everybody is its seat's own.

        A card played from one's hand is, and may be taken back into it; a card of a pile that one has
        looked at is not: once others have seen it, the decision is final (`farmtable.core.disclosure`).
        By default nothing is one's own.
        """
        return False

    def caption(self, action: Action) -> Text | None:
        """What to call an action that does nothing itself: of it `tell` says nothing, or only what follows.

        None for all that `tell` has words for, and where its notation must do.
        """
        return None

    def called(self, action: Action, seat: Seat) -> Text | None:
        """What `action` is called where it is proposed to `seat`; None where its notation must do.

        That is its caption or, where it has none, the first that `tell` says: not what comes of it.
        """
        caption = self.caption(action)
        if caption is not None:
            return caption
        told = self.tell(action, seat)
        return told[0] if told else None

    def deciding(self) -> list[int]:
        """The seats that may decide now, ascending: the one to play or, where several decide at once and in
        secret, all of them that have not decided yet.

        They may come in any order, with `turn_to`: what they can do, and what comes of it all, must not
        depend on it, and nobody may see what another has chosen, nor that it has, before the last one has
        decided. In records, and wherever nobody says otherwise, they decide by their numbers. A game in
        which this ever happens declares it (`Declaration.at_once`; one of fields need not).
        """
        return [int(self.to_play)] if self.to_play >= 0 else []

    def turn_to(self, seat: Seat) -> None:
        """Let `seat` be the one to play, if it is among several that decide at once; else nothing happens."""

    def settled(self) -> bool:
        """Whether the points are final, whatever is still decided: it counts for the next game of a series.

        Searches have nothing to find out then, and go by `estimate`.
        """
        return False

    def sequel(self) -> dict[str, Any] | None:
        """Of a game that is over: the options of the next one of its series, or None where there is none."""
        return None

    def standings(self) -> Standings | None:
        """The table of the series that this game belongs to, after all its games that are over.

        None where there is no such table, or nothing stands in it yet. It may tell only what everybody
        knows.
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
        """Put into `out` what `seat` sees: the same as `Perspective.numbers`, where a game can, faster.

        A game that overrides it may copy less than `forget` does, but may look at nothing more.
        """
        self.forget(seat).numbers(out)

    # --- what every game gets --------------------------------------------------------------

    def play(self, action: SupportsIndex | str) -> int:
        """The checked door: do `action`, a whole number (NumPy's, too) or its notation; return it as an int.

        Raises IllegalAction, with the rule that forbids it, and leaves the state untouched; TypeError for
        what is neither.
        """
        number = self.parse(action) if isinstance(action, str) else operator.index(action)
        if not self.is_legal(number):
            refusal = self.why_not(number)
            said = str(refusal) if refusal is not None else "not possible now"
            raise IllegalAction(f"action {number} is not allowed: {said}", refusal)
        self.apply(number)
        return number

    def is_legal(self, action: SupportsIndex) -> bool:
        """Whether `action`, a whole number, is among the legal actions. Raises TypeError for what is none."""
        number = operator.index(action)
        # A number that no i64 can hold is no action either, and compiled code could not look for it.
        return 0 <= number < 1 << 62 and number in self.legal_actions()

    def parse(self, text: str) -> int:
        """The legal action that `text` names; the inverse of `describe`.

        Raises IllegalAction where it names none, or one that is not legal now.
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
        """Raises ValueError where it is not chance that decides, and so nothing has a weight."""
        if self.to_play != CHANCE:
            raise ValueError(f"there are weights only while chance is to play; here: {self.standing()}")

    def expect_seat(self, seat: Seat) -> None:
        """Raises ValueError where nobody sits: -1, say, would be taken for the last seat."""
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
        """Who is to play, in a few words for programmers: nothing that is hidden."""
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

    `Perspective.determinize` makes a world up of what a seat knows; the truth of a table is only ever
    typed as a `State`. So what appraises a position cannot be asked of the truth by mistake.
    """

    def clone(self) -> World:
        raise NotImplementedError

    def estimate(self, seat: Seat) -> i64:
        """A rough worth of this position for `seat`, in hundredths of a point, pending steps at their best.

        Only from what `seat` may know. Greedy players and the ends of searches use it; by default it
        is the score.
        """
        self.expect_seat(seat)
        return self.scores()[seat] * 100

    def worth_trying(self) -> vec[i64]:
        """Those of the legal actions, ascending and at least one, that a search is to try.

        A game may leave out what can never help whoever decides, as goods given back that nothing asks
        for; people may still do it. It may depend only on what the seat to decide may know. By default all.
        """
        return self.legal_actions()

    def sealed(self) -> bool:
        """Whether the seat to decide does so at once with others, none knowing what the others choose.

        There the best action depends on what the others expect, and a search mixes its actions. In worlds
        that `Perspective.determinize` makes up for a seat that is to decide, the others have not decided
        yet, though they may have in truth: what they choose follows from the game, not from a guess.
        """
        return False

    def explore(self, rng: RandomSource) -> None:
        """Change a position, while somebody is to decide, into one that self-play would rarely come to.

        It may give something to the seat to decide that it would have to choose first (exploring starts);
        what comes out can be played on as any position. By default nothing happens.
        """

    def features(self, seat: Seat) -> vec[i64]:
        """What an evaluation is learned from: `game.feature_count` whole numbers that tell how `seat` stands.

        Only from what `seat` may know; numbers lie within ±32,000, most of them small and many 0. By
        convention the first is a guess at the seat's final points (its points if the game ended now, or
        something better), the second how much of the game is still to come, from 100 (all of it) to 0.
        """
        raise NotImplementedError

    def all_features(self) -> list[vec[i64]]:
        """The `features` of every seat; a game may find once what it tells to all of them."""
        return [self.features(seat) for seat in range(self.players)]


def as_world(state: State) -> World:
    """The truth, to be appraised after all: for training and tools, where nobody plays against anybody."""
    return cast(World, state)


@mypyc_attr(allow_interpreted_subclasses=True)
class Perspective:
    """All that one seat (-1: a spectator) may know. Made by `State.forget`, got from `state.seen_by(seat)`.

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

        They lie within ±32,000. A game gives this, or `numbers` where all are whole and none is negative.
        Raises ValueError where the buffer has another length or format.
        """
        seen = Observation()
        self.numbers(seen)
        write_buffer(seen, self.game.observation_size, buffer)

    def numbers(self, out: Observation) -> None:
        """Put the numbers of `observe` that are not 0 into `out`, which holds none yet."""
        raise NotImplementedError

    def preview(self, action: Action) -> dict[str, Any]:
        """What one of this seat's legal actions would bring, JSON-ready, for a page."""
        return {}

    def aside(self) -> list[str]:
        """What `sketch` adds for this seat to what a spectator sees, in lines: its secrets, what it is asked.

        By default the entries of its `view` in which a spectator's differs.
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
        """The seat to decide, `CHANCE` or `OVER`: always public. Of several that decide at once and may still
        decide, this one, or else the first."""
        return self._known.to_play

    def legal_actions(self) -> vec[i64]:
        """What this seat may do now, ascending; empty when it is not this seat that decides."""
        if self._seat < 0 or self._known.to_play != self._seat:
            return vec[i64]()
        return self._known.legal_actions()

    def describe(self, action: int) -> str:
        """One of this seat's legal actions in the game's notation, as `State.describe` gives it."""
        return self._known.describe(action)

    def called(self, action: Action) -> Text | None:
        """What one of this seat's legal actions is called where it is proposed (`State.called`)."""
        return self._known.called(action, self._seat)

    def foretell(self, action: Action) -> Text | None:
        """What the log would tell this seat of one of its legal actions, else what pages call it."""
        told = self._known.tell(action, self._seat)
        return told[0] if told else self._known.caption(action)

    def parse(self, text: str) -> int:
        """This seat's legal action that `text` names. Raises IllegalAction with the rule."""
        self.expect_turn()
        return self._known.parse(text)

    def expect_turn(self) -> None:
        """Raises IllegalAction where it is not this seat that decides, and so nothing can be chosen."""
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
        """The options of the next game of a series; None while the game runs, or where there is none."""
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
