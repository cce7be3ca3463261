"""Claypipe: food for who gathers much."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, resources_by_exchanges, resources_gathered
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD
from farmtable.games.agricola.rules.card import MinorImprovement

RESOURCES: Final = 7


class Claypipe(MinorImprovement):
    """When people return home, gain 2 food if you obtained 7 or more building resources in the work phase.

    All that came in counts, spent or put back or not, and before this card was played too; goods of
    the round space and of the start of the round do not.
    """

    id = "claypipe"
    number = "A053"
    name = Text("Claypipe")
    text = Text(
        "When people return home, you get 2 food if you gained at least 7 building resources "
        "in the work phase just over."
    )
    cost = priced(clay=1)

    def ready(self, state: Position, seat: Seat) -> bool:
        gathered: i64 = resources_gathered(state, seat)
        return gathered >= RESOURCES or gathered + resources_by_exchanges(state, seat) < RESOURCES

    def going_home(self, state: Position, seat: Seat) -> None:
        if resources_gathered(state, seat) >= RESOURCES:
            gain(state, seat, FOOD, 2)
