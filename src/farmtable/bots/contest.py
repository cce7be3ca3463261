"""Which action of the root to try next: sequential halving.

The actions that look best take part, all are tried equally often, and after each round the worse half drops
out (Karnin, Koren & Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", 2013; at the root of a
search: Danihelka et al., "Policy Improvement by Planning with Gumbel", 2022). Since all that are compared
have been tried equally often, they met the same luck.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from farmtable.bots.node import Node

ENTRANTS: Final = 16
"""So many actions are tried, at most."""


@final
class Contest:
    """Those of some `edges` of `root` that are still in the running.

    It starts with fewer if `simulations`, the number available, is too small to try each once in every round.
    """

    def __init__(self, root: Node, edges: list[int], simulations: i64) -> None:
        self.root = root
        entrants: i64 = min(len(edges), ENTRANTS)
        while entrants > 2 and entrants * _rounds(entrants) > simulations:
            entrants -= 1
        self.running: list[int] = list(edges)
        self._keep(entrants)
        self.rounds: i64 = _rounds(entrants)
        self.round: i64 = 0

    def next(self, spent: float) -> i64:
        """The edge to try when this share of the budget is `spent` (0 to 1): the best of the least tried."""
        while self.round < i64(spent * float(self.rounds)) and len(self.running) > 2:
            self._keep((len(self.running) + 1) // 2)
            self.round += 1
        counts = self.root.counts
        found: i64 = self.running[0]
        for edge in self.running:
            if counts[edge] < counts[found]:
                found = edge
        return found

    def _keep(self, entrants: i64) -> None:
        """Let so many go on, those that promise most."""
        self.running.sort(key=self.root.utility, reverse=True)
        self.running = self.running[:entrants]


def _rounds(entrants: i64) -> i64:
    """How many rounds there are until two of so many have been compared."""
    rounds: i64 = 0
    while 1 << rounds < entrants:
        rounds += 1
    return rounds
