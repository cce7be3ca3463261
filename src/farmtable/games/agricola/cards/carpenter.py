"""Carpenter: rooms for less."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import house_material
from farmtable.games.agricola.position.cost import A_ROOM, of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import REED
from farmtable.games.agricola.rules.card import Occupation


class Carpenter(Occupation):
    """A new room costs you 3 of the resource of your house and 2 reed."""

    id = "carpenter"
    number = "B126"
    name = Text("Carpenter")
    text = Text("Every new room costs you only 3 of the resource your house is made of and 2 reed.")

    def other_price(self, state: Position, seat: Seat, item: i64) -> i64:
        return of(house_material(state, seat), 3) + of(REED, 2) if item == A_ROOM else -1
