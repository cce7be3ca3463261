"""Thick Forest: wood for every second round."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import promise_on
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CLAY, WOOD
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import InSupply


class ThickForest(MinorImprovement):
    """When played, put 1 wood on each space of an even round that still lies ahead."""

    id = "thick_forest"
    number = "B074"
    name = Text("Thick Forest")
    text = Text(
        "Put 1 wood on each round space with an even number that is still to come; "
        "you get it at the start of those rounds."
    )
    requires = (InSupply(CLAY, 5),)

    def when_played(self, state: Position, seat: Seat) -> None:
        promise_on(state, seat, WOOD, (2, 4, 6, 8, 10, 12, 14))
