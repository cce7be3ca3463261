"""Market Stall: a vegetable for a grain."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import VEGETABLE
from farmtable.games.agricola.rules.card import MinorImprovement


class MarketStall(MinorImprovement):
    """When played, gain 1 vegetable; then pass the card to the left."""

    id = "market_stall"
    number = "B008"
    name = Text("Market Stall")
    text = Text("You get 1 vegetable. Then pass this card to the left.")
    cost = priced(grain=1)
    travels = True

    def when_played(self, state: Position, seat: Seat) -> None:
        gain(state, seat, VEGETABLE, 1)
