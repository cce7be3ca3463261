"""Many games side by side: one call makes a decision in each, and writes the results into packed buffers.

The buffers are made here and stay in place, so that arrays can view them without a copy. Of observations and
masks only entries that differ from the last position are written.
"""

from __future__ import annotations

from typing import Final, SupportsIndex, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

from farmtable.bots.bot import Bot
from farmtable.bots.names import is_own, make_bot
from farmtable.bots.random import RandomBot
from farmtable.core.aliases import Action, Seat
from farmtable.core.errors import IllegalAction
from farmtable.core.observation import Observation, zero_patterns
from farmtable.core.playout import sample_chance
from farmtable.core.rng import Rng
from farmtable.core.state import CHANCE, OVER, State
from farmtable.core.vectors import numbers, zero_floats, zeros
from farmtable.envs.rewards import ILLEGAL_REWARD, final_rewards
from farmtable.envs.settings import SELF_PLAY, SeatSettings

EVERY_SEAT: Final = -1
"""In place of the learner's seat: the learner decides for every seat."""
ANY_SEAT: Final = -2
"""In place of the learner's seat: it is drawn for each game."""


@final
class Table:
    """One of the games: its position, its chance, its bots, and what was last written of it."""

    def __init__(self, start: State, bots: list[str]) -> None:
        self.state = start
        self.names = bots
        self.learner: i64 = EVERY_SEAT
        self.seat: i64 = 0  # whose decision it is that is awaited, or was last
        self.decisions: i64 = 0
        self.is_done = True
        self.is_under_way = False
        self.seen = Observation()
        self.legal: vec[i64] = vec[i64]()
        self.sow(0)

    def sow(self, seed: SupportsIndex | str) -> None:
        """Seed all chance, and all that bots draw, from now on."""
        self.rng = Rng(seed, "environment")
        self._seat_bots()

    def begin(self, start: State, learner: i64) -> None:
        """A new game, played on to the learner's first decision."""
        if self.is_under_way:
            self._seat_bots()  # a game was broken off: nobody knows what its bots are at
        self.is_under_way = True
        self.state = start.clone()
        self.learner = self.rng.below(start.players) if learner == ANY_SEAT else learner
        self.seat = max(self.learner, 0)
        self.decisions = 0
        self.is_done = False
        self.play_on()

    def play_on(self) -> None:
        """Let chance and bots play until the learner is to decide, or the game is over."""
        state = self.state
        while state.to_play != OVER:
            if state.to_play == CHANCE:
                self.do(sample_chance(state, self.rng))
            elif self.learner in (EVERY_SEAT, state.to_play):
                self.seat = state.to_play
                return
            else:
                self._let_bot_play(state.to_play)
        self.is_under_way = False
        for place, bot in enumerate(self.bots):
            bot.end(state.seen_by(self._seat_of(place)))

    def do(self, action: Action) -> None:
        """Apply a legal action or an outcome of chance; bots that listen are told what they see of it."""
        if self.is_overheard:
            for place, bot in enumerate(self.bots):
                if bot.listens():
                    bot.hear(self.state.tell(action, self._seat_of(place)))
        self.state.apply(action)

    def _seat_bots(self) -> None:
        self.bots: list[Bot] = [make_bot(name, self.rng) for name in self.names]
        self.is_overheard = any(bot.listens() for bot in self.bots)

    def _seat_of(self, place: i64) -> Seat:
        """The bots sit clockwise from the learner."""
        return (self.learner + 1 + place) % self.state.players

    def _let_bot_play(self, seat: Seat) -> None:
        """What the bot of `seat` chooses is done; what others' bots choose goes through the checked door."""
        place: i64 = (seat - self.learner - 1 + self.state.players) % self.state.players
        bot = self.bots[place]
        if isinstance(bot, RandomBot):  # it looks at nothing: spare it the perspective
            actions = self.state.legal_actions()
            self.do(actions[self.rng.below(len(actions))])
            return
        action = bot.choose(self.state.seen_by(seat))
        if not is_own(self.names[place]) and not self.state.is_legal(action):
            self.state.play(action)  # raises, and says which rule forbids it
        self.do(action)


