"""A node of the search tree: a decision or an event of chance, and which edge to try next.

A node stands for all positions that its line of actions can lead to, whatever is hidden in them (an
information set, Cowling, Powley & Whitehouse, "Information Set Monte Carlo Tree Search", 2012): edges are
added when a position occurs in which they are legal, and only those legal in it compete. Different secret
decisions of one seat lead to different nodes, but to the same node of a seat that does not see them.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.bots.mixture import Mixture
from farmtable.core.aliases import Action, Seat
from farmtable.core.state import CHANCE

PRIOR_VISITS: Final = 8.0
"""How many visits the appraisal of an edge counts as (for the root see `Evaluation.prior_visits`). It is free
of the luck of simulations, so where chance matters much a smaller number would only add noise.
"""
FLATTEST: Final = 0.002
"""Utilities closer than this count as equal."""


@final
class Node:
    """One decision of `mover`, or one event of chance. Edges lie in vectors, ascending by action.

    Of edge `e`: `counts[e]` simulations went through it, `worth[e]` is the sum of the mover's utility over
    them and (`prior_visits` times) over the appraisal it began with, `priors[e]` its prior,
    `below[e]` the node it leads to, once it was visited. `appraised[e]` is the utility it began with.
    Once it is expanded `key` is what the node is known by, and where the decision is sealed `mixture`
    says what to try next, in place of `select`.
    """

    def __init__(self, mover: Seat) -> None:
        self.mover: i64 = mover
        self.key = b""
        self.mixture: Mixture | None = None
        self.visits: i64 = 0
        self.expanded = False
        self.actions: vec[i64] = vec[i64]()
        self.counts: vec[i64] = vec[i64]()
        self.worth: vec[float] = vec[float]()
        self.appraised: vec[float] = vec[float]()
        self.priors: vec[float] = vec[float]()
        self.below: list[Node | None] = []
        self.regret: float = FLATTEST
        self.prior_visits: float = PRIOR_VISITS

    def find(self, action: Action) -> i64:
        """The edge of `action`, or -1."""
        low: i64 = 0
        high: i64 = len(self.actions)
        while low < high:
            middle: i64 = (low + high) // 2
            if self.actions[middle] < action:
                low = middle + 1
            else:
                high = middle
        if low < len(self.actions) and self.actions[low] == action:
            return low
        return -1

    def add(self, action: Action, utility: float) -> i64:
        """A new edge in its place; its prior is set by `set_priors`."""
        n: i64 = len(self.actions)
        self.actions = append(self.actions, action)
        self.counts = append(self.counts, 0)
        self.worth = append(self.worth, self.prior_visits * utility)
        self.appraised = append(self.appraised, utility)
        self.priors = append(self.priors, 0.0)
        self.below.append(None)
        while n > 0 and self.actions[n - 1] > action:
            self._swap(n - 1, n)
            n -= 1
        return n

    def appraise_again(self, edge: i64, utility: float) -> None:
        """Replace the appraisal of an edge; what simulations found stays."""
        self.worth[edge] += self.prior_visits * (utility - self.appraised[edge])
        self.appraised[edge] = utility

    def trust(self, prior_visits: float) -> None:
        """Let each appraisal count as this many visits."""
        edge: i64 = 0
        while edge < len(self.actions):
            self.worth[edge] += (prior_visits - self.prior_visits) * self.appraised[edge]
            edge += 1
        self.prior_visits = prior_visits

    def set_priors(self, temperature: float) -> None:
        """Set the priors from the appraisals: a softmax of what each edge promised at once.

        The temperature is in units of the mean regret (how much less than the best the edges promise on
        average), so it means the same whether actions differ little or much.
        """
        n: i64 = len(self.actions)
        best: float = self.appraised[0]
        total: float = 0.0
        for utility in self.appraised:
            best = max(best, utility)
            total += utility
        self.regret = max(FLATTEST, best - total / float(n))
        scale: float = self.regret * temperature
        sum: float = 0.0
        i: i64 = 0
        while i < n:
            share: float = math.exp((self.appraised[i] - best) / scale)
            self.priors[i] = share
            sum += share
            i += 1
        i = 0
        while i < n:
            self.priors[i] /= sum
            i += 1

    def select(self, legal: vec[i64], exploration: float, freedom: float) -> i64:
        """The edge to try next among those `legal`, which all exist: PUCT (Silver et al. 2017).

        With more visits priors count for less; but with `freedom` visits tend to a mixture of the best edge
        and the priors (a regularized policy, Grill et al. 2020).
        """
        visits: float = float(self.visits + 1)
        urge: float = self.regret * (exploration * math.sqrt(visits) + freedom * visits)
        actions = self.actions
        counts = self.counts
        prior_visits: float = self.prior_visits
        best: i64 = -1
        highest: float = 0.0
        edge: i64 = 0
        i: i64 = 0
        n: i64 = len(legal)
        while i < n:
            while actions[edge] != legal[i]:
                edge += 1
            count: float = float(counts[edge])
            score: float = self.worth[edge] / (count + prior_visits) + urge * self.priors[edge] / (
                count + 1.0
            )
            if best < 0 or score > highest:
                best = edge
                highest = score
            edge += 1
            i += 1
        return best

    def back_up(self, edge: i64, utilities: vec[float]) -> None:
        """Count one simulation that went through `edge` and ended with these utilities."""
        if self.mover != CHANCE:
            if self.mixture is not None:
                self._learn(self.mixture, edge, utilities[self.mover])
            self.worth[edge] += utilities[self.mover]
        self.visits += 1
        self.counts[edge] += 1

    def _learn(self, mixture: Mixture, edge: i64, utility: float) -> None:
        """Let a sealed decision learn, before this simulation is counted, so that no promise knows of it."""
        promised = vec[float]([self.utility(self.find(action)) for action in mixture.legal])
        mixture.learn(self.actions[edge], promised, utility)

    def utility(self, edge: i64) -> float:
        """What the mover may hope for behind `edge`."""
        return self.worth[edge] / (float(self.counts[edge]) + self.prior_visits)

    def utilities(self) -> vec[float]:
        """What the mover may hope for behind each edge."""
        n: i64 = len(self.actions)
        found = vec[float](capacity=n)
        edge: i64 = 0
        while edge < n:
            found = append(found, self.utility(edge))
            edge += 1
        return found

    def best(self) -> i64:
        """Among the edges tried at least half as often as the most tried, the one that promises most; for
        chance the likeliest.
        """
        most: i64 = 0
        for count in self.counts:
            most = max(most, count)
        best: i64 = -1
        highest: float = 0.0
        edge: i64 = 0
        while edge < len(self.actions):
            if 2 * self.counts[edge] >= most:
                promise: float = float(self.counts[edge]) if self.mover == CHANCE else self.utility(edge)
                if best < 0 or promise > highest:
                    best = edge
                    highest = promise
            edge += 1
        return best

    def _swap(self, a: i64, b: i64) -> None:
        action: Action = self.actions[a]
        self.actions[a] = self.actions[b]
        self.actions[b] = action
        count: i64 = self.counts[a]
        self.counts[a] = self.counts[b]
        self.counts[b] = count
        worth: float = self.worth[a]
        self.worth[a] = self.worth[b]
        self.worth[b] = worth
        appraised: float = self.appraised[a]
        self.appraised[a] = self.appraised[b]
        self.appraised[b] = appraised
        prior: float = self.priors[a]
        self.priors[a] = self.priors[b]
        self.priors[b] = prior
        node = self.below[a]
        self.below[a] = self.below[b]
        self.below[b] = node
