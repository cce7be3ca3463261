"""Many random games: each ends properly, and nothing is lost on the way."""

from __future__ import annotations

import pytest

from farmtable import CHANCE, OVER, Rng, State
from farmtable._pure import is_compiled
from farmtable.core.playout import playout, sample_chance
from tests.games.aehre.scenarios import GAME

GAMES = 10_000 if is_compiled() else 400


def check_end(state: State, players: int) -> None:
    """What every finished game has in common."""
    data = state.to_dict()
    assert state.to_play == OVER
    assert data["ending"] is True
    assert (data["active"] + 1) % players == data["start"], "all seats have had as many turns (R50)"
    assert data["stack"] == 0
    assert 0 <= data["final_stack"] <= 6
    scores = state.scores()
    winners = state.winners()
    assert winners
    assert {scores[seat] for seat in winners} == {max(scores)}
    assert scores == [
        sum(seat["earned"]) + sum(value for _, value in seat["livestock"]) for seat in data["seats"]
    ]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_end_properly(players: int) -> None:
    """Over all seat counts 10,000 games end properly (fewer where the package is not compiled)."""
    for number in range(GAMES // 4):
        state = GAME.new(players)
        decisions = playout(state, Rng(players, number))
        assert decisions >= 20
        check_end(state, players)


def pieces(state: State) -> tuple[int, ...]:
    """Large tiles not laid, small tiles, cubes on the tracks, animals owned."""
    data = state.to_dict()
    seats = data["seats"]
    return (
        sum(data["unseen"].values()) + sum(len(seat["hand"]) + len(seat["discarded"]) for seat in seats),
        sum(len(seat["reserve"]) for seat in seats),
        sum(row is not None for seat in seats for row in seat["cubes"]),
        sum(len(seat["livestock"]) for seat in seats),
    )


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pieces_are_conserved(players: int) -> None:
    """Every tile, cube and animal is somewhere at every step, and moves only as its action says."""
    rng = Rng("pieces", players)
    state = GAME.new(players)
    before = pieces(state)
    assert before == (60, 5 * players, 5 * players, 0)
    while state.to_play != OVER:
        if state.to_play == CHANCE:
            action = sample_chance(state, rng)
        else:
            actions = state.legal_actions()
            action = actions[rng.below(len(actions))]
        words = state.describe(action).split()
        state.apply(action)
        large, small, cubes, animals = pieces(state)
        assert before[0] - large == (words[0] == "place" and len(words) == 4)
        assert before[1] - small in (0, 1)
        assert before[2] - cubes in (0, 1)
        assert animals - before[3] == (words[0] == "reveal")
        data = state.to_dict()
        unpaid = data["agenda"] and data["agenda"][-1][0] == "pay level"
        assert sum(data["levels"]) == 2 * (60 - large) + (5 * players - small) + bool(unpaid)
        before = large, small, cubes, animals
