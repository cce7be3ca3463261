"""Numbers for Prometheus, in its text format (version 0.0.4): counters, gauges and histograms.

Labels are few and known: a route's pattern, never an address, so that no private link can be among them.
"""

from __future__ import annotations

import threading
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Final

CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

Labels = tuple[tuple[str, str], ...]


class Counter:
    """A number for each combination of labels that only grows."""

    def __init__(self, name: str, told: str) -> None:
        self.name, self.told = name, told
        self._values: defaultdict[Labels, float] = defaultdict(float)
        self._lock = threading.Lock()

    def add(self, **labels: str) -> None:
        """One more."""
        with self._lock:
            self._values[tuple(labels.items())] += 1

    def lines(self) -> list[str]:
        """As Prometheus reads it."""
        with self._lock:
            values = sorted(self._values.items())
        return [*_head(self.name, self.told, "counter"), *(_line(self.name, *one) for one in values)]


class Histogram:
    """How long something took, for each combination of labels."""

    def __init__(self, name: str, told: str) -> None:
        self.name, self.told = name, told
        self._counts: defaultdict[Labels, list[int]] = defaultdict(lambda: [0] * (len(SECONDS) + 1))
        self._sums: defaultdict[Labels, float] = defaultdict(float)
        self._lock = threading.Lock()

    def note(self, seconds: float, **labels: str) -> None:
        """It took so long once."""
        key = tuple(labels.items())
        with self._lock:
            self._counts[key][bisect_left(SECONDS, seconds)] += 1
            self._sums[key] += seconds

    def lines(self) -> list[str]:
        """As Prometheus reads it: of each limit how often it took at most so long."""
        with self._lock:
            found = sorted((key, list(counts), self._sums[key]) for key, counts in self._counts.items())
        lines = _head(self.name, self.told, "histogram")
        for key, counts, total in found:
            for place, limit in enumerate((*map(str, SECONDS), "+Inf")):
                below = sum(counts[: place + 1])
                lines.append(_line(f"{self.name}_bucket", (*key, ("le", limit)), below))
            lines.append(_line(f"{self.name}_sum", key, total))
            lines.append(_line(f"{self.name}_count", key, sum(counts)))
        return lines


def gauges(told: Mapping[str, tuple[str, Callable[[], float]]]) -> list[str]:
    """Numbers as they are now: for each name what it says, and where it comes from."""
    lines: list[str] = []
    for name, (words, value) in told.items():
        lines += [*_head(name, words, "gauge"), _line(name, (), value())]
    return lines


def _head(name: str, told: str, kind: str) -> list[str]:
    return [f"# HELP {name} {told}", f"# TYPE {name} {kind}"]


def _line(name: str, labels: Labels, value: float) -> str:
    within = ",".join(f'{label}="{_escaped(said)}"' for label, said in labels)
    return f"{name}{{{within}}} {value:g}" if within else f"{name} {value:g}"


def _escaped(said: str) -> str:
    return said.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
