"""Bread Paddle: bread with each occupation."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import bake_bread, gain
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD
from farmtable.games.agricola.position.moments import OCCUPATION_PLAYED
from farmtable.games.agricola.rules import improvements
from farmtable.games.agricola.rules.card import MinorImprovement


class BreadPaddle(MinorImprovement):
    """Gain 1 food when played; after each occupation you play you may take a Bake Bread action."""

    id = "bread_paddle"
    number = "B025"
    name = Text("Bread Paddle")
    text = Text("You get 1 food at once. After each occupation you play, you may take a Bake Bread action.")
    cost = priced(wood=1)
    offered = OCCUPATION_PLAYED

    def when_played(self, state: Position, seat: Seat) -> None:
        gain(state, seat, FOOD, 1)

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return improvements.bake_limit(state, seat) > 0

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        bake_bread(state)
