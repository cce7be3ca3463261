"""Carpenter's Parlor: wooden rooms for less."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import lives_in_wood
from farmtable.games.agricola.position.cost import A_ROOM, priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.rules.card import MinorImprovement


class CarpentersParlor(MinorImprovement):
    """A wooden room costs you 2 wood and 2 reed: a price of its own, before what other cards change."""

    id = "carpenters_parlor"
    number = "B013"
    name = Text("Carpenter's Parlor")
    text = Text("Every new wooden room costs you only 2 wood and 2 reed.")
    cost = priced(wood=1, stone=1)

    def other_price(self, state: Position, seat: Seat, item: i64) -> i64:
        return priced(wood=2, reed=2) if item == A_ROOM and lives_in_wood(state, seat) else -1
