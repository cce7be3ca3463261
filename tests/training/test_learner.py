"""The network that is fitted: it learns, it is exported as it is, and goes on as if never stopped."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

from farmtable import BadOption
from farmtable.bots.evaluation import LOGISTIC
from farmtable.bots.network_file import FEATURES, pack_tensors, parse_network
from farmtable.core.feature_names import digest_of
from farmtable.training.calibration import calibrated
from farmtable.training.learner import FLOOR, Learner
from farmtable.training.positions import Positions
from farmtable.training.recipe import Recipe

RECIPE = Recipe("aehre", (2,), width=8, passes=120, learning_rate=3e-3, ema=0.98, lambda_=1.0, shared=1.0)
NAMES = ("a", "b", "c", "d", "e")


def course(count: int, seed: int, players: int = 2, luck: float = 0.0) -> Positions:
    """Points still to come: three times a feature, and a bend that no straight line follows.

    Each game is one position; `luck` strays the points of all its seats alike.
    """
    rng = np.random.default_rng(seed)
    features = rng.integers(0, 10, (count, players, 5)).astype(np.int16)
    features[:, :, 1] = rng.integers(0, 101, (count, 1))
    to_come = 3 * features[:, :, 2] + 6 * np.maximum(features[:, :, 3] - 5, 0)
    noise = rng.normal(0, 1 + features[:, :, 1] / 25) + rng.normal(0, luck, (count, 1))
    points = (features[:, :, 0] + to_come + noise).astype(np.float32)
    return Positions(features, np.arange(count), points, np.zeros(count, bool))


def begun(first: Positions, recipe: Recipe = RECIPE) -> Learner:
    flat = first.features.reshape(-1, 5)
    return Learner(flat, first.points.ravel() - flat[:, 0], recipe)


@pytest.fixture(scope="module")
def learner() -> Learner:
    seen = course(8_000, 1)
    learner = begun(seen)
    learner.fit([seen], RECIPE, np.random.default_rng(2))
    learner.measure([course(8_000, 3)], 7.0)
    return learner


def strayed(learner: Learner, fresh: Positions) -> np.ndarray[tuple[int, int], np.dtype[np.float32]]:
    return fresh.points - fresh.expected(learner.expect)


def test_a_line_and_a_bend_are_learned(learner: Learner) -> None:
    fresh = course(4_000, 4)
    noise = 1 + fresh.features[:, :, 1] / 25
    assert np.sqrt(np.mean((strayed(learner, fresh) / noise) ** 2)) < 1.3


def test_chances_come_out_right_whatever_is_left_of_the_game(learner: Learner) -> None:
    """Of two seats: where a chance is told as 60 to 80 %, so many games are won; early and late."""
    fresh = course(20_000, 9)
    assert learner.typical == 7
    expected, left = fresh.expected(learner.expect), fresh.left()[:, 0]
    chances = 1 / (1 + np.exp((expected[:, 1] - expected[:, 0]) / (LOGISTIC * learner.spreads[left])))
    won = fresh.points[:, 0] > fresh.points[:, 1]
    for some in (left < 40, left > 60):
        there = some & (chances > 0.6) & (chances < 0.8)
        assert there.sum() > 150
        assert won[there].mean() == pytest.approx(chances[there].mean(), abs=0.07)
    assert learner.spreads[10] < learner.spreads[90]


def test_the_spread_of_a_seat_alone_is_its_error() -> None:
    expected, points = np.zeros((400, 1), np.float32), np.full((400, 1), 3.0, np.float32)
    assert calibrated(expected, points) == pytest.approx(3.0)


def test_the_exported_network_says_the_same(learner: Learner) -> None:
    network = parse_network(pack_tensors(learner.export(), {FEATURES: digest_of(NAMES)}), NAMES)
    fresh = course(20, 5).features.reshape(-1, 5)
    for row, expected in zip(fresh, learner.expect(fresh), strict=True):
        numbers = vec[i64]([int(number) for number in row])
        assert row[0] + network.to_come(numbers) == pytest.approx(expected, rel=1e-3, abs=1e-2)


def test_it_goes_on_as_if_never_stopped(learner: Learner) -> None:
    seen, recipe = course(3_000, 6), replace(RECIPE, passes=1)
    one, other = Learner.restore(learner.state()), Learner.restore(Learner.restore(learner.state()).state())
    for twin in (one, other):
        twin.fit([seen], recipe, np.random.default_rng(7))
    assert one.descent.steps == other.descent.steps > learner.descent.steps
    for name, part in one.descent.mean.items():
        assert (part == other.descent.mean[name]).all()


def test_a_narrower_network_can_be_gone_on_with(learner: Learner) -> None:
    seen = course(2_000, 8)
    wider = begun(seen, replace(RECIPE, width=16))
    wider.begin_with(learner.export())
    flat = seen.features.reshape(-1, 5)
    assert wider.expect(flat) == pytest.approx(learner.expect(flat), rel=1e-3, abs=1e-2)
    with pytest.raises(BadOption, match="wider"):
        begun(seen).begin_with(wider.export())


def test_a_step_goes_down_the_loss_that_the_page_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """By finite differences: Σ (eᵢ - ē)² + β n ē², by what is usual then, with a mean of 1 in a batch."""
    beta, batch = 0.1, course(6, 5, players=3)
    learner = begun(batch)
    learner.spreads = np.linspace(1, 9, 101, dtype=np.float32)
    rows = batch.features.reshape(-1, 5)
    trust = 1 / ((learner.spreads[rows[:, 1]] / learner.unit) ** 2 + FLOOR)
    trust = (trust / trust.mean()).reshape(6, 3)

    def loss(weights: dict[str, np.ndarray[Any, Any]]) -> float:
        _, _, told = learner._forward(rows, weights)
        errors = told.reshape(6, 3).astype(np.float64) - batch.points / learner.unit
        shared = errors.mean(axis=1, keepdims=True)
        return float((trust * ((errors - shared) ** 2 + beta * shared**2)).sum() / errors.size)

    gradients: dict[str, np.ndarray[Any, Any]] = {}
    weights, before = learner.descent.weights, dict(learner.descent.weights)
    monkeypatch.setattr(learner.descent, "step", lambda some, rate: gradients.update(some))
    learner._step(batch.features, batch.points, beta, 0.001)
    for name, at in (("shift", 0), ("out", 3), ("bias", 2), ("slope", 2)):
        nudge = np.zeros_like(weights[name])
        nudge[at] = 1e-2
        here = [loss({**before, name: weights[name] + sign * nudge}) for sign in (1, -1)]
        assert gradients[name][at] == pytest.approx((here[0] - here[1]) / 2e-2, rel=0.02, abs=1e-4), name


def test_the_error_of_a_seat_alone_is_a_part_of_its_variance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Points far from 0 make it no less: who expects their mean errs by all that they vary."""
    alone = course(4_000, 41, players=1)
    alone.points += 1_000
    learner = begun(alone)
    monkeypatch.setattr(learner, "expect", lambda rows: np.full(len(rows), alone.points.mean(), np.float32))
    assert learner.error([alone]) == pytest.approx(1, rel=1e-3)
    assert learner.error([alone, course(10, 42, players=1)]) > 1


