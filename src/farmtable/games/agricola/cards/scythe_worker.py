"""Scythe Worker: more grain from the fields."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit, lowest
from farmtable.core.text import Text
from farmtable.games.agricola.cards.phrases import ask, gain, harvest_one_more
from farmtable.games.agricola.position.actions import CELL, DONE
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import GRAIN
from farmtable.games.agricola.rules.card import Occupation
from farmtable.games.agricola.rules.farmyard import grain_fields


class ScytheWorker(Occupation):
    """Gain 1 grain; in each field phase you may take 1 more grain from each grain field that has one left."""

    id = "scythe_worker"
    number = "A112"
    name = Text("Scythe Worker")
    text = Text(
        "When you play this card, you get 1 grain. In the field phase of each harvest, "
        "you may take 1 more grain from each of your grain fields."
    )

    def when_played(self, state: Position, seat: Seat) -> None:
        gain(state, seat, GRAIN, 1)

    def field_phase(self, state: Position, seat: Seat) -> None:
        self._ask_about(state, seat, grain_fields(state, seat))

    def _ask_about(self, state: Position, seat: Seat, fields: i64) -> None:
        """Ask about the fields still to be decided."""
        if fields != 0:
            ask(state, seat, self, fields)

    def choices(self, state: Position, seat: Seat, question: i64) -> vec[i64]:
        actions = append(vec[i64](), DONE)
        while question != 0:
            actions = append(actions, CELL + lowest(question))
            question &= question - 1
        return actions

    def choose(self, state: Position, seat: Seat, question: i64, action: Action) -> None:
        if action == DONE:
            return
        field: i64 = action - CELL
        harvest_one_more(state, seat, field)
        self._ask_about(state, seat, question & ~bit(field))
