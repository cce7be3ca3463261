"""Wall Builder: building rooms brings food for four rounds."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import promise_next
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD
from farmtable.games.agricola.rules.card import Occupation


class WallBuilder(Occupation):
    """Each time you build rooms, however many, 1 food on each of the next 4 round spaces.

    One may leave it, but it can never hurt: it acts by itself.
    """

    id = "wall_builder"
    number = "A111"
    name = Text("Wall Builder")
    text = Text(
        "Each time you build 1 or more rooms, put 1 food on each of the next 4 round spaces. "
        "At the start of these rounds you get the food."
    )

    def rooms_built(self, state: Position, seat: Seat, before: i64) -> None:
        promise_next(state, seat, FOOD, 1, 4)
