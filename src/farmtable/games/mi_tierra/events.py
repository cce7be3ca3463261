"""Events: thieves, inflation, strike, frost, fruit fly (R44 to R51)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from farmtable.core.bits import bit
from farmtable.games.mi_tierra.facts import (
    APPLE,
    CARD_IX,
    CARD_VIII,
    CHICKEN,
    COW,
    FROST,
    GIVE,
    GOODS,
    GRAPE,
    SHEEP,
    THIEVES,
    WHEAT,
)
from farmtable.games.mi_tierra.goods import has, lose, note
from farmtable.games.mi_tierra.steps import GIVING, NOTE_EVENT, NOTE_LAST

if TYPE_CHECKING:
    from farmtable.games.mi_tierra.state import MiTierraState


def happens(state: MiTierraState, event: i64) -> None:
    """Carry an event out (R45, R46)."""
    note(state, NOTE_EVENT, state.order[0], event, 0)
    if state.facts.permanent[event] == 1:
        state.permanents += 1
        if state.permanents >= state.facts.last_permanent:
            # Not placed: it has no effect, and leaves an earlier one in force (R46).
            if not state.ending:
                state.ending = True
                note(state, NOTE_LAST, state.order[0], 0, 0)
            return
        state.permanent = event
        return
    state.permanent = -1
    place: i64 = state.players - 1
    while place >= 0:
        seat: i64 = state.order[place]
        n: i64 = to_give(state, seat, event)
        if n > 0:
            state.push(GIVING, seat + event * 8 + n * 64)
        place -= 1


def is_hit(event: i64, good: i64) -> bool:
    """Whether an event takes a good: thieves animals, frost wheat and grapes, the fly apples and grapes."""
    if event == THIEVES:
        return good in (SHEEP, COW, CHICKEN)
    if event == FROST:
        return good in (WHEAT, GRAPE)
    return good in (APPLE, GRAPE)


def to_give(state: MiTierraState, seat: i64, event: i64) -> i64:
    """How much a seat gives back: half of what is hit, rounded down; nothing with the card (R47, R50)."""
    shield: i64 = CARD_IX if event == THIEVES else CARD_VIII
    if state.cards[seat] & bit(shield) != 0:
        return 0
    hit: i64 = 0
    good: i64 = 0
    while good < GOODS:
        if is_hit(event, good):
            hit += has(state, seat, good)
        good += 1
    return hit // 2


def choices(state: MiTierraState, seat: i64, event: i64) -> vec[i64]:
    """The goods of which the seat may give one back."""
    actions = vec[i64](capacity=3)
    good: i64 = 0
    while good < GOODS:
        if is_hit(event, good) and has(state, seat, good) > 0:
            actions = append(actions, GIVE + good)
        good += 1
    return actions


def give(state: MiTierraState, argument: i64, good: i64) -> None:
    """One good given back to an event, and the rest still to come."""
    seat: i64 = argument & 7
    left: i64 = argument // 64 - 1
    state.pop()
    lose(state, seat, good, 1)
    if left > 0:
        state.push(GIVING, argument - 64)
