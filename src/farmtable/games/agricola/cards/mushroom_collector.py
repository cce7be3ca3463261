"""Mushroom Collector: wood left in the forest for food."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import WOOD_SPACES, gain, has, put_back
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD, WOOD
from farmtable.games.agricola.position.moments import AFTER_USE
from farmtable.games.agricola.rules.card import Occupation


class MushroomCollector(Occupation):
    """Right after using a wood accumulation space you may put 1 wood of your supply back there for 2 food."""

    id = "mushroom_collector"
    number = "A108"
    name = Text("Mushroom Collector")
    text = Text(
        "Right after each time you use a wood accumulation space, "
        "you may put 1 wood from your supply onto it to get 2 food."
    )
    spaces = WOOD_SPACES
    offered = AFTER_USE

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return has(state, seat, WOOD, 1)

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        put_back(state, seat, about, 1)
        gain(state, seat, FOOD, 2)
