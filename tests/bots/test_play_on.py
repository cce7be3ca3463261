"""Playing on by what is promised one action ahead."""

from __future__ import annotations

import itertools

import pytest
from librt.vecs import vec

import farmtable
from farmtable import CHANCE, OVER, Rng, State
from farmtable.bots import EstimateEvaluation
from farmtable.bots.play_on import expected, favourite, lead, play_on
from farmtable.core import resolve_chance


def begun(id: str, players: int, seed: str) -> State:
    state = farmtable.game(id).new(players)
    resolve_chance(state, Rng(seed))
    return state


def test_a_lead_is_over_the_mean_of_the_others() -> None:
    points = vec[float]([10.0, 4.0, 6.0, 99.0])
    assert lead(points, 0, 3) == 5.0
    assert lead(points, 1, 3) == -4.0
    assert lead(points, 2, 1) == 10.0


def test_the_favourite_promises_the_furthest_lead() -> None:
    state = begun("market_day", 2, "favourite")
    while state.to_play == CHANCE or len(state.legal_actions()) == 1:
        state.apply(state.legal_actions()[0])
    evaluation = EstimateEvaluation()
    leads = {}
    for action in state.legal_actions():
        after = state.clone()
        after.apply(action)
        leads[action] = lead(expected(after, evaluation), state.to_play, 2)
    best = favourite(state, state.legal_actions(), evaluation)
    assert leads[best] == max(leads.values())


@pytest.mark.parametrize("id", ["aehre", "agricola", "mi_tierra"])
@pytest.mark.parametrize("turns", [1, 3])
def test_it_stops_where_the_turn_of_the_seat_begins(id: str, turns: int) -> None:
    """After the first choice of that turn; until there all take their favourites."""
    state = begun(id, 2, "stop")
    by_hand, rng, evaluation = state.clone(), Rng(2), EstimateEvaluation()
    seat = int(state.to_play)
    movers = [seat]
    while sum(before != seat == after for before, after in itertools.pairwise(movers)) < turns:
        resolve_chance(by_hand, rng)
        movers.append(int(by_hand.to_play))
        by_hand.apply(favourite(by_hand, by_hand.legal_actions(), evaluation))
    found = play_on(state, seat, turns, evaluation, Rng(2))
    assert movers[-2] != seat
    assert state == by_hand
    assert list(found.points) == list(evaluation.appraise(by_hand).points)


def test_where_a_game_ends_sooner_its_result_counts() -> None:
    state = begun("market_day", 3, "end")
    found = play_on(state, state.to_play, 1000, EstimateEvaluation(), Rng(2))
    assert state.to_play == OVER
    assert list(found.points) == state.scores()
    over = play_on(state, 0, 1, EstimateEvaluation(), Rng(2))
    assert list(over.points) == state.scores()
