"""Scullery: food in a wooden house."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, lives_in_wood
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD
from farmtable.games.agricola.rules.card import MinorImprovement


class Scullery(MinorImprovement):
    """At the start of each round gain 1 food if you live in a wooden house."""

    id = "scullery"
    number = "B057"
    name = Text("Scullery")
    text = Text("At the start of each round you get 1 food if your house is of wood.")
    cost = priced(wood=1, clay=1)

    def start_of_round(self, state: Position, seat: Seat) -> None:
        if lives_in_wood(state, seat):
            gain(state, seat, FOOD, 1)
