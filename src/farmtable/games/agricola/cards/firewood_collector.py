"""Firewood Collector: wood from work on the fields."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import (
    CULTIVATION,
    FARMLAND,
    GRAIN_SEEDS,
    GRAIN_UTILIZATION,
    WOOD,
)
from farmtable.games.agricola.rules.card import Occupation


class FirewoodCollector(Occupation):
    """1 wood at the end of each turn on one of four spaces, after everything else."""

    id = "firewood_collector"
    number = "A119"
    name = Text("Firewood Collector")
    text = Text(
        "Each time you use Farmland, Grain Seeds, Grain Utilization or Cultivation, "
        "you get 1 wood at the end of that turn."
    )
    spaces = (FARMLAND, GRAIN_SEEDS, GRAIN_UTILIZATION, CULTIVATION)

    def turn_ends(self, state: Position, seat: Seat, space: i64) -> None:
        gain(state, seat, WOOD, 1)
