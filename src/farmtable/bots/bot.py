"""What a computer opponent is: something that chooses among its seat's legal actions.

A bot is given a `Perspective`, never a state, so it cannot look behind the curtain.
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

    It can be copied and pickled, with all that a subclass has added to it and that can be.
    """

    def __init__(self, rng: Rng) -> None:
        self.rng = rng

    def choose(self, seen: Perspective) -> i64:
        """One of `seen.legal_actions()`; called only when it is this seat that decides.

        Ours raise IllegalAction where it is not (`seen.expect_turn()`).
        """
        raise NotImplementedError

    def end(self, seen: Perspective) -> None:
        """The game is over, and this is how: called once, by whoever lets bots play. By default nothing."""

    def lost(self) -> i64:
        """How many decisions it has lost, being late or without a legal answer; by default none ever is."""
        return 0

    def listens(self) -> bool:
        """Whether it is to `hear` what its seat sees happen; by default not, since telling takes time."""
        return False

    def hear(self, told: list[Text]) -> None:
        """What its seat has seen happen, sentence by sentence: after every action, if it `listens`."""

    def __getstate__(self) -> dict[str, Any]:
        return {"rng": self.rng, **added_to(self)}

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        give(self, attributes)
