"""Conjurer: players on the road bring more."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import GRAIN, TRAVELING_PLAYERS, WOOD
from farmtable.games.agricola.rules.card import Occupation


class Conjurer(Occupation):
    """Each time you use Traveling Players gain 1 wood and 1 grain, before what lies there."""

    id = "conjurer"
    number = "A155"
    name = Text("Conjurer")
    text = Text("Each time you use Traveling Players, you also get 1 wood and 1 grain.")
    players = 4
    spaces = (TRAVELING_PLAYERS,)

    def each_use(self, state: Position, seat: Seat, space: i64) -> None:
        gain(state, seat, WOOD, 1)
        gain(state, seat, GRAIN, 1)
