"""A user's program as a bot: asked decision by decision, and held to its terms.

A process plays one seat of one game at a time, so it knows only what that seat is told. After the game it is
kept and plays another one, announced by `new_game`.

*What is lost.* A program that is late or dies loses the decision, and so does one whose answers were all
refused: a legal action is drawn uniformly from the random stream of its seat and played instead. A late
program is killed, since its state is unknown, and restarted at its next decision; once it has been started
`STARTS` times in a game, it loses all further decisions in it.
"""

from __future__ import annotations

import atexit
import logging
import time
from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Final

from farmtable.bots.bot import Bot
from farmtable.bots.stdio import messages
from farmtable.bots.stdio.messages import Answer, BadMessage, Hello
from farmtable.bots.stdio.program import Gone, Program, Silent, TooLong
from farmtable.bots.stdio.terms import Terms
from farmtable.core.errors import FarmtableError, IllegalAction
from farmtable.core.rng import Rng
from farmtable.core.state import Perspective
from farmtable.core.text import Text

STARTS: Final = 3
"""The most starts of a program in one game."""
START_SECONDS: Final = 60.0
"""How long it may take to get ready to play, and load what it needs."""

REMARKS: Final = 10
MOST_HEARD: Final = 200
"""How many sentences, the latest, a request holds of what happened since the last one."""

LOG: Final = logging.getLogger("farmtable.stdio")


class BotFailed(FarmtableError):
    """A program that never got ready to play: a tournament of random actions in its place would be
    worthless.
    """


@dataclass
class Conduct:
    """How a program behaved: decisions it was asked for, answers that were refused, decisions it lost.

    `lost` counts them by cause: `late`, `died`, `refused`, and `out` of the game. `strays` are answers to
    earlier requests. `seconds` is the time of its decisions, `tokens` those it reported. `remarks` say what
    was wrong with the first `REMARKS` refusals and losses.
    """

    asked: int = 0
    refused: int = 0
    lost: Counter[str] = field(default_factory=Counter)
    strays: int = 0
    tokens: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    remarks: list[str] = field(default_factory=list)

    def remark(self, what: str) -> bool:
        """Keep in words what was wrong; returns whether there was room for it."""
        kept = len(self.remarks) < REMARKS
        if kept:
            self.remarks.append(what)
        return kept


@dataclass
class Player:
    """A program that has said hello."""

    program: Program
    hello: Hello


