"""Rammed Clay: fences of clay."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CLAY, CLAY_FENCES
from farmtable.games.agricola.rules.card import MinorImprovement


class RammedClay(MinorImprovement):
    """When played, gain 1 clay; from then on each fence may be paid with 1 clay instead of 1 wood."""

    id = "rammed_clay"
    number = "A016"
    name = Text("Rammed Clay")
    text = Text(
        "You get 1 clay at once. From now on you may pay for each fence with 1 clay instead of 1 wood."
    )
    modifiers = ((CLAY_FENCES, 1),)

    def when_played(self, state: Position, seat: Seat) -> None:
        gain(state, seat, CLAY, 1)
