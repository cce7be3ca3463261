"""Choosing where all decide at once: regret matching, which tends to a mixed strategy.

Where seats decide in secret the best action depends on what the others think, and they on oneself: to try
most what promises most runs in circles, and whoever always plays one thing is found out. Regret matching
(Hart & Mas-Colell, "A Simple Adaptive Procedure Leading to Correlated Equilibrium", 2000; in a tree search:
Lanctot, Lisý & Winands, "Monte Carlo Tree Search in Simultaneous Move Games with Applications to
Goofspiel", 2014) plays each action as often as it regrets not having played it; the mean of all that it
played tends, for two seats, to the game's mixed strategy.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.bots.shares import draw, normalized
from farmtable.core.aliases import Action
from farmtable.core.rng import Rng

EXPLORED: Final = 0.1
"""So large a share of the choices is drawn evenly: an action that is not tried has no known regret."""


@final
class Mixture:
    """How one sealed decision is mixed: for each action its regret, and how often it was to be played."""

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
        """What `next` said last, `action`, brought this `utility`, where each action promised so much.

        What an action would have brought is guessed from what it promised. The guess is set right by what
        the action tried brought, the more the rarer it is tried, so that in the mean it is true (a control
        variate: Schmid et al., "Variance Reduction in Monte Carlo Counterfactual Regret Minimization", 2019),
        and regrets found from such guesses still become small (Gibson et al., "Generalized Sampling and
        Variance in Counterfactual Regret Minimization", 2012). In the mean it is true only where `promised`
        does not depend on which action was tried now, nor on what it brought: it comes from before.
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
        """The shares in which the actions were to be played, over all choices."""
        return normalized(_of(self.played, legal))

    def _tried(self, i: i64) -> float:
        """How likely the action in this place was to be tried."""
        return (1.0 - EXPLORED) * self.shares[i] + EXPLORED / float(len(self.shares))


def _of(weights: dict[i64, float], legal: vec[i64]) -> vec[float]:
    return vec[float]([weights.get(action, 0.0) for action in legal])
