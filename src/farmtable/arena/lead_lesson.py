"""Learning what positions are worth: by how much each seat will lead.

Games of a network against itself are learned from as where points are (`value_lesson`), but it is leads
that are fitted, with less luck in them than points, of which all seats may get many or few. The goals are
λ-returns over what the network itself expects at the positions after them, found out anew every few passes
(fitted iteration, Ernst, Geurts & Wehenkel 2005).

It is learned afresh, whatever the network to begin with, which only plays. One that learned choices tells the
positions apart that one decision can lead to; others it may misjudge alike, and promise every seat more
whenever that seat has just chosen. Who looks one action ahead never notices, but a search compares lines of
different lengths, and is led astray.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from farmtable.arena.learning import BATCH, Floats, Learner, Whole
from farmtable.arena.plan import Plan
from farmtable.arena.policy_lesson import Indices
from farmtable.arena.value_lesson import Seen

RIDGE: Final = 300.0
"""How strongly the line to begin with is held down, as so many positions would."""
RENEWED: Final = 3
"""After so many passes the network is asked anew what it expects later on."""
SLOWER: Final = 0.3
"""The last passes go at this part of the learning rate."""


@dataclass
class Positions:
    """Positions of games with the same number of seats, game by game in their order.

    `features`: a row for each seat; `games`: to which each belongs; `points`: what each seat had in the end.
    """

    features: Whole
    games: Indices
    points: Floats

    def __len__(self) -> int:
        return len(self.games)

    @property
    def players(self) -> int:
        """How many seats the games had."""
        return int(self.features.shape[1])

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        """All of it, to be kept and given to `of`."""
        return {name: np.asarray(part) for name, part in vars(self).items()}

    @staticmethod
    def of(arrays: Mapping[str, Any]) -> Positions:
        """The positions whose `arrays` these are."""
        return Positions(**arrays)

    @property
    def finals(self) -> Floats:
        """By how many points each seat led the mean of the others in the end."""
        return _leads(self.points)


def positions_of(games: Sequence[Seen], features: int) -> list[Positions]:
    """What these games showed, by numbers of seats."""
    found = []
    for players in sorted({len(seen.scores) for seen in games}):
        some = [seen for seen in games if len(seen.scores) == players]
        rows = [np.frombuffer(seen.features, np.int16).reshape(-1, players, features) for seen in some]
        counts = [len(table) for table in rows]
        points = np.repeat(np.array([seen.scores for seen in some], np.float32), counts, axis=0)
        found.append(Positions(np.concatenate(rows), np.repeat(np.arange(len(some)), counts), points))
    return found


def begin(learner: Learner, courses: Sequence[Positions]) -> None:
    """Let a learner that knows nothing begin with the straight line that tells best how leads came out.

    A ridge regression, which needs no expectations to start from.
    """
    held = RIDGE * np.eye(len(learner.scale))
    drawn = np.zeros(len(learner.scale))
    for course in courses:
        finals = course.finals
        for some in np.array_split(np.arange(len(course)), len(course) // BATCH + 1):
            features = course.features[some].astype(np.float32)
            rows = _leads(features.swapaxes(1, 2)).swapaxes(1, 2).reshape(-1, len(drawn)) / learner.scale
            missing = finals[some] - _leads(features[:, :, 0])
            held += rows.T @ rows
            drawn += rows.T @ (missing.ravel() / learner.unit)
    line = np.linalg.solve(held, drawn).astype(np.float32)
    for weights in (learner.weights, learner.mean):
        weights["slope"][:] = line
        weights["out"][:] = 0


def assess(
    learner: Learner,
    courses: Sequence[Positions],
    plan: Plan,
    rng: np.random.Generator,
    progress: Callable[[int], None] = lambda done: None,
) -> float:
    """Fit leads to how games went on, by numbers of seats, as often as the plan says.

    Returns the mean squared error of the leads at the end, as a part of how much they vary.
    """
    leads = float(np.mean(np.concatenate([course.finals.ravel() for course in courses]) ** 2))
    for turn in range(plan.passes):
        if turn % RENEWED == 0:
            goals = [_returns(learner, course, plan.trust) for course in courses]
        rate = plan.rate * (SLOWER if turn >= plan.passes - RENEWED else 1.0)
        for kind, which in _shuffled(courses, rng):
            _follow(learner, courses[kind].features[which], goals[kind][which], 1 / leads, rate)
            progress(len(which))
    errors = [_expected(learner, course) - course.finals for course in courses]
    return float(np.mean(np.concatenate([error.ravel() for error in errors]) ** 2)) / leads


def levelled(learner: Learner, courses: Sequence[Positions], typical: float) -> Learner:
    """A twin that expects the same leads, and on average the points that came.

    How far leads stray it learns from the same positions.
    """
    twin = Learner.restore(learner.state())
    points = np.concatenate([course.points.ravel() for course in courses])
    features = np.concatenate([course.features.reshape(-1, len(twin.scale)) for course in courses])
    # What all seats are told alike changes no lead: a straight line of what is left of the game.
    known = np.stack([features[:, 1], np.ones(len(features))], axis=1).astype(np.float64)
    line, *_ = np.linalg.lstsq(known, (points - twin.expect(features)).astype(np.float64), rcond=None)
    for weights in (twin.weights, twin.mean):
        weights["slope"][1] += line[0] * twin.scale[1] / twin.unit
        weights["shift"] += line[1] / twin.unit
    classes, errors = [], []
    for course in courses:
        players = course.players
        # A lead over the mean of the others strays further than a seat's points: back to these.
        strayed = (_expected(twin, course) - course.finals) ** 2 * (players - 1) / players
        classes.append(np.clip(course.features[:, :, 1].ravel(), 0, 100).astype(np.int64))
        errors.append(strayed.ravel())
    twin.stray(np.concatenate(classes), np.concatenate(errors))
    twin.typical = typical
    return twin


def _leads(points: Floats) -> Floats:
    """By how much each seat's points, in the last dimension, pass the mean of the others'."""
    players = points.shape[-1]
    leads: Floats = points - (points.sum(axis=-1, keepdims=True) - points) / (players - 1)
    return leads


def compared(leads: Floats, some: Candidates) -> Floats:
    """By how much each candidate's lead passes the mean of its decision."""
    compared: Floats = leads - np.repeat(np.add.reduceat(leads * some.shares, some.starts), some.counts)
    return compared


