"""Pastor: goods for the last small house."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, remember, remembered, room_count
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CLAY, REED, STONE, WOOD
from farmtable.games.agricola.rules.card import Occupation

SMALL: Final = 2  # rooms


class Pastor(Occupation):
    """As soon as you alone have a house of just 2 rooms, gain 3 wood, 2 clay, 1 reed and 1 stone, once.

    That can become so when the card is played, or when another player has built rooms. It remembers
    whether its goods are gone.
    """

    id = "pastor"
    number = "B163"
    name = Text("Pastor")
    text = Text(
        "As soon as you are the only player whose house has just 2 rooms, you get 3 wood, 2 clay, 1 reed "
        "and 1 stone, once in the game. This is checked when you play the card and each time rooms have "
        "been built."
    )
    players = 4

    def when_played(self, state: Position, seat: Seat) -> None:
        if remembered(state, seat, self) == 0 and is_alone(state, seat):
            remember(state, seat, self, 1)
            gain(state, seat, WOOD, 3)
            gain(state, seat, CLAY, 2)
            gain(state, seat, REED, 1)
            gain(state, seat, STONE, 1)

    def another_built_rooms(self, state: Position, seat: Seat) -> None:
        self.when_played(state, seat)

    def remembers(self, number: i64) -> Text | None:
        return Text("used") if number > 0 else None


def is_alone(state: Position, seat: Seat) -> bool:
    """Whether `seat` has a house of just two rooms, and nobody else has."""
    other: i64 = 0
    while other < state.players:
        if (room_count(state, other) == SMALL) != (other == seat):
            return False
        other += 1
    return True
