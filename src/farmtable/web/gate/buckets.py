"""Buckets of tokens: each fills up again in time, and whoever asks for something takes from his."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Final

KEPT: Final = 20_000
"""So many buckets are remembered; the one that nobody has used for longest is full by then."""


@dataclass(frozen=True)
class Size:
    """A bucket holds `most` tokens and gains so many `each_second`."""

    most: float
    each_second: float


class Buckets:
    """A bucket for each who asks, in the memory of this process. May be used from any thread."""

    def __init__(self, size: Size, clock: Callable[[], float] = time.monotonic) -> None:
        self.size = size
        self._clock = clock
        self._kept: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def wait(self, who: str, tokens: float = 1.0) -> float:
        """The seconds until `who` could take so many, 0 where there are enough now."""
        with self._lock:
            return self._wait(self._level(who), tokens)

    def take(self, who: str, tokens: float = 1.0) -> float:
        """Take so many, or none at all: then as `wait`."""
        with self._lock:
            level = self._level(who)
            wait = self._wait(level, tokens)
            if not wait:
                level -= min(tokens, self.size.most)
            self._kept[who] = level, self._clock()
            self._kept.move_to_end(who)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return wait

    def _level(self, who: str) -> float:
        level, at = self._kept.get(who, (self.size.most, 0.0))
        return min(self.size.most, level + (self._clock() - at) * self.size.each_second)

    def _wait(self, level: float, tokens: float) -> float:
        missing = min(tokens, self.size.most) - level  # what costs more than there is room for takes it all
        return max(missing, 0.0) / self.size.each_second
