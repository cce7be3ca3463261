"""Animal Tamer: a pet in every room."""

from __future__ import annotations

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import gain_one_of_these
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import GRAIN, ROOM_PETS, WOOD
from farmtable.games.agricola.rules.card import Occupation


class AnimalTamer(Occupation):
    """Gain 1 wood or 1 grain; keep 1 animal in each room of your house, places for people on cards aside."""

    id = "animal_tamer"
    number = "A086"
    name = Text("Animal Tamer")
    text = Text(
        "When you play this card, you get 1 wood or 1 grain. Instead of 1 pet in your house "
        "you may keep 1 animal of any type in each of its rooms."
    )
    modifiers = ((ROOM_PETS, 1),)
    these = (WOOD, GRAIN)

    def when_played(self, state: Position, seat: Seat) -> None:
        gain_one_of_these(state, seat, self)
