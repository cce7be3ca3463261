"""Lasso: two people in one go."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.frames import SECOND
from farmtable.games.agricola.position.moments import TURN_ENDS
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.work import may_place_again, place_again


class Lasso(MinorImprovement):
    """You may place a second person right after a first, if one of the two uses an animal market.

    Never a third, but again on any later turn. The second may be a newborn that Adoptive Parents places, just
    born too. In a game for one everybody is placed in a row anyway.
    """

    id = "lasso"
    number = "B024"
    name = Text("Lasso")
    text = Text(
        "On each of your turns you may place a second person right after the first, "
        "if at least one of the two uses Sheep Market, Pig Market or Cattle Market."
    )
    cost = priced(reed=1)
    offered = TURN_ENDS

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return about < SECOND and state.players > 1 and may_place_again(state, seat, about)

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        place_again(state, seat, about)
