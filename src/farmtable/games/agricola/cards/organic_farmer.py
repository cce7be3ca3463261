"""Organic Farmer: points for pastures with room to spare."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.grazing import roomy_pastures
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules.card import Occupation

FREE_PLACES: Final = 3


class OrganicFarmer(Occupation):
    """At the end 1 bonus point for each pasture with at least 1 animal and room for 3 more.

    The animals, all of them kept, are arranged for the most points.
    """

    id = "organic_farmer"
    number = "B098"
    name = Text("Organic Farmer")
    text = Text(
        "At the end, you get 1 bonus point for each of your pastures that holds at least 1 animal and "
        "has room for at least 3 more. You may arrange your animals as you like for that."
    )
    has_bonus = True

    def bonus_points(self, state: Position, seat: Seat) -> i64:
        return roomy_pastures(state, seat, FREE_PLACES)
