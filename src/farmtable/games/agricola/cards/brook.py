"""Brook: food on the spaces above Fishing."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, round_of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import (
    CLAY_PIT,
    FENCING,
    FISHING,
    FOOD,
    FOREST,
    GRAIN_UTILIZATION,
    MAJOR_IMPROVEMENT,
    REED_BANK,
    SHEEP_MARKET,
)
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import PersonOn


class Brook(MinorImprovement):
    """Each time you use Reed Bank, Clay Pit, Forest or the stage card of round 1, gain 1 food."""

    id = "brook"
    number = "B056"
    name = Text("Brook")
    text = Text(
        "Each time you use one of the four spaces above Fishing (Reed Bank, Clay Pit, Forest "
        "and the card turned up in round 1), you also get 1 food."
    )
    requires = (PersonOn(FISHING),)
    spaces = (REED_BANK, CLAY_PIT, FOREST, MAJOR_IMPROVEMENT, FENCING, GRAIN_UTILIZATION, SHEEP_MARKET)

    def each_use(self, state: Position, seat: i64, space: i64) -> None:
        if round_of(state, space) <= 1:
            gain(state, seat, FOOD, 1)
