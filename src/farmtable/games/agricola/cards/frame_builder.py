"""Frame Builder: wood for clay or stone."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.position.cost import (
    A_RENOVATION,
    A_ROOM,
    amount,
    less,
    of,
)
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CLAY, STONE, WOOD
from farmtable.games.agricola.rules.card import Occupation


class FrameBuilder(Occupation):
    """Once for each room, and once for a whole renovation: 1 wood instead of exactly 2 clay or 2 stone."""

    id = "frame_builder"
    number = "A123"
    name = Text("Frame Builder")
    text = Text(
        "For each room you build, and each time you renovate, "
        "you may once pay 1 wood instead of 2 clay or 2 stone of the price."
    )

    def replaced(self, state: Position, seat: Seat, item: i64, price: i64) -> vec[i64]:
        found = vec[i64]()
        if item not in (A_ROOM, A_RENOVATION):
            return found
        for good in (CLAY, STONE):
            if amount(price, good) >= 2:
                found = append(found, less(price, good, 2) + of(WOOD, 1))
        return found
