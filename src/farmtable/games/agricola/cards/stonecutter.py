"""Stonecutter: everything of stone for less."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.position.cost import less
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import STONE
from farmtable.games.agricola.rules.card import Occupation


class Stonecutter(Occupation):
    """Every improvement, every room and every renovation costs 1 stone less, a renovation 1 in total."""

    id = "stonecutter"
    number = "A143"
    name = Text("Stonecutter")
    text = Text(
        "Every improvement, every room and every renovation costs you 1 stone less "
        "(a renovation 1 stone in total)."
    )
    players = 3

    def reduced(self, state: Position, seat: Seat, item: i64, price: i64) -> i64:
        return less(price, STONE, 1)