@pytest.mark.filterwarnings("error")
def test_seats_alone_of_which_nothing_was_kept_change_no_error() -> None:
    several, nobody = course(40, 43), course(0, 44, players=1)
    learner = begun(several)
    assert learner.error([several, nobody]) == learner.error([several])


def test_leads_are_learned_in_spite_of_luck_that_all_seats_share() -> None:
    seen, fresh = course(4_000, 21, luck=40.0), course(4_000, 23)
    errors = []
    for shared in (1.0, 0.0):
        recipe = replace(RECIPE, passes=20, shared=shared)
        learner = begun(seen, recipe)
        learner.fit([seen], recipe, np.random.default_rng(2))
        off = strayed(learner, fresh)
        errors.append(float(np.mean((off[:, 0] - off[:, 1]) ** 2)))
    assert errors[1] < 0.8 * errors[0]


def test_a_seat_alone_and_several_are_learned_together() -> None:
    courses = [course(4_000, 31, players=1), course(2_000, 32, players=3)]
    recipe = replace(RECIPE, shared=0.1)
    learner = begun(courses[0], recipe)
    before = [float(np.mean(strayed(learner, one) ** 2)) for one in courses]
    error = learner.fit(courses, recipe, np.random.default_rng(2))
    after = [float(np.mean(strayed(learner, one) ** 2)) for one in courses]
    assert 0 < error < 0.5
    assert after[0] < before[0] / 3
    assert after[1] < before[1] / 3
