"""Threshing Board: plowing lets one bake."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import bake_bread
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CULTIVATION, FARMLAND
from farmtable.games.agricola.position.moments import EACH_USE
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.improvements import bake_limit
from farmtable.games.agricola.rules.requirements import Occupations


class ThreshingBoard(MinorImprovement):
    """Each time you use Farmland or Cultivation you may bake bread, before the effect of the space."""

    id = "threshing_board"
    number = "A024"
    name = Text("Threshing Board")
    text = Text("Each time you use Farmland or Cultivation, you may first take a Bake Bread action.")
    cost = priced(wood=1)
    requires = (Occupations(2),)
    points = 1
    spaces = (FARMLAND, CULTIVATION)
    offered = EACH_USE

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return bake_limit(state, seat) > 0

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        bake_bread(state)
