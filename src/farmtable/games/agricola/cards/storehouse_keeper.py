"""Storehouse Keeper: more from the market."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain_one_of_these
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CLAY, GRAIN, RESOURCE_MARKET
from farmtable.games.agricola.rules.card import Occupation


class StorehouseKeeper(Occupation):
    """Each time you use Resource Market you additionally gain 1 clay or 1 grain."""

    id = "storehouse_keeper"
    number = "B156"
    name = Text("Storehouse Keeper")
    text = Text("Each time you use Resource Market, you also get either 1 clay or 1 grain.")
    players = 4
    spaces = (RESOURCE_MARKET,)
    these = (CLAY, GRAIN)

    def each_use(self, state: Position, seat: Seat, space: i64) -> None:
        gain_one_of_these(state, seat, self)
