"""Tutor: points for occupations to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from farmtable.core.text import Text
from farmtable.games.agricola.card import Occupation
from farmtable.games.agricola.facts import MAX_FRONT, OCCUPATION
from farmtable.games.agricola.hands import slot_of
from farmtable.games.agricola.rounds import was_kept

if TYPE_CHECKING:
    from farmtable.games.agricola.state import AgricolaState


class Tutor(Occupation):
    """At the end 1 bonus point for each occupation played after this one; those kept were not played."""

    id = "tutor"
    number = "B099"
    name = Text("Tutor")
    text = Text("At the end, you get 1 bonus point for each occupation that you played after this card.")
    has_bonus = True

    def bonus_points(self, state: AgricolaState, seat: i64) -> i64:
        deck = state.facts.deck
        assert deck is not None
        points: i64 = 0
        at: i64 = seat * MAX_FRONT + slot_of(state, seat, self.index) + 1
        while state.front[at] > 0:
            card: i64 = i64(state.front[at]) - 1
            if deck.kind[card] == OCCUPATION and not was_kept(state, card):
                points += 1
            at += 1
        return points
