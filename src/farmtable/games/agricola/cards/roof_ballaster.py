"""Roof Ballaster: stone for a little food."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, has, pay, room_count
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD, STONE
from farmtable.games.agricola.position.moments import WHEN_PLAYED
from farmtable.games.agricola.rules.card import Occupation


class RoofBallaster(Occupation):
    """When played, you may pay 1 more food, once, for 1 stone for each room of your house."""

    id = "roof_ballaster"
    number = "B123"
    name = Text("Roof Ballaster")
    text = Text(
        "When you play this card, you may pay 1 food (in all) to get 1 stone for each room of your house."
    )
    offered = WHEN_PLAYED

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return has(state, seat, FOOD, 1)

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        pay(state, seat, FOOD, 1)
        gain(state, seat, STONE, room_count(state, seat))
