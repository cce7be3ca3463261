"""Large Greenhouse: vegetables in later rounds."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import promise_on
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import VEGETABLE
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import Occupations


class LargeGreenhouse(MinorImprovement):
    """When played, put 1 vegetable 4, 7 and 9 round spaces ahead, as far as there are so many."""

    id = "large_greenhouse"
    number = "A069"
    name = Text("Large Greenhouse")
    text = Text(
        "Add 4, 7 and 9 to the number of the current round. Put 1 vegetable on each of these round spaces; "
        "you get it at the start of that round."
    )
    cost = priced(wood=2)
    requires = (Occupations(2),)

    def when_played(self, state: Position, seat: Seat) -> None:
        promise_on(state, seat, VEGETABLE, (state.round + 4, state.round + 7, state.round + 9))
