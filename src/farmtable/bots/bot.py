"""What a computer opponent is: something that chooses among its seat's legal actions.

A bot gets a `Perspective`, never a state, so it cannot see what is hidden from its seat.
"""

from __future__ import annotations

from typing import Any

from mypy_extensions import i64, mypyc_attr

from farmtable.core.pickled import added_to, give
from farmtable.core.rng import Rng
from farmtable.core.state import Perspective
from farmtable.core.text import Text


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player. `rng` is its own random stream: equal seeds and perspectives give equal choices.

    It can be copied and pickled, including what a subclass has added, as far as that can be.
    """

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, seen: Perspective) -> i64:
        """One of `seen.legal_actions()`; called only when this seat is to decide.

        The built-in bots raise IllegalAction otherwise (`seen.expect_turn()`).
        """
        raise NotImplementedError

    def end(self, seen: Perspective) -> None:
        """Called once when the game is over, with its final position. By default it does nothing."""

    def lost(self) -> i64:
        """How many decisions it has lost by being late or giving no legal answer; by default 0."""
        return 0

    def listens(self) -> bool:
        """Whether `hear` is to be called with what its seat sees happen; by default not, since telling takes
        time.
        """
        return False

    def hear(self, told: list[Text]) -> None:
        """Called after every action, if it `listens`, with what its seat has seen happen, sentence by
        sentence.
        """

    def __getstate__(self) -> dict[str, Any]:
        return {"rng": self.rng, **added_to(self)}

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        give(self, attributes)
