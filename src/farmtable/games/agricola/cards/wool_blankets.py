"""Wool Blankets: points for who lives in a cold house."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import lives_in_clay, lives_in_wood
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import SHEEP
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import InSupply


class WoolBlankets(MinorImprovement):
    """At the end 3 bonus points for a wooden house, 2 for a clay house; the sheep are not paid."""

    id = "wool_blankets"
    number = "A038"
    name = Text("Wool Blankets")
    text = Text(
        "At the end of the game, you get 3 bonus points if you live in a wooden house, "
        "2 in a clay house, none in a stone house."
    )
    requires = (InSupply(SHEEP, 5),)
    has_bonus = True

    def bonus_points(self, state: Position, seat: Seat) -> i64:
        if lives_in_wood(state, seat):
            return 3
        return 2 if lives_in_clay(state, seat) else 0
