"""Caravan: somebody lives in it."""

from __future__ import annotations

from farmtable.core.text import Text
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.facts import PEOPLE_PLACES
from farmtable.games.agricola.rules.card import MinorImprovement


class Caravan(MinorImprovement):
    """Room for 1 person. It is no room of the house: nothing else that counts rooms counts it."""

    id = "caravan"
    number = "B010"
    name = Text("Caravan")
    text = Text("1 of your people can live on this card. It is not a room of your house.")
    cost = priced(wood=3, food=3)
    modifiers = ((PEOPLE_PLACES, 1),)
