"""Wood Cutter: one more wood."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import WOOD_SPACES, gain
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import WOOD
from farmtable.games.agricola.rules.card import Occupation


class WoodCutter(Occupation):
    """Each time you use a wood accumulation space gain 1 wood, before what lies there."""

    id = "wood_cutter"
    number = "A116"
    name = Text("Wood Cutter")
    text = Text("Each time you use a wood accumulation space, you also get 1 wood.")
    spaces = WOOD_SPACES

    def each_use(self, state: Position, seat: Seat, space: i64) -> None:
        gain(state, seat, WOOD, 1)
