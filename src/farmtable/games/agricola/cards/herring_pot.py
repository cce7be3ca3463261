"""Herring Pot: fishing feeds for longer."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import promise_next
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FISHING, FOOD
from farmtable.games.agricola.rules.card import MinorImprovement


class HerringPot(MinorImprovement):
    """Each time you use Fishing, put 1 food on each of the next 3 round spaces."""

    id = "herring_pot"
    number = "B047"
    name = Text("Herring Pot")
    text = Text(
        "Each time you use Fishing, put 1 food on each of the next 3 round spaces; "
        "you get it at the start of those rounds."
    )
    cost = priced(clay=1)
    spaces = (FISHING,)

    def each_use(self, state: Position, seat: Seat, space: i64) -> None:
        promise_next(state, seat, FOOD, 1, 3)
