"""Events: thieves, inflation, strike, frost, fruit fly (R44 to R51)."""

from __future__ import annotations

from typing import final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit
from farmtable.games.mi_tierra.position.actions import GIVE
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import (
    CARD_IX,
    CARD_VIII,
    GOODS,
    THIEVES,
    Good,
)
from farmtable.games.mi_tierra.position.packed import pack_debt, unpack_amount, unpack_debt
from farmtable.games.mi_tierra.position.steps import GIVING, NOTE_EVENT, NOTE_LAST
from farmtable.games.mi_tierra.rules.goods import each_number, has, lose, note
from farmtable.games.mi_tierra.rules.step import Step


def happens(state: Position, event: i64) -> None:
    """Carry an event out (R45, R46)."""
    note(state, NOTE_EVENT, state.order[0], event, 0)
    if state.facts.permanent[event] == 1:
        state.permanents += 1
        if state.permanents >= state.facts.last_permanent:
            # Not placed: it has no effect of its own, but as a new event it ends the earlier one (R46).
            state.permanent = -1
            if not state.ending:
                state.ending = True
                note(state, NOTE_LAST, state.order[0], 0, 0)
            return
        state.permanent = event
        return
    state.permanent = -1
    place: i64 = state.players - 1
    while place >= 0:
        seat: Seat = state.order[place]
        n: i64 = to_give(state, seat, event)
        if n > 0:
            state.push(GIVING, pack_debt(seat, event, n))
        place -= 1


def is_hit(state: Position, event: i64, good: Good) -> bool:
    """Whether an event takes half of a good: thieves animals, frost and the fruit fly crops (R47, R50)."""
    return state.facts.takes[event * GOODS + good] > 0


def is_safe(state: Position, seat: Seat, event: i64) -> bool:
    """Whether a development card of the seat keeps an event from its farm (R47, R50)."""
    return state.cards[seat] & bit(CARD_IX if event == THIEVES else CARD_VIII) != 0


def left_by_event(state: Position, seat: Seat, good: Good, n: i64) -> i64:
    """What a permanent event leaves of `n` units that a farm brings in: all, or all but half (R47, R50)."""
    event: i64 = state.permanent
    if event < 0 or not is_hit(state, event, good) or is_safe(state, seat, event):
        return n
    return n - n // 2


def to_give(state: Position, seat: Seat, event: i64) -> i64:
    """How much a seat gives back: half of what is hit, rounded down; nothing with the card (R47, R50)."""
    if is_safe(state, seat, event):
        return 0
    hit: i64 = 0
    good: Good = 0
    while good < GOODS:
        if is_hit(state, event, good):
            hit += has(state, seat, good)
        good += 1
    return hit // 2


@final
class Giving(Step):
    """So many of each good, as the seat likes, until half of what is hit is given back (R44, R47, R50)."""

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        """How many of each good; of the only one that the seat has, all that is to be given."""
        _, event, left = unpack_debt(argument)
        actions = vec[i64](capacity=8)
        kinds: i64 = 0
        good: Good = 0
        while good < GOODS:
            if is_hit(state, event, good) and has(state, seat, good) > 0:
                actions = each_number(actions, GIVE, good, min(has(state, seat, good), left))
                kinds += 1
            good += 1
        return actions if kinds > 1 else actions[len(actions) - 1 :]

    def act(self, state: Position, argument: i64, action: Action) -> None:
        seat, event, left = unpack_debt(argument)
        good, n = unpack_amount(action - GIVE)
        state.pop()
        lose(state, seat, good, n)
        if left > n:
            state.push(GIVING, pack_debt(seat, event, left - n))
