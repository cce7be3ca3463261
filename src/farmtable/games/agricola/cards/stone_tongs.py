"""Stone Tongs: more stone."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import STONE_SPACES, gain
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import STONE
from farmtable.games.agricola.rules.card import MinorImprovement


class StoneTongs(MinorImprovement):
    """Each time you use a stone accumulation space you additionally gain 1 stone."""

    id = "stone_tongs"
    number = "A080"
    name = Text("Stone Tongs")
    text = Text(
        "Each time you use a stone accumulation space (Western or Eastern Quarry), you get 1 more stone."
    )
    cost = priced(wood=1)
    spaces = STONE_SPACES

    def each_use(self, state: Position, seat: Seat, space: i64) -> None:
        gain(state, seat, STONE, 1)
