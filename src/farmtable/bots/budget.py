"""How long a search may think, and how strictly it keeps to what it finds."""

from __future__ import annotations

from math import inf
from typing import Final, final

from mypy_extensions import i64

UNLIMITED: Final = 1 << 30
QUICK: Final = 0.27
"""Seconds within which levels 1 to 4 answer, on any machine."""
PATIENT: Final = 2.7
"""The same for levels 5 to 8."""


@final
class Budget:
    """At most `simulations` per decision, or `seconds` (0.0: no limit), whichever ends first.

    `temperature` above 0.0 adds mistakes: of the plausible actions (`Tree.draw`) one with that much less
    utility (0 to 1) is chosen e times less often. `cores`: how many processes search at once. `network`: the
    file of a trained evaluation to use instead of the game's. `level` (1 to 8; 0: none): the level that it
    stands for; an evaluation may have a more fitting budget for it. Raises ValueError for numbers out of
    range.
    """

    def __init__(
        self,
        simulations: i64,
        seconds: float = 0.0,
        temperature: float = 0.0,
        cores: i64 = 1,
        network: str = "",
        level: i64 = 0,
    ) -> None:
        if simulations < 1 or cores < 1 or not 0 <= level <= 8:
            raise ValueError(f"no search has {simulations} simulations, {cores} cores and the level {level}")
        if not (0.0 <= seconds < inf and 0.0 <= temperature < inf):
            raise ValueError(f"no search takes {seconds} seconds at the temperature {temperature}")
        self.simulations: i64 = simulations
        self.seconds = seconds
        self.temperature = temperature
        self.cores: i64 = cores
        self.network = network
        self.level: i64 = level

    def __reduce__(self) -> tuple[object, ...]:
        told = (self.simulations, self.seconds, self.temperature, self.cores, self.network, self.level)
        return (Budget, told)


def level_budget(level: i64, simulations: i64, temperature: float) -> Budget:
    """The budget of one of the levels 1 to 8."""
    return Budget(simulations, QUICK if level <= 4 else PATIENT, temperature, level=level)
