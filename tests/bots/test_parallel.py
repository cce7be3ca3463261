"""Several processes that think about one decision."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest

import farmtable
from farmtable import OVER, BadRecord, Rng, State
from farmtable.bots import Budget, ParallelSearchBot, make_bot
from farmtable.core import resolve_chance
from tests.bots.test_search import one_is_worth_trying


@pytest.fixture
def state() -> State:
    state = farmtable.game("market_day").new(3)
    resolve_chance(state, Rng(2))
    return state


@pytest.fixture
def bot() -> Iterator[ParallelSearchBot]:
    bot = make_bot("search:sims=60:cores=2", Rng("two"))
    assert isinstance(bot, ParallelSearchBot)
    yield bot
    bot.close()


def test_roots_are_added_up(state: State, bot: ParallelSearchBot) -> None:
    thought = bot.think(state.seen_by(state.to_play))
    assert sum(one.visits for one in thought.candidates) == thought.simulations
    assert 30 < thought.simulations <= 60
    assert sorted(one.action for one in thought.candidates) == list(state.legal_actions())
    assert thought.line[0] == thought.candidates[0].action
    assert sum(thought.chances) == pytest.approx(1)
    assert sum(one.prior for one in thought.candidates) == pytest.approx(1)


def test_what_a_position_promises_is_what_its_best_decision_does(
    state: State, bot: ParallelSearchBot
) -> None:
    """That of all processes together: each may like another best."""
    rng = Rng("promises")
    while state.to_play != OVER:
        thought = bot.think(state.seen_by(state.to_play))
        best = thought.candidates[0]
        assert thought.chances == pytest.approx(best.prospects)
        assert thought.points == pytest.approx(best.outlook)
        assert thought.chances[state.to_play] == pytest.approx(best.chance)
        assert thought.points[state.to_play] == pytest.approx(best.points)
        for _ in range(4):
            if state.to_play != OVER:
                legal = state.legal_actions()
                state.apply(legal[rng.below(len(legal))])
                resolve_chance(state, rng)


def test_a_thought_is_about_what_is_worth_trying_even_if_that_is_one_action(bot: ParallelSearchBot) -> None:
    """Then nothing is tried, and what is appraised highest may help nobody."""
    state = one_is_worth_trying()
    seen = state.seen_by(0)
    worth_trying = list(seen.determinize(Rng(0)).worth_trying())
    thought = bot.think(seen)
    best = thought.candidates[0]
    assert [best.action] == worth_trying == thought.line[:1]
    assert sum(thought.sheets[0]) == pytest.approx(best.points)
    assert bot.choose(seen) == best.action


def test_equal_seeds_decide_alike_and_a_killed_process_costs_its_part_alone(
    state: State, bot: ParallelSearchBot
) -> None:
    seen = state.seen_by(state.to_play)
    first = bot.choose(seen)
    twin = ParallelSearchBot(Rng("two"), Budget(60, cores=2))
    try:
        assert twin.choose(seen) == first
        victims = twin.processes()
        for victim in victims:
            os.kill(victim, signal.SIGKILL)
        assert twin.choose(seen) in state.legal_actions()
        assert twin.think(seen).simulations > 30
        assert not set(victims) & set(twin.processes())
    finally:
        twin.close()


def test_what_goes_wrong_in_the_processes_is_said_here(state: State) -> None:
    bot = make_bot("search:sims=6:cores=2:network=nothing.safetensors", Rng(1))
    with pytest.raises(BadRecord, match="cannot read nothing"):
        bot.choose(state.seen_by(state.to_play))
