"""Grocer: a pile of goods for 1 food each."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, has, pay, remember, remembered
from farmtable.games.agricola.position.cost import of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CLAY, FOOD, GRAIN, REED, STONE, VEGETABLE, WOOD
from farmtable.games.agricola.position.moments import ANY_TIME
from farmtable.games.agricola.position.nouns import name_of_good
from farmtable.games.agricola.rules.card import Occupation

PILE: Final = (WOOD, GRAIN, REED, STONE, VEGETABLE, CLAY, REED, VEGETABLE)  # from top to bottom


class Grocer(Occupation):
    """Stack goods on the card; at any time you may pay 1 food for the topmost."""

    id = "grocer"
    number = "A102"
    name = Text("Grocer")
    text = Text(
        "Pile up on this card, from the top: 1 wood, 1 grain, 1 reed, 1 stone, 1 vegetable, 1 clay, 1 reed, "
        "1 vegetable. At any time you may pay 1 food to take the topmost."
    )
    offered = ANY_TIME

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return remembered(state, seat, self) < len(PILE) and has(state, seat, FOOD, 1)

    def may_bring(self, state: Position, seat: Seat) -> i64:
        left: i64 = 0
        taken: i64 = remembered(state, seat, self)
        while taken < len(PILE):
            left += of(PILE[taken], 1)
            taken += 1
        return left

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        taken: i64 = remembered(state, seat, self)
        pay(state, seat, FOOD, 1)
        gain(state, seat, PILE[taken], 1)
        remember(state, seat, self, taken + 1)

    def remembers(self, number: i64) -> Text | None:
        if number == len(PILE):
            return Text("sold out")
        left: i64 = len(PILE) - number
        return Text("next: {good}, {left} left", good=name_of_good(PILE[number]), left=int(left))
