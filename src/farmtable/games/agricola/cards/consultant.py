"""Consultant: goods by the number of players."""

from __future__ import annotations

from typing import Final

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CLAY, GRAIN, REED, SHEEP
from farmtable.games.agricola.rules.card import Occupation

FEES: Final = ((GRAIN, 2), (CLAY, 3), (REED, 2), (SHEEP, 2))  # for one to four players


class Consultant(Occupation):
    """When played, gain 2 grain alone, 3 clay with two players, 2 reed with three, 2 sheep with four."""

    id = "consultant"
    number = "B102"
    name = Text("Consultant")
    text = Text(
        "You get 2 grain in a game for 1 player, 3 clay in a game for 2, 2 reed for 3, or 2 sheep for 4."
    )

    def when_played(self, state: Position, seat: Seat) -> None:
        good, n = FEES[state.players - 1]
        gain(state, seat, good, n)
