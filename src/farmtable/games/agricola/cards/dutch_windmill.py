"""Dutch Windmill: more food for bread after a harvest."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import follows_harvest, gain
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD
from farmtable.games.agricola.rules.card import MinorImprovement


class DutchWindmill(MinorImprovement):
    """Each Bake Bread action with at least 1 grain, in a round right after a harvest, brings 3 more food."""

    id = "dutch_windmill"
    number = "A063"
    name = Text("Dutch Windmill")
    text = Text(
        "Each time you bake bread in a round right after a harvest (round 5, 8, 10, 12 or 14), "
        "you get 3 more food."
    )
    cost = priced(wood=2, stone=2)
    points = 2

    def baked(self, state: Position, seat: Seat, grain: i64) -> None:
        if follows_harvest(state):
            gain(state, seat, FOOD, 3)
