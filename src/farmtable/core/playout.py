"""Playing on by chance: the inner loop of simulations and searches, and perft."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.rng import RandomSource, Rng
from farmtable.core.state import CHANCE, OVER, State


def sample_chance(state: State, rng: RandomSource) -> i64:
    """One outcome of chance, drawn by the weights; it is not applied."""
    weights: vec[i64] = state.chance_weights()
    total: i64 = 0
    for weight in weights:
        total += weight
    left: i64 = rng.below(total)
    index: i64 = 0
    while left >= weights[index]:
        left -= weights[index]
        index += 1
    return state.legal_actions()[index]


def resolve_chance(state: State, rng: RandomSource) -> None:
    """Let chance play until a seat is to decide or the game is over."""
    while state.to_play == CHANCE:
        state.apply(sample_chance(state, rng))


def playout(state: State, rng: Rng) -> i64:
    """Play `state` to its end with uniformly random decisions; return how many decisions that took."""
    decisions: i64 = 0
    while state.to_play != OVER:
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
        else:
            actions = state.legal_actions()
            n: i64 = len(actions)
            state.apply(actions[rng.below(n)])
            decisions += 1
    return decisions


def perft(state: State, depth: i64) -> i64:
    """The number of leaf positions `depth` actions below `state`; outcomes of chance count as actions.

    A position where the game is over is a leaf at any depth. It checks that the rules are complete, and shows
    how fast they are. Raises ValueError for a depth below 0.
    """
    if depth < 0:
        raise ValueError(f"the depth is 0 or more, not {depth}")
    if depth == 0 or state.to_play == OVER:
        return 1
    actions = state.legal_actions()
    if depth == 1:
        return len(actions)
    total: i64 = 0
    for action in actions:
        below = state.clone()
        below.apply(action)
        total += perft(below, depth - 1)
    return total
