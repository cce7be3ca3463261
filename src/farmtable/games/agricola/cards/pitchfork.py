"""Pitchfork: food for grain while somebody plows."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FARMLAND, FOOD, GRAIN_SEEDS
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.spaces import is_occupied


class Pitchfork(MinorImprovement):
    """Each time you use Grain Seeds while anybody's person is on Farmland, gain 3 food."""

    id = "pitchfork"
    number = "B062"
    name = Text("Pitchfork")
    text = Text("Each time you use Grain Seeds while Farmland is occupied by anybody, you also get 3 food.")
    cost = priced(wood=1)
    spaces = (GRAIN_SEEDS,)

    def each_use(self, state: Position, seat: Seat, space: i64) -> None:
        if is_occupied(state, FARMLAND):
            gain(state, seat, FOOD, 3)
