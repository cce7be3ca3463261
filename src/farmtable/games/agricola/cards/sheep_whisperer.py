"""Sheep Whisperer: sheep on their way."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import promise_on
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import SHEEP
from farmtable.games.agricola.rules.card import Occupation


class SheepWhisperer(Occupation):
    """Put 1 sheep 2, 5, 8 and 10 round spaces ahead, as far as there are so many."""

    id = "sheep_whisperer"
    number = "B164"
    name = Text("Sheep Whisperer")
    text = Text(
        "Put 1 sheep each on the spaces of the 2nd, 5th, 8th and 10th round after this one, as far as "
        "those rounds exist. You get each at the start of its round."
    )
    players = 4

    def when_played(self, state: Position, seat: Seat) -> None:
        promise_on(state, seat, SHEEP, (state.round + 2, state.round + 5, state.round + 8, state.round + 10))
