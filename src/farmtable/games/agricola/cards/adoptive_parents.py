"""Adoptive Parents: a newborn that works at once."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import grow_up, has, has_newborn, pay
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD, SPACES
from farmtable.games.agricola.position.moments import PLACING
from farmtable.games.agricola.rules.card import Occupation
from farmtable.games.agricola.rules.landing import usable

PRICE: Final = 1  # food for each newborn


class AdoptiveParents(Occupation):
    """On your turn you may pay 1 food to place a newborn like an adult; from then on it is one.

    It may be done for each newborn of the round, also as an extra turn once everybody else is placed.
    """

    id = "adoptive_parents"
    number = "A092"
    name = Text("Adoptive Parents")
    text = Text(
        "In the round in which your family grew, you may pay 1 food on your turn to place the newborn on an "
        "action space like any other person. It is no longer a newborn then and eats like an adult."
    )
    offered = PLACING

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        if not has_newborn(state, seat) or not has(state, seat, FOOD, PRICE):
            return False
        after = state.clone()
        self.use(after, seat, about)
        space: i64 = 0
        while space < SPACES:
            if usable(after, seat, space):
                return True
            space += 1
        return False

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        pay(state, seat, FOOD, PRICE)
        grow_up(state, seat)
