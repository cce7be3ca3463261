"""Cattle Feeder: cattle beside the grain."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, has, pay
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CATTLE, FOOD, GRAIN_SEEDS
from farmtable.games.agricola.position.moments import EACH_USE
from farmtable.games.agricola.rules.card import Occupation


class CattleFeeder(Occupation):
    """Each time you use Grain Seeds you may buy 1 cattle for 1 food."""

    id = "cattle_feeder"
    number = "B166"
    name = Text("Cattle Feeder")
    text = Text("Each time you use Grain Seeds, you may also pay 1 food to get 1 cattle.")
    players = 4
    spaces = (GRAIN_SEEDS,)
    offered = EACH_USE

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return has(state, seat, FOOD, 1)

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        pay(state, seat, FOOD, 1)
        gain(state, seat, CATTLE, 1)
