"""Roughcaster: food for clay rooms and for giving clay up."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, lives_in_clay
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD, OF_CLAY
from farmtable.games.agricola.rules.card import Occupation

REWARD: Final = 3  # food


class Roughcaster(Occupation):
    """3 food each time you build clay rooms, however many, and each time you renovate from clay to stone."""

    id = "roughcaster"
    number = "A110"
    name = Text("Roughcaster")
    text = Text(
        "Each time you build 1 or more clay rooms, and each time you renovate your house from clay to stone, "
        "you get 3 food."
    )

    def rooms_built(self, state: Position, seat: Seat, before: i64) -> None:
        if lives_in_clay(state, seat):
            gain(state, seat, FOOD, REWARD)

    def renovated(self, state: Position, seat: Seat, before: i64) -> None:
        if before == OF_CLAY:
            gain(state, seat, FOOD, REWARD)
