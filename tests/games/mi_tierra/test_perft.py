"""Exact numbers of leaf positions, some actions deep: the engine's and the slow reference's."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from farmtable import OVER, Rng, State, perft
from tests.games.mi_tierra.oracle import Gift, Oracle
from tests.games.mi_tierra.test_against_oracle import POOR, RICH, begin, whim

# Seats, gifts, seed and steps of a position; leaves at depths 1, 2, 3: counted by the slow reference, too.
COUNTED: list[tuple[int, Sequence[Gift], int, int, tuple[int, ...]]] = [
    (2, POOR, 1, 80, (2, 4, 8)),
    (2, RICH, 2, 45, (2, 4, 12)),
    (2, RICH, 2, 52, (24, 87, 906)),
    (2, RICH, 2, 70, (12, 139, 1783)),
    (3, RICH, 3, 115, (17, 249, 5563)),
    (4, RICH, 4, 77, (22, 544, 14950)),
]


def position(players: int, gifts: Sequence[Gift], seed: int, steps: int) -> tuple[State, Oracle]:
    """A position some steps into a random game, chance's outcomes counted as steps, in both."""
    state, oracle = begin(players, gifts, start="1")
    rng = Rng("perft", seed)
    for _ in range(steps):
        assert state.to_play != OVER
        text = whim(sorted(oracle.legal()), rng, 3)
        state.play(text)
        oracle.apply(text)
    return state, oracle


@pytest.mark.parametrize("players", [2, 3, 4])
def test_perft_of_the_first_actions(players: int) -> None:
    """R3, R4: who begins, the first development cards."""
    state, oracle = begin(players)
    for depth in range(1, 4):
        assert perft(state, depth) == oracle.leaves(depth)


@pytest.mark.parametrize(("players", "gifts", "seed", "steps", "leaves"), COUNTED)
def test_perft_of_grown_farms(
    players: int, gifts: Sequence[Gift], seed: int, steps: int, leaves: tuple[int, ...]
) -> None:
    """R7 to R52: in the midst of a game not one action too many or too few."""
    state, oracle = position(players, gifts, seed, steps)
    assert tuple(perft(state, depth) for depth in (1, 2, 3)) == leaves
    assert tuple(oracle.leaves(depth) for depth in (1, 2)) == leaves[:2]
