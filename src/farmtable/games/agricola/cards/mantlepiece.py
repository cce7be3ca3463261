"""Mantlepiece: points for never renovating again."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain_bonus, remembered, rounds_left
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import NEVER_RENOVATES
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import HouseNotWooden


class Mantlepiece(MinorImprovement):
    """When played, gain 1 bonus point for each complete round left; you can never renovate again."""

    id = "mantlepiece"
    number = "B033"
    name = Text("Mantlepiece")
    text = Text("You get 1 bonus point for each complete round left to play. You may never renovate again.")
    cost = priced(stone=1)
    requires = (HouseNotWooden(),)
    points = -3
    has_bonus = True
    modifiers = ((NEVER_RENOVATES, 1),)

    def when_played(self, state: Position, seat: Seat) -> None:
        gain_bonus(state, seat, self, rounds_left(state))

    def bonus_points(self, state: Position, seat: Seat) -> i64:
        return remembered(state, seat, self)
