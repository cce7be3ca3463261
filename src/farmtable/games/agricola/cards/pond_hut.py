"""Pond Hut: food in the next three rounds."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import promise_next
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import Occupations


class PondHut(MinorImprovement):
    """When played, put 1 food on each of the next 3 round spaces, as far as there are any."""

    id = "pond_hut"
    number = "A044"
    name = Text("Pond Hut")
    text = Text("Put 1 food on each of the next 3 round spaces; you get it at the start of those rounds.")
    cost = priced(wood=1)
    requires = (Occupations(2, 2),)
    points = 1

    def when_played(self, state: Position, seat: Seat) -> None:
        promise_next(state, seat, FOOD, 1, 3)
