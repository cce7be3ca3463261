"""A small value network: one hidden layer beside a linear term.

For a seat's feature vector x it gives `slope · x + out · relu(hidden x + bias) + shift` points still to come,
on top of the estimated points (its first feature). The spread of these expectations is a table over the part
of the game still to come (the second feature); so is the factor by which leads come out greater than the
sums.
"""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.bots.evaluation import Evaluation
from farmtable.bots.layer import Layer
from farmtable.bots.policy import Policy
from farmtable.bots.sheet import SheetHead
from farmtable.core.aliases import Seat
from farmtable.core.state import World
from farmtable.core.vectors import zero_floats


@final
class Network(Evaluation):
    """A trained evaluation. Make one by `network_file.load_network`.

    `hidden` holds a row of `width` weights for each feature; `bias` and `out` one number for each of the
    `width` hidden units (`width` is a multiple of eight); `slope` one for each feature; `spreads` the spread
    with 0 to 100 % of the game to come (101 numbers). `stretch` is the factor by which the distances of the
    seats from their mean are multiplied (1.0 unless set; 101 numbers), which hardly changes a choice, but
    makes early and late positions comparable. `policy`, if there is one, tells which actions are worth
    looking at, and `sheet` predicts the score sheets. `surpluses` holds, for each number of seats from 1, a
    table like `spreads` of how many points too many all seats are expected to have, and `told_spreads` the
    spreads for chances that people see (0.0: use `spreads`); for more seats than they cover nothing is known.

    `hidden`, `bias` and `slope` must be `rounded` (`layer.py`). Two threads must not use one network at once:
    each takes a `twin`.
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
        self.layer = Layer(hidden, bias)
        self.hidden = hidden
        self.bias = bias
        self.out = out
        self.slope = slope
        self.shift = shift
        self.spreads = spreads
        self.stretch = vec[float]([1.0] * 101)
        self.policy: Policy | None = None
        self.sheet: SheetHead | None = None
        self.surpluses: vec[float] = vec[float]()
        self.told_spreads: vec[float] = vec[float]()
        self.lines: vec[float] = vec[float]()
        """The straight line, seat by seat, at the last positions."""

    def twin(self) -> Network:
        """A network that gives the same answers and has no state yet; it shares the weights."""
        other = Network(self.hidden, self.bias, self.out, self.slope, self.shift, self.spreads, self.typical)
        other.stretch = self.stretch
        other.levels = self.levels
        other.others = self.others
        other.prior_visits = self.prior_visits
        other.likeliest = self.likeliest
        other.sheet = self.sheet
        other.surpluses = self.surpluses
        other.told_spreads = self.told_spreads
        other.policy = None if self.policy is None else self.policy.twin()
        return other

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError(
            "a network can be neither copied nor pickled: take a twin() in this process, and in another one "
            "load its file, or name that in a budget (network=)"
        )

    def to_come(self, features: vec[i64], place: i64 = 0) -> float:
        """The points still to come for a seat with these features.

        Fastest if the last features of `place` (0 or a seat) were similar.
        """
        if place >= self.layer.places:
            self._make_places(place + 1)
        self.layer.tell(features, place)
        slope = self.slope
        line: float = self.lines[place]
        changes = self.layer.changes
        for i, feature in enumerate(self.layer.changed):
            line += slope[feature] * changes[i]
        self.lines[place] = line
        return line + self._combined(place * len(self.bias))

    def _make_places(self, places: i64) -> None:
        self.layer.make_places(places)
        self.lines = zero_floats(places)

    def _combined(self, first: i64) -> float:
        """What the hidden units add to the line, their sums standing from `first` on."""
        sums = self.layer.sums
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
        if n > self.layer.places:
            self._make_places(n)
        points = vec[float](capacity=n + 1)
        left: i64 = 100
        mean: float = 0.0
        seat: Seat = 0
        for features in state.all_features():
            points = append(points, float(features[0]) + self.to_come(features, seat))
            mean += points[seat] / float(n)
            left = max(0, min(100, features[1]))
            seat += 1  # noqa: SIM113 - a native integer, which enumerate does not give
        seat = 0
        while seat < n:
            points[seat] = mean + self.stretch[left] * (points[seat] - mean)
            seat += 1
        table: i64 = 101 * (n - 1)
        self.surplus = self.surpluses[table + left] if table + 101 <= len(self.surpluses) else 0.0
        self.told_spread = self.told_spreads[table + left] if table + 101 <= len(self.told_spreads) else 0.0
        return append(points, self.spreads[left])

    def expect_sheet(self, state: World, seat: Seat, points: float) -> vec[float]:
        if self.sheet is None:
            return vec[float]()
        features = state.features(seat)
        self.to_come(features, seat)
        width: i64 = len(self.bias)
        first: i64 = seat * width
        active = vec[float](capacity=width)
        unit: i64 = 0
        while unit < width:
            active = append(active, max(0.0, self.layer.sums[first + unit]))
            unit += 1
        return self.sheet.expect(state, seat, features, active, points)

    def likely(self, state: World, legal: vec[i64]) -> vec[i64]:
        if self.policy is None or len(legal) <= self.likeliest:
            return legal
        return self.policy.likely(state.features(state.to_play), legal, self.likeliest)
