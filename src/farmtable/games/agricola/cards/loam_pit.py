"""Loam Pit: day labour brings clay."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CLAY, DAY_LABORER
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import Occupations


class LoamPit(MinorImprovement):
    """Each time you use Day Laborer you additionally gain 3 clay."""

    id = "loam_pit"
    number = "B077"
    name = Text("Loam Pit")
    text = Text("Each time you use Day Laborer, you also get 3 clay.")
    cost = priced(food=1)
    requires = (Occupations(3),)
    points = 1
    spaces = (DAY_LABORER,)

    def each_use(self, state: Position, seat: Seat, space: i64) -> None:
        gain(state, seat, CLAY, 3)
