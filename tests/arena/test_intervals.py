"""Intervals by deals hold the truth as often as they say, where games of a deal are not independent."""

from __future__ import annotations

from collections.abc import Callable
from statistics import NormalDist, stdev

import numpy as np
import pytest

from farmtable.arena.intervals import (
    Z95,
    Deal,
    by_deal,
    half_width,
    mean_of,
    share_ends,
    t95,
    wilson,
)

TRIALS = 2000
LUCK = NormalDist()
Numbers = list[tuple[int, float]]
Draw = Callable[[np.random.Generator], Numbers]


def for_players(games: int, deals: int, truth: float, luck: float, unequal: bool = False) -> Draw:
    """Deals whose luck is a player's from every seat: he is above or below himself in all their games."""
    level = LUCK.inv_cdf(truth) * (1 + luck**2) ** 0.5

    def draw(rng: np.random.Generator) -> Numbers:
        chances = [LUCK.cdf(level + luck * one) for one in rng.normal(size=deals)]
        sizes = rng.integers(1, games + 1, deals) if unequal else [games] * deals
        return [
            (deal, float(rng.random() < chances[deal])) for deal in range(deals) for _ in range(sizes[deal])
        ]

    return draw


def for_seats(deals: int, truth: float, luck: float) -> Draw:
    """Two games a deal with the seats changed, whose luck is that of whoever sits at one of them."""
    level = LUCK.inv_cdf(truth) * (1 + luck**2) ** 0.5

    def draw(rng: np.random.Generator) -> Numbers:
        return [
            (deal, float(rng.random() < LUCK.cdf(level + luck * one * side)))
            for deal, one in enumerate(rng.normal(size=deals))
            for side in (1, -1)
        ]

    return draw


def points(deals: int, games: int, luck: float, seats: bool = False) -> Draw:
    """Scores around 100, with the luck of the deal and that of the game."""

    def draw(rng: np.random.Generator) -> Numbers:
        return [
            (deal, 100 + luck * one * (-1 if seats and number % 2 else 1) + rng.normal())
            for deal, one in enumerate(rng.normal(size=deals))
            for number in range(games)
        ]

    return draw


def held(draw: Draw, truth: float, ends: Callable[[Numbers], tuple[float, float]]) -> float:
    """How often an interval of what is drawn holds the truth."""
    rng = np.random.default_rng(1)
    found = (ends(draw(rng)) for _ in range(TRIALS))
    return sum(low <= truth <= high for low, high in found) / TRIALS


def by_games(numbers: Numbers) -> tuple[float, float]:
    """What was told of shares as if all games were independent."""
    return wilson(sum(won for _, won in numbers), len(numbers))


def around(numbers: Numbers) -> tuple[float, float]:
    deals = by_deal(numbers)
    width = half_width(deals)
    assert width is not None
    return mean_of(deals) - width, mean_of(deals) + width


def around_by_games(numbers: Numbers) -> tuple[float, float]:
    """What was told of means as if all games were independent."""
    told = [number for _, number in numbers]
    width = Z95 * stdev(told) / len(told) ** 0.5
    return sum(told) / len(told) - width, sum(told) / len(told) + width


@pytest.mark.parametrize(
    ("draw", "truth"),
    [
        (for_players(2, 20, 0.6, luck=1.5), 0.6),
        (for_players(8, 12, 0.5, luck=0.7), 0.5),
        (for_players(6, 60, 0.8, luck=1.0, unequal=True), 0.8),
        (for_seats(30, 0.5, luck=1.5), 0.5),
        (for_seats(60, 0.7, luck=2.5), 0.7),
    ],
)
def test_shares_hold_the_truth_as_often_as_they_say(draw: Draw, truth: float) -> None:
    assert 0.92 <= held(draw, truth, lambda numbers: share_ends(by_deal(numbers))) <= 0.98
    assert not 0.92 <= held(draw, truth, by_games) <= 0.98


@pytest.mark.parametrize(
    "draw",
    [points(8, 4, luck=1.0), points(40, 2, luck=1.5), points(20, 2, luck=2.0, seats=True)],
)
def test_means_hold_the_truth_as_often_as_they_say(draw: Draw) -> None:
    assert 0.92 <= held(draw, 100.0, around) <= 0.98
    assert not 0.92 <= held(draw, 100.0, around_by_games) <= 0.98


def test_with_one_game_a_deal_a_share_has_wilsons_interval() -> None:
    assert share_ends([Deal(1, 1.0)] * 10 + [Deal(1, 0.5)] * 4) == wilson(12, 14)


def test_independent_games_of_many_deals_tell_as_much_as_on_deals_of_their_own() -> None:
    drawn = list(for_players(4, 2000, 0.6, luck=0)(np.random.default_rng(2)))
    assert share_ends(by_deal(drawn)) == pytest.approx(by_games(drawn), abs=0.002)


def test_games_that_always_end_alike_count_as_one() -> None:
    alike = [Deal(4, 4.0)] * 300 + [Deal(4, 0.0)] * 200
    assert share_ends(alike) == pytest.approx(wilson(300, 500), abs=0.001)


def test_where_all_games_ended_alike_each_deal_counts_as_one() -> None:
    assert share_ends([Deal(4, 4.0)] * 10) == wilson(10, 10)
    assert share_ends([Deal(3, 0.0)] * 10) == wilson(0, 10)
    assert share_ends([Deal(3, 1 / 3 + 1 / 3 + 1 / 3 + 2)] * 10) == wilson(10, 10)


def test_deals_that_were_all_shared_evenly_leave_some_doubt() -> None:
    low, high = share_ends([Deal(2, 1.0)] * 20)
    assert low < 0.47 < 0.53 < high
    assert (low, high) != wilson(20, 40)


def test_a_single_deal_tells_nothing_of_others() -> None:
    assert share_ends([Deal(4, 3.0)]) == (0.0, 1.0)
    assert half_width([Deal(4, 90.0)]) is None


def test_unequal_deals_weigh_by_their_games() -> None:
    """The ratio estimator by hand: a mean of 3, deals off by 3, −3 and 0 of what their games would have."""
    deals = [Deal(1, 6.0), Deal(3, 6.0), Deal(2, 6.0)]
    assert mean_of(deals) == 3
    assert half_width(deals) == pytest.approx(t95(2) * (3 / 2 * (9 + 9 + 0)) ** 0.5 / 6)


def test_students_quantiles() -> None:
    """Of the tables in textbooks."""
    textbook = {1: 12.706, 7: 2.365, 8: 2.306, 9: 2.262, 15: 2.131, 30: 2.042, 120: 1.980}
    assert {freedom: t95(freedom) for freedom in textbook} == pytest.approx(textbook, abs=0.0006)
    assert t95(10**6) == pytest.approx(Z95, abs=1e-5)


def test_numbers_are_put_together_by_their_deals() -> None:
    assert by_deal([(3, 1.0), (1, 0.5), (3, 0.0)]) == (Deal(1, 0.5), Deal(2, 1.0))


def test_wilson_intervals() -> None:
    # Textbook figures: 95 % of 10 in 20, and none or all of 10.
    assert wilson(10, 20) == pytest.approx((0.29930, 0.70070), abs=1e-5)
    assert wilson(0, 10) == pytest.approx((0.0, 0.27753), abs=1e-5)
    assert wilson(10, 10) == pytest.approx((0.72247, 1.0), abs=1e-5)
    low, high = wilson(2.5, 4)
    assert 0 < low < 0.625 < high < 1
