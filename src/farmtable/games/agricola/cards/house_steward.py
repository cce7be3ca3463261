"""House Steward: wood now, points for the biggest house."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, room_count, rounds_left
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import WOOD
from farmtable.games.agricola.rules.card import Occupation

ROUNDS_FOR_WOOD: Final = (1, 3, 6, 9)  # so many to come for the first, second ... wood
POINTS: Final = 3


class HouseSteward(Occupation):
    """Gain wood by the rounds left; at the end everybody with the most rooms gets 3 bonus points.

    All who are tied get them, the owner only like anybody else.
    """

    id = "house_steward"
    number = "B136"
    name = Text("House Steward")
    text = Text(
        "You get wood at once: 1, 2, 3 or 4 if at least 1, 3, 6 or 9 complete rounds are left to play. "
        "At the end, the player with the most rooms gets 3 bonus points; if players tie, each of them "
        "does."
    )
    players = 3
    has_bonus = True

    def when_played(self, state: Position, seat: Seat) -> None:
        wood: i64 = 0
        for rounds in ROUNDS_FOR_WOOD:
            if rounds_left(state) >= rounds:
                wood += 1
        gain(state, seat, WOOD, wood)

    def points_for(self, state: Position, owner: i64, seat: Seat) -> i64:
        other: i64 = 0
        while other < state.players:
            if room_count(state, other) > room_count(state, seat):
                return 0
            other += 1
        return POINTS
