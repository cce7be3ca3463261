"""Animals at the gate: who has no room for all may give others up first (R28, R29)."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.games.mi_tierra.position.actions import RELEASE, TAKE
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import SHEEP
from farmtable.games.mi_tierra.position.packed import pack_arrival, unpack_arrival
from farmtable.games.mi_tierra.position.steps import ARRIVAL
from farmtable.games.mi_tierra.rules import events, housing
from farmtable.games.mi_tierra.rules.goods import lose
from farmtable.games.mi_tierra.rules.step import Step


def announce(state: Position, animal: i64, n: i64) -> None:
    """So many animals come to the active seat, as far as a permanent event leaves them (R47)."""
    left: i64 = events.left_by_event(state, state.active, animal, n)
    state.push(ARRIVAL, pack_arrival(animal - SHEEP, left))


@final
class Arrival(Step):
    """To take the animals and, if they do not all find room, to give up another one before.

    Taking is never worse than leaving: animals may be given up for nothing at any time (R29).
    """

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        animal, n = unpack_arrival(argument)
        actions = append(vec[i64](capacity=4), TAKE)
        if housing.room_for(state, seat, SHEEP + animal, n) < n:
            for action in housing.animals_of(state, seat, RELEASE):
                if action != RELEASE + animal:
                    actions = append(actions, action)
        return actions

    def act(self, state: Position, argument: i64, action: Action) -> None:
        if action == TAKE:
            animal, n = unpack_arrival(argument)
            state.pop()
            housing.arrive(state, state.active, SHEEP + animal, n)
        else:
            lose(state, state.active, SHEEP + action - RELEASE, 1)
