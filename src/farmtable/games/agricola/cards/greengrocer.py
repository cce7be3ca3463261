"""Greengrocer: vegetables beside the grain."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import GRAIN_SEEDS, VEGETABLE
from farmtable.games.agricola.rules.card import Occupation


class Greengrocer(Occupation):
    """Each time you use Grain Seeds you additionally gain 1 vegetable."""

    id = "greengrocer"
    number = "B142"
    name = Text("Greengrocer")
    text = Text("Each time you use Grain Seeds, you also get 1 vegetable.")
    players = 3
    spaces = (GRAIN_SEEDS,)

    def each_use(self, state: Position, seat: Seat, space: i64) -> None:
        gain(state, seat, VEGETABLE, 1)
