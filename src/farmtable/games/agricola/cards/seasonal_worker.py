"""Seasonal Worker: day labour brings crops."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, gain_one_of_these
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import DAY_LABORER, GRAIN, VEGETABLE
from farmtable.games.agricola.rules.card import Occupation

FIRST_ROUND_WITH_A_CHOICE: Final = 6


class SeasonalWorker(Occupation):
    """Each time you use Day Laborer gain 1 grain; from round 6 on 1 vegetable if you prefer."""

    id = "seasonal_worker"
    number = "A114"
    name = Text("Seasonal Worker")
    text = Text(
        "Each time you use Day Laborer, you also get 1 grain. "
        "From round 6 on you may take 1 vegetable instead."
    )
    spaces = (DAY_LABORER,)
    these = (GRAIN, VEGETABLE)

    def each_use(self, state: Position, seat: Seat, space: i64) -> None:
        if state.round < FIRST_ROUND_WITH_A_CHOICE:
            gain(state, seat, GRAIN, 1)
        else:
            gain_one_of_these(state, seat, self)
