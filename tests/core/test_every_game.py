"""The generic suite on every installed game and seat count."""

import pytest

import farmtable
from farmtable import OVER, Rng
from farmtable._pure import is_compiled
from farmtable.core import playout
from farmtable.testing import check_game, trace

EVERY_SEATING = [
    (id, players)
    for id in farmtable.games()
    for players in range(farmtable.game(id).min_players, farmtable.game(id).max_players + 1)
]
MANY_GAMES = 10_000 if is_compiled() else 100
"""Random games of each game, shared out over its seat counts."""


@pytest.mark.parametrize(("id", "players"), EVERY_SEATING)
def test_every_game_keeps_its_promises(id: str, players: int) -> None:
    check_game(id, players, seed=players, games=1, every=16)


@pytest.mark.parametrize(("id", "players"), EVERY_SEATING)
def test_random_games_end_properly(id: str, players: int) -> None:
    game = farmtable.game(id)
    start = game.new(players)
    rng = Rng(f"{id} {players}")
    for _ in range(MANY_GAMES // (game.max_players - game.min_players + 1)):
        state = start.clone()
        assert 0 < playout(state, rng) < 10_000
        assert state.to_play == OVER
        assert not state.legal_actions()
        assert len(state.agenda) == 0
        assert state.winners()
        scores = [sum(points for _, points in state.score_sheet(seat)) for seat in range(players)]
        assert scores == state.scores()


def test_options_change_the_game_but_not_the_promises() -> None:
    check_game("market_day", 3, seed=1, games=2, prices="fixed")
    assert trace("market_day", 3, 1, prices="fixed") != trace("market_day", 3, 1)


def test_a_trace_is_reproducible() -> None:
    assert trace("market_day", 2, 5, games=3) == trace("market_day", 2, 5, games=3)
    assert len(set(trace("market_day", 2, 5, games=3))) == 3
