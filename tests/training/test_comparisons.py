"""What searches found of actions: kept as they found it, and learned as differences."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from librt.vecs import vec

import farmtable
from farmtable import Rng
from farmtable.bots import EstimateEvaluation
from farmtable.bots.self_play import COMPARED, LEAST_TRIES, SelfPlay, Taste
from farmtable.core.state import as_world
from farmtable.training.comparisons import Comparisons, comparisons_of, members, told_apart
from farmtable.training.episodes import Episode, Seen, rows
from farmtable.training.learner import Learner
from farmtable.training.positions import Positions
from farmtable.training.recipe import Recipe

RECIPE = Recipe(
    "aehre",
    (2,),
    farmtable.game("aehre").check_options({}),
    width=8,
    passes=60,
    learning_rate=3e-3,
    ema=0.98,
    simulations=24,
    rootstrap=1.0,
)
AGRICOLA = farmtable.game("agricola")


def compared(count: int, seed: int, lift: float = 0.0) -> Comparisons:
    """Decisions between four actions, which differ by three times a feature of the first seat.

    All actions of a decision are misjudged alike for the first seat, by `lift` (a standard deviation).
    """
    rng = np.random.default_rng(seed)
    features = rng.integers(0, 10, (4 * count, 2, 5)).astype(np.int16)
    features[:, :, 1] = 50
    worth = (features[:, :, 0] + 3 * features[:, :, 2]).astype(np.float32)
    worth[:, 0] += np.repeat(rng.normal(0, 1, count), 4) * lift
    return Comparisons(features, np.repeat(np.arange(count), 4), np.full(4 * count, 20, np.int32), worth)


def few(count: int = 8) -> list[Positions]:
    """Results of so few games that they teach nothing."""
    some = compared(count, 9)
    return [Positions(some.features[:count], np.arange(count), some.worth[:count], np.zeros(count, bool))]


def begun(first: Comparisons) -> Learner:
    flat = first.features.reshape(-1, 5)
    return Learner(flat, first.worth.ravel() - flat[:, 0], RECIPE)


def test_differences_between_actions_are_learned_from_what_searches_found() -> None:
    some, fresh = compared(2_000, 1), compared(500, 2)
    learner = begun(some)
    before = learner.difference_error([fresh])
    learner.fit(few(), [some], RECIPE, np.random.default_rng(3))
    after = learner.difference_error([fresh])
    assert before is not None
    assert after is not None
    assert before > 0.3
    assert after < 0.02
    assert learner.difference_error([]) is None


def test_what_all_actions_of_a_decision_share_counts_little() -> None:
    """Levels are left to results; however far off they are, differences are learned nearly as well."""
    plain, lifted, fresh = compared(2_000, 1), compared(2_000, 1, lift=300.0), compared(500, 2)
    found = []
    for some in (plain, lifted):
        learner = begun(plain)
        learner.fit(few(), [some], replace(RECIPE, passes=20), np.random.default_rng(3))
        found.append(learner.difference_error([fresh]))
    assert found[1] == pytest.approx(found[0], abs=0.05)


def test_errors_are_told_apart_by_decisions() -> None:
    errors = np.array([[1.0, 5.0], [3.0, 5.0], [7.0, -2.0]], np.float32)
    member = members(np.array([4, 4, 9]))
    assert member.tolist() == [[1, 0], [1, 0], [0, 1]]
    sure = np.array([0.25, 0.75, 0.5], np.float32)
    assert told_apart(errors, member, sure, 0.0).tolist() == [[-1.5, 0], [0.5, 0], [0, 0]]
    assert told_apart(errors, member, sure, 1.0).tolist() == errors.tolist()


def test_batches_hold_decisions_whole_and_each_once() -> None:
    some = compared(50, 1)
    batches = list(some.batches(np.random.default_rng(0), 80))
    assert len(batches) == 5
    assert sorted(np.concatenate(batches).tolist()) == list(range(200))
    for which in batches:
        assert set(np.bincount(some.decisions[which])) <= {0, 4}


def test_self_play_keeps_what_the_search_found() -> None:
    """The actions tried most, each decision more than one, corrected by what simulations found."""
    state = as_world(AGRICOLA.new(2, cards="none"))
    player = SelfPlay(EstimateEvaluation(), Rng(1), every=4, simulations=24)
    player.compares = True
    episode = player.play(state, vec[float]([0.0] * 2), [Taste(0, 0.0) for _ in range(2)], [None] * 2)
    counts, tries = list(episode.compared), list(episode.tries)
    assert len(counts) > 5
    assert max(counts) <= COMPARED
    assert max(counts) > 1
    assert min(tries) >= LEAST_TRIES
    assert sum(counts) == len(tries)
    assert len(episode.worth) == 2 * len(tries)
    assert len(episode.tried) == 2 * len(tries) * AGRICOLA.feature_count


def test_games_that_look_one_action_ahead_compare_nothing() -> None:
    seen = Episode(replace(RECIPE, simulations=1, rootstrap=0.0), 1, None, (), 4)(0)
    assert (seen.compared, seen.tried, seen.tries, seen.worth) == (b"", b"", b"", b"")
    assert comparisons_of([seen], farmtable.game("aehre").feature_count) == []


def test_what_games_compared_is_put_together_by_numbers_of_seats() -> None:
    def seen(players: int, counts: list[int], first: int) -> Seen:
        actions = sum(counts)
        tried = np.arange(first, first + actions * players * 3, dtype=np.int16)
        return Seen(
            b"",
            [0.0] * players,
            compared=np.array(counts, np.int32).tobytes(),
            tried=tried.tobytes(),
            tries=np.full(actions, 5, np.int32).tobytes(),
            worth=np.arange(actions * players, dtype=np.float64).tobytes(),
        )

    two, three = comparisons_of([seen(2, [2, 1], 0), seen(3, [2], 50), seen(2, [3], 100)], 3)
    assert (two.players, three.players) == (2, 3)
    assert two.decisions.tolist() == [0, 0, 1, 2, 2, 2]
    assert len(two) == 3
    assert two.features[3].tolist() == [[100, 101, 102], [103, 104, 105]]
    assert two.worth[1].tolist() == [2.0, 3.0]
    assert three.worth.tolist() == [[0, 1, 2], [3, 4, 5]]
    again = Comparisons.of(two.arrays())
    assert again.tries.tolist() == [5] * 6
    assert rows(three.features.tobytes(), 3, 3).tolist() == three.features.tolist()
