"""Groom: wood now, later stables for less."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import build_stable, gain, lives_in_stone
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import WOOD
from farmtable.games.agricola.position.moments import START_OF_ROUND
from farmtable.games.agricola.position.parts import ONE_STABLE
from farmtable.games.agricola.rules.card import Occupation
from farmtable.games.agricola.rules.parts.all_parts import can_take

STABLE_WOOD: Final = 1


class Groom(Occupation):
    """Gain 1 wood when played.

    Once you live in a stone house, at the start of each round you may build 1 stable for 1 wood.
    """

    id = "groom"
    number = "B089"
    name = Text("Groom")
    text = Text(
        "You get 1 wood at once. Once your house is of stone, you may build exactly 1 stable for 1 wood "
        "at the start of each round."
    )
    offered = START_OF_ROUND

    def when_played(self, state: Position, seat: Seat) -> None:
        gain(state, seat, WOOD, 1)

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return lives_in_stone(state, seat) and can_take(state, seat, ONE_STABLE, STABLE_WOOD)

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        build_stable(state, STABLE_WOOD)
