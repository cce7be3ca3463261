"""How much time a table gives to its seats."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from farmtable.core.errors import BadOption

Speed = Literal["free", "quick", "slow", "days"]
"""How fast a table is played; "free" is one without clocks."""

MINUTE: Final = 60
DAY: Final = 24 * 3600
QUICK_BELOW: Final = 15 * MINUTE
LEAST_EACH: Final = 5
MOST_MINUTES: Final = 600
MOST_EACH: Final = 600
MOST_DAYS: Final = 30

_REAL_TIME: Final = re.compile(r"([1-9]\d{0,2})\+([1-9]\d{0,2})")
_DAYS: Final = re.compile(r"([1-9]\d?)d")


@dataclass(frozen=True)
class TimeControl:
    """A total in seconds for each seat, and what each of its turns adds to it.

    With a total of 0 each turn has the seconds of `each` afresh, and what is left of them is not saved.
    """

    total: int
    each: int

    @classmethod
    def read(cls, text: str) -> TimeControl:
        """What `str` has written: `10+20` is ten minutes and 20 seconds a turn, `3d` three days a turn.

        Raises BadOption for anything else, and for more or less than a table may give. Each turn adds
        something always: who comes back after his time was up must be able to play.
        """
        if (found := _REAL_TIME.fullmatch(text)) is not None:
            minutes, each = int(found[1]), int(found[2])
            if minutes <= MOST_MINUTES and LEAST_EACH <= each <= MOST_EACH:
                return cls(minutes * MINUTE, each)
        elif (found := _DAYS.fullmatch(text)) is not None and int(found[1]) <= MOST_DAYS:
            return cls(0, int(found[1]) * DAY)
        raise BadOption(f"a clock is MINUTES+SECONDS or DAYSd, as 10+20 or 3d, not {text!r}")

    def __str__(self) -> str:
        return f"{self.total // MINUTE}+{self.each}" if self.total else f"{self.each // DAY}d"

    @property
    def speed(self) -> Speed:
        """The one word for it."""
        if not self.total:
            return "days"
        return "quick" if self.total < QUICK_BELOW else "slow"

    @property
    def low(self) -> float:
        """The seconds from which on little is left: six hours of days, a minute of any other clock."""
        return 60.0 if self.total else DAY / 4

    def granted(self, left: float) -> float:
        """What a seat has when its turn begins, of which `left` had been left."""
        return left + self.each if self.total else float(self.each)
