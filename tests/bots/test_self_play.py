"""What a game of self-play keeps: features that fit, and what seats are given that they did not choose."""

from __future__ import annotations

import numpy as np
import pytest
from librt.vecs import vec
from mypy_extensions import i64

import farmtable
from farmtable import FarmtableError, Rng
from farmtable.bots import EstimateEvaluation
from farmtable.bots.self_play import SelfPlay, Taste
from farmtable.core.state import as_world

AGRICOLA = farmtable.game("agricola")
SEATS = 2


def played(gifts: float) -> tuple[np.ndarray[tuple[int, int, int], np.dtype[np.int16]], list[int]]:
    """The positions kept of a game, and before which of them something was given."""
    state = as_world(AGRICOLA.new(SEATS, cards="none"))
    player = SelfPlay(EstimateEvaluation(), Rng(1), every=50, gifts=gifts)
    episode = player.play(
        state, vec[float]([0.0] * SEATS), [Taste(0, 0.0) for _ in range(SEATS)], [None] * SEATS
    )
    features = np.array(list(episode.features), np.int16).reshape(-1, SEATS, AGRICOLA.feature_count)
    return features, [int(number) for number in episode.given]


def test_positions_just_before_and_just_after_a_gift_are_kept() -> None:
    features, given = played(0.2)
    assert len(given) > 4
    assert len(set(given)) == len(given)
    for number in given:
        before, after = features[number - 1], features[number]
        assert before[0, 1] == after[0, 1], "no time has passed"
        assert (before != after).any()


def test_without_gifts_nothing_is_given() -> None:
    features, given = played(0.0)
    assert len(features) > 0
    assert given == []


@pytest.mark.parametrize("number", [32_768, -40_000])
def test_a_feature_that_cannot_be_kept_is_named(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In 16 bits it would come to be another."""
    state = as_world(farmtable.game("market_day").new(SEATS))
    usual = list(state.features(0))

    def features(self: object, seat: i64) -> vec[i64]:
        return vec[i64]([*usual[:2], number, *usual[3:]])

    monkeypatch.setattr(type(state), "features", features)
    player = SelfPlay(EstimateEvaluation(), Rng(1), every=1)
    with pytest.raises(FarmtableError, match=f"Market Day: the feature .* is {number}"):
        player.play(state, vec[float]([0.0] * SEATS), [Taste(0, 0.0)] * SEATS, [None] * SEATS)
