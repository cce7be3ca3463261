"""Playing on by what is promised one action ahead."""

from __future__ import annotations

import itertools

import pytest
from librt.vecs import vec

import farmtable
from farmtable import CHANCE, OVER, Perspective, Rng, State
from farmtable.bots import Bot, EstimateEvaluation, GreedyBot
from farmtable.bots.play_on import expected, favourite, lead, play_on
from farmtable.core import resolve_chance


class Told(Bot):
    """Takes any action, and tells whose turn it was."""

    def __init__(self, rng: Rng, order: list[int]) -> None:
        super().__init__(rng)
        self.order = order

    def choose(self, seen: Perspective) -> int:
        assert seen.seat is not None
        self.order.append(int(seen.seat))
        actions = seen.legal_actions()
        return int(actions[self.rng.below(len(actions))])


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
    """So many turns of its own began, the last of them after the choice of another seat."""
    state = begun(id, 2, "stop")
    seat = int(state.to_play)
    order = [seat]
    play_on(
        state, seat, turns, EstimateEvaluation(), Rng(2), [Told(Rng(number), order) for number in range(2)]
    )
    assert state.to_play != OVER
    assert order[-1] != seat
    assert sum(before != seat == after for before, after in itertools.pairwise(order)) == turns - 1


def test_where_a_game_ends_sooner_its_result_counts() -> None:
    state = begun("market_day", 3, "end")
    found = play_on(state, state.to_play, 1000, EstimateEvaluation(), Rng(2))
    assert state.to_play == OVER
    assert list(found.points) == state.scores()
    over = play_on(state, 0, 1, EstimateEvaluation(), Rng(2))
    assert list(over.points) == state.scores()


def test_seats_left_to_others_play_as_these_do() -> None:
    """All seats greedy: the same game as greedy bots play among themselves with the same luck."""
    one, other = begun("market_day", 2, "same"), begun("market_day", 2, "same")
    greedy: list[Bot | None] = [GreedyBot(Rng("bots")), GreedyBot(Rng("bots"))]
    play_on(one, one.to_play, 1000, EstimateEvaluation(), Rng("luck"), greedy)
    rng, bots = Rng("luck"), [GreedyBot(Rng("bots")), GreedyBot(Rng("bots"))]
    while other.to_play != OVER:
        resolve_chance(other, rng)
        if other.to_play != OVER:
            other.apply(bots[other.to_play].choose(other.seen_by(other.to_play)))
    assert one.scores() == other.scores()
