"""Sleeping Corner: room beside others who wish for children."""

from __future__ import annotations

from farmtable.core.text import Text
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.facts import SHARES_WISHES
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import GrainFields


class SleepingCorner(MinorImprovement):
    """You may use a Wish for Children space on which people of exactly one other player stand.

    A parent and its newborn are people of one player. All else that the space asks for stays.
    """

    id = "sleeping_corner"
    number = "A026"
    name = Text("Sleeping Corner")
    text = Text(
        'You may use a "Wish for Children" space even if it is occupied, '
        "as long as only people of one other player stand there."
    )
    cost = priced(wood=1)
    requires = (GrainFields(2),)
    points = 1
    modifiers = ((SHARES_WISHES, 1),)
