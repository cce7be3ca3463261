"""Scales: from values to places in a drawing, with ticks at round numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

Range = tuple[float, float]
Number = Callable[[float], str]

STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)


class Tick(NamedTuple):
    """A mark on an axis: where it is drawn, and its number in words."""

    place: float
    label: str


@dataclass(frozen=True)
class Scale:
    """Values `low` to `high` drawn from `begin` to `end`, with a tick each `step`."""

    low: float
    high: float
    step: float
    begin: float
    end: float

    def at(self, value: float) -> float:
        """Where `value` is drawn, to a tenth; what lies outside is drawn at the edge."""
        inside = min(max(value, self.low), self.high)
        share = (inside - self.low) / (self.high - self.low)
        return round(self.begin + share * (self.end - self.begin), 1)

    def ticks(self, number: Number | None = None) -> list[Tick]:
        """The round numbers of the range, as `number` writes them."""
        write = number or self._plain
        first, last = math.ceil(self.low / self.step - 1e-9), math.floor(self.high / self.step + 1e-9)
        values = [index * self.step for index in range(first, last + 1)]
        return [Tick(self.at(value), write(value)) for value in values]

    def _plain(self, value: float) -> str:
        places = max(0, -math.floor(math.log10(self.step) + 1e-9))
        if round(self.step, places) != self.step:  # 2.5, 0.25
            places += 1
        return f"{value:.{places}f}".replace("-", "−")


def percent(value: float) -> str:
    """A share as a percentage: 0.4 is 40%."""
    return f"{round(value * 100, 1):g}%".replace("-", "−")


def scale(
    values: Iterable[float],
    given: Range | None,
    begin: float,
    end: float,
    ticks: int,
    whole: bool = False,
) -> Scale:
    """A scale for these values with about so many ticks, over the range `given` or a round one.

    Where all values are whole numbers, or only such are to be written (`whole`), all ticks are.
    """
    known = list(values)
    low, high = given or (min(known, default=0.0), max(known, default=1.0))
    if high <= low:
        low, high = low - 0.5, low + 0.5
    whole = whole or all(float(value).is_integer() for value in known)
    step = _round_step((high - low) / ticks, whole)
    if given is None:
        low, high = math.floor(low / step) * step, math.ceil(high / step) * step
    return Scale(low, high, step, begin, end)


def _round_step(rough: float, whole: bool) -> float:
    """The least round number from `rough` on."""
    power = 10.0 ** math.floor(math.log10(rough))
    if whole and power < 1.0:
        return 1.0
    steps = [step * power for step in STEPS if step * power >= rough * (1 - 1e-9)]
    return next(step for step in steps if not whole or step.is_integer())
