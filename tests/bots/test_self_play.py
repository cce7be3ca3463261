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
from tests.bots import hidden_coins

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


@pytest.fixture
def told_coins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hidden coins, of which there is something to keep."""
    monkeypatch.setattr(hidden_coins.HiddenCoins, "features", lambda self, seat: vec[i64]([1, 50]))


def coins_of_self_play(games: int, taste: Taste, temperature: float) -> tuple[list[float], list[int]]:
    """In games that are searched: the shares kept for hiding one, and how many each seat hid."""
    shares, hid = [], [0, 0]
    player = SelfPlay(EstimateEvaluation(), Rng("coins"), every=1, simulations=300)
    for _ in range(games):
        state = hidden_coins.GAME.new(2)
        assert isinstance(state, hidden_coins.HiddenCoins)
        kept = player.play(state, vec[float]([temperature] * 2), [taste] * 2, [None] * 2)
        assert list(kept.actions) == [0, 1] * 2
        shares += list(kept.shares)[1::2]
        hid = [sum(both) for both in zip(hid, state.hid, strict=True)]
    return shares, hid


@pytest.mark.usefixtures("told_coins")
@pytest.mark.parametrize("temperature", [0.0, 0.1])
def test_where_a_search_mixes_its_mixture_is_played_and_kept(temperature: float) -> None:
    """Each hides a coin in one of three games: not always what promised more, by a hair, the last time."""
    shares, hid = coins_of_self_play(60, Taste(0, 0.0), temperature)
    assert np.mean(shares) == pytest.approx(1 / 3, abs=0.07)
    assert np.std(shares) < 0.15
    for one in hid:
        assert 9 <= one <= 31  # a third of 60, and three standard deviations on either side


@pytest.mark.usefixtures("told_coins")
def test_what_is_loved_is_mixed_in() -> None:
    """Of weights 1/3 and 2/3 + 6/2 the first is one in twelve; what is kept stays as it was found."""
    salt = next(one for one in range(100) if [Taste(one, 1.0).of(action) for action in (0, 1)] == [1.0, 0.0])
    shares, hid = coins_of_self_play(60, Taste(salt, 6.0), 0.0)
    assert np.mean(shares) == pytest.approx(1 / 3, abs=0.07)
    assert 1 <= sum(hid) <= 20


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
