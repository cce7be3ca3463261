"""Priest: a gift for a small clay house."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, lives_in_clay, room_count
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CLAY, REED, STONE
from farmtable.games.agricola.rules.card import Occupation


class Priest(Occupation):
    """When played, if you live in a clay house of exactly 2 rooms, gain 3 clay, 2 reed and 2 stone."""

    id = "priest"
    number = "A125"
    name = Text("Priest")
    text = Text(
        "When you play this card, if your house is of clay and has exactly 2 rooms, "
        "you get 3 clay, 2 reed and 2 stone."
    )

    def when_played(self, state: Position, seat: Seat) -> None:
        if lives_in_clay(state, seat) and room_count(state, seat) == 2:
            gain(state, seat, CLAY, 3)
            gain(state, seat, REED, 2)
            gain(state, seat, STONE, 2)
