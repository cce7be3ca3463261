"""The policy that is fitted: it comes to name what was preferred, and is exported as it is."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

from farmtable import BadOption
from farmtable.bots.network_file import FEATURES, pack_tensors, parse_network
from farmtable.core.feature_names import digest_of
from farmtable.training.decisions import Decisions, decisions_of
from farmtable.training.learner import Learner
from farmtable.training.policy_learner import PolicyLearner, needed
from farmtable.training.recipe import Recipe

RECIPE = Recipe("aehre", (2,), width=8, policy=8, passes=30, learning_rate=1e-2, ema=0.9)
NAMES = ("a", "b", "c", "d")
ACTIONS = 6


def studied(count: int, seed: int) -> Decisions:
    """Of two to five actions that one is preferred which the first feature, from 0 to 5, comes nearest."""
    rng = np.random.default_rng(seed)
    features = rng.integers(0, ACTIONS, (count, len(NAMES))).astype(np.int16)
    counts, actions, shares = [], [], []
    for row in features:
        legal = np.sort(rng.permutation(ACTIONS)[: rng.integers(2, ACTIONS)])
        merits = np.exp(-np.abs(legal - row[0]) / 0.3)
        counts.append(len(legal))
        actions.append(legal)
        shares.append(merits / merits.sum())
    return Decisions(
        features,
        np.array(counts, np.int32),
        np.concatenate(actions).astype(np.int32),
        np.concatenate(shares).astype(np.float32),
    )


def begun(recipe: Recipe = RECIPE) -> PolicyLearner:
    return PolicyLearner(np.full(len(NAMES), 2.0, np.float32), ACTIONS, recipe)


@pytest.fixture(scope="module")
def learner() -> PolicyLearner:
    found = begun()
    found.fit(studied(4_000, 1), RECIPE, np.random.default_rng(2))
    return found


def test_it_comes_to_name_what_was_preferred(learner: PolicyLearner) -> None:
    fresh = studied(600, 3)
    ranks = learner.ranks(fresh)
    assert np.mean(ranks == 0) > 0.9
    assert 0 < ranks.max() < ACTIONS
    assert np.mean(begun().ranks(fresh) == 0) < 0.5  # it names the first of all, by chance


def test_so_many_are_named_that_the_best_mostly_is_among_them(learner: PolicyLearner) -> None:
    fresh = studied(600, 3)
    assert needed(learner.ranks(fresh), 1) == 1
    assert needed(learner.ranks(fresh), 3) == 3
    assert needed(np.array([0] * 9 + [4]), 1) == 5
    assert needed(np.array([0] * 95 + [4] * 5), 1) == 1
    untaught = needed(begun().ranks(fresh), 1)
    assert untaught > 1
    assert np.mean(begun().ranks(fresh) < untaught) >= 0.9
    assert needed(np.array([], np.int64), 2) == 2


def test_without_decisions_nothing_is_ranked(learner: PolicyLearner) -> None:
    assert learner.ranks(decisions_of((), len(NAMES))).tolist() == []


def test_options_of_some_decisions_are_theirs() -> None:
    decisions = studied(20, 4)
    firsts = np.cumsum(decisions.counts) - decisions.counts
    found = decisions.options(np.array([7, 2]))
    wanted = [slice(firsts[row], firsts[row] + decisions.counts[row]) for row in (7, 2)]
    assert list(found.actions) == [action for some in wanted for action in decisions.actions[some]]
    assert list(found.rows) == [0] * decisions.counts[7] + [1] * decisions.counts[2]


def test_what_is_exported_answers_alike(learner: PolicyLearner) -> None:
    value = Learner(np.ones((4, 4), np.int16), np.ones(4, np.float32), RECIPE)
    made = {FEATURES: digest_of(NAMES), "likeliest": "2"}
    network = parse_network(pack_tensors(value.export() | learner.export(), made), NAMES, ACTIONS)
    assert network.policy is not None
    fresh = studied(5, 6)
    options = fresh.options(np.arange(5))
    _, _, logits = learner._logits(fresh.features, options, learner.descent.mean)
    for row in range(5):
        legal = vec[i64]([int(action) for action in options.actions[options.rows == row]])
        told = network.policy.logits(vec[i64]([int(one) for one in fresh.features[row]]), legal)
        assert list(told) == pytest.approx(list(logits[options.rows == row]), abs=1e-3)


def test_it_goes_on_from_a_policy_of_its_width(learner: PolicyLearner) -> None:
    fresh = studied(300, 5)
    other = begun()
    other.begin_with(learner.export())
    assert np.mean(other.ranks(fresh) == learner.ranks(fresh)) > 0.99
    begun().begin_with({})
    with pytest.raises(BadOption, match="another width"):
        begun(replace(RECIPE, policy=16)).begin_with(learner.export())
