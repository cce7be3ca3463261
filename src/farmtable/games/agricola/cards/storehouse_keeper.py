"""Storehouse Keeper: more from the market."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.text import Text
from farmtable.games.agricola.card import Occupation
from farmtable.games.agricola.facts import CLAY, GRAIN, RESOURCE_MARKET, TAKE
from farmtable.games.agricola.phrases import ask, gain, one_of

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState


class StorehouseKeeper(Occupation):
    """Each time you use Resource Market you additionally gain 1 clay or 1 grain."""

    id = "storehouse_keeper"
    number = "B156"
    name = Text("Storehouse Keeper")
    text = Text("Each time you use Resource Market, you also get either 1 clay or 1 grain.")
    players = 4
    spaces = (RESOURCE_MARKET,)

    def each_use(self, state: AgricolaState, seat: i64, space: i64) -> None:
        ask(state, seat, self)

    def choices(self, state: AgricolaState, seat: i64, question: i64) -> vec[i64]:
        return one_of(CLAY, GRAIN)

    def choose(self, state: AgricolaState, seat: i64, question: i64, action: i64) -> None:
        gain(state, seat, action - TAKE, 1)
