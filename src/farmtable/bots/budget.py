"""How long a search may think, and how strictly it keeps to what it finds."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

UNLIMITED: Final = 1 << 30


@final
class Budget:
    """So many `simulations` a decision, or so many `seconds` (0.0: any), whichever ends first.

    `softness` above 0.0 makes mistakes: an action that promises so much less utility (0 to 1) is chosen
    e times less often. `cores`: so many processes think at once. `network`: the file of a trained
    evaluation, instead of the one that the game has.
    """

    def __init__(
        self,
        simulations: i64,
        seconds: float = 0.0,
        softness: float = 0.0,
        cores: i64 = 1,
        network: str = "",
    ) -> None:
        self.simulations: i64 = simulations
        self.seconds = seconds
        self.softness = softness
        self.cores: i64 = cores
        self.network = network
