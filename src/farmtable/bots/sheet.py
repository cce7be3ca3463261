"""The expected score sheet, which people see beside the points, read off a finished network.

A *linear probe* (Alain & Bengio, "Understanding intermediate layers using linear classifier probes", 2016):
for each line of the sheet it is an affine function of the hidden units and the features, added to the line as
it stands. No decision uses it, so it is fitted after everything else and rarely evaluated.
"""

from __future__ import annotations

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.sheet_line import SheetLine, summed
from farmtable.core.state import OVER, World

STEPS: Final = 4
"""How often the excess of lines beyond their bounds is shared among the others."""


@final
class SheetHead:
    """The probe for the lines of a game's score sheets (`Declaration.sheet_lines`).

    `steady` and `fading` hold for each line a row of weights: those of the hidden units, those of the
    features, and a constant. The part of `fading` is multiplied by the part of the game still to come.
    `shares`: the part of the common error of the lines that each line takes; they sum to 1. `bounds`: the
    minimum that each line ever had, followed by all maxima.
    """

    def __init__(
        self,
        lines: tuple[SheetLine, ...],
        steady: vec[float],
        fading: vec[float],
        shares: vec[float],
        bounds: vec[float],
    ) -> None:
        self.lines = lines
        self.steady = steady
        self.fading = fading
        self.shares = shares
        self.bounds = bounds

    def expect(
        self, state: World, seat: Seat, features: vec[i64], active: vec[float], points: float
    ) -> vec[float]:
        """The expected lines of a seat, which add up to `points`; `active` are the outputs of the hidden
        units.
        """
        part: float = float(max(0, min(100, features[1]))) / 100.0
        found = vec[float](summed(state.score_sheet(seat), self.lines))
        if state.to_play == OVER:
            return found
        width: i64 = len(active)
        count: i64 = len(features)
        at: i64 = 0
        line: i64 = 0
        while line < len(found):
            total: float = 0.0
            i: i64 = 0
            while i < width:
                total += active[i] * (self.steady[at + i] + part * self.fading[at + i])
                i += 1
            at += width
            i = 0
            while i < count:
                if features[i] != 0:
                    total += float(features[i]) * (self.steady[at + i] + part * self.fading[at + i])
                i += 1
            at += count
            found[line] += total + self.steady[at] + part * self.fading[at]
            at += 1
            line += 1
        return self.balanced(found, points)

    def balanced(self, lines: vec[float], points: float) -> vec[float]:
        """These lines, changed so that they add up to `points`: those with the largest usual errors change
        most.

        They stay within their bounds as far as that is possible.
        """
        found = self._within(lines)
        step: i64 = 0
        while step < STEPS:
            found = self._within(self._shared(found, points))
            step += 1
        return self._shared(found, points)

    def _shared(self, lines: vec[float], points: float) -> vec[float]:
        """These lines, with each its share of what they lack together."""
        amiss: float = points
        for number in lines:
            amiss -= number
        found = vec[float](capacity=len(lines))
        for i, number in enumerate(lines):
            found = append(found, number + amiss * self.shares[i])
        return found

    def _within(self, lines: vec[float]) -> vec[float]:
        """These lines, none beyond its bounds."""
        count: i64 = len(lines)
        found = vec[float](capacity=count)
        for i, number in enumerate(lines):
            found = append(found, max(self.bounds[i], min(self.bounds[count + i], number)))
        return found
