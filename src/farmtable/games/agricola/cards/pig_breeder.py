"""Pig Breeder: wild boar breed once more."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import amount_of, breed, gain, has_exchanges, may_breed
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import BOAR, SHEEP
from farmtable.games.agricola.rules.card import Occupation

ROUND: Final = 12


class PigBreeder(Occupation):
    """Gain 1 wild boar; at the end of round 12 your wild boar breed as usual, though it is no harvest."""

    id = "pig_breeder"
    number = "A165"
    name = Text("Pig Breeder")
    text = Text(
        "When you play this card, you get 1 wild boar. At the end of round 12, "
        "if you have 2 or more wild boar, you get 1 more if you can keep it."
    )
    players = 4

    def when_played(self, state: Position, seat: Seat) -> None:
        gain(state, seat, BOAR, 1)

    def ready(self, state: Position, seat: Seat) -> bool:
        if state.round != ROUND or may_breed(state, seat, BOAR):
            return True
        sheep: i64 = amount_of(state, seat, SHEEP) if has_exchanges(state, seat) else 0
        return amount_of(state, seat, BOAR) + sheep < 2  # nothing makes a pair of them

    def end_of_round(self, state: Position, seat: Seat) -> None:
        if state.round == ROUND:
            breed(state, seat, BOAR)
