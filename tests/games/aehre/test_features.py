"""The numbers that evaluations are learned from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import farmtable
from farmtable import CHANCE, OVER, Rng, State
from farmtable.bots.greedy import GreedyBot
from farmtable.core.playout import sample_chance
from tests.games.aehre.scenarios import GAME

LITERAL = {"farm_vp_block": "any_adjacent", "levelled_field_rotation": "any", "start": "2"}
SMALL_BOARD = {"components": {"crop_area": {"layout": ["WRPB", "CWR.", ".BCW"]}}}


def positions(players: int, seed: str, greedy: bool, **options: Any) -> Iterator[State]:
    """All positions of one game, chance's own included."""
    rng = Rng(seed)
    bot = GreedyBot(rng)
    state = farmtable.game("aehre").new(players, **options)
    while True:
        yield state
        if state.to_play == OVER:
            return
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
        elif greedy and rng.below(4) > 0:
            state.apply(bot.choose(state.seen_by(state.to_play)))
        else:
            actions = state.legal_actions()
            state.apply(actions[rng.below(len(actions))])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("options", [{}, LITERAL, SMALL_BOARD], ids=str)
@pytest.mark.parametrize("greedy", [False, True])
def test_what_every_vector_keeps(players: int, options: dict[str, Any], greedy: bool) -> None:
    """R54: only what the seat may know; and the promises of `State.features`."""
    left = 100
    rng = Rng("imagined")
    for state in positions(players, f"features {players}", greedy, **options):
        for seat in range(players):
            vector = list(state.features(seat))
            assert len(vector) == GAME.feature_count
            assert -32_000 <= min(vector) <= max(vector) <= 32_000
            assert vector[0] == state.scores()[seat]
            assert list(state.seen_by(seat).determinize(rng).features(seat)) == vector
            assert list(GAME.from_dict(state.to_dict()).features(seat)) == vector
        percent = vector[1]
        assert percent <= left
        left = percent
    assert left == 0
