"""Canoe: fishing brings more."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FISHING, FOOD, REED
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import Occupations


class Canoe(MinorImprovement):
    """Each time you use Fishing you additionally gain 1 food and 1 reed."""

    id = "canoe"
    number = "A078"
    name = Text("Canoe")
    text = Text("Each time you use Fishing, you also get 1 food and 1 reed.")
    cost = priced(wood=2)
    requires = (Occupations(1),)
    points = 1
    spaces = (FISHING,)

    def each_use(self, state: Position, seat: Seat, space: i64) -> None:
        gain(state, seat, FOOD, 1)
        gain(state, seat, REED, 1)
