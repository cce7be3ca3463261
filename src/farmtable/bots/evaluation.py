"""What a position promises each seat, without search: the evaluation at the leaves of a search.

An evaluation gives the expected final points of each seat, and their spread. Chances to win and what a search
maximises follow from these alone, the same way for every game.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from farmtable.bots.budget import UNLIMITED, Budget
from farmtable.bots.node import PRIOR_VISITS
from farmtable.bots.shares import softmax
from farmtable.core.aliases import Seat
from farmtable.core.pickled import added_to, give
from farmtable.core.state import OVER, World

LOGISTIC: Final = 0.83
"""√2 / 1.702: with this much of their spread as its scale, a logistic curve tells how likely one of two
normally distributed numbers is the greater (Haley 1952). For one number against a fixed one it is too flat:
the scale would be 1 / 1.702. In solo games a seat is compared like this with what is typical nevertheless, as
if that had the same spread as its points: only the search uses it, and people are never shown this chance."""
MARGIN: Final = 0.1
"""The weight of the margin in points in a utility: without it, a search plays aimlessly once it has won."""
MARGIN_SPREADS: Final = 4.0
"""A margin of this many spreads counts in full (`Evaluation.full_margin`)."""


@final
class Appraisal:
    """How a position stands for each seat: three `vec[float]` with one number per seat.

    `points` are the expected final points, as people are shown them. `chances` are each seat's share of the
    victory, as people are shown it (0 to 1, summing to 1; in solo games the chance to beat the typical score
    of the evaluation, which nobody is shown). `utilities` (0 to 1) are what a search maximises: chances by
    the search's own spread, plus a small weight for the margin.
    """

    def __init__(self, utilities: vec[float], chances: vec[float], points: vec[float]) -> None:
        self.utilities = utilities
        self.chances = chances
        self.points = points

    def include(self, other: Appraisal, count: i64) -> None:
        """Include one more appraisal in this one, which is the mean of `count`."""
        _include(self.utilities, other.utilities, count)
        _include(self.chances, other.chances, count)
        _include(self.points, other.points, count)

    def __reduce__(self) -> tuple[object, ...]:
        return (_appraisal, (list(self.utilities), list(self.chances), list(self.points)))


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluation:
    """Something that appraises positions. Subclasses implement `expect`.

    `levels`: the budgets of its eight levels, if they are known; else empty. `others`: how a search models
    the other seats. At 0.0 they choose as well as the search itself; the greater, the more they choose what
    looks good at once, however long the search thinks. `prior_visits` (above 0.0): how many visits its
    appraisals of the root's actions count as. `likeliest`: how many actions of a position `likely` names at
    most.
    """

    def __init__(self, typical: float, widest: float) -> None:
        """`typical`: the usual final points of a seat; `widest`: their spread at the start of a game."""
        self.typical = typical
        self.widest = widest
        self.levels: list[Budget] = []
        self.others: float = 0.0
        self.prior_visits: float = PRIOR_VISITS
        self.likeliest: i64 = UNLIMITED
        self.surplus: float = 0.0
        """By how many points each seat was expected to have too many, as is known, at the last position:
        leads and chances do not depend on it, and what is told to people is less by it."""
        self.told_spread: float = 0.0
        """The spread of the points, at the last position, by which chances to win are told to people; 0.0
        where they are told by the one that a search goes by."""

    def expect(self, state: World) -> vec[float]:
        """The expected final points of each seat, followed by their spread (standard deviation): `players` +
        1 numbers.
        """
        raise NotImplementedError

    def expect_sheet(self, state: World, seat: Seat, points: float) -> vec[float]:
        """The expected score sheet lines of a seat (`Declaration.sheet_lines`), which add up to `points`.

        Empty if they are not known.
        """
        return vec[float]()

    def likely(self, state: World, legal: vec[i64]) -> vec[i64]:
        """Those of the actions `legal` in `state` that are worth looking at, in their order; by default
        all.
        """
        return legal

    def full_margin(self, points: vec[float], players: i64) -> float:
        """How many points of margin count in full when seats expect `points`; by default always the same
        number.
        """
        return MARGIN_SPREADS * self.widest

    def appraise(self, state: World) -> Appraisal:
        """How `state` stands; exact once the game is over."""
        if state.to_play == OVER:
            return self._result(state)
        points = self.expect(state)
        n: i64 = state.players
        scale: float = LOGISTIC * points[n]
        if n == 1:
            alone = _one(_logistic((points[0] - self.typical) / scale))
            return self._judge(n, points, alone, alone, self.surplus)
        chances = softmax(points, n, scale)
        told = chances if self.told_spread <= 0.0 else softmax(points, n, LOGISTIC * self.told_spread)
        return self._judge(n, points, chances, told, self.surplus)

    def __getstate__(self) -> dict[str, Any]:
        return {
            "typical": self.typical,
            "widest": self.widest,
            "levels": self.levels,
            "others": self.others,
            "prior_visits": self.prior_visits,
            "likeliest": self.likeliest,
            "surplus": self.surplus,
            "told_spread": self.told_spread,
            **added_to(self),
        }

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        give(self, attributes)

    def _result(self, state: World) -> Appraisal:
        n: i64 = state.players
        points = vec[float](capacity=n)
        for score in state.scores():
            points = append(points, float(score))
        if n == 1:
            alone = _one(1.0 if points[0] >= self.typical else 0.0)
            return self._judge(n, points, alone, alone, 0.0)
        winners = state.winners()
        chances = vec[float](capacity=n)
        seat: Seat = 0
        while seat < n:
            chances = append(chances, 1.0 / len(winners) if seat in winners else 0.0)
            seat += 1
        return self._judge(n, points, chances, chances, 0.0)

    def _judge(
        self, n: i64, points: vec[float], chances: vec[float], told: vec[float], surplus: float
    ) -> Appraisal:
        utilities = vec[float](capacity=n)
        own = vec[float](capacity=n)
        full: float = self.full_margin(points, n)
        seat: Seat = 0
        while seat < n:
            rival: float = self.typical
            if n > 1:
                rival = points[1] if seat == 0 else points[0]
                other: i64 = 0
                while other < n:
                    if other != seat and points[other] > rival:
                        rival = points[other]
                    other += 1
            margin: float = (points[seat] - rival) / full
            margin = 0.5 + 0.5 * max(-1.0, min(1.0, margin))
            utilities = append(utilities, (1.0 - MARGIN) * chances[seat] + MARGIN * margin)
            own = append(own, points[seat] - surplus)
            seat += 1
        return Appraisal(utilities, told, own)


@final
class EstimateEvaluation(Evaluation):
    """For a game without a trained evaluation: what its own `World.estimate` says.

    The spread of points is not known, nor the spread at the start of a game: both are derived from the
    appraised position alone, not from earlier ones.
    """

    def __init__(self) -> None:
        super().__init__(0.0, 1.0)

    def expect(self, state: World) -> vec[float]:
        n: i64 = state.players
        out = vec[float](capacity=n + 1)
        seat: Seat = 0
        while seat < n:
            out = append(out, float(state.estimate(seat)) / 100.0)
            seat += 1
        return append(out, _guessed_spread(out, n))

    def full_margin(self, points: vec[float], players: i64) -> float:
        return MARGIN_SPREADS * _guessed_spread(points, players)


def _guessed_spread(points: vec[float], players: i64) -> float:
    """A fourth of what seats have on average, and at least a point."""
    total: float = 0.0
    seat: Seat = 0
    while seat < players:
        total += abs(points[seat])
        seat += 1
    return max(1.0, total / float(players) / 4.0)


def _appraisal(utilities: Sequence[float], chances: Sequence[float], points: Sequence[float]) -> Appraisal:
    """An appraisal that was pickled."""
    return Appraisal(vec[float](utilities), vec[float](chances), vec[float](points))


def _include(means: vec[float], numbers: vec[float], count: i64) -> None:
    i: i64 = 0
    while i < len(means):
        means[i] += (numbers[i] - means[i]) / float(count + 1)
        i += 1


def _logistic(x: float) -> float:
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, x))))


def _one(number: float) -> vec[float]:
    out = vec[float](capacity=1)
    return append(out, number)
