"""Sheep Walker: sheep for other goods."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import ask, gain, has, living, one_of, pay
from farmtable.games.agricola.position.actions import TAKE
from farmtable.games.agricola.position.cost import of
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import BOAR, SHEEP, STONE, VEGETABLE
from farmtable.games.agricola.position.moments import ANY_TIME
from farmtable.games.agricola.rules.card import Occupation

PLENTY: Final = of(BOAR, 15) + of(VEGETABLE, 15) + of(STONE, 24)  # more than anything costs


class SheepWalker(Occupation):
    """At any time exchange 1 sheep, one that your farm can hold, for 1 wild boar, 1 vegetable or 1 stone."""

    id = "sheep_walker"
    number = "B104"
    name = Text("Sheep Walker")
    text = Text(
        "At any time, except in a breeding phase, you may exchange 1 sheep of your farm for 1 wild boar, "
        "1 vegetable or 1 stone. A sheep for which you have no room does not count."
    )
    offered = ANY_TIME
    exchanges_sheep = True

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return living(state, seat, SHEEP) > 0

    def may_bring(self, state: Position, seat: Seat) -> i64:
        return PLENTY if has(state, seat, SHEEP, 1) else 0

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        ask(state, seat, self)

    def choices(self, state: Position, seat: Seat, question: i64) -> vec[i64]:
        return one_of(BOAR, VEGETABLE, STONE)

    def choose(self, state: Position, seat: Seat, question: i64, action: Action) -> None:
        pay(state, seat, SHEEP, 1)
        gain(state, seat, action - TAKE, 1)
