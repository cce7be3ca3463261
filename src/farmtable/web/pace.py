"""The pace at which bots decide, so that the time a bot takes does not reveal what it holds.

A forced choice is made at once, and a search takes longer the more can be done: both depend on what only the
bot's seat can see. Therefore each decision takes as long as nearly all recent decisions of such a bot in such
a game, and the few that take longer are rounded up (ADR 12).
"""

from __future__ import annotations

from collections import deque
from typing import Final

FIRST: Final = 0.025
GROWTH: Final = 1.5
"""Times come in steps only: `FIRST` seconds, and each step `GROWTH` times the one before."""
REMEMBERED: Final = 32
"""How many of the latest decisions count, except the longest of them: it may have been an accident."""
ENOUGH: Final = 8
UNKNOWN: Final = 0.4
"""The least pace while fewer than `ENOUGH` decisions are known: the first forced choice is hidden, too."""
SLOWEST: Final = 4.0
"""No pace is slower, whatever has kept a machine busy."""


class Pace:
    """The pace of one kind of bot."""

    def __init__(self) -> None:
        self._taken: deque[float] = deque(maxlen=REMEMBERED)

    @property
    def seconds(self) -> float:
        """The minimum time for a decision."""
        known = sorted(self._taken)
        usual = step(known[-2]) if len(known) > 1 else 0.0
        least = UNKNOWN if len(known) < ENOUGH else FIRST
        return min(max(usual, least), SLOWEST)

    def note(self, seconds: float) -> None:
        """Record how long a decision took."""
        self._taken.append(seconds)


def step(seconds: float) -> float:
    """This time, rounded up to the next step."""
    told = FIRST
    while told < seconds:
        told *= GROWTH
    return told
