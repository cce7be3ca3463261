"""Acorns Basket: wild boar for the next rounds."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import promise_next
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import BOAR
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import Occupations


class AcornsBasket(MinorImprovement):
    """When played, put 1 wild boar on each of the next 2 round spaces."""

    id = "acorns_basket"
    number = "B084"
    name = Text("Acorns Basket")
    text = Text(
        "Put 1 wild boar on each of the next 2 round spaces; you get it at the start of those rounds."
    )
    cost = priced(reed=1)
    requires = (Occupations(3),)

    def when_played(self, state: Position, seat: Seat) -> None:
        promise_next(state, seat, BOAR, 1, 2)
