"""Brushwood Collector: roofs of brushwood."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.position.cost import (
    A_RENOVATION,
    A_ROOM,
    amount,
    of,
)
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import REED, WOOD
from farmtable.games.agricola.rules.card import Occupation


class BrushwoodCollector(Occupation):
    """For each room, one by one, and each renovation you may pay 1 wood in place of all its reed."""

    id = "brushwood_collector"
    number = "B145"
    name = Text("Brushwood Collector")
    text = Text(
        "For each room you build and for each renovation, you may pay 1 wood in place of all the reed it "
        "costs."
    )
    players = 3

    def replaced(self, state: Position, seat: Seat, item: i64, price: i64) -> vec[i64]:
        found = vec[i64]()
        reed: i64 = amount(price, REED)
        if reed > 0 and item in (A_ROOM, A_RENOVATION):
            found = append(found, price - of(REED, reed) + of(WOOD, 1))
        return found
