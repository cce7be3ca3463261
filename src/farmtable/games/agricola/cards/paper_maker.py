"""Paper Maker: wood becomes food before an occupation."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, has, pay
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD, OCCUPATION, WOOD
from farmtable.games.agricola.position.moments import BEFORE_OCCUPATION
from farmtable.games.agricola.rules.card import Occupation
from farmtable.games.agricola.rules.hands import count_front


class PaperMaker(Occupation):
    """Before you play another occupation you may pay 1 wood for 1 food for each that lies in front of you."""

    id = "paper_maker"
    number = "B109"
    name = Text("Paper Maker")
    text = Text(
        "Each time before you play another occupation, you may pay 1 wood to get 1 food for each "
        "occupation in front of you, including this one. You may use that food to pay for the new one."
    )
    offered = BEFORE_OCCUPATION

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return has(state, seat, WOOD, 1)

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        pay(state, seat, WOOD, 1)
        gain(state, seat, FOOD, count_front(state, seat, OCCUPATION))
