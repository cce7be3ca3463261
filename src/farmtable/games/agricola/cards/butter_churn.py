"""Butter Churn: milk brings food."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import amount_of, gain
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CATTLE, FOOD, SHEEP
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import Occupations


class ButterChurn(MinorImprovement):
    """In the field phase of each harvest gain 1 food for every 3 sheep and 1 food for every 2 cattle."""

    id = "butter_churn"
    number = "B050"
    name = Text("Butter Churn")
    text = Text(
        "In the field phase of each harvest you get 1 food for every 3 sheep and 1 food for every 2 cattle."
    )
    cost = priced(wood=1)
    requires = (Occupations(0, 3),)
    points = 1

    def field_phase(self, state: Position, seat: Seat) -> None:
        gain(state, seat, FOOD, amount_of(state, seat, SHEEP) // 3 + amount_of(state, seat, CATTLE) // 2)
