"""Animal Dealer: one more animal from the market."""

from __future__ import annotations

from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import ANIMAL_MARKETS, gain, good_of, has, pay
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import FOOD
from farmtable.games.agricola.position.moments import EACH_USE
from farmtable.games.agricola.rules.card import Occupation


class AnimalDealer(Occupation):
    """Each time you use an animal market you may buy 1 more animal of its kind for 1 food."""

    id = "animal_dealer"
    number = "A147"
    name = Text("Animal Dealer")
    text = Text(
        "Each time you use Sheep Market, Pig Market or Cattle Market, "
        "you may buy 1 more animal of that type for 1 food."
    )
    players = 3
    spaces = ANIMAL_MARKETS
    offered = EACH_USE

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return has(state, seat, FOOD, 1)

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        pay(state, seat, FOOD, 1)
        gain(state, seat, good_of(state, about), 1)