class Candidates(Protocol):
    """Candidates of decisions: where each decision begins, how many it has, how much each of them counts."""

    counts: Indices
    starts: Indices
    shares: Floats


def ask(learner: Learner, features: Whole) -> tuple[Floats, Callable[[Floats, float], None]]:
    """By how many units each seat leads; and what takes a step, given a loss's slope by each lead."""
    players = features.shape[1]
    x, active, points = learner.forward(features.reshape(-1, features.shape[2]))

    def descend(slopes: Floats, rate: float) -> None:
        back = slopes * (players / (players - 1)) - slopes.sum(axis=1, keepdims=True) / (players - 1)
        learner.descend(learner.backward(x, active, back.reshape(-1).astype(np.float32)), rate)

    return _leads(points.reshape(-1, players)), descend


def _follow(learner: Learner, features: Whole, goals: Floats, weight: float, rate: float) -> None:
    """A step towards the leads to be expected."""
    leads, descend = ask(learner, features)
    descend(weight * learner.unit * 2 / goals.size * (leads * learner.unit - goals), rate)


def _expected(learner: Learner, course: Positions) -> Floats:
    """The leads that the averaged weights expect, in points."""
    players = course.players
    return _leads(learner.expect(course.features.reshape(-1, course.features.shape[2])).reshape(-1, players))


def _returns(learner: Learner, course: Positions, trust: float) -> Floats:
    """λ-returns: what is expected at the next positions of the same game, and the lead in the end."""
    expected = _expected(learner, course)
    found = course.finals.copy()
    for here in range(len(course) - 2, -1, -1):
        if course.games[here] == course.games[here + 1]:
            found[here] = (1 - trust) * expected[here + 1] + trust * found[here + 1]
    return found


def _shuffled(
    parts: Sequence[Positions], rng: np.random.Generator
) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """All of each part once, in pieces, in any order."""
    pieces = [
        (kind, which)
        for kind, part in enumerate(parts)
        for which in np.array_split(rng.permutation(len(part)), max(1, len(part) // BATCH))
    ]
    for at in rng.permutation(len(pieces)):
        yield pieces[at]
