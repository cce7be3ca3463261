"""The hidden layer of an evaluation or a policy, updated incrementally from position to position.

Successive positions differ in few features: 5 to 13 of the 60 to 110 that are not 0. A layer therefore keeps
its sums of the last position, and adds only what has changed (Nasu's "efficiently updatable" networks, 2018).
For the result not to depend on what came before, sums must be exact: weights are multiples of `STEP`, and the
sums fit the 53 bits of a float.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.vectors import numbers

STEP: Final = 2.0**-20
"""Weights of features, and biases, must be multiples of this."""
HEAVIEST: Final = 256.0
"""The greatest absolute weight: with 1,000 features of 16 bits, sums then stay below 2**53 steps."""

USUAL: Final = 64
"""Usually at most this many features change; more only take longer."""


@final
class Layer:
    """The sums of the hidden units over the features of a position, for several places.

    `hidden` holds a row of `width` weights for each feature, `bias` one number for each of the `width` units,
    a multiple of eight. Both must be `rounded`. Two threads must not use one layer at once.
    """

    def __init__(self, hidden: vec[float], bias: vec[float]) -> None:
        self.hidden = hidden
        self.bias = bias
        self.features: i64 = len(hidden) // len(bias)
        # Of the last positions, place by place: features, and sums of the units.
        self.places: i64 = 0
        self.told: list[vec[i64]] = []
        self.sums: vec[float] = vec[float]()
        # What the last one changed: features, and by how much.
        self.changed: vec[i64] = vec[i64]()
        self.changes: vec[float] = vec[float]()

    def make_places(self, places: i64) -> None:
        """Make this many places, all empty."""
        self.places = places
        self.told = []
        self.sums = vec[float]()
        while places > 0:
            self.told.append(numbers(self.features, 0))
            for bias in self.bias:
                self.sums = append(self.sums, bias)
            places -= 1

    def tell(self, features: vec[i64], place: i64) -> None:
        """Set the sums of a place to those of these features: fastest if its last features were similar.

        The features are kept, and must not be changed afterwards.
        """
        before = self.told[place]
        changed = vec[i64](capacity=USUAL)
        changes = vec[float](capacity=USUAL)
        i: i64 = 0
        for feature in features:
            change: i64 = feature - before[i]
            if change != 0:
                changed = append(changed, i)
                changes = append(changes, float(change))
            i += 1  # noqa: SIM113 - a native integer, which enumerate does not give
        self.told[place] = features
        self.changed = changed
        self.changes = changes
        if len(changed) > 0:
            self._add(place * len(self.bias))

    def _add(self, first: i64) -> None:
        """Add what has changed to the sums of the units from `first` on.

        Eight units at a time are added up in registers.
        """
        hidden = self.hidden
        sums = self.sums
        width: i64 = len(self.bias)
        changed = self.changed
        changes = self.changes
        n: i64 = len(changed)
        unit: i64 = 0
        while unit < width:
            here: i64 = first + unit
            a: float = sums[here]
            b: float = sums[here + 1]
            c: float = sums[here + 2]
            d: float = sums[here + 3]
            e: float = sums[here + 4]
            f: float = sums[here + 5]
            g: float = sums[here + 6]
            h: float = sums[here + 7]
            i: i64 = 0
            while i < n:
                x: float = changes[i]
                at: i64 = changed[i] * width + unit
                a += hidden[at] * x
                b += hidden[at + 1] * x
                c += hidden[at + 2] * x
                d += hidden[at + 3] * x
                e += hidden[at + 4] * x
                f += hidden[at + 5] * x
                g += hidden[at + 6] * x
                h += hidden[at + 7] * x
                i += 1
            sums[here] = a
            sums[here + 1] = b
            sums[here + 2] = c
            sums[here + 3] = d
            sums[here + 4] = e
            sums[here + 5] = f
            sums[here + 6] = g
            sums[here + 7] = h
            unit += 8


def rounded(weights: vec[float]) -> vec[float]:
    """The nearest multiples of `STEP`."""
    out = vec[float](capacity=len(weights))
    for weight in weights:
        out = append(out, math.floor(weight / STEP + 0.5) * STEP)
    return out
