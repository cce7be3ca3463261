"""Learning which choices lead further: policy gradients, with a network as the policy.

A seat draws among its actions by how far each is expected to lead. Actions after which the game went
better than was to be expected are made likelier, the others less likely. That says nothing of how good a
position is, only what to do there, so luck that comes whatever one does teaches no mistakes.

What a choice gained is told by λ-returns over a critic that is fitted anew to each generation: a ridge
regression on the features of all seats. From it there are two ways to learn:

- `improve`: proximal policy optimisation (Schulman et al. 2017), which learns from each generation once;
- `regress`: least squares, as if leads foretold what choices gain. It may use the games of earlier
  generations, too, and gives leads in points; but what was hardly ever chosen it does not know to be bad.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from farmtable.arena.learning import BATCH, Floats, Learner, Samples, Whole
from farmtable.arena.plan import Plan
from farmtable.bots import GreedyBot
from farmtable.bots.bot import Bot
from farmtable.bots.network_file import parse_network
from farmtable.bots.policy_play import PolicyPlay
from farmtable.core import Rng, game
from farmtable.core.state import as_world

Indices = NDArray[np.int64]

KEPT_A_GAME: Final = 90
"""About so many decisions of a game are learned from."""
PROBED: Final = 4
"""Games that tell how many decisions there are to learn from."""
CLIP: Final = 0.2
"""A choice is not made more than this part likelier or less likely in one generation (ε of the paper)."""
STEPS: Final = 24
"""Steps of learning in one pass over the decisions."""
RIDGE: Final = 5.0
"""How strongly the critic's weights are held down, as so many decisions would."""
FARTHEST: Final = 3.0
"""A lead at the end counts up to so many spreads."""


class Seen(NamedTuple):
    """What a game showed: the arrays of `Choices` as bytes, and the scores of its seats."""

    seats: bytes
    heats: bytes
    expected: bytes
    counts: bytes
    shares: bytes
    features: bytes
    scores: list[float]
    promised: bytes = b""


@dataclass(frozen=True)
class Practice:
    """A task for workers: one game of the policy, against itself or, in some, greedy players."""

    plan: Plan
    generation: int
    network: bytes
    every: int

    def __call__(self, number: int) -> Seen:
        plan = self.plan
        players = plan.players[number % len(plan.players)]
        state = game(plan.game).new(players, **plan.options)
        rng = Rng(plan.seed, f"generation {self.generation} practice {number}")
        alone = rng.below(players) if int(rng.below(1000)) < 1000 * plan.rivals else None
        others: list[Bot | None] = [
            None if alone in {None, seat} else GreedyBot(rng) for seat in range(players)
        ]
        network = parse_network(self.network, game(plan.game).feature_names)
        seen = PolicyPlay(network, rng, plan.heat, self.every, plan.simulations).play(as_world(state), others)
        return Seen(
            np.array(seen.seats, np.int64).tobytes(),
            np.array(seen.heats, np.float32).tobytes(),
            np.array(seen.expected, np.float32).tobytes(),
            np.array(seen.counts, np.int64).tobytes(),
            np.array(seen.shares, np.float32).tobytes(),
            memoryview(seen.features).tobytes(),
            list(seen.scores),
            np.array(seen.promised, np.float32).tobytes(),
        )


