"""The search: one for all games. It knows the kernel, an evaluation, and no game by name.

Information-set Monte Carlo tree search with sequential halving at the root (`contest.py`), PUCT below it
(`node.py`), and max-n values (`tree.py`).
"""

from __future__ import annotations

import time
from typing import Final

from mypy_extensions import i64

from farmtable.bots.bot import Bot
from farmtable.bots.budget import Budget
from farmtable.bots.evaluation import Evaluation
from farmtable.bots.greedy import best_at_once
from farmtable.bots.network_file import evaluation_of
from farmtable.bots.node import Node
from farmtable.bots.shares import draw
from farmtable.bots.thought import Thought
from farmtable.bots.tree import Tree
from farmtable.core.rng import Rng
from farmtable.core.state import Perspective

LOOKS: Final = 16
"""The most worlds that are sampled to appraise the actions at the root."""
LOOK_SHARE: Final = 4
"""At most one such world is sampled for this many simulations."""


class SearchBot(Bot):
    """Searches as long as its `budget` allows, and among the most tried actions chooses the one that promises
    most.

    It reuses its last tree if the game has reached a position in it, so one bot plays one seat of one game at
    a time. A new bot with an equal random stream decides alike in positions that look alike to it. Copying or
    pickling drops the tree.
    """

    def __init__(self, rng: Rng, budget: Budget, evaluation: Evaluation | None = None) -> None:
        """`evaluation` judges positions; by default the best that there is for the game."""
        super().__init__(rng)
        self.budget = budget
        self.evaluation = evaluation
        self._tree: Tree | None = None

    def choose(self, seen: Perspective) -> i64:
        legal = seen.legal_actions()
        if len(legal) == 1:
            return legal[0]
        if seen.settled():
            return best_at_once(seen, self.rng)
        evaluation = self._judge(seen)
        budget = self._means(evaluation)
        tree = self.grow(seen, evaluation, budget)
        if budget.temperature > 0.0:
            return tree.draw(budget.temperature)
        shares = tree.shares()
        if len(shares) > 0:
            return tree.legal[draw(shares, self.rng)]
        return tree.root.actions[tree.root.best()]

    def think(self, seen: Perspective) -> Thought:
        """Search this decision of `seen.seat`, and return all that was found out."""
        began: float = time.perf_counter()
        evaluation = self._judge(seen)
        tree = self.grow(seen, evaluation, self._means(evaluation), every=True)
        return tree.thought(time.perf_counter() - began)

    def recall(self, seen: Perspective) -> Node | None:
        """What the last tree knows about this decision, if the game has reached a position in it."""
        return None if self._tree is None else self._tree.find_again(seen)

    def _judge(self, seen: Perspective) -> Evaluation:
        """What appraises positions for this bot."""
        if self.evaluation is not None:
            return self.evaluation
        return evaluation_of(seen.game, seen.players, seen.options, self.budget.network)

    def _means(self, evaluation: Evaluation) -> Budget:
        """What may be spent: for a level what the evaluation knows to make it one."""
        level: i64 = self.budget.level
        if level > 0 and len(evaluation.levels) > 0:
            return evaluation.levels[level - 1]
        return self.budget

    def __reduce__(self) -> tuple[object, ...]:
        return (SearchBot, (self.rng, self.budget, self.evaluation))

    def grow(self, seen: Perspective, evaluation: Evaluation, budget: Budget, every: bool = False) -> Tree:
        """Search this decision for as long as `budget` allows; return the tree.

        `every`: also appraise actions that are not worth trying.
        """
        began: float = time.perf_counter()
        root = self.recall(seen) if budget.simulations > 1 else None
        if every and root is not None and len(root.actions) < len(seen.legal_actions()):
            root = None  # it knows only what is worth trying
        self._tree = None
        tree = Tree(seen, evaluation, self.rng, root, every)
        if tree.secrets and len(tree.legal) > 1:
            looks: i64 = min(LOOKS, budget.simulations // LOOK_SHARE)
            while tree.looks < looks and _spent(budget, began) < 1.0:
                tree.look()
        if len(tree.legal) > 1:
            start: i64 = tree.simulations
            tree.contest = tree.compete(budget.simulations - start)
            while tree.simulations < budget.simulations:
                done: float = float(tree.simulations - start) / float(budget.simulations - start)
                spent: float = max(done, _spent(budget, began))
                if tree.simulations > start and spent >= 1.0:
                    break
                tree.simulate(spent)
        self._tree = tree
        return tree


def _spent(budget: Budget, began: float) -> float:
    """How much of its time is spent, if it is limited."""
    return (time.perf_counter() - began) / budget.seconds if budget.seconds > 0.0 else 0.0
