"""Where seats decide at once: a search mixes, and nobody answers what nobody has seen."""

import pytest

from farmtable import Rng, State
from farmtable.bots import Budget, EstimateEvaluation, SearchBot
from farmtable.bots.tree import Tree
from tests.bots.hidden_coins import GAME
from tests.core import sealed_bids

SIMULATIONS = 4000


def decisions() -> list[State]:
    """The first seat's, and the second's after either action of the first."""
    found: list[State] = [GAME.new(2)]
    for action in (0, 1):
        after = GAME.new(2)
        after.apply(action)
        found.append(after)
    return found


def grown(state: State, simulations: int = SIMULATIONS) -> Tree:
    budget = Budget(simulations)
    return SearchBot(Rng("mixed"), budget).grow(state.seen_by(state.to_play), EstimateEvaluation(), budget)


@pytest.mark.parametrize("state", decisions())
def test_a_search_tends_to_the_known_mixed_strategy(state: State) -> None:
    """Each hides a coin in one of three games, and seat 0 wins a third; whoever decides first."""
    tree = grown(state)
    assert tree.root.mixture is not None
    assert tree.root.mixture.mean(tree.legal)[1] == pytest.approx(1 / 3, abs=0.05)
    assert tree.thought(0.0).chances == pytest.approx([1 / 3, 2 / 3], abs=0.03)


def test_it_thinks_alike_whatever_the_other_has_hidden() -> None:
    _, none, coin = (grown(state, 300) for state in decisions())
    assert list(none.root.counts) == list(coin.root.counts)


def test_a_bot_mixes() -> None:
    """Who always did what promises most, by a hair, would be found out."""
    state = GAME.new(2)
    chosen = [
        SearchBot(Rng(seed), Budget(100), EstimateEvaluation()).choose(state.seen_by(0)) for seed in range(60)
    ]
    assert 9 <= sum(chosen) <= 31  # a third of 60, and three standard deviations on either side


def test_others_do_not_answer_what_they_have_not_seen() -> None:
    tree = grown(GAME.new(2), 50)
    below = list(tree.root.below)
    assert below[0] is below[1]
    assert below[0] is not None
    assert below[0].mover == 1


def test_sealed_bids_are_even_for_two() -> None:
    """Both seats bid alike, and nobody is better off for being asked first; three coins are best."""
    for seat in (0, 1):
        state = sealed_bids.GAME.new(2)
        if seat == 1:
            state.apply(0)
        tree = grown(state, 1000)
        assert tree.root.mixture is not None
        assert tree.thought(0.0).chances == pytest.approx([0.5, 0.5], abs=0.06)
        shares = list(tree.root.mixture.mean(tree.legal))
        assert tree.legal[shares.index(max(shares))] == 3
