"""Animals at the gate: who has no room for all may give others up first (R28, R29)."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import RELEASE, SHEEP, TAKE
from farmtable.games.mi_tierra.position.steps import ARRIVAL
from farmtable.games.mi_tierra.rules import events, housing
from farmtable.games.mi_tierra.rules.goods import lose


def announce(state: Position, animal: i64, n: i64) -> None:
    """So many animals come to the active seat, as far as a permanent event leaves them (R47)."""
    state.push(ARRIVAL, animal - SHEEP + events.left_by_event(state, state.active, animal, n) * 4)


def choices(state: Position, argument: i64) -> vec[i64]:
    """To take them and, if they do not all find room, to give up another animal before.

    Taking is never worse than leaving: animals may be given up for nothing at any time (R29).
    """
    seat: i64 = state.active
    animal: i64 = SHEEP + argument % 4
    actions = vec[i64](capacity=4)
    actions = append(actions, TAKE)
    n: i64 = argument // 4
    if housing.room_for(state, seat, animal, n) < n:
        for action in housing.animals_of(state, seat, RELEASE):
            if action != RELEASE + argument % 4:
                actions = append(actions, action)
    return actions


def apply(state: Position, argument: i64, action: i64) -> None:
    if action == TAKE:
        state.pop()
        housing.arrive(state, state.active, SHEEP + argument % 4, argument // 4)
    else:
        lose(state, state.active, SHEEP + action - RELEASE, 1)
