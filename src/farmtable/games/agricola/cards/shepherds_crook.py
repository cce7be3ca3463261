"""Shepherd's Crook: sheep for large new pastures."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, new_pastures
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import SHEEP
from farmtable.games.agricola.rules.card import MinorImprovement


class ShepherdsCrook(MinorImprovement):
    """Each time you have fenced a new pasture of 4 or more spaces, gain 2 sheep.

    The pastures that a Build Fences action leaves count, each of them; spaces that were in a pasture
    before make none of them new.
    """

    id = "shepherds_crook"
    number = "A083"
    name = Text("Shepherd's Crook")
    text = Text(
        "Each time you fence a new pasture of at least 4 spaces, you get 2 sheep for it. Dividing a "
        "pasture brings nothing."
    )
    cost = priced(wood=1)

    def fences_built(self, state: Position, seat: Seat, before: i64) -> None:
        gain(state, seat, SHEEP, 2 * new_pastures(state, seat, before, 4))
