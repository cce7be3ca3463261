"""Manservant: food for who lives in stone."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import lives_in_stone, promise_next, rounds_left
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD
from farmtable.games.agricola.rules.card import Occupation


class Manservant(Occupation):
    """As soon as you live in a stone house, put 3 food on each remaining round space.

    That happens once: a stone house is never renovated again.
    """

    id = "manservant"
    number = "B107"
    name = Text("Manservant")
    text = Text(
        "As soon as your house is of stone, or at once if it is already, put 3 food on the space of each "
        "round still to come. You get them at the start of these rounds."
    )

    def when_played(self, state: Position, seat: Seat) -> None:
        if lives_in_stone(state, seat):
            promise_next(state, seat, FOOD, 3, rounds_left(state))

    def renovated(self, state: Position, seat: Seat, before: i64) -> None:
        self.when_played(state, seat)
