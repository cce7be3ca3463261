"""Clearing Spade: crops spread to empty fields."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import lowest
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import ask, crop_on, fields_for, fields_with, move_crop, one_field
from farmtable.games.agricola.position.actions import CELL
from farmtable.games.agricola.position.cost import priced
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.moments import ANY_TIME
from farmtable.games.agricola.rules.card import MinorImprovement

FROM_WHERE: Final = 0  # the first question; the second is "where to?", with the field after it: + 1


class ClearingSpade(MinorImprovement):
    """At any time you may move 1 crop from a field with 2 or more to an empty field that takes it.

    Field cards are fields too.
    """

    id = "clearing_spade"
    number = "A071"
    name = Text("Clearing Spade")
    text = Text("At any time you may move 1 crop from a field with at least 2 crops to an empty field.")
    cost = priced(wood=1)
    offered = ANY_TIME
    before_harvest = True

    def may_use(self, state: Position, seat: Seat, about: i64) -> bool:
        return movable_from(state, seat) != 0

    def may_bring(self, state: Position, seat: Seat) -> i64:
        return 0  # it moves what grows on fields

    def use(self, state: Position, seat: Seat, about: i64) -> None:
        ask(state, seat, self, FROM_WHERE)

    def choices(self, state: Position, seat: Seat, question: i64) -> vec[i64]:
        if question == FROM_WHERE:
            return one_field(movable_from(state, seat))
        return one_field(movable_to(state, seat, question - 1))

    def choose(self, state: Position, seat: Seat, question: i64, action: Action) -> None:
        if question == FROM_WHERE:
            ask(state, seat, self, action - CELL + 1)
        else:
            move_crop(state, seat, question - 1, action - CELL)


def movable_from(state: Position, seat: Seat) -> i64:
    """The fields with 2 or more crops of which one could go elsewhere."""
    found: i64 = 0
    left: i64 = fields_with(state, seat, 2)
    while left != 0:
        if movable_to(state, seat, lowest(left)) != 0:
            found |= left & -left
        left &= left - 1
    return found


def movable_to(state: Position, seat: Seat, field: i64) -> i64:
    """The empty fields that take what stands on a field."""
    return fields_for(state, seat, crop_on(state, seat, field))
