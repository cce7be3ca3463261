"""Cottager: a room or a renovation with a day of labour."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import DAY_LABORER
from farmtable.games.agricola.position.moments import EACH_USE
from farmtable.games.agricola.position.parts import EITHER, ONE_ROOM, RENOVATION
from farmtable.games.agricola.position.steps import MENU
from farmtable.games.agricola.rules.card import Occupation
from farmtable.games.agricola.rules.parts.all_parts import can_take


class Cottager(Occupation):
    """Each time you use Day Laborer you may also build exactly 1 room or renovate, at the usual price."""

    id = "cottager"
    number = "B087"
    name = Text("Cottager")
    text = Text(
        "Each time you use Day Laborer, you may first build exactly 1 room or renovate your house. You "
        "pay the usual price for it."
    )
    spaces = (DAY_LABORER,)
    offered = EACH_USE

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return can_take(state, seat, ONE_ROOM, 0) or can_take(state, seat, RENOVATION, 0)

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        state.push(MENU, ONE_ROOM + RENOVATION + EITHER)
