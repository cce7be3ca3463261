"""What a game of self-play keeps where seats are given what they did not choose."""

from __future__ import annotations

import numpy as np
from librt.vecs import vec

import farmtable
from farmtable import Rng
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
