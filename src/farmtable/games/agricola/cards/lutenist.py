"""Lutenist: a share of the others' Traveling Players."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, has, pay
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD, TRAVELING_PLAYERS, VEGETABLE, WOOD
from farmtable.games.agricola.position.moments import ANOTHER_USES
from farmtable.games.agricola.rules.card import Occupation


class Lutenist(Occupation):
    """Each time another player uses Traveling Players gain 1 food and 1 wood, then buy 1 vegetable or not."""

    id = "lutenist"
    number = "A160"
    name = Text("Lutenist")
    text = Text(
        "Each time another player uses Traveling Players, you get 1 food and 1 wood. "
        "Right afterwards you may buy 1 vegetable for 2 food."
    )
    players = 4
    spaces = (TRAVELING_PLAYERS,)
    offered = ANOTHER_USES

    def another_uses(self, state: Position, seat: Seat, space: i64) -> None:
        gain(state, seat, FOOD, 1)
        gain(state, seat, WOOD, 1)

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return has(state, seat, FOOD, 2)

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        pay(state, seat, FOOD, 2)
        gain(state, seat, VEGETABLE, 1)
