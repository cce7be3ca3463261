"""Clay Embankment: half as much clay again."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import amount_of, gain
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CLAY
from farmtable.games.agricola.rules.card import MinorImprovement


class ClayEmbankment(MinorImprovement):
    """When played, gain half as much clay as lies in your supply, rounded down."""

    id = "clay_embankment"
    number = "A005"
    name = Text("Clay Embankment")
    text = Text("You get 1 clay for every 2 clay in your supply. Then pass this card to the left.")
    cost = priced(food=1)
    travels = True

    def when_played(self, state: Position, seat: Seat) -> None:
        gain(state, seat, CLAY, amount_of(state, seat, CLAY) // 2)
