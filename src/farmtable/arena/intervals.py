"""95 % confidence intervals of results of games, clustered by deal.

Games on one deal share its luck. If it favours a player, they tell less than the same number of games on
separate deals; if it favours seats, and these are rotated, they tell more. So a deal with all games played on
it is one cluster of the sample.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

Z95: Final = 1.959963984540054
"""The normal distribution's quantile for an interval that holds 95 %."""
T95: Final = (12.7062047, 4.3026527, 3.1824463, 2.7764451, 2.5705818, 2.4469119, 2.3646243)
"""Student's quantiles for the same interval, with one to seven degrees of freedom."""
FEWEST_DEALS: Final = 8
"""With fewer deals their variance is too uncertain: no interval is shown."""
EXACT: Final = 1e-9
"""Tolerance for shares that are sums of fractions, such as thirds."""


class Deal(NamedTuple):
    """The games on one deal: their number, and the sum of the counted quantity."""

    games: int
    total: float


def by_deal(numbers: Iterable[tuple[int, float]]) -> tuple[Deal, ...]:
    """Group numbers by the deal that each comes from."""
    found: defaultdict[int, list[float]] = defaultdict(list)
    for deal, number in numbers:
        found[deal].append(number)
    return tuple(Deal(len(found[deal]), sum(found[deal])) for deal in sorted(found))


def mean_of(deals: Sequence[Deal]) -> float:
    """The mean over all games of at least one deal."""
    return sum(deal.total for deal in deals) / sum(deal.games for deal in deals)


def half_width(deals: Sequence[Deal]) -> float | None:
    """Half the width of the interval for `mean_of`; None for a single deal, which says nothing about others.

    The mean is a ratio of sums over deals, which may have unequal numbers of games; its variance is that of
    the ratio estimator for clusters (W. G. Cochran 1977, Sampling Techniques, chapters 9 and 9A), and the
    quantile is Student's for that number of deals.
    """
    if len(deals) < 2:
        return None
    games = sum(deal.games for deal in deals)
    return t95(len(deals) - 1) * math.sqrt(_scatter(deals)) / games


def share_ends(deals: Sequence[Deal]) -> tuple[float, float]:
    """The interval for a share of the games on at least one deal; a game may be won in part.

    If each deal had one game, it is Wilson's interval. Otherwise it is Wilson's for the effective number of
    independent games: the effective sample size from the variance between deals, reduced for their small
    number, of E. L. Korn and B. I. Graubard (1998, Survey Methodology 24); on Wilson's interval with it see
    C. Franco et al. (2019, Journal of Survey Statistics and Methodology 7). Two things keep few deals from
    looking too certain. One more deal is assumed, with the variance of independent games, so that deals which
    were all shared evenly do not give a share without uncertainty. And if all games ended alike, nothing
    tells whether games of a deal depend on each other, so each deal counts as one game.
    """
    games = sum(deal.games for deal in deals)
    won = min(max(sum(deal.total for deal in deals), 0.0), float(games))
    if len(deals) == games:
        return wilson(won, games)
    share = won / games
    if min(won, games - won) < EXACT:
        return wilson(round(share) * len(deals), len(deals))
    if len(deals) < 2:
        return 0.0, 1.0
    independent = games * share * (1 - share)
    effect = ((len(deals) - 1) * _scatter(deals) / independent + 1) / len(deals)
    effective = games / effect * (Z95 / t95(len(deals) - 1)) ** 2
    return wilson(share * effective, effective)


def wilson(wins: float, games: float) -> tuple[float, float]:
    """The interval for a rate of `wins` in `games` (E. B. Wilson 1927); `wins` may be a fraction."""
    rate = wins / games
    weight = Z95 * Z95 / games
    centre = (rate + weight / 2) / (1 + weight)
    half = Z95 / (1 + weight) * math.sqrt(rate * (1 - rate) / games + weight / (4 * games))
    return max(0.0, centre - half), min(1.0, centre + half)


def t95(freedom: int) -> float:
    """Student's quantile for a 95 % interval, with this many degrees of freedom.

    From eight on it uses the expansion of Abramowitz and Stegun (26.7.5), whose error is below 0.0005.
    """
    if freedom <= len(T95):
        return T95[freedom - 1]
    z = Z95
    terms = (
        z,
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))


def _scatter(deals: Sequence[Deal]) -> float:
    """How far the sums of at least two deals lie from what their games would have on average, squared."""
    mean = mean_of(deals)
    squares = sum((deal.total - mean * deal.games) ** 2 for deal in deals)
    return squares * len(deals) / (len(deals) - 1)
