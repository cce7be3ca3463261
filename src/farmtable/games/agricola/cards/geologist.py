"""Geologist: clay from forest, bank and pit."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CLAY, CLAY_PIT, FOREST, REED_BANK
from farmtable.games.agricola.rules.card import Occupation


class Geologist(Occupation):
    """Each time you use Forest, Reed Bank or, with three or more players, Clay Pit, gain 1 clay."""

    id = "geologist"
    number = "B121"
    name = Text("Geologist")
    text = Text(
        "Each time you use Forest or Reed Bank (in games for 3 or 4 players also Clay Pit), you get 1 "
        "more clay."
    )
    spaces = (FOREST, REED_BANK, CLAY_PIT)

    def each_use(self, state: Position, seat: Seat, space: i64) -> None:
        if space != CLAY_PIT or state.players >= 3:
            gain(state, seat, CLAY, 1)
