"""Young Animal Market: cattle for a sheep."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CATTLE
from farmtable.games.agricola.rules.card import MinorImprovement


class YoungAnimalMarket(MinorImprovement):
    """When played, paid with a sheep of the farm, gain 1 cattle, to be kept, cooked or let go."""

    id = "young_animal_market"
    number = "A009"
    name = Text("Young Animal Market")
    text = Text("You get 1 cattle. Then pass this card to the left.")
    cost = priced(sheep=1)
    travels = True

    def when_played(self, state: Position, seat: Seat) -> None:
        gain(state, seat, CATTLE, 1)
