"""Shifting Cultivation: a field at once."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import plow_field
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules.card import MinorImprovement


class ShiftingCultivation(MinorImprovement):
    """When played, plow 1 field; where there is no site for one, the card is still played and passed on."""

    id = "shifting_cultivation"
    number = "A002"
    name = Text("Shifting Cultivation")
    text = Text("Plow 1 field. Then pass this card to the left.")
    cost = priced(food=2)
    travels = True

    def when_played(self, state: Position, seat: Seat) -> None:
        plow_field(state)