@final
class Batch:
    """`games` games that begin at `start`. Raises BadOption for settings that do not fit the game.

    Everything is undefined before `begin`. Afterwards there is a row for each game of:

    - `seats`: the seat to decide, or that decided last
    - `bytes` (uint8) or `floats` (patterns of float32): what it sees, `observation_size` numbers
    - `masks`: `num_actions` bytes, 1 for each legal action; all 0 when the game is over
    - `rewards`: of the learner, or of the seat that has decided; `all_rewards`: of every seat, at the end
    - `terminated`, `truncated`, `were_illegal`: 1 where it is so
    """

    def __init__(self, start: State, games: i64, settings: SeatSettings) -> None:
        settings.check_seat(start.players)
        bots = settings.bots(start.players)
        self.start = start
        self.learner: i64 = _learner(settings)
        self.reward = settings.reward
        self.illegal = settings.illegal
        self.longest: i64 = settings.max_episode_steps or 0
        as_bytes = settings.dtype == "uint8"
        self.as_bytes = as_bytes
        self.players: i64 = start.players
        self.actions: i64 = start.game.num_actions
        self.size: i64 = start.game.observation_size
        self.tables = [Table(start, bots) for _ in range(games)]
        self.rng = Rng("samples")
        self.rows: list[object] = []  # where a game writes itself that does not say which numbers are not 0
        self.bytes: vec[u8] = zeros(games * self.size if as_bytes else 0)
        self.floats: vec[i32] = zero_patterns(0 if as_bytes else games * self.size)
        self.masks: vec[u8] = zeros(games * self.actions)
        self.rewards: vec[float] = zero_floats(games)
        self.all_rewards: vec[float] = zero_floats(games * self.players)
        self.terminated: vec[u8] = zeros(games)
        self.truncated: vec[u8] = zeros(games)
        self.were_illegal: vec[u8] = zeros(games)
        self.seats: vec[i64] = numbers(games, 0)

    def sow(self, at: i64, seed: SupportsIndex | str) -> None:
        """Seed all chance of one of the games from now on."""
        self.tables[at].sow(seed)

    def begin(self, at: i64) -> None:
        """Begin one of the games again, whatever its state."""
        self._forget_rewards(at)
        self.tables[at].begin(self.start, self.learner)
        self._write(at)

    def step(self, actions: list[int], restart: bool) -> i64:
        """Apply an action in each game; return how many games have ended by it.

        A game that was over begins again instead if `restart` says so; otherwise it stays as it is.
        """
        ended: i64 = 0
        at: i64 = 0
        n: i64 = len(self.tables)
        while at < n:
            if not self.tables[at].is_done:
                if self._decide(at, actions[at]):
                    ended += 1
            elif restart:
                self.begin(at)
            at += 1
        return ended

    def sample(self) -> vec[i64]:
        """A uniformly random legal action for each game; 0 if it is over."""
        drawn = vec[i64](capacity=len(self.tables))
        for table in self.tables:
            n: i64 = len(table.legal)
            drawn = append(drawn, table.legal[self.rng.below(n)] if n > 0 else 0)
        return drawn

    def _forget_rewards(self, at: i64) -> None:
        self.rewards[at] = 0.0
        self.terminated[at] = 0
        self.truncated[at] = 0
        self.were_illegal[at] = 0
        seat: Seat = 0
        while seat < self.players:
            self.all_rewards[at * self.players + seat] = 0.0
            seat += 1

    def _decide(self, at: i64, action: int) -> bool:
        """Do the action in one of the games, any number; say whether it has ended by it."""
        table = self.tables[at]
        decider: Seat = table.seat
        number: i64 = action if 0 <= action < int(self.actions) else -1
        legal = number >= 0 and self.masks[at * self.actions + number] == 1
        if legal:
            table.do(number)
        else:
            self._expect_leave(table, action)
            self.were_illegal[at] = 1
            if self.illegal == "end":
                self.rewards[at] = ILLEGAL_REWARD
                self.all_rewards[at * self.players + decider] = ILLEGAL_REWARD
                self.terminated[at] = 1
                table.is_done = True
                self._write(at)
                return True
            table.do(table.legal[table.rng.below(len(table.legal))])
        if legal:
            self.were_illegal[at] = 0
        table.decisions += 1
        table.play_on()
        if table.state.to_play == OVER:
            self._pay(at, decider)
        elif table.decisions == self.longest:
            self.truncated[at] = 1
            table.is_done = True
        self._write(at)
        return table.is_done

    def _expect_leave(self, table: Table, action: int) -> None:
        """Raises IllegalAction where that is what an action outside the mask is to do."""
        if self.illegal == "raise":
            refusal = table.state.why_not(action)
            raise IllegalAction(f"action {action} is not allowed: {refusal}", refusal)

    def _pay(self, at: i64, decider: Seat) -> None:
        table = self.tables[at]
        table.is_done = True
        self.terminated[at] = 1
        rewards = final_rewards(table.state, self.reward)
        for seat, reward in enumerate(rewards):
            self.all_rewards[at * self.players + seat] = reward
        self.rewards[at] = rewards[decider]

    def _write(self, at: i64) -> None:
        """Write one game's observation, mask and seat over those of before."""
        table = self.tables[at]
        self.seats[at] = table.seat
        base: i64 = at * self.actions
        masks = self.masks
        for action in table.legal:
            masks[base + action] = 0
        legal = vec[i64]()
        if not table.is_done:
            legal = table.state.legal_actions()
        for action in legal:
            masks[base + action] = 1
        table.legal = legal
        seen = table.seen
        first: i64 = at * self.size
        if len(self.rows) > 0:
            table.state.seen_by(table.seat).observe(self.rows[at])
        elif self.as_bytes:
            seen.erase_bytes(self.bytes, first)
            seen.clear()
            table.state.look(table.seat, seen)
            seen.write_bytes(self.bytes, first)
        else:
            seen.erase_floats(self.floats, first)
            seen.clear()
            table.state.look(table.seat, seen)
            seen.write_floats(self.floats, first)


def _learner(settings: SeatSettings) -> i64:
    if settings.opponents == SELF_PLAY:
        return EVERY_SEAT
    return ANY_SEAT if settings.seat is None else settings.seat


def gives_numbers(start: State) -> bool:
    """Whether a game gives the nonzero numbers of an observation (`Perspective.numbers`)."""
    try:
        start.look(0, Observation())
    except NotImplementedError:
        return False
    return True
