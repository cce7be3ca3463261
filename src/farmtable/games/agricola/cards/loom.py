"""Loom: sheep bring food and points."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import amount_of, gain, has
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD, SHEEP
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import Occupations

FLOCKS: Final = (1, 4, 7)  # so many sheep bring 1, 2, 3 food
SHEEP_FOR_A_POINT: Final = 3


class Loom(MinorImprovement):
    """In each harvest gain 1, 2 or 3 food with 1, 4 or 7 sheep; at the end 1 point for every 3 sheep."""

    id = "loom"
    number = "B039"
    name = Text("Loom")
    text = Text(
        "In the field phase of each harvest you get 1/2/3 food for 1/4/7 (or more) sheep. "
        "At the end of the game you get 1 bonus point for every 3 sheep."
    )
    cost = priced(wood=2)
    requires = (Occupations(2),)
    points = 1
    has_bonus = True

    def field_phase(self, state: Position, seat: Seat) -> None:
        food: i64 = 0
        for sheep in FLOCKS:
            if has(state, seat, SHEEP, sheep):
                food += 1
        gain(state, seat, FOOD, food)

    def bonus_points(self, state: Position, seat: Seat) -> i64:
        return amount_of(state, seat, SHEEP) // SHEEP_FOR_A_POINT
