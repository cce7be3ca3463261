"""Animal Tamer: a pet in every room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.text import Text
from farmtable.games.agricola.card import Occupation
from farmtable.games.agricola.facts import GRAIN, ROOM_PETS, TAKE, WOOD
from farmtable.games.agricola.phrases import ask, gain, one_of

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState


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

    def when_played(self, state: AgricolaState, seat: i64) -> None:
        ask(state, seat, self)

    def choices(self, state: AgricolaState, seat: i64, question: i64) -> vec[i64]:
        return one_of(WOOD, GRAIN)

    def choose(self, state: AgricolaState, seat: i64, question: i64, action: i64) -> None:
        gain(state, seat, action - TAKE, 1)
