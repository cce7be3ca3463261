"""Three-Field Rotation: food for fields of three kinds."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.farmyard import empty_fields, grain_fields, vegetable_fields
from farmtable.games.agricola.rules.requirements import Occupations


class ThreeFieldRotation(MinorImprovement):
    """When a field phase begins, gain 3 food with a grain field, a vegetable field and an empty one.

    Field cards are fields, too.
    """

    id = "three_field_rotation"
    number = "B061"
    name = Text("Three-Field Rotation")
    text = Text(
        "At the start of the field phase of each harvest you get 3 food if you have "
        "at least 1 grain field, 1 vegetable field and 1 empty field."
    )
    requires = (Occupations(3),)

    def field_phase_begins(self, state: Position, seat: Seat) -> None:
        grain: i64 = grain_fields(state, seat)
        vegetables: i64 = vegetable_fields(state, seat)
        if grain != 0 and vegetables != 0 and empty_fields(state, seat) != 0:
            gain(state, seat, FOOD, 3)
