"""Oven Firing Boy: baking while fetching wood."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import WOOD_SPACES, bake_bread
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.moments import EACH_USE
from farmtable.games.agricola.position.parts import BAKING
from farmtable.games.agricola.rules.card import Occupation
from farmtable.games.agricola.rules.parts.all_parts import can_take


class OvenFiringBoy(Occupation):
    """Each time you use a wood accumulation space you may also take a Bake Bread action."""

    id = "oven_firing_boy"
    number = "B108"
    name = Text("Oven Firing Boy")
    text = Text("Each time you use a wood accumulation space, you may also take a Bake Bread action.")
    spaces = WOOD_SPACES
    offered = EACH_USE

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return can_take(state, seat, BAKING, 0)

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        bake_bread(state)
