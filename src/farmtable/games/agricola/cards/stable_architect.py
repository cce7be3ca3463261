"""Stable Architect: points for stables outside pastures."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import stables_outside
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules.card import Occupation


class StableArchitect(Occupation):
    """At scoring 1 bonus point for each of your stables that is not inside a pasture."""

    id = "stable_architect"
    number = "A098"
    name = Text("Stable Architect")
    text = Text("At the end of the game, you get 1 bonus point for each of your stables outside pastures.")
    has_bonus = True

    def bonus_points(self, state: Position, seat: Seat) -> i64:
        return stables_outside(state, seat)
