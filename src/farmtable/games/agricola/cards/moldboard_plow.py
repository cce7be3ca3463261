"""Moldboard Plow: two more fields on Farmland."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import plow_field, remember, remembered
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FARMLAND
from farmtable.games.agricola.position.moments import EACH_USE
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.farmyard import can_plow_twice
from farmtable.games.agricola.rules.requirements import Occupations

TILES: Final = 2


class MoldboardPlow(MinorImprovement):
    """On two uses of Farmland you may plow 1 more field each: where the space's own has a site, too."""

    id = "moldboard_plow"
    number = "B019"
    name = Text("Moldboard Plow")
    text = Text(
        "Put 2 field tiles on this card. Twice in the game, when you use Farmland, "
        "you may also plow 1 field with a tile from this card."
    )
    cost = priced(wood=2)
    requires = (Occupations(1),)
    spaces = (FARMLAND,)
    offered = EACH_USE

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return remembered(state, seat, self) < TILES and can_plow_twice(state, seat)

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        remember(state, seat, self, remembered(state, seat, self) + 1)
        plow_field(state)

    def remembers(self, number: i64) -> Text | None:
        return Text.counted("{n} field tile left", "{n} field tiles left", int(TILES - number))
