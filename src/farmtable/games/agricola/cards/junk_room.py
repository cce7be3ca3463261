"""Junk Room: improvements bring food."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD
from farmtable.games.agricola.rules.card import MinorImprovement


class JunkRoom(MinorImprovement):
    """Each time after you build or play an improvement, this one included, gain 1 food.

    Cards that travel and a Fireplace exchanged for a Cooking Hearth count too.
    """

    id = "junk_room"
    number = "A055"
    name = Text("Junk Room")
    text = Text(
        "Each time you have built a major or played a minor improvement, including this one, you get 1 food."
    )
    cost = priced(wood=1, clay=1)

    def when_played(self, state: Position, seat: Seat) -> None:
        gain(state, seat, FOOD, 1)

    def improvement_built(self, state: Position, seat: Seat, card: i64) -> None:
        gain(state, seat, FOOD, 1)
