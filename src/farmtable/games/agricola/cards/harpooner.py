"""Harpooner: fishing with a wooden spear."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, has, pay, people_count
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FISHING, FOOD, REED, WOOD
from farmtable.games.agricola.position.moments import EACH_USE
from farmtable.games.agricola.rules.card import Occupation


class Harpooner(Occupation):
    """Each time you use Fishing you may pay 1 wood for 1 reed and 1 food for each person, newborns too."""

    id = "harpooner"
    number = "A138"
    name = Text("Harpooner")
    text = Text(
        "Each time you use Fishing, you may pay 1 wood to get 1 reed and 1 food for each person you "
        "have (including newborns)."
    )
    players = 3
    spaces = (FISHING,)
    offered = EACH_USE

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return has(state, seat, WOOD, 1)

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        pay(state, seat, WOOD, 1)
        gain(state, seat, REED, 1)
        gain(state, seat, FOOD, people_count(state, seat))
