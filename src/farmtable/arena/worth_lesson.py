"""Learning what positions are worth, for a network that knows which choices lead further.

What a network learned from choices tells the positions apart that one decision can lead to. Others it may
misjudge alike: it may promise every seat more whenever that seat has just chosen. Who looks one action ahead
never notices, but a search compares lines of different lengths, and is led astray.

So positions of all kinds are watched, and leads are fitted to λ-returns over what the network itself expects
at the positions after them, which is found out anew every few passes (fitted iteration, Ernst, Geurts &
Wehenkel 2005). What it liked about candidates, and by how much, it is held to meanwhile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from farmtable.arena.learning import BATCH, Floats, Learner, Whole
from farmtable.arena.plan import Plan
from farmtable.arena.policy_lesson import PROBED, Decisions, Indices, Practice, Seen
from farmtable.core import BadOption, game

WATCHED_A_GAME: Final = 90
"""About so many positions of a game are learned from."""
RENEWED: Final = 3
"""After so many passes the network is asked anew what it expects later on."""
LOYALTY: Final = 0.06
"""How much an error in what is liked counts beside one in what is expected, both in their own spreads."""
SLOWER: Final = 0.3
"""The last passes go at this part of the learning rate."""


@dataclass
class Positions:
    """Positions of games among equals with the same number of seats, game by game in their order.

    `features`: a row for each seat; `games`: to which each belongs; `points`: what each seat had in the end.
    """

    features: Whole
    games: Indices
    points: Floats

    def __len__(self) -> int:
        return len(self.games)

    @property
    def finals(self) -> Floats:
        """By how many points each seat led the mean of the others in the end."""
        return _leads(self.points)


def watch(plan: Plan, generation: int, network: bytes) -> int:
    """Of how many positions one is kept."""
    practice = Practice(plan, generation, network, 1, 1)
    watched = 0
    for number in range(PROBED):
        seen = practice(-1 - number)
        watched += len(seen.watched) // (2 * game(plan.game).feature_count * len(seen.scores))
    return max(1, round(watched / PROBED / WATCHED_A_GAME))


def positions_of(games: Sequence[Seen], features: int) -> list[Positions]:
    """What was watched in those of the games in which the network sat on all seats.

    Raises BadOption where there is no such game.
    """
    equals = [seen for seen in games if len(set(np.frombuffer(seen.seats, np.int64))) > 1]
    if not equals:
        raise BadOption(
            "worth is learned from games without greedy players: play more games, with fewer rivals"
        )
    found = []
    for players in sorted({len(seen.scores) for seen in equals}):
        some = [seen for seen in equals if len(seen.scores) == players]
        rows = [np.frombuffer(seen.watched, np.int16).reshape(-1, players, features) for seen in some]
        counts = [len(table) for table in rows]
        points = np.repeat(np.array([seen.scores for seen in some], np.float32), counts, axis=0)
        found.append(Positions(np.concatenate(rows), np.repeat(np.arange(len(some)), counts), points))
    return found


def assess(
    learner: Learner,
    lessons: Sequence[Decisions],
    courses: Sequence[Positions],
    plan: Plan,
    rng: np.random.Generator,
    progress: Callable[[int], None] = lambda done: None,
) -> float:
    """Fit leads to how games went on, and hold to what is liked in `lessons`; both by numbers of seats.

    Goes over all as often as the plan says. Returns the mean squared error of the leads at the end, as a part
    of how much they vary.
    """
    liked = [_liking(learner, lesson) for lesson in lessons]
    likings = float(np.mean(np.concatenate(liked) ** 2)) + 1e-12
    leads = float(np.mean(np.concatenate([course.finals.ravel() for course in courses]) ** 2))
    for turn in range(plan.passes):
        if turn % RENEWED == 0:
            goals = [_returns(learner, course, plan.trust) for course in courses]
        rate = plan.rate * (SLOWER if turn >= plan.passes - RENEWED else 1.0)
        for kind, which in _shuffled([*lessons, *courses], rng):
            if kind < len(lessons):
                some = lessons[kind].some(which)
                wanted = liked[kind][lessons[kind].rows(which)]
                _hold(learner, some, wanted, LOYALTY / likings, rate)
            else:
                course = kind - len(lessons)
                _follow(learner, courses[course].features[which], goals[course][which], 1 / leads, rate)
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
        players = course.features.shape[1]
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


def _liking(learner: Learner, lesson: Decisions) -> Floats:
    """By how many points each candidate leads further than the mean of its decision."""
    found = []
    for which in np.array_split(np.arange(len(lesson)), max(1, len(lesson) // BATCH)):
        some = lesson.some(which)
        found.append(compared(ask(learner, some.features)[0][:, 0] * learner.unit, some))
    return np.concatenate(found)


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


def _hold(learner: Learner, some: Decisions, wanted: Floats, weight: float, rate: float) -> None:
    """A step towards what was liked: candidates count by the roots of their shares."""
    leads, descend = ask(learner, some.features)
    errors = compared(leads[:, 0] * learner.unit, some) - wanted
    push = weight * learner.unit * 2 / len(some) * errors * np.sqrt(some.shares)
    slopes = np.zeros_like(leads)
    slopes[:, 0] = push - some.shares * np.repeat(np.add.reduceat(push, some.starts), some.counts)
    descend(slopes, rate)


def _follow(learner: Learner, features: Whole, goals: Floats, weight: float, rate: float) -> None:
    """A step towards the leads to be expected."""
    leads, descend = ask(learner, features)
    descend(weight * learner.unit * 2 / goals.size * (leads * learner.unit - goals), rate)


def _expected(learner: Learner, course: Positions) -> Floats:
    """The leads that the averaged weights expect, in points."""
    players = course.features.shape[1]
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
    parts: Sequence[Decisions | Positions], rng: np.random.Generator
) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """All of each part once, in pieces, in any order."""
    pieces = [
        (kind, which)
        for kind, part in enumerate(parts)
        for which in np.array_split(rng.permutation(len(part)), max(1, len(part) // BATCH))
    ]
    for at in rng.permutation(len(pieces)):
        yield pieces[at]
