"""Simultaneous decisions: regret matching, which converges to a mixed strategy.

If seats decide in secret, the best action depends on the others' beliefs and theirs on one's own: always
trying what promises most runs in circles, and a pure strategy can be exploited. Regret matching (Hart &
Mas-Colell, "A Simple Adaptive Procedure Leading to Correlated Equilibrium", 2000; in a tree search: Lanctot,
Lisý & Winands, "Monte Carlo Tree Search in Simultaneous Move Games with Applications to Goofspiel", 2014)
plays each action in proportion to the regret of not having played it; for two seats the average strategy
tends to the game's mixed strategy.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.bots.shares import draw, normalized
from farmtable.core.aliases import Action
from farmtable.core.rng import Rng

EXPLORED: Final = 0.1
"""The share of choices drawn uniformly: an action that is never tried has no known regret."""


@final
class Mixture:
    """The mixed strategy of one sealed decision: for each action its regret and its cumulative
    probability.
    """

    def __init__(self) -> None:
        self.regrets: dict[i64, float] = {}
        self.played: dict[i64, float] = {}
        self.legal = vec[i64]()
        self.shares = vec[float]()

    def next(self, legal: vec[i64], rng: Rng) -> Action:
        """The action to try next."""
        self.legal = legal
        self.shares = normalized(_of(self.regrets, legal))
        for i, share in enumerate(self.shares):
            self.played[legal[i]] = self.played.get(legal[i], 0.0) + share
        tried = vec[float]([self._tried(i) for i in range(len(legal))])
        return legal[draw(tried, rng)]

    def learn(self, action: Action, promised: vec[float], utility: float) -> None:
        """Learn that `action`, the last answer of `next`, brought this `utility`; `promised` is what each
        action promised.

        What an action would have brought is estimated from what it promised, and corrected by what the tried
        action brought, the more the rarer it is tried, so that the estimate is unbiased (a control variate:
        Schmid et al., "Variance Reduction in Monte Carlo Counterfactual Regret Minimization", 2019), and
        regrets from such estimates still become small (Gibson et al., "Generalized Sampling and Variance in
        Counterfactual Regret Minimization", 2012). It is unbiased only if `promised` depends neither on which
        action was tried now nor on what it brought: it must come from before.
        """
        guesses = vec[float]()
        mean: float = 0.0
        for i, tried in enumerate(self.legal):
            guess: float = promised[i]
            if tried == action:
                guess += (utility - guess) / self._tried(i)
            guesses = append(guesses, guess)
            mean += self.shares[i] * guess
        for i, tried in enumerate(self.legal):
            self.regrets[tried] = self.regrets.get(tried, 0.0) + guesses[i] - mean

    def mean(self, legal: vec[i64]) -> vec[float]:
        """The average strategy: the shares in which the actions were to be played, over all choices."""
        return normalized(_of(self.played, legal))

    def _tried(self, i: i64) -> float:
        """How likely the action in this place was to be tried."""
        return (1.0 - EXPLORED) * self.shares[i] + EXPLORED / float(len(self.shares))


def _of(weights: dict[i64, float], legal: vec[i64]) -> vec[float]:
    return vec[float]([weights.get(action, 0.0) for action in legal])
