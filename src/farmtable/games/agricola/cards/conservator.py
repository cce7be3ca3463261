"""Conservator: from wood straight to stone."""

from __future__ import annotations

from farmtable.core.text import Text
from farmtable.games.agricola.position.facts import STRAIGHT_TO_STONE
from farmtable.games.agricola.rules.card import Occupation


class Conservator(Occupation):
    """A wooden house may be renovated straight to stone: 1 stone for each room and 1 reed, 1 renovation."""

    id = "conservator"
    number = "A087"
    name = Text("Conservator")
    text = Text(
        "When you renovate a wooden house, you may turn it directly into a stone house, "
        "for 1 stone for each room and 1 reed in total."
    )
    modifiers = ((STRAIGHT_TO_STONE, 1),)
