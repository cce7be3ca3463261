"""Beanfield: a field for vegetables."""

from __future__ import annotations

from farmtable.core.text import Text
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.facts import FIELD_CARD
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import Occupations


class Beanfield(MinorImprovement):
    """A field for vegetables only. It is no field tile: it needs no place and scores not as one."""

    id = "beanfield"
    number = "B068"
    name = Text("Beanfield")
    text = Text(
        "This card is a field on which you can sow vegetables only. "
        "It is not a field tile and does not count when fields are scored."
    )
    cost = priced(food=1)
    requires = (Occupations(2),)
    points = 1
    modifiers = ((FIELD_CARD, 2),)  # vegetables
