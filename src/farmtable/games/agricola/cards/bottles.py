"""Bottles: points for goods for everybody."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import people_count
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules.card import MinorImprovement


class Bottles(MinorImprovement):
    """Costs 1 clay and 1 food for each of your people, newborns too, and does nothing else."""

    id = "bottles"
    number = "B036"
    name = Text("Bottles")
    text = Text(
        "This card costs 1 clay and 1 food for each person you have, including newborns. It has no effect."
    )
    points = 4

    def price(self, state: Position, seat: Seat) -> i64:
        people: i64 = people_count(state, seat)
        return priced(clay=people, food=people)
