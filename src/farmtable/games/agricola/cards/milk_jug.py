"""Milk Jug: food for all from Cattle Market."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CATTLE_MARKET, FOOD
from farmtable.games.agricola.rules.card import MinorImprovement


class MilkJug(MinorImprovement):
    """Each time anybody uses Cattle Market you gain 3 food, and all others 1 food, before its effect."""

    id = "milk_jug"
    number = "A050"
    name = Text("Milk Jug")
    text = Text(
        "Each time any player (including you) uses Cattle Market, you get 3 food and each other player "
        "gets 1 food."
    )
    cost = priced(clay=1)
    spaces = (CATTLE_MARKET,)

    def each_use(self, state: Position, seat: Seat, space: i64) -> None:
        other: i64 = 0
        while other < state.players:
            gain(state, other, FOOD, 3 if other == seat else 1)
            other += 1

    def another_uses(self, state: Position, seat: Seat, space: i64) -> None:
        self.each_use(state, seat, space)
