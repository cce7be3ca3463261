"""A small neural network that expects points: one hidden layer beside a straight line.

For a seat's feature vector x it gives `slope · x + out · relu(hidden x + bias) + shift` points still to
come, on top of the points guessed at (its first feature). How far such expectations stray is a table
over the part of the game still to come (the second feature); so is by how much leads come out greater
than these sums tell.

Positions are asked about one after the other that differ in few features: 5 to 13 of 60 to 110 that are
not 0. A network therefore remembers its sums of the last position, and adds only what has changed
(Nasu's "efficiently updatable" networks, 2018). That this may not depend on what came before, sums have to
be exact: weights are multiples of `STEP`, and what is added up fits the 53 bits of a float.
"""

from __future__ import annotations

import math
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.bots.evaluation import Evaluation
from farmtable.core.aliases import Seat
from farmtable.core.state import World
from farmtable.core.vectors import numbers, zero_floats

STEP: Final = 2.0**-20
"""Weights of features, and what is added to them, have to be multiples of this."""
HEAVIEST: Final = 256.0
"""None of these may be greater: with 1,000 features of 16 bits sums then stay below 2**53 steps."""


@final
class Network(Evaluation):
    """A trained evaluation. Make one by `network_file.load_network`.

    `hidden` holds a row of `width` weights for each feature; `bias` and `out` one number for each of the
    `width` hidden units, a multiple of eight; `slope` one for each feature; `spreads` the spread with 0 to
    100 % of the game to come. `stretch` is by what the distances of the seats from their mean are then
    multiplied (1.0 unless set), which hardly changes a choice, but makes early and late positions comparable.

    `hidden`, `bias` and `slope` have to be `rounded`. Two threads must not ask one network at once: each
    takes a `twin`.
    """

    def __init__(
        self,
        hidden: vec[float],
        bias: vec[float],
        out: vec[float],
        slope: vec[float],
        shift: float,
        spreads: vec[float],
        typical: float,
    ) -> None:
        super().__init__(typical, spreads[100])
        self.hidden = hidden
        self.bias = bias
        self.out = out
        self.slope = slope
        self.shift = shift
        self.spreads = spreads
        self.stretch = vec[float]([1.0] * 101)
        # Of the last positions, seat by seat: features, sums of the hidden units, the line.
        self.places: i64 = 0
        self.told: vec[i64] = vec[i64]()
        self.sums: vec[float] = vec[float]()
        self.lines: vec[float] = vec[float]()

    def twin(self) -> Network:
        """A network that answers alike and remembers nothing; it shares the weights."""
        other = Network(self.hidden, self.bias, self.out, self.slope, self.shift, self.spreads, self.typical)
        other.stretch = self.stretch
        other.levels = self.levels
        other.others = self.others
        other.prior_visits = self.prior_visits
        return other

    def _make_places(self, places: i64) -> None:
        """Remember so many seats, which were told nothing so far."""
        self.places = places
        self.told = numbers(places * len(self.slope), 0)
        self.lines = zero_floats(places)
        self.sums = vec[float]()
        while places > 0:
            for bias in self.bias:
                self.sums = append(self.sums, bias)
            places -= 1

    def to_come(self, features: vec[i64], place: i64 = 0) -> float:
        """The points still to come for a seat with these features.

        Quickest if `place`, 0 or a seat, was last told similar ones.
        """
        if place >= self.places:
            self._make_places(place + 1)
        n: i64 = len(features)
        told = self.told
        slope = self.slope
        width: i64 = len(self.bias)
        rows = vec[i64](capacity=n)
        changes = vec[float](capacity=n)
        line: float = self.lines[place]
        first: i64 = place * n
        i: i64 = 0
        while i < n:
            change: i64 = features[i] - told[first + i]
            if change != 0:
                told[first + i] = features[i]
                x: float = float(change)
                rows = append(rows, i * width)
                changes = append(changes, x)
                line += slope[i] * x
            i += 1
        self.lines[place] = line
        if len(rows) > 0:
            self._add(rows, changes, place * width)
        return line + self._combined(place * width)

    def _add(self, rows: vec[i64], changes: vec[float], first: i64) -> None:
        """Add rows of weights, so many times each, to the sums of the hidden units from `first` on.

        Eight units at a time are added up in registers.
        """
        hidden = self.hidden
        sums = self.sums
        width: i64 = len(self.bias)
        n: i64 = len(rows)
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
                at: i64 = rows[i] + unit
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

    def _combined(self, first: i64) -> float:
        """What the hidden units add to the line, their sums standing from `first` on."""
        sums = self.sums
        out = self.out
        width: i64 = len(out)
        total: float = self.shift
        unit: i64 = 0
        while unit < width:
            sum: float = sums[first + unit]
            if sum > 0.0:
                total += sum * out[unit]
            unit += 1
        return total

    def expect(self, state: World) -> vec[float]:
        n: i64 = state.players
        if n > self.places:
            self._make_places(n)
        points = vec[float](capacity=n + 1)
        left: i64 = 100
        mean: float = 0.0
        seat: Seat = 0
        while seat < n:
            features = state.features(seat)
            points = append(points, float(features[0]) + self.to_come(features, seat))
            mean += points[seat] / float(n)
            left = max(0, min(100, features[1]))
            seat += 1
        seat = 0
        while seat < n:
            points[seat] = mean + self.stretch[left] * (points[seat] - mean)
            seat += 1
        return append(points, self.spreads[left])


def rounded(weights: vec[float]) -> vec[float]:
    """The nearest multiples of `STEP`."""
    out = vec[float](capacity=len(weights))
    for weight in weights:
        out = append(out, math.floor(weight / STEP + 0.5) * STEP)
    return out
