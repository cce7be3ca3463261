"""What a card requires before it may be played: a state to be met, never paid (R9.2)."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from farmtable.core.aliases import Seat
from farmtable.core.bits import count_bits
from farmtable.core.text import Text
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import CATTLE, GOODS, OCCUPATION, SHEEP, WOODEN, Good
from farmtable.games.agricola.rules.farmyard import free_cells, grain_fields, vegetable_fields
from farmtable.games.agricola.rules.hands import count_front
from farmtable.games.agricola.rules.housing import living


@mypyc_attr(allow_interpreted_subclasses=True)
class Requirement:
    """A state of the position that a card requires."""

    def met(self, state: Position, seat: Seat) -> bool:
        """Whether `seat` meets it now."""
        return True

    def text(self) -> Text:
        """What is required, in words for people."""
        return Text("nothing")


class Occupations(Requirement):
    """So many occupations in front of the player."""

    def __init__(self, least: i64, most: i64 = 99) -> None:
        self.least: i64 = least
        self.most: i64 = most

    def met(self, state: Position, seat: Seat) -> bool:
        return self.least <= count_front(state, seat, OCCUPATION) <= self.most

    def text(self) -> Text:
        if self.least == self.most:
            return Text.counted("exactly {n} occupation", "exactly {n} occupations", int(self.least))
        if self.least > 0:
            return Text.counted("{n} occupation", "{n} occupations", int(self.least))
        return Text.counted("at most {n} occupation", "at most {n} occupations", int(self.most))


class GrainFields(Requirement):
    """Fields with grain on them."""

    def __init__(self, least: i64) -> None:
        self.least: i64 = least

    def met(self, state: Position, seat: Seat) -> bool:
        return count_bits(grain_fields(state, seat)) >= self.least

    def text(self) -> Text:
        return Text.counted("{n} grain field", "{n} grain fields", int(self.least))


class VegetableFields(Requirement):
    """Fields with vegetables on them."""

    def __init__(self, least: i64) -> None:
        self.least: i64 = least

    def met(self, state: Position, seat: Seat) -> bool:
        return count_bits(vegetable_fields(state, seat)) >= self.least

    def text(self) -> Text:
        return Text.counted("{n} vegetable field", "{n} vegetable fields", int(self.least))


class NoUnusedSpace(Requirement):
    """Every space of the farmyard used."""

    def met(self, state: Position, seat: Seat) -> bool:
        return free_cells(state, seat) == 0

    def text(self) -> Text:
        return Text("no unused space in the farmyard")


class InSupply(Requirement):
    """So much of a good in the supply, or so many animals that live on the farm (R6.4)."""

    def __init__(self, good: Good, least: i64) -> None:
        self.good: i64 = good
        self.least: i64 = least

    def met(self, state: Position, seat: Seat) -> bool:
        if SHEEP <= self.good <= CATTLE:
            return living(state, seat, self.good) >= self.least
        return self.are_there(state, seat)

    def are_there(self, state: Position, seat: Seat) -> bool:
        """Whether a seat has so many, with room or without."""
        return state.goods[seat * GOODS + self.good] >= self.least

    def text(self) -> Text:
        from farmtable.games.agricola.position.nouns import amount

        return amount(int(self.good), int(self.least))


class PersonOn(Requirement):
    """One of the player's people standing on a space."""

    def __init__(self, space: i64) -> None:
        self.space: i64 = space

    def met(self, state: Position, seat: Seat) -> bool:
        return state.used_by[self.space] == seat + 1

    def text(self) -> Text:
        from farmtable.games.agricola.position.nouns import name_of_space

        return Text("one of your people on {space}", space=name_of_space(int(self.space)))


class HouseNotWooden(Requirement):
    """A house of clay or stone."""

    def met(self, state: Position, seat: Seat) -> bool:
        return state.house[seat] != WOODEN

    def text(self) -> Text:
        return Text("a clay or stone house")
