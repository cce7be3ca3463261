"""Plow Driver: a field for 1 food at the start of each round."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import has, lives_in_stone, pay, plow_field
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD
from farmtable.games.agricola.position.moments import START_OF_ROUND
from farmtable.games.agricola.rules.card import Occupation
from farmtable.games.agricola.rules.farmyard import field_sites


class PlowDriver(Occupation):
    """Once you live in a stone house, at the start of each round you may pay 1 food to plow 1 field."""

    id = "plow_driver"
    number = "A090"
    name = Text("Plow Driver")
    text = Text("Once your house is of stone, you may pay 1 food at the start of each round to plow 1 field.")
    offered = START_OF_ROUND

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return lives_in_stone(state, seat) and has(state, seat, FOOD, 1) and field_sites(state, seat) != 0

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        pay(state, seat, FOOD, 1)
        plow_field(state)
