"""Manger: points for large pastures."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.bits import count_bits
from farmtable.core.text import Text
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.farmyard import fenced


class Manger(MinorImprovement):
    """At the end 1, 2, 3, 3, 4 bonus points for 6, 7, 8, 9, 10 or more spaces in pastures."""

    id = "manger"
    number = "A032"
    name = Text("Manger")
    text = Text(
        "At the end of the game, the number of farmyard spaces in all your pastures brings bonus points: "
        "6 spaces 1, 7 spaces 2, 8 or 9 spaces 3, 10 or more spaces 4."
    )
    cost = priced(wood=2)
    has_bonus = True

    def bonus_points(self, state: Position, seat: Seat) -> i64:
        spaces: i64 = count_bits(fenced(state, seat))
        if spaces >= 10:
            return 4
        return max(0, min(spaces - 5, 3))
