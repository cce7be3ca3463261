"""A small neural network that expects points: one hidden layer beside a straight line.

For a seat's feature vector x it gives `slope · x + out · relu(hidden x + bias) + shift` points still to
come, on top of the points guessed at (its first feature). How far such expectations stray is a table
over the part of the game still to come (the second feature).
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

    `hidden` holds a row of `width` weights for each feature; `bias` and `out` one number for each
    hidden unit; `slope` one for each feature; `spreads` the spread with 0 … 100 % of the game to come.
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

    def to_come(self, features: vec[i64]) -> float:
        """The points still to come for a seat with these features."""
        hidden = self.hidden
        slope = self.slope
        units = self.bias[:]
        width: i64 = len(units)
        sum: float = self.shift
        row: i64 = 0
        i: i64 = 0
        n: i64 = len(features)
        while i < n:
            number: i64 = features[i]
            if number != 0:
                x: float = float(number)
                sum += slope[i] * x
                unit: i64 = 0
                while unit < width:
                    units[unit] += hidden[row + unit] * x
                    unit += 1
            row += width
            i += 1
        out = self.out
        unit = 0
        while unit < width:
            if units[unit] > 0.0:
                sum += out[unit] * units[unit]
            unit += 1
        return sum

    def expect(self, state: State) -> vec[float]:
        n: i64 = state.players
        points = vec[float](capacity=n + 1)
        left: i64 = 100
        seat: i64 = 0
        while seat < n:
            features = state.features(seat)
            points = append(points, float(features[0]) + self.to_come(features))
            left = features[1]
            seat += 1
        return append(points, self.spreads[max(0, min(100, left))])
