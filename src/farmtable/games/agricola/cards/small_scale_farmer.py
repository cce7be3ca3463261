"""Small-scale Farmer: wood for who lives in two rooms."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, room_count
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import WOOD
from farmtable.games.agricola.rules.card import Occupation


class SmallScaleFarmer(Occupation):
    """At the start of each round gain 1 wood if your house has exactly 2 rooms."""

    id = "small_scale_farmer"
    number = "B118"
    name = Text("Small-scale Farmer")
    text = Text("At the start of each round, if your house has exactly 2 rooms, you get 1 wood.")

    def start_of_round(self, state: Position, seat: Seat) -> None:
        if room_count(state, seat) == 2:
            gain(state, seat, WOOD, 1)
