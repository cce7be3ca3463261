"""The spread of points with which chances to win are calibrated (temperature scaling, Guo et al. 2017).

Chances are a softmax of the expected points, with `evaluation.LOGISTIC` times the spread σ as its scale. A
search uses the spread of `calibrated`, which is bounded; the chances that people see use `told_spreads`,
which are fitted for each number of seats, with a wider upper bound.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from farmtable.bots.evaluation import LOGISTIC
from farmtable.training.positions import Floats, apart

SHARPEST: Final = 4
"""The least spread is the error of the leads divided by this."""
WIDEST: Final = 3
"""The greatest spread for chances that people see is the error of the leads times this."""
SPREADS: Final = 40
"""How many spreads are tried for the likeliest."""
CLASS: Final = 10
"""Spreads for chances that people see are fitted by what is left of the game, in classes of this many
percent.
"""
FEWEST: Final = 100
"""Classes with fewer games are left out."""


def calibrated(expected: Floats, points: Floats) -> float:
    """The likeliest spread σ for who won, within bounds; in solo games the root mean squared error.

    `expected`, `points`: positions × seats. The root mean squared error of the leads is the upper bound; a
    part of it is the lower bound, since positions early in a game tell little.
    """
    strayed = _strayed(expected, points)
    if expected.shape[1] == 1:
        return strayed
    return _likeliest(expected, points, np.geomspace(strayed / SHARPEST, strayed, SPREADS))


def told_spreads(
    expected: Floats, points: Floats, left: NDArray[np.int64], games: NDArray[np.int64]
) -> Floats:
    """The likeliest spreads for who won, with 0 to 100 % of the game to come (101 numbers); 0 if there are
    too few games.

    `expected`, `points`: positions × seats (two or more); `left`, `games`: what is left of the game in
    percent, and of which game it is, position by position.
    """
    middles, spreads = [], []
    for low in range(0, 101, CLASS):
        there = (left >= low) & (left < low + CLASS)
        if len(np.unique(games[there])) >= FEWEST:
            strayed = _strayed(expected[there], points[there])
            tried = np.geomspace(strayed / SHARPEST, strayed * WIDEST, 2 * SPREADS)
            middles.append(float(left[there].mean()))
            spreads.append(_likeliest(expected[there], points[there], tried))
    if not middles:
        return np.zeros(101, np.float32)
    return np.interp(np.arange(101), middles, spreads).astype(np.float32)


def _strayed(expected: Floats, points: Floats) -> float:
    """What leads stray by; for a seat alone, what its points do."""
    n = expected.shape[1]
    strayed = float(np.sqrt(np.mean(apart(points - expected, 0.0) ** 2)))
    return strayed if n == 1 else strayed * float(np.sqrt(n / (n - 1)))


def _likeliest(expected: Floats, points: Floats, spreads: NDArray[np.float64]) -> float:
    """Of these spreads the one whose chances make it likeliest that those won who did."""
    best = points == points.max(axis=1, keepdims=True)
    shares = best / best.sum(axis=1, keepdims=True)
    losses = []
    for spread in spreads:
        scaled = expected / (LOGISTIC * spread)
        scaled -= scaled.max(axis=1, keepdims=True)
        log_chances = scaled - np.log(np.exp(scaled).sum(axis=1, keepdims=True))
        losses.append(-float((shares * log_chances).sum()))
    return float(spreads[int(np.argmin(losses))])
