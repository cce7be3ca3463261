"""Tutor: points for occupations to come."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import occupations_after
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules.card import Occupation


class Tutor(Occupation):
    """At the end 1 bonus point for each occupation played after this one; those kept were not played."""

    id = "tutor"
    number = "B099"
    name = Text("Tutor")
    text = Text("At the end, you get 1 bonus point for each occupation that you played after this card.")
    has_bonus = True

    def bonus_points(self, state: Position, seat: Seat) -> i64:
        return occupations_after(state, seat, self)