class StdioBot(Bot):
    """Plays what the program of its `terms` answers; `conduct` tells how that behaved."""

    def __init__(self, rng: Rng, terms: Terms) -> None:
        super().__init__(rng)
        self.terms = terms
        self.conduct = Conduct()
        self._player: Player | None = None
        self._happened: deque[Text] = deque(maxlen=MOST_HEARD)
        self._seed = 0
        self._starts = 0
        self._asked = 0

    def choose(self, seen: Perspective) -> int:
        """What the program chooses; it is not asked if only one action is legal."""
        seen.expect_turn()
        legal = seen.legal_actions()
        if len(legal) == 1:
            return legal[0]
        self.conduct.asked += 1
        try:
            return self._ask(self._ready(seen), seen)
        except Lost as lost:
            action = legal[self.rng.below(len(legal))]
            self._lose(lost, seen, action)
        return action

    def lost(self) -> int:
        """All decisions that were drawn in its place."""
        return self.conduct.lost.total()

    def listens(self) -> bool:
        """Whether its terms allow the log."""
        return "log" in self.terms.shows

    def hear(self, told: list[Text]) -> None:
        """Keep what its seat saw happen for the next request."""
        self._happened.extend(told)

    def end(self, seen: Perspective) -> None:
        """Tell how the game ended, and keep the program for another one."""
        if self._player is not None:
            self._player.program.say(messages.game_over(seen))
            _IDLE.setdefault(self.terms.command, []).append(self._player)
            self._player = None

    def __reduce__(self) -> tuple[object, ...]:
        if self._starts > 0:
            raise TypeError(
                "a program that has begun to play can be neither copied nor pickled: "
                "make the bot where it is to play"
            )
        return (StdioBot, (self.rng, self.terms))

    def __del__(self) -> None:
        # A game that was broken off: nobody knows what the program is at.
        if self._player is not None:
            self._player.program.kill()

    # --- one decision ----------------------------------------------------------------------------------

    def _ask(self, player: Player, seen: Perspective) -> int:
        """The program's answer, once it is legal. Raises Lost."""
        self._asked += 1
        shows = self.terms.shows & player.hello.wants
        began = time.monotonic()
        try:
            return self._asked_until(began + self.terms.seconds, player, seen, shows)
        finally:
            self.conduct.seconds += time.monotonic() - began

    def _asked_until(self, until: float, player: Player, seen: Perspective, shows: frozenset[str]) -> int:
        terms, happened = self.terms, list(self._happened)
        player.program.say(messages.choose(self._asked, seen, terms.seconds, terms.tries, shows, happened))
        self._happened.clear()
        for tries in reversed(range(self.terms.tries)):
            try:
                return self._legal(self._answer(player, until), seen)
            except Refused as refused:
                self.conduct.refused += 1
                self.conduct.remark(f"refused: {refused}")
                left = max(0.0, until - time.monotonic())
                player.program.say(messages.refused(self._asked, str(refused), refused.rule, tries, left))
                said = str(refused)
        raise Lost("refused", said)

    def _answer(self, player: Player, until: float) -> Answer:
        """The next answer to the request; what still comes for earlier ones is passed over."""
        while True:
            try:
                answer = messages.read_answer(messages.read(player.program.hear(until)))
            except Silent:
                raise Lost("late", f"no answer within {self.terms.seconds:g} seconds") from None
            except Gone:
                raise Lost("died", _why(player.program)) from None
            except (BadMessage, TooLong) as error:
                raise Refused(str(error)) from None
            self.conduct.tokens.update(answer.tokens)
            if answer.id > self._asked:
                raise Refused(f'"id" is {answer.id}, and the request has {self._asked}')
            if answer.id == self._asked:
                return answer
            self.conduct.strays += 1

    def _legal(self, answer: Answer, seen: Perspective) -> int:
        """The action that was answered, if it is legal. Raises Refused, with the rule that forbids it."""
        try:
            refusal = seen.why_not(answer.action)
            if refusal is None:
                return seen.parse(answer.action) if isinstance(answer.action, str) else answer.action
        except IllegalAction as error:
            raise Refused(str(error)) from None
        raise Refused(str(refusal), refusal.rule)

    def _lose(self, lost: Lost, seen: Perspective, action: int) -> None:
        self.conduct.lost[lost.cause] += 1
        if lost.cause == "out":  # that has been said when it was started last
            return
        if self.conduct.remark(f"lost: {lost}"):
            LOG.warning("%s lost a decision: %s", " ".join(self.terms.command), lost)
        if lost.cause == "refused" and self._player is not None:
            self._player.program.say(messages.lost(self._asked, action, seen.describe(action)))
        elif self._player is not None:
            self._player.program.kill()
            self._player = None

    # --- a program that is ready -----------------------------------------------------------------------

    def _ready(self, seen: Perspective) -> Player:
        """The program, after it was told of the game. Raises Lost, or BotFailed where it never was ready."""
        if self._player is None:
            if self._starts == STARTS:
                raise Lost("out", f"it was started {STARTS} times in this game")
            if self._starts == 0:
                self._seed = self.rng.next32()
            self._starts += 1
            try:
                self._player = self._begin(seen)
            except Lost as lost:
                if self._starts == 1:
                    raise BotFailed(f"stdio:{' '.join(self.terms.command)} cannot play: {lost}") from None
                raise
        return self._player

    def _begin(self, seen: Perspective) -> Player:
        player = _take(self.terms.command)
        until = time.monotonic() + START_SECONDS
        shows = self.terms.shows & player.hello.wants | player.hello.wants & {messages.RULES}
        player.program.say(messages.new_game(seen, self.terms, shows, self._seed))
        try:
            while True:
                message = messages.read(player.program.hear(until))
                if message["type"] == "action":  # an answer too many, to what was asked in the last game
                    self.conduct.strays += 1
                    continue
                messages.read_ready(message)
                return player
        except FarmtableError as error:
            raise _given_up(player.program, error) from None


class Refused(Exception):
    """An answer that cannot be taken: why, and by which rule."""

    def __init__(self, reason: str, rule: str | None = None) -> None:
        super().__init__(reason)
        self.rule = rule


class Lost(Exception):
    """A decision is lost: by `cause`, as `Conduct` counts it, and why."""

    def __init__(self, cause: str, reason: str) -> None:
        super().__init__(reason)
        self.cause = cause


# --- programs that wait for a game ---------------------------------------------------------------------

_IDLE: dict[tuple[str, ...], list[Player]] = {}


def _take(command: tuple[str, ...]) -> Player:
    """A program that has said hello: one that waits, or a new one. Raises Lost."""
    waiting = _IDLE.get(command, [])
    while waiting:
        player = waiting.pop()
        if player.program.runs:
            return player
        player.program.kill()
    return meet(command)


def meet(command: tuple[str, ...]) -> Player:
    """Start a program and let it introduce itself. Raises Lost."""
    try:
        program = Program(command)
    except Gone as error:
        raise Lost("died", str(error)) from None
    program.say(messages.hello())
    try:
        line = program.hear(time.monotonic() + START_SECONDS)
        return Player(program, messages.read_hello(messages.read(line)))
    except FarmtableError as error:
        raise _given_up(program, error) from None


def _given_up(program: Program, error: FarmtableError) -> Lost:
    """End a program that cannot begin to play, and say why it could not."""
    why = _why(program) if isinstance(error, Gone) else str(error)
    if isinstance(error, Silent):
        why = f"it was not ready within {START_SECONDS:g} seconds"
    program.kill()
    return Lost("died", why)


def _why(program: Program) -> str:
    """Why a program died, as far as it said so. It is ended, so that its last words have been heard."""
    program.kill()
    said = program.complaints.splitlines()
    return f"the program has ended, or closed its output{': ' + said[-1] if said else ''}"


@atexit.register
def dismiss() -> None:
    """Send home all programs that wait for a game."""
    while _IDLE:
        _, waiting = _IDLE.popitem()
        for player in waiting:
            player.program.leave(messages.quit_now())
