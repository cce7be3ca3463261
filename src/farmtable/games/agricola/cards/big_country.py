"""Big Country: points and food for a farm that is full early."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain, gain_bonus, remembered, rounds_left
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD
from farmtable.games.agricola.rules.card import MinorImprovement
from farmtable.games.agricola.rules.requirements import NoUnusedSpace


class BigCountry(MinorImprovement):
    """When played, gain 1 bonus point, written down for good, and 2 food for each complete round left.

    The round in which it is played is no complete round any more.
    """

    id = "big_country"
    number = "A033"
    name = Text("Big Country")
    text = Text("For each complete round left to play, you get 1 bonus point and 2 food at once.")
    requires = (NoUnusedSpace(),)
    has_bonus = True

    def when_played(self, state: Position, seat: Seat) -> None:
        gain_bonus(state, seat, self, rounds_left(state))
        gain(state, seat, FOOD, 2 * rounds_left(state))

    def bonus_points(self, state: Position, seat: Seat) -> i64:
        return remembered(state, seat, self)
