"""Games of an evaluation against itself, from which the next evaluation is learned.

Every seat looks one action ahead, or searches, and mostly takes what promises most; some may be left to
other bots. What is learned from are the positions right after decisions, as each seat sees them, and the
points that still came: a mixture of the final points and of what was expected on the way there (λ-returns,
Sutton 1988).
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from farmtable.bots.bot import Bot
from farmtable.bots.budget import Budget
from farmtable.bots.evaluation import Evaluation, draw, softmax
from farmtable.bots.search import SearchBot
from farmtable.core.aliases import Seat
from farmtable.core.playout import sample_chance
from farmtable.core.rng import Rng
from farmtable.core.state import CHANCE, OVER, World
from farmtable.core.vectors import zero_floats

FLATTEST: Final = 0.0001


@final
class Samples:
    """What was seen in one game: for each position kept and each seat, in this order,

    a row of `features` (`game.feature_count` numbers), the final points as `targets` mixes them, and as
    they really came (`finals`).
    """

    def __init__(self, players: i64) -> None:
        self.players: i64 = players
        self.features: vec[i16] = vec[i16]()
        self.targets: vec[float] = vec[float]()
        self.finals: vec[float] = vec[float]()
        self.scores: vec[float] = vec[float]()
        self.decisions: i64 = 0


@final
class SelfPlay:
    """Plays one game. `trust` (λ) is how much of a target is what came later rather than what was expected;

    `temperature` how freely each seat chooses (0.0: always the best), in units of the mean regret of its
    actions; one in `careless` decisions is made blindly, so that the evaluation also sees what it would
    never choose; one in `every` positions is kept. With more than one of them, `simulations` are spent on
    each decision.
    """

    def __init__(
        self,
        evaluation: Evaluation,
        rng: Rng,
        trust: float,
        careless: i64,
        every: i64,
        simulations: i64 = 1,
    ) -> None:
        self.evaluation = evaluation
        self.rng = rng
        self.budget = Budget(simulations)
        self.searchers: list[SearchBot] = []
        self.trust = trust
        self.careless: i64 = careless
        self.every: i64 = every
        self.expected: vec[float] = vec[float]()
        self.kept: vec[i64] = vec[i64]()

    def play(self, state: World, temperature: vec[float], others: list[Bot | None]) -> Samples:
        """Play `state`, a game's beginning, to its end; seats that have a bot in `others` are its own."""
        samples = Samples(state.players)
        while len(self.searchers) < state.players:
            self.searchers.append(SearchBot(self.rng, self.budget, self.evaluation))
        while state.to_play != OVER:
            if state.to_play == CHANCE:
                state.apply(sample_chance(state, self.rng))
                continue
            bot = others[state.to_play]
            if bot is not None:
                state.apply(bot.choose(state.seen_by(state.to_play)))
                expected = self.evaluation.appraise(state).points
            elif self.budget.simulations > 1:
                expected = self._search(state, temperature[state.to_play])
            else:
                expected = self._decide(state, temperature[state.to_play])
            seat: Seat = 0
            while seat < state.players:
                self.expected = append(self.expected, expected[seat])
                seat += 1
            if state.to_play != OVER and self.rng.below(self.every) == 0:
                self.kept = append(self.kept, samples.decisions)
                self._keep(state, samples)
            samples.decisions += 1
        for score in state.scores():
            samples.scores = append(samples.scores, float(score))
        self._look_back(samples)
        return samples

    def _search(self, state: World, temperature: float) -> vec[float]:
        """Search, choose and do an action; return the points that each seat might expect then."""
        mover: Seat = state.to_play
        tree = self.searchers[mover].grow(state.seen_by(mover), self.evaluation, self.budget)
        edge: i64 = tree.root.best()
        n: i64 = len(tree.legal)
        if n > 1 and self.rng.below(self.careless) == 0:
            edge = tree.root.find(tree.legal[self.rng.below(n)])
        elif n > 1 and temperature > 0.0:
            edge = draw(softmax(tree.utilities(), n, temperature * tree.root.regret), self.rng)
        state.apply(tree.root.actions[edge])
        return tree.outlook(edge)

    def _decide(self, state: World, temperature: float) -> vec[float]:
        """Choose and do an action; return the points that each seat may expect of what came of it."""
        mover: Seat = state.to_play
        seen = state.seen_by(mover).determinize(self.rng)
        actions = state.legal_actions()
        points: list[vec[float]] = []
        utilities = vec[float](capacity=len(actions))
        best: i64 = 0
        total: float = 0.0
        for i, action in enumerate(actions):
            after = seen.clone()
            after.apply(action)
            appraisal = self.evaluation.appraise(after)
            points.append(appraisal.points)
            utility: float = appraisal.utilities[mover]
            utilities = append(utilities, utility)
            total += utility
            if utility > utilities[best]:
                best = i
        n: i64 = len(actions)
        if n > 1 and self.rng.below(self.careless) == 0:
            best = self.rng.below(n)
        elif n > 1 and temperature > 0.0:
            regret: float = max(FLATTEST, utilities[best] - total / float(n))
            best = draw(softmax(utilities, n, temperature * regret), self.rng)
        state.apply(actions[best])
        return points[best]

    def _keep(self, state: World, samples: Samples) -> None:
        seat: Seat = 0
        while seat < state.players:
            for number in state.features(seat):
                samples.features = append(samples.features, i16(number))
            seat += 1

    def _look_back(self, samples: Samples) -> None:
        """Fill in what came of each position kept, from the last decision to the first."""
        n: i64 = samples.players
        kept: i64 = len(self.kept)
        samples.targets = zero_floats(kept * n)
        samples.finals = zero_floats(kept * n)
        row: i64 = kept - 1
        came = samples.scores[:]
        decision: i64 = samples.decisions - 1
        while decision >= 0:
            seat: Seat = 0
            if row >= 0 and self.kept[row] == decision:
                while seat < n:
                    samples.targets[row * n + seat] = came[seat]
                    samples.finals[row * n + seat] = samples.scores[seat]
                    seat += 1
                row -= 1
            seat = 0
            while seat < n:
                expected: float = self.expected[decision * n + seat]
                came[seat] = self.trust * came[seat] + (1.0 - self.trust) * expected
                seat += 1
            decision -= 1
