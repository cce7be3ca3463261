"""By which spread of the points chances to win come out right (temperature scaling, Guo et al. 2017).

Chances are a softmax of the points that seats expect, its scale `evaluation.LOGISTIC` times the spread σ. The
spread that a search goes by is `calibrated`, and bounded; chances as they are told to people go by
`told_spreads`, which are the likeliest, whatever they are, for each number of seats.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from farmtable.bots.evaluation import LOGISTIC
from farmtable.training.positions import Floats, apart

SHARPEST: Final = 4
"""The spread that a search goes by is not less than what leads stray by, over this."""
WIDEST: Final = 3
"""That by which chances are told is not more than what leads stray by, times this."""
SPREADS: Final = 40
"""So many spreads are tried for the likeliest."""
CLASS: Final = 10
"""Spreads by which chances are told are found by what is left of the game, in classes of so many percent."""
FEWEST: Final = 100
"""A class of fewer games tells nothing of them."""


def calibrated(expected: Floats, points: Floats) -> float:
    """The spread σ by which chances tell best who won, within bounds; for a seat alone the root mean squared
    error.

    `expected`, `points`: positions × seats. What leads stray by (root mean square) is the most that it can
    be; games early on, which tell little, may not make it less than a part of that.
    """
    strayed = _strayed(expected, points)
    if expected.shape[1] == 1:
        return strayed
    return _likeliest(expected, points, np.geomspace(strayed / SHARPEST, strayed, SPREADS))


def told_spreads(
    expected: Floats, points: Floats, left: NDArray[np.int64], games: NDArray[np.int64]
) -> Floats:
    """The spreads with 0 to 100 % of the game to come by which chances tell best who won; 0 where games tell
    nothing.

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
