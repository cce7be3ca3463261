"""Childless: a living from rooms that stand empty."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, gain_one_of_these, people_count, room_count
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD, GRAIN, VEGETABLE
from farmtable.games.agricola.rules.card import Occupation


class Childless(Occupation):
    """At the start of each round with 3 or more rooms but 2 people gain 1 food and 1 grain or 1 vegetable."""

    id = "childless"
    number = "B114"
    name = Text("Childless")
    text = Text(
        "At the start of each round, if your house has 3 rooms or more and you have just 2 people, you "
        "get 1 food and either 1 grain or 1 vegetable."
    )
    these = (GRAIN, VEGETABLE)

    def start_of_round(self, state: Position, seat: Seat) -> None:
        if room_count(state, seat) >= 3 and people_count(state, seat) == 2:
            gain(state, seat, FOOD, 1)
            gain_one_of_these(state, seat, self)
