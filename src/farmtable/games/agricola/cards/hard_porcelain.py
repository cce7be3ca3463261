"""Hard Porcelain: stone from clay."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import amount_of, ask, gain, has, options, pay
from farmtable.games.agricola.position.actions import OPTION
from farmtable.games.agricola.position.cost import of, priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CLAY, STONE
from farmtable.games.agricola.position.moments import ANY_TIME
from farmtable.games.agricola.position.nouns import amount
from farmtable.games.agricola.rules.card import MinorImprovement

LEAST: Final = 2  # clay in one trade
MOST: Final = 4


class HardPorcelain(MinorImprovement):
    """At any time, as often as you like, trade 2, 3 or 4 clay for 1, 2 or 3 stone.

    The answers to its question stand for 2, 3 and 4 clay.
    """

    id = "hard_porcelain"
    number = "B080"
    name = Text("Hard Porcelain")
    text = Text("At any time, as often as you like, you may trade 2/3/4 clay for 1/2/3 stone.")
    cost = priced(clay=1)
    offered = ANY_TIME

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return has(state, seat, CLAY, LEAST)

    def may_bring(self, state: Position, seat: Seat) -> i64:
        return of(STONE, amount_of(state, seat, CLAY))

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        ask(state, seat, self)

    def choices(self, state: Position, seat: Seat, question: i64) -> vec[i64]:
        return options(min(amount_of(state, seat, CLAY), MOST) - LEAST + 1)

    def choose(self, state: Position, seat: Seat, question: i64, action: Action) -> None:
        clay: i64 = action - OPTION + LEAST
        pay(state, seat, CLAY, clay)
        gain(state, seat, STONE, clay - 1)

    def label(self, question: i64, action: Action) -> Text:
        clay: i64 = action - OPTION + LEAST
        return Text("{clay} for {stone}", clay=amount(CLAY, clay), stone=amount(STONE, clay - 1))