def every(plan: Plan, generation: int, network: bytes) -> int:
    """Of how many decisions one is drawn: as many as in a few games would teach something, or fewer."""
    practice = Practice(replace(plan, simulations=1), generation, network, 1)
    there = sum(len(practice(-1 - number).seats) // 8 for number in range(PROBED))
    return max(plan.every, round(there / PROBED / KEPT_A_GAME))


@dataclass
class Decisions:
    """Decisions of games with the same number of seats.

    `counts` has the candidates of each, the one that was chosen first; `starts` where they begin. Each
    candidate has in `features` a row for each seat, the decider's first, and its share in `shares`. By
    `heats` points more an action was e times as likely; `gains` tells how much better each decision turned
    out than was to be expected, in spreads.
    """

    features: Whole
    counts: Indices
    starts: Indices
    shares: Floats
    heats: Floats
    gains: Floats

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def players(self) -> int:
        """How many seats the games had."""
        return int(self.features.shape[1])

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """All of it, to be kept and given to `of`."""
        return {name: np.asarray(part) for name, part in vars(self).items()}

    @staticmethod
    def of(arrays: Mapping[str, Any]) -> Decisions:
        """The decisions whose `arrays` these are."""
        return Decisions(**arrays)

    def some(self, which: Indices) -> Decisions:
        """Only the decisions with these indices."""
        counts = self.counts[which]
        starts = np.cumsum(counts) - counts
        rows = self.rows(which)
        return Decisions(
            self.features[rows], counts, starts, self.shares[rows], self.heats[which], self.gains[which]
        )

    def rows(self, which: Indices) -> Indices:
        """Where the candidates of these decisions stand, one decision after the other."""
        counts = self.counts[which]
        found: Indices = np.repeat(self.starts[which] - (np.cumsum(counts) - counts), counts)
        return found + np.arange(counts.sum())


def samples_of(games: Sequence[Seen], features: int) -> Samples:
    """The positions that choices led to, as every seat saw them, and the points it had in the end."""
    rows, finals = [], []
    for seen in games:
        players = len(seen.scores)
        counts = np.frombuffer(seen.counts, np.int64)
        table = np.frombuffer(seen.features, np.int16).reshape(-1, players, features)
        rows.append(table[np.cumsum(counts) - counts].reshape(-1, features))
        seats = np.frombuffer(seen.seats, np.int64)[:, None] + np.arange(players)
        finals.append(np.array(seen.scores, np.float32)[seats % players].reshape(-1))
    came = np.concatenate(finals)
    return Samples(np.concatenate(rows), came, came)


def calibrated(learner: Learner, games: Sequence[Seen], typical: float) -> Learner:
    """A twin that likes the same best, and expects the points and the leads that came in these games.

    Games against greedy players tell less of that: they are left out where there are others.
    """
    games = _among_equals(games)
    twin = learner.calibrated(samples_of(games, len(learner.scale)), typical)
    twin.compare(*_led(twin, games))
    return twin


def measured(learner: Learner, games: Sequence[Seen], typical: float) -> Learner:
    """A twin that expects the same, and knows how far leads strayed in these games."""
    twin = Learner.restore(learner.state())
    left, expected, came = _led(twin, _among_equals(games))
    twin.stray(left, (came - twin.stretch[left] * expected) ** 2)
    twin.typical = typical
    return twin


def _among_equals(games: Sequence[Seen]) -> Sequence[Seen]:
    """The games without greedy players, or all if there are none."""
    return [seen for seen in games if len(set(np.frombuffer(seen.seats, np.int64))) > 1] or games


def _led(learner: Learner, games: Sequence[Seen]) -> tuple[NDArray[np.int64], Floats, Floats]:
    """Percent of the game left; the leads expected then, and those that came: they stray as one seat does."""
    left, leads = [], []
    for players in {len(seen.scores) for seen in games}:
        samples = samples_of([seen for seen in games if len(seen.scores) == players], len(learner.scale))
        points = np.stack([learner.expect(samples.features), samples.finals]).reshape(2, -1, players)
        others = (points.sum(axis=2, keepdims=True) - points) / (players - 1)
        # A lead over the mean of the others strays further than a seat's points: back to these.
        leads.append((points - others).reshape(2, -1) / np.sqrt(players / (players - 1)))
        left.append(np.clip(samples.features[:, 1], 0, 100).astype(np.int64))
    expected, came = np.concatenate(leads, axis=1)
    return np.concatenate(left), expected, came


def decisions_of(
    games: Sequence[Seen], scale: Floats, spread: float, trust: float
) -> tuple[Decisions, float]:
    """The decisions of games with the same number of seats; and how much of their outcomes was not foreseen.

    `scale` divides the features for the critic, `spread` points; `trust` is λ.
    """
    players = len(games[0].scores)
    counts = np.concatenate([np.frombuffer(seen.counts, np.int64) for seen in games])
    starts = np.cumsum(counts) - counts
    features = np.frombuffer(b"".join(seen.features for seen in games), np.int16)
    features = features.reshape(-1, players, len(scale))
    shares = np.frombuffer(b"".join(seen.shares for seen in games), np.float32)
    shares = shares / np.repeat(np.add.reduceat(shares, starts), counts)
    expected = np.frombuffer(b"".join(seen.expected for seen in games), np.float32) / spread
    # What was to be expected must not depend on what was chosen: the mean over the candidates is looked at.
    mean = np.add.reduceat(features * shares[:, None, None], starts, axis=0) / scale
    known = [mean[:, 0], mean[:, 1:].mean(axis=1), expected[:, None], np.ones((len(counts), 1), np.float32)]
    table = np.concatenate(known, axis=1).astype(np.float64)
    leads = np.concatenate([_leads(seen, spread) for seen in games])
    weights = np.linalg.solve(table.T @ table + RIDGE * np.eye(table.shape[1]), table.T @ leads)
    foreseen = table @ weights
    gains = np.empty(len(counts))
    first = 0
    for seen in games:
        seats = np.frombuffer(seen.seats, np.int64)
        here = slice(first, first + len(seats))
        gains[here] = _returns(seats, foreseen[here], leads[here], trust) - foreseen[here]
        first += len(seats)
    heats = np.frombuffer(b"".join(seen.heats for seen in games), np.float32)
    found = Decisions(features, counts, starts, shares, heats, gains.astype(np.float32))
    return found, float(((leads - foreseen) ** 2).mean())


def improve(
    learner: Learner,
    lessons: Sequence[Decisions],
    passes: int,
    rate: float,
    rng: np.random.Generator,
    progress: Callable[[int], None] = lambda done: None,
) -> None:
    """Go over the decisions so often, and make likelier what turned out better than expected."""
    for _ in range(passes):
        parts = [
            (lesson, which)
            for lesson in lessons
            for which in np.array_split(rng.permutation(len(lesson)), max(1, STEPS // len(lessons)))
            if len(which) > 1
        ]
        for at in rng.permutation(len(parts)):
            lesson, which = parts[at]
            _step(learner, lesson.some(which), rate)
            progress(len(which))
    learner.settle()


def regress(
    learner: Learner,
    lessons: Sequence[Decisions],
    spread: float,
    passes: int,
    rate: float,
    rng: np.random.Generator,
    progress: Callable[[int], None] = lambda done: None,
) -> None:
    """Go over the decisions so often, and let leads foretell what choices gained, in `spread`s."""
    for _ in range(passes):
        parts = [
            (lesson, which)
            for lesson in lessons
            for which in np.array_split(rng.permutation(len(lesson)), max(1, len(lesson) // BATCH))
        ]
        for at in rng.permutation(len(parts)):
            lesson, which = parts[at]
            some = lesson.some(which)
            leads, descend = _foretold(learner, some)
            errors = _above(leads, some) * (learner.unit / spread) - some.gains
            push = 2 * errors / len(some)
            slopes = -some.shares * push[_decision(some)]
            slopes[some.starts] += push
            descend(slopes, rate)
            progress(len(which))


def temper(learner: Learner, lessons: Sequence[Decisions], spread: float) -> float:
    """Scale all leads by what choices gained for each point of lead, and return that.

    Leads that policy gradients learned, or a calibration left too large, are no points.
    """
    both = square = 0.0
    for lesson in lessons:
        for which in np.array_split(np.arange(len(lesson)), max(1, len(lesson) // BATCH)):
            some = lesson.some(which)
            above = _above(_foretold(learner, some)[0], some) * (learner.unit / spread)
            both += float((above * some.gains).sum())
            square += float((above**2).sum())
    part = both / square if square > 0 else 1.0
    if part > 0:
        learner.shrink(part)
    return part


def _decision(some: Decisions) -> Indices:
    """For each candidate the index of its decision."""
    return np.repeat(np.arange(len(some)), some.counts)


def _above(leads: Floats, some: Decisions) -> Floats:
    """By how much the lead after what was chosen passes the mean over the candidates."""
    above: Floats = leads[some.starts] - np.add.reduceat(leads * some.shares, some.starts)
    return above


def _foretold(learner: Learner, some: Decisions) -> tuple[Floats, Callable[[Floats, float], None]]:
    """By how many units each candidate leads; and what takes a step, given a loss's slope by each lead."""
    players = some.players
    x, active, points = learner.forward(some.features.reshape(-1, some.features.shape[2]))
    expected = points.reshape(-1, players)

    def descend(slopes: Floats, rate: float) -> None:
        back = np.repeat(-slopes[:, None] / (players - 1), players, axis=1)
        back[:, 0] = slopes
        learner.descend(learner.backward(x, active, back.reshape(-1).astype(np.float32)), rate)

    return expected[:, 0] - expected[:, 1:].mean(axis=1), descend


def _step(learner: Learner, some: Decisions, rate: float) -> None:
    of = _decision(some)
    heats = (some.heats / learner.unit)[of]
    leads, descend = _foretold(learner, some)
    leads = leads / heats
    likely = np.exp(leads - np.maximum.reduceat(leads, some.starts)[of])
    likely /= np.add.reduceat(likely, some.starts)[of]
    ratio = likely[some.starts] / np.maximum(some.shares[some.starts], 1e-6)
    gains = some.gains / (some.gains.std() + 1e-6)
    near = np.where(gains > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
    # The slope of the loss by the logarithm of the chosen action's likelihood, then by each lead.
    push = -gains * ratio * near / len(some)
    slopes = -likely * push[of]
    slopes[some.starts] += push
    descend(slopes / heats, rate)


def _leads(seen: Seen, spread: float) -> NDArray[np.float64]:
    """By how many spreads each decision's seat led the mean of the others in the end."""
    scores = np.array(seen.scores)
    others = (scores.sum() - scores) / (len(scores) - 1)
    leads = np.clip((scores - others) / spread, -FARTHEST, FARTHEST)
    found: NDArray[np.float64] = leads[np.frombuffer(seen.seats, np.int64)]
    return found


def _returns(
    seats: Indices, foreseen: NDArray[np.float64], leads: NDArray[np.float64], trust: float
) -> NDArray[np.float64]:
    """λ-returns: what was foreseen at the same seat's next decisions, and the lead in the end."""
    found = leads.copy()
    for seat in np.unique(seats):
        own = np.flatnonzero(seats == seat)
        for here, after in zip(own[-2::-1], own[:0:-1], strict=True):
            found[here] = (1 - trust) * foreseen[after] + trust * found[after]
    return found
