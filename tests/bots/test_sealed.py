"""Where seats decide at once: a search mixes, and nobody answers what nobody has seen."""

from statistics import fmean

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from farmtable import Perspective, Rng, State
from farmtable.bots import Budget, EstimateEvaluation, ParallelSearchBot, SearchBot
from farmtable.bots.mixture import EXPLORED, Mixture
from farmtable.bots.node import Node
from farmtable.bots.parallel import _share, _together
from farmtable.bots.thought import Thought
from farmtable.bots.tree import Tree
from tests.bots.hidden_coins import GAME
from tests.core import sealed_bids

SIMULATIONS = 4000
SEEDS = ("mixed", "again", "once more", "and more")


def decisions() -> list[State]:
    """The first seat's, and the second's after either action of the first."""
    found: list[State] = [GAME.new(2)]
    for action in (0, 1):
        after = GAME.new(2)
        after.apply(action)
        found.append(after)
    return found


def grown(state: State, simulations: int = SIMULATIONS, seed: str = SEEDS[0]) -> Tree:
    budget = Budget(simulations)
    return SearchBot(Rng(seed), budget).grow(state.seen_by(state.to_play), EstimateEvaluation(), budget)


@pytest.mark.parametrize("state", decisions())
def test_a_search_tends_to_the_known_mixed_strategy(state: State) -> None:
    """Each hides a coin in one of three games, and seat 0 wins a third; whoever decides first."""
    hidden, won = [], []
    for seed in SEEDS:
        tree = grown(state, seed=seed)
        assert tree.root.mixture is not None
        hidden.append(tree.root.mixture.mean(tree.legal)[1])
        won.append(tree.thought(0.0).chances[0])
    assert fmean(hidden) == pytest.approx(1 / 3, abs=0.025)
    assert fmean(won) == pytest.approx(1 / 3, abs=0.01)


def sealed_node() -> Node:
    """A sealed decision of seat 0 among three actions, of which one has been tried a few times."""
    node = Node(0)
    for action, promise in enumerate((0.9, 0.5, 0.2)):
        node.add(action, promise)
    for _ in range(3):
        node.back_up(1, vec[float]([0.6, 0.4]))
    node.mixture = Mixture()
    node.mixture.regrets = {0: 1.0, 1: 3.0}
    return node


def test_in_the_mean_regrets_are_learned_as_they_are() -> None:
    """Over what may be tried, each as likely as it is: by how much each would have brought more than all."""
    brings, shares = [0.3, 0.8, 0.4], [0.25, 0.75, 0.0]
    tried = [(1 - EXPLORED) * share + EXPLORED / 3 for share in shares]
    learned = [0.0] * 3
    for action in range(3):
        node = sealed_node()
        assert node.mixture is not None
        node.mixture.next(vec[i64]([0, 1, 2]), Rng(1))
        before = dict(node.mixture.regrets)
        node.back_up(action, vec[float]([brings[action], 1 - brings[action]]))
        for one in range(3):
            learned[one] += tried[action] * (node.mixture.regrets[one] - before.get(one, 0.0))
    mean = sum(share * one for share, one in zip(shares, brings, strict=True))
    assert learned == pytest.approx([one - mean for one in brings])


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


def test_several_processes_mix_together(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = GAME.new(2).seen_by(0)
    bot, thinker = ParallelSearchBot(Rng("chosen"), Budget(100, cores=2)), Rng("thought")

    def think(bot: ParallelSearchBot, seen: Perspective) -> Thought:
        found = [SearchBot(thinker, Budget(50), EstimateEvaluation()).think(seen) for _ in range(2)]
        both = _together([_share(one) for one in found], seen, "", thinker, 0.0)
        for one in both.candidates:
            shares = [
                each.share for thought in found for each in thought.candidates if each.action == one.action
            ]
            assert one.share == pytest.approx(fmean(shares))
        assert sum(one.share for one in both.candidates) == pytest.approx(1)
        return both

    monkeypatch.setattr(ParallelSearchBot, "think", think)
    chosen = [bot.choose(seen) for _ in range(60)]
    assert 9 <= sum(chosen) <= 31  # a third of 60, and three standard deviations on either side


def test_others_do_not_answer_what_they_have_not_seen() -> None:
    tree = grown(GAME.new(2), 50)
    below = list(tree.root.below)
    assert below[0] is below[1]
    assert below[0] is not None
    assert below[0].mover == 1


def test_sealed_bids_are_even_for_two() -> None:
    """Nobody is better off for being asked first. Who bids three coins or four never falls behind by it."""
    for seat in (0, 1):
        state = sealed_bids.GAME.new(2)
        if seat == 1:
            state.apply(0)
        won, safe = [], []
        for seed in SEEDS:
            tree = grown(state, 1000, seed)
            assert tree.root.mixture is not None
            won.append(tree.thought(0.0).chances[0])
            safe.append(sum(list(tree.root.mixture.mean(tree.legal))[3:]))
        assert fmean(won) == pytest.approx(0.5, abs=0.03)
        assert fmean(safe) > 0.85
