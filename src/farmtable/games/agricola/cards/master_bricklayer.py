"""Master Bricklayer: major improvements for less stone."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import rooms_added
from farmtable.games.agricola.position.cost import A_MAJOR, less
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import STONE
from farmtable.games.agricola.rules.card import Occupation


class MasterBricklayer(Occupation):
    """A major improvement costs you 1 stone less, not below 0, for each room added to your first ones."""

    id = "master_bricklayer"
    number = "B095"
    name = Text("Master Bricklayer")
    text = Text(
        "Each major improvement costs you 1 stone less for every room that you have added to your house, "
        "but never less than 0. Minor improvements cost you what they always do."
    )

    def reduced(self, state: Position, seat: Seat, item: i64, price: i64) -> i64:
        if item != A_MAJOR:
            return price
        return less(price, STONE, rooms_added(state, seat))
