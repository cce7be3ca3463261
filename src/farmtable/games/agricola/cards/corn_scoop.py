"""Corn Scoop: more grain."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import GRAIN, GRAIN_SEEDS
from farmtable.games.agricola.rules.card import MinorImprovement


class CornScoop(MinorImprovement):
    """Each time you use Grain Seeds you additionally gain 1 grain."""

    id = "corn_scoop"
    number = "A067"
    name = Text("Corn Scoop")
    text = Text("Each time you use Grain Seeds, you get 1 more grain.")
    cost = priced(wood=1)
    spaces = (GRAIN_SEEDS,)

    def each_use(self, state: Position, seat: Seat, space: i64) -> None:
        gain(state, seat, GRAIN, 1)
