"""Brook: food on the spaces above Fishing."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, round_of
from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.data import Position
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
    requires = (PersonOn(f.FISHING),)
    spaces = (
        f.REED_BANK,
        f.CLAY_PIT,
        f.FOREST,
        f.MAJOR_IMPROVEMENT,
        f.FENCING,
        f.GRAIN_UTILIZATION,
        f.SHEEP_MARKET,
    )

    def each_use(self, state: Position, seat: Seat, space: i64) -> None:
        if round_of(state, space) <= 1:
            gain(state, seat, f.FOOD, 1)
