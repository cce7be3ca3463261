"""Ratings of bots from how often each beats each: the Bradley-Terry model on the Elo scale."""

from __future__ import annotations

import math
from dataclasses import dataclass

import choix
import numpy as np
from numpy.typing import NDArray

ELO = 400 / math.log(10)
"""Elo points per unit of log odds: 400 points are odds of ten to one."""
RESAMPLES = 500
INTERVAL = (2.5, 97.5)

Wins = NDArray[np.float64]


@dataclass(frozen=True)
class Rating:
    """A rating, and the ends of its 95 % interval, in Elo points above the one that is 0."""

    value: float
    low: float
    high: float


def rate(wins: Wins, anchor: int, seed: int = 0) -> list[Rating]:
    """The ratings of n bots; `wins[deal, i, j]` is how often i beat j in a deal; a draw is half a win.

    Bot `anchor` is 0. A drawn game is added to each pairing (as in BayesElo), so that a bot that never lost
    has a finite rating. The intervals are from a Bayesian bootstrap (D. B. Rubin 1981) over deals: each deal,
    with all games played on it, and each added draw gets a random weight; so games that share the luck of a
    deal do not count as independent, and a bot that never lost has an interval, too.
    """
    deals, bots = wins.shape[:2]
    prior = (1.0 - np.eye(bots)) / 2
    fitted = _fit(wins.sum(axis=0) + prior)
    draws = np.random.default_rng(seed)
    samples = np.empty((RESAMPLES, bots))
    for index in range(RESAMPLES):
        pairing = np.triu(draws.exponential(size=(bots, bots)), 1)
        weighted = np.tensordot(draws.exponential(size=deals), wins, axes=1)
        samples[index] = _fit(weighted + prior * (pairing + pairing.T), fitted)
    values = _elo(fitted, anchor)
    low, high = np.percentile(_elo(samples, anchor), INTERVAL, axis=0)
    return [Rating(float(values[bot]), float(low[bot]), float(high[bot])) for bot in range(bots)]


def _fit(wins: Wins, begin: Wins | None = None) -> Wins:
    fitted: Wins = choix.ilsr_pairwise_dense(wins, initial_params=begin, max_iter=1000)
    return fitted


def _elo(strengths: Wins, anchor: int) -> Wins:
    return ELO * (strengths - strengths[..., anchor : anchor + 1])
