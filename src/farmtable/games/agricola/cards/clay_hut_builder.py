"""Clay Hut Builder: clay once the house is no longer wooden."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import lives_in_wood, promise_next
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CLAY, WOODEN
from farmtable.games.agricola.rules.card import Occupation


class ClayHutBuilder(Occupation):
    """Once your house is no longer wooden, 2 clay on each of the next 5 round spaces.

    That happens once: a house never becomes wooden again.
    """

    id = "clay_hut_builder"
    number = "A120"
    name = Text("Clay Hut Builder")
    text = Text(
        "Once your house is no longer of wood, put 2 clay on each of the next 5 round spaces. "
        "At the start of these rounds you get the clay."
    )

    def when_played(self, state: Position, seat: Seat) -> None:
        if not lives_in_wood(state, seat):
            promise_next(state, seat, CLAY, 2, 5)

    def renovated(self, state: Position, seat: Seat, before: i64) -> None:
        if before == WOODEN:
            promise_next(state, seat, CLAY, 2, 5)
