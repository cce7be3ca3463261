"""Braggart: points for many improvements."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import improvement_count
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules.card import Occupation

POINTS: Final = (0, 0, 0, 0, 0, 2, 3, 4, 5, 7, 9)  # for 0, 1, 2 ... improvements


class Braggart(Occupation):
    """At scoring, points for your improvements; those passed on no longer count."""

    id = "braggart"
    number = "A133"
    name = Text("Braggart")
    text = Text(
        "At the end of the game, you get 2/3/4/5/7/9 bonus points "
        "for 5/6/7/8/9/10 (or more) improvements in front of you."
    )
    players = 3
    has_bonus = True

    def bonus_points(self, state: Position, seat: Seat) -> i64:
        return POINTS[min(improvement_count(state, seat), len(POINTS) - 1)]
