"""Hedge Keeper: three fences for nothing."""

from __future__ import annotations

from farmtable.core.text import Text
from farmtable.games.agricola.position.facts import FREE_FENCES
from farmtable.games.agricola.rules.card import Occupation


class HedgeKeeper(Occupation):
    """In each Build Fences action 3 fences cost no wood; what is not used of them is lost."""

    id = "hedge_keeper"
    number = "A088"
    name = Text("Hedge Keeper")
    text = Text("In each of your Build Fences actions, 3 of the fences cost you no wood.")
    modifiers = ((FREE_FENCES, 3),)
