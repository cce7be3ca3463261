"""Handplow: a field five rounds later."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import plow_field, remember, remembered
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import ROUNDS
from farmtable.games.agricola.position.moments import START_OF_ROUND
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.farmyard import field_sites

ROUNDS_TO_WAIT: Final = 5


class Handplow(MinorImprovement):
    """When played, put a field on the fifth round space from now, to be plowed then or never.

    The card remembers that round. After round 10 there is no such space, and nothing is put anywhere.
    """

    id = "handplow"
    number = "A019"
    name = Text("Handplow")
    text = Text(
        "Put 1 field on the space of the 5th round after this one, if there is one. "
        "At the start of that round you may plow this field; otherwise it is lost."
    )
    cost = priced(wood=1)
    offered = START_OF_ROUND

    def when_played(self, state: Position, seat: Seat) -> None:
        if state.round + ROUNDS_TO_WAIT <= ROUNDS:
            remember(state, seat, self, state.round + ROUNDS_TO_WAIT)

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return remembered(state, seat, self) == state.round and field_sites(state, seat) != 0

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        remember(state, seat, self, 0)
        plow_field(state)

    def end_of_round(self, state: Position, seat: Seat) -> None:
        if remembered(state, seat, self) == state.round:  # declined (R1.4)
            remember(state, seat, self, 0)

    def remembers(self, number: i64) -> Text | None:
        return Text("field in round {number}", number=int(number)) if number > 0 else None
