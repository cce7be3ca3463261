"""Lumber Mill: improvements for less wood."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.position.cost import (
    A_MAJOR,
    A_MINOR,
    less,
    priced,
)
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import WOOD
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import Occupations


class LumberMill(MinorImprovement):
    """Each major or minor improvement costs you 1 wood less; nothing else does."""

    id = "lumber_mill"
    number = "A075"
    name = Text("Lumber Mill")
    text = Text("Each major and minor improvement costs you 1 wood less, if it costs wood.")
    cost = priced(stone=2)
    requires = (Occupations(0, 3),)
    points = 2

    def reduced(self, state: Position, seat: Seat, item: i64, price: i64) -> i64:
        return less(price, WOOD, 1) if item in (A_MAJOR, A_MINOR) else price
