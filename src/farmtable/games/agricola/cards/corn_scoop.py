"""Corn Scoop: more grain."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.text import Text
from farmtable.games.agricola.card import MinorImprovement
from farmtable.games.agricola.cost import priced
from farmtable.games.agricola.data import Position
from farmtable.games.agricola.facts import GRAIN, GRAIN_SEEDS
from farmtable.games.agricola.phrases import gain


class CornScoop(MinorImprovement):
    """Each time you use Grain Seeds you additionally gain 1 grain."""

    id = "corn_scoop"
    number = "A067"
    name = Text("Corn Scoop")
    text = Text("Each time you use Grain Seeds, you get 1 more grain.")
    cost = priced(wood=1)
    spaces = (GRAIN_SEEDS,)

    def each_use(self, state: Position, seat: i64, space: i64) -> None:
        gain(state, seat, GRAIN, 1)
