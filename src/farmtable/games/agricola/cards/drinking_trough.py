"""Drinking Trough: larger pastures."""

from __future__ import annotations

from farmtable.core.text import Text
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.facts import PASTURE_PLACES
from farmtable.games.agricola.rules.card import MinorImprovement


class DrinkingTrough(MinorImprovement):
    """Each pasture, however large, holds 2 more animals, added after its stables have doubled the rest."""

    id = "drinking_trough"
    number = "A012"
    name = Text("Drinking Trough")
    text = Text("Each of your pastures, with or without stables, holds 2 more animals.")
    cost = priced(clay=1)
    modifiers = ((PASTURE_PLACES, 2),)
