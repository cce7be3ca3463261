"""Sack Cart: grain for later rounds."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import promise_on
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import GRAIN
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import Occupations


class SackCart(MinorImprovement):
    """When played, put 1 grain on each of the round spaces 5, 8, 11 and 14 that still lie ahead."""

    id = "sack_cart"
    number = "B066"
    name = Text("Sack Cart")
    text = Text(
        "Put 1 grain on each of the round spaces 5, 8, 11 and 14 that are still to come; "
        "you get it at the start of those rounds."
    )
    cost = priced(wood=2)
    requires = (Occupations(2),)

    def when_played(self, state: Position, seat: Seat) -> None:
        promise_on(state, seat, GRAIN, (5, 8, 11, 14))
