"""The policy: which of the legal actions are worth looking at, from the position alone.

To appraise an action, a search plays it and evaluates the resulting position, once for each seat. A policy is
evaluated once for all actions: for the features x of the seat to decide its logits are
`shift[a] + out[a] · relu(hidden x + bias)`. It need not be right about the best action; it is good enough if
the best is among the few that it names, which are then appraised.
"""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.bots.layer import Layer


@final
class Policy:
    """What was learned of what searches prefer.

    `hidden` and `bias` are those of a `Layer`; for each action `out` holds a row of its width, and `shift` a
    number.
    """

    def __init__(self, hidden: vec[float], bias: vec[float], out: vec[float], shift: vec[float]) -> None:
        self.layer = Layer(hidden, bias)
        self.layer.make_places(1)
        self.hidden = hidden
        self.bias = bias
        self.out = out
        self.shift = shift

    def twin(self) -> Policy:
        """A policy that gives the same answers and has no state yet; it shares the weights."""
        return Policy(self.hidden, self.bias, self.out, self.shift)

    def logits(self, features: vec[i64], legal: vec[i64]) -> vec[float]:
        """The logit of each of the actions `legal`: the logarithm, up to a constant, of how likely a search
        is to choose it.
        """
        self.layer.tell(features, 0)
        sums = self.layer.sums
        out = self.out
        width: i64 = len(sums)
        found = vec[float](capacity=len(legal))
        for action in legal:
            row: i64 = action * width
            total: float = self.shift[action]
            unit: i64 = 0
            while unit < width:
                sum: float = sums[unit]
                if sum > 0.0:
                    total += sum * out[row + unit]
                unit += 1
            found = append(found, total)
        return found

    def likely(self, features: vec[i64], legal: vec[i64], most: i64) -> vec[i64]:
        """The `most` likeliest of the actions `legal`, in their order; of equal ones the first."""
        logits = self.logits(features, legal)
        least: float = _greatest(logits, most)
        above: i64 = 0
        for logit in logits:
            if logit > least:
                above += 1
        left: i64 = most - above
        found = vec[i64](capacity=most)
        for i, action in enumerate(legal):
            if logits[i] == least:
                left -= 1
            if logits[i] > least or (logits[i] == least and left >= 0):
                found = append(found, action)
        return found


def _greatest(numbers: vec[float], which: i64) -> float:
    """The first, second, … greatest of some numbers, as `which` is 1, 2, …"""
    return sorted(numbers, reverse=True)[which - 1]
