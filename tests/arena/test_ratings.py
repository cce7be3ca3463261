"""Ratings: known strengths are found again, and the intervals hold what they say."""

from __future__ import annotations

import numpy as np
import pytest

from farmtable.arena import ratings as ratings_module
from farmtable.arena.ratings import Wins, rate

STRENGTHS = (0.0, 120.0, 250.0, -180.0)


def chance(strength: float, other: float) -> float:
    """How likely one beats another, by the definition of the Elo scale."""
    return float(1 / (1 + 10 ** ((other - strength) / 400)))


def drawn(deals: int, games: int, seed: int) -> Wins:
    """Results of bots with these strengths, so many games of each two on each deal."""
    draws = np.random.default_rng(seed)
    wins = np.zeros((deals, len(STRENGTHS), len(STRENGTHS)))
    for bot, strength in enumerate(STRENGTHS):
        for other in range(bot):
            won = draws.binomial(games, chance(strength, STRENGTHS[other]), deals)
            wins[:, bot, other], wins[:, other, bot] = won, games - won
    return wins


def test_known_strengths_are_found_again() -> None:
    ratings = rate(drawn(10_000, 2, seed=1), anchor=0)
    assert [rating.value for rating in ratings] == pytest.approx(STRENGTHS, abs=8)
    assert all(rating.high - rating.low < 16 for rating in ratings)


def test_intervals_hold_the_truth_as_often_as_they_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings_module, "RESAMPLES", 80)
    held = [
        rating.low <= strength <= rating.high
        for seed in range(25)
        for rating, strength in zip(rate(drawn(60, 2, seed), 0, seed)[1:], STRENGTHS[1:], strict=True)
    ]
    assert 0.85 < sum(held) / len(held) < 1.0


def test_games_of_one_deal_are_not_counted_as_independent() -> None:
    # Each deal decides all its games: 100 deals of 8 games tell no more than 100 games.
    alike = np.zeros((100, 2, 2))
    alike[:60, 0, 1] = alike[60:, 1, 0] = 8
    apart = np.zeros((800, 2, 2))
    apart[:480, 0, 1] = apart[480:, 1, 0] = 1
    wide, narrow = (rate(wins, anchor=1)[0] for wins in (alike, apart))
    assert wide.value == pytest.approx(narrow.value)
    assert (wide.high - wide.low) / (narrow.high - narrow.low) == pytest.approx(8**0.5, rel=0.15)


def test_a_draw_is_half_a_win() -> None:
    ratings = rate(np.full((50, 3, 3), 0.5) * (1 - np.eye(3)), anchor=1)
    assert [rating.value for rating in ratings] == pytest.approx([0, 0, 0], abs=1e-6)


def test_whoever_never_lost_has_a_finite_rating_and_an_interval() -> None:
    wins = np.zeros((400, 2, 2))
    wins[:, 0, 1] = 1
    best, other = rate(wins, anchor=1)
    # 400 wins and half of the added draw, against half a win.
    assert best.value == pytest.approx(400 * np.log10(400.5 / 0.5), abs=0.1)
    assert 700 < best.low < best.value < best.high
    assert (other.value, other.low, other.high) == (0, 0, 0)


def test_equal_seeds_give_equal_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratings_module, "RESAMPLES", 80)
    wins = drawn(40, 2, seed=3)
    assert rate(wins, 0, seed=1) == rate(wins, 0, seed=1) != rate(wins, 0, seed=2)
