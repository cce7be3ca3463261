"""Exact numbers of leaf positions, some actions deep: the engine's and the slow reference's."""

from __future__ import annotations

import pytest

from farmtable import OVER, Rng, State, perft
from tests.games.agricola.oracle import Oracle
from tests.games.agricola.test_against_oracle import FULL, POOR, RICH, begin, whim

# Seats, gift, seed and steps of a position; leaves at depths 1, 2, 3: counted by the slow reference, too.
COUNTED = [
    (1, RICH, 1, 40, (5, 20, 236)),  # sow and bake
    (2, RICH, 2, 70, (16, 222, 5_935)),  # the next person
    (2, FULL, 3, 90, (17, 274, 4_292)),
    (3, RICH, 4, 120, (17, 268, 3_935)),
    (4, FULL, 5, 150, (7, 117, 2_293)),  # an improvement
]


def position(players: int, gift: dict[str, int], seed: int, steps: int) -> tuple[State, Oracle]:
    """A position some steps into a random game, chance's outcomes counted as steps, in both."""
    state, oracle = begin(players, gift, {"side_job": "yes"})
    rng = Rng("perft", seed)
    for _ in range(steps):
        assert state.to_play != OVER
        text = whim(sorted(oracle.legal()), rng, 6)
        state.play(text)
        oracle.apply(text)
    return state, oracle


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_perft_of_the_first_actions(players: int) -> None:
    """R1.2, R1.6, R2.2: who begins, the first card, the first people."""
    state, oracle = begin(players, POOR, {})
    for depth in range(1, 5):
        assert perft(state, depth) == oracle.leaves(depth)


@pytest.mark.parametrize(("players", "gift", "seed", "steps", "leaves"), COUNTED)
def test_perft_of_grown_farms(
    players: int, gift: dict[str, int], seed: int, steps: int, leaves: tuple[int, ...]
) -> None:
    """R2 to R10: below positions with something on every farm not one action too many or too few."""
    state, oracle = position(players, gift, seed, steps)
    assert tuple(perft(state, depth) for depth in (1, 2, 3)) == leaves
    assert oracle.leaves(1) == leaves[0]
