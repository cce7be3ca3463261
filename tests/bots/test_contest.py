"""Sequential halving, on roots whose actions are worth what they are said to be."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from librt.vecs import vec

from farmtable.bots.contest import ENTRANTS, Contest
from farmtable.bots.node import Node


def held(promised: Sequence[float], true: Sequence[float], simulations: int) -> Node:
    """The root after a contest in which every try of an action yields what it is truly worth."""
    root = Node(0)
    for action, utility in enumerate(promised):
        root.add(action, utility)
    contest = Contest(root, list(range(len(root.actions))), simulations)
    for done in range(simulations):
        edge = contest.next(done / simulations)
        root.back_up(edge, vec[float]([true[edge]]))
    return root


def test_every_round_is_of_equal_length_and_lets_the_better_half_go_on() -> None:
    true = [0.1 + 0.05 * action for action in range(16)]
    root = held([0.5] * 16, true, 320)
    # 80 for each round: 5 tries each of 16, then 10 of 8, 20 of 4, 40 of 2.
    assert list(root.counts) == [5] * 8 + [15] * 4 + [35] * 2 + [75] * 2
    assert root.best() == 15


@pytest.mark.parametrize(
    ("actions", "simulations", "tried"),
    [
        (40, 320, 16),
        (40, 64, 16),
        (40, 63, 15),
        (40, 12, 4),
        (3, 100, 3),
        (2, 100, 2),
        (1, 10, 1),
        (40, 2, 2),
    ],
)
def test_so_many_take_part_as_there_are_simulations_for(actions: int, simulations: int, tried: int) -> None:
    assert tried <= ENTRANTS
    promised = [0.01 * (action % 7) for action in range(actions)]
    root = held(promised, promised, simulations)
    assert sum(count > 0 for count in root.counts) == tried
    assert sum(root.counts) == simulations
    least = min(promised[edge] for edge in range(actions) if root.counts[edge])
    assert all(promised[edge] <= least for edge in range(actions) if not root.counts[edge])


def test_what_had_been_tried_before_waits_for_the_others() -> None:
    root = Node(0)
    for action in range(4):
        root.add(action, 0.5)
    for _ in range(6):
        root.back_up(1, vec[float]([0.5]))
    contest = Contest(root, list(range(len(root.actions))), 40)
    for _ in range(18):
        root.back_up(contest.next(0.0), vec[float]([0.5]))
    assert list(root.counts) == [6, 6, 6, 6]


def test_the_best_is_among_those_tried_most() -> None:
    root = Node(0)
    for action, (promise, count) in enumerate([(0.9, 4), (0.6, 10), (0.7, 9), (0.1, 5)]):
        root.add(action, promise)
        for _ in range(count):
            root.back_up(action, vec[float]([promise]))
    assert root.best() == 2


def test_appraisals_count_as_many_simulations_as_they_are_trusted() -> None:
    root = Node(0)
    root.add(0, 0.5)
    for _ in range(8):
        root.back_up(0, vec[float]([0.9]))
    assert root.utility(0) == pytest.approx((8 * 0.5 + 8 * 0.9) / 16)
    root.trust(40.0)
    assert root.utility(0) == pytest.approx((40 * 0.5 + 8 * 0.9) / 48)
    root.appraise_again(0, 0.6)
    assert root.utility(0) == pytest.approx((40 * 0.6 + 8 * 0.9) / 48)
