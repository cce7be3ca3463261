"""A small neural network that expects points: one hidden layer beside a straight line.

For a seat's feature vector x it gives `slope · x + out · relu(hidden x + bias) + shift` points still to
come, on top of the points guessed at (its first feature). How far such expectations stray is a table
over the part of the game still to come (the second feature); so is by how much leads come out greater
than these sums tell.
"""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.bots.evaluation import Evaluation
from farmtable.core.state import State


@final
class Network(Evaluation):
    """A trained evaluation. Make one by `network_file.load_network`.

    `hidden` holds a row of `width` weights for each feature; `bias` and `out` one number for each of the
    `width` hidden units, a multiple of eight; `slope` one for each feature; `spreads` the spread with 0 to
    100 % of the game to come. `stretch` is by what the distances of the seats from their mean are then
    multiplied (1.0 unless set), which hardly changes a choice, but makes early and late positions comparable.
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

    def to_come(self, features: vec[i64]) -> float:
        """The points still to come for a seat with these features.

        Eight hidden units at a time are added up in registers, over the features that are not 0: twice as
        fast as feature by feature.
        """
        slope = self.slope
        hidden = self.hidden
        bias = self.bias
        out = self.out
        width: i64 = len(bias)
        n: i64 = len(features)
        rows = vec[i64](capacity=n)
        numbers = vec[float](capacity=n)
        sum: float = self.shift
        i: i64 = 0
        while i < n:
            number: i64 = features[i]
            if number != 0:
                x: float = float(number)
                rows = append(rows, i * width)
                numbers = append(numbers, x)
                sum += slope[i] * x
            i += 1
        filled: i64 = len(rows)
        unit: i64 = 0
        while unit < width:
            a: float = bias[unit]
            b: float = bias[unit + 1]
            c: float = bias[unit + 2]
            d: float = bias[unit + 3]
            e: float = bias[unit + 4]
            f: float = bias[unit + 5]
            g: float = bias[unit + 6]
            h: float = bias[unit + 7]
            i = 0
            while i < filled:
                x = numbers[i]
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
            sum += max(a, 0.0) * out[unit] + max(b, 0.0) * out[unit + 1]
            sum += max(c, 0.0) * out[unit + 2] + max(d, 0.0) * out[unit + 3]
            sum += max(e, 0.0) * out[unit + 4] + max(f, 0.0) * out[unit + 5]
            sum += max(g, 0.0) * out[unit + 6] + max(h, 0.0) * out[unit + 7]
            unit += 8
        return sum

    def expect(self, state: State) -> vec[float]:
        n: i64 = state.players
        points = vec[float](capacity=n + 1)
        left: i64 = 100
        mean: float = 0.0
        seat: i64 = 0
        while seat < n:
            features = state.features(seat)
            points = append(points, float(features[0]) + self.to_come(features))
            mean += points[seat] / float(n)
            left = max(0, min(100, features[1]))
            seat += 1
        seat = 0
        while seat < n:
            points[seat] = mean + self.stretch[left] * (points[seat] - mean)
            seat += 1
        return append(points, self.spreads[left])
