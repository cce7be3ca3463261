"""What positions are to be worth: λ-returns, by hand."""

from __future__ import annotations

import numpy as np
import pytest

from farmtable.training.episodes import Seen
from farmtable.training.positions import Floats, Positions, Whole, apart, positions_of, returns


def expect(features: Whole) -> Floats:
    """Ten times the third feature."""
    return features[:, 2].astype(np.float32) * 10


def test_returns_mix_what_came_with_what_was_expected_next() -> None:
    features = np.zeros((3, 2, 3), np.int16)
    features[:, 0, 2] = [1, 2, 4]  # seat 0 expects 10, 20; then, in another game, 40
    points = np.array([[30, 0], [30, 0], [8, 6]], np.float32)
    positions = Positions(features, np.array([0, 0, 1]), points, np.zeros(3, bool))
    found = returns(positions, expect, 0.75)
    assert found[:, 0].tolist() == [0.25 * 20 + 0.75 * 30, 30, 8]
    assert found[:, 1].tolist() == [0, 0, 6]
    assert returns(positions, expect, 1.0).tolist() == points.tolist()


def test_positions_are_kept_in_their_order_by_numbers_of_seats() -> None:
    games = [
        Seen(np.arange(12, dtype=np.int16).tobytes(), [1.0, 2.0], np.array([1], np.int32).tobytes()),
        Seen(np.arange(3, dtype=np.int16).tobytes(), [9.0]),
        Seen(np.arange(6, dtype=np.int16).tobytes(), [3.0, 4.0]),
    ]
    alone, two = positions_of(games, 3)
    assert (alone.players, len(alone), alone.points.tolist()) == (1, 1, [[9.0]])
    assert (two.players, len(two)) == (2, 3)
    assert two.games.tolist() == [0, 0, 1]
    assert two.points.tolist() == [[1, 2], [1, 2], [3, 4]]
    assert two.given.tolist() == [False, True, False]
    assert two.features[1].tolist() == [[6, 7, 8], [9, 10, 11]]
    assert Positions.of(two.arrays()).features is two.features


def test_what_all_seats_are_misjudged_by_alike_counts_less() -> None:
    errors = np.array([[3.0, 1.0]], np.float32)
    assert apart(errors, 1.0).tolist() == [[3, 1]]
    assert apart(errors, 0.0).tolist() == [[1, -1]]
    assert apart(errors, 0.5).tolist() == [[2, 0]]
    assert apart(np.array([[3.0]], np.float32), 0.0).tolist() == [[3]]


def test_no_return_reaches_over_the_end_of_a_game() -> None:
    features = np.full((2, 1, 3), 9, np.int16)
    positions = Positions(features, np.array([0, 1]), np.array([[1], [2]], np.float32), np.zeros(2, bool))
    assert returns(positions, expect, 0.5).ravel().tolist() == pytest.approx([1, 2])


def test_what_came_of_a_gift_did_not_come_of_the_position_before() -> None:
    features = np.zeros((4, 1, 3), np.int16)
    features[:, 0, 2] = [1, 2, 5, 6]  # expects 10, 20; then, richer, 50, 60
    points = np.full((4, 1), 70, np.float32)
    positions = Positions(features, np.zeros(4, np.int64), points, np.array([False, False, True, False]))
    found = returns(positions, expect, 0.5).ravel().tolist()
    assert found == [20, 20, 0.5 * 60 + 0.5 * 70, 70]
    assert positions.undisturbed().tolist() == [False, False, True, True]
