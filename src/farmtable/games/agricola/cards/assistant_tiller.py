"""Assistant Tiller: a field with a day of labour."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import plow_field
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import DAY_LABORER
from farmtable.games.agricola.position.moments import EACH_USE
from farmtable.games.agricola.rules.card import Occupation
from farmtable.games.agricola.rules.farmyard import field_sites


class AssistantTiller(Occupation):
    """Each time you use Day Laborer you may also plow 1 field."""

    id = "assistant_tiller"
    number = "B091"
    name = Text("Assistant Tiller")
    text = Text("Each time you use Day Laborer, you may also plow 1 field.")
    spaces = (DAY_LABORER,)
    offered = EACH_USE

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return field_sites(state, seat) != 0

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        plow_field(state)
