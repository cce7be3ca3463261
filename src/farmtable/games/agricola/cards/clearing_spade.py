"""Clearing Spade: crops spread to empty fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from farmtable.core.bits import bit, lowest
from farmtable.core.text import Text
from farmtable.games.agricola.card import MinorImprovement
from farmtable.games.agricola.facts import CELL, FIELDS, GRAIN, PLANTED_VEGETABLES, VEGETABLE
from farmtable.games.agricola.farmyard import accepts, empty_fields
from farmtable.games.agricola.goods import note
from farmtable.games.agricola.moments import ANY_TIME
from farmtable.games.agricola.phrases import ask, one_field
from farmtable.games.agricola.prices import priced
from farmtable.games.agricola.steps import EVENT_MOVE_CROP

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState


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

    def may_use(self, state: AgricolaState, seat: i64, about: i64) -> bool:
        return movable_from(state, seat) != 0

    def may_bring(self, state: AgricolaState, seat: i64) -> i64:
        return 0  # it moves what grows on fields

    def use(self, state: AgricolaState, seat: i64, about: i64) -> None:
        ask(state, seat, self, FROM_WHERE)

    def choices(self, state: AgricolaState, seat: i64, question: i64) -> vec[i64]:
        if question == FROM_WHERE:
            return one_field(movable_from(state, seat))
        return one_field(movable_to(state, seat, question - 1))

    def choose(self, state: AgricolaState, seat: i64, question: i64, action: i64) -> None:
        if question == FROM_WHERE:
            ask(state, seat, self, action - CELL + 1)
        else:
            move_crop(state, seat, question - 1, action - CELL)


def movable_from(state: AgricolaState, seat: i64) -> i64:
    """The fields with 2 or more crops of which one could go elsewhere."""
    found: i64 = 0
    left: i64 = state.fields[seat]
    while left != 0:
        field: i64 = lowest(left)
        if (
            state.crops[seat * FIELDS + field] % PLANTED_VEGETABLES >= 2
            and movable_to(state, seat, field) != 0
        ):
            found |= bit(field)
        left &= left - 1
    return found


def movable_to(state: AgricolaState, seat: i64, field: i64) -> i64:
    """The empty fields that take what stands on a field."""
    crop: i64 = GRAIN if state.crops[seat * FIELDS + field] < PLANTED_VEGETABLES else VEGETABLE
    return empty_fields(state, seat) & accepts(state, seat, crop)


def move_crop(state: AgricolaState, seat: i64, source: i64, target: i64) -> None:
    """One crop of a field becomes the only one of another."""
    crops: i64 = i64(state.crops[seat * FIELDS + source])
    state.crops[seat * FIELDS + source] = u8(crops - 1)
    state.crops[seat * FIELDS + target] = u8(PLANTED_VEGETABLES + 1 if crops > PLANTED_VEGETABLES else 1)
    note(state, EVENT_MOVE_CROP, seat, source, target)
