"""Mining Hammer: a stable with each renovation."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import build_stable, gain
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD
from farmtable.games.agricola.position.moments import RENOVATED
from farmtable.games.agricola.position.parts import ONE_STABLE
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.parts.all_parts import can_take


class MiningHammer(MinorImprovement):
    """Gain 1 food when played; each time you renovate you may build 1 stable without paying wood."""

    id = "mining_hammer"
    number = "B016"
    name = Text("Mining Hammer")
    text = Text(
        "You get 1 food at once. Each time you renovate, you may also build 1 stable without paying wood."
    )
    cost = priced(wood=1)
    offered = RENOVATED

    def when_played(self, state: Position, seat: Seat) -> None:
        gain(state, seat, FOOD, 1)

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return can_take(state, seat, ONE_STABLE, 0)

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        build_stable(state, 0)
