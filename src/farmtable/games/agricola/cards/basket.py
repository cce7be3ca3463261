"""Basket: wood for food."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import WOOD_SPACES, gain, has, put_back
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD, WOOD
from farmtable.games.agricola.position.moments import AFTER_USE
from farmtable.games.agricola.rules.card import MinorImprovement


class Basket(MinorImprovement):
    """Right after each use of a wood accumulation space you may put 2 wood back there for 3 food.

    Any wood of the supply will do; it lies there for later rounds.
    """

    id = "basket"
    number = "A056"
    name = Text("Basket")
    text = Text(
        "Right after each time you use a wood accumulation space, "
        "you may put 2 wood from your supply on that space to get 3 food."
    )
    cost = priced(reed=1)
    spaces = WOOD_SPACES
    offered = AFTER_USE

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return has(state, seat, WOOD, 2)

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        put_back(state, seat, about, 2)
        gain(state, seat, FOOD, 3)
