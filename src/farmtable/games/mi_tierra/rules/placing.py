"""Placing workers: where one may go, and going there (R15 to R23)."""

from __future__ import annotations

from typing import final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.aliases import Action, Seat
from farmtable.core.bits import bit, lowest
from farmtable.games.mi_tierra.position import facts as f
from farmtable.games.mi_tierra.position.actions import (
    AT_DEVELOPMENT,
    AT_FIELD,
    PAIR,
    PLACE,
    STOP,
    block_of,
)
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.packed import pack_worker, seat_on, unpack_worker
from farmtable.games.mi_tierra.position.steps import NOTE_HOME
from farmtable.games.mi_tierra.rules.farm import planted
from farmtable.games.mi_tierra.rules.goods import note
from farmtable.games.mi_tierra.rules.step import Step


def is_closed(state: Position, zone: i64) -> bool:
    """Whether a strike closes a zone (R22, R49)."""
    return state.permanent == f.STRIKE and state.facts.closes & bit(zone) != 0


def free_space(state: Position, zone: i64) -> i64:
    """The first free space of a zone, from the left or the top (R16), or -1."""
    space: i64 = 0
    while space < i64(state.facts.spaces[zone]):
        if state.placed[zone * f.MAX_SPACES + space] == 0:
            return space
        space += 1
    return -1


def has_free_space(state: Position, zone: i64) -> bool:
    """Whether a space of a zone is free: as a rule the last, since they are taken in order (R16)."""
    last: i64 = i64(state.facts.spaces[zone]) - 1
    return last >= 0 and (state.placed[zone * f.MAX_SPACES + last] == 0 or free_space(state, zone) >= 0)


def stands_in(state: Position, seat: Seat, zone: i64) -> bool:
    """Whether a seat has a worker in a zone."""
    space: i64 = zone * f.MAX_SPACES
    while space < (zone + 1) * f.MAX_SPACES:
        if state.placed[space] > 0 and seat_on(i64(state.placed[space])) == seat:
            return True
        space += 1
    return False


def may_enter(state: Position, seat: Seat, zone: i64) -> bool:
    """Whether a worker may go to a zone whose spaces are all alike (R10, R15, R22, R23)."""
    if (
        zone in (f.DEVELOPMENT, f.FARM, f.BLACK_MARKET)
        or is_closed(state, zone)
        or not has_free_space(state, zone)
    ):
        return False
    return zone != f.TURN_ORDER or not stands_in(state, seat, zone)


def development_spaces(state: Position) -> i64:
    """The free spaces of the development area, as bits (R19); with two seats not the last of them (R17)."""
    free: i64 = 0
    space: i64 = 0
    while space < f.DEVELOPMENT_SPACES:
        if state.placed[f.DEVELOPMENT * f.MAX_SPACES + space] == 0:
            free |= bit(space)
        space += 1
    return free & state.facts.development_open


@final
class Placing(Step):
    """The next seat that can places a worker, or two together, or stops (R15 to R22)."""

    def runs_by_itself(self, state: Position, argument: i64) -> bool:
        """Go on to the next seat that may place; the phase is over if there is none."""
        tried: i64 = 0
        while tried < state.players:
            seat: Seat = state.order[state.turn % state.players]
            if state.idle[seat] > 0 and state.stopped[seat] == 0:
                state.active = seat
                return False
            state.turn += 1
            tried += 1
        state.pop()
        return True

    def choices(self, state: Position, argument: i64, seat: Seat) -> vec[i64]:
        actions = vec[i64](capacity=48)
        zone: i64 = 0
        while zone < f.ZONES:
            if may_enter(state, seat, zone):
                actions = append(actions, PLACE + zone)
            zone += 1
        if state.idle[seat] > 1:
            if may_enter(state, seat, f.FOREST):
                actions = append(actions, PAIR)
            if may_enter(state, seat, f.SEED_SHOP):
                actions = append(actions, PAIR + 1)
        left: i64 = development_spaces(state)
        while left != 0:
            actions = append(actions, AT_DEVELOPMENT + lowest(left))
            left &= left - 1
        left = planted(state, seat) & ~state.field_workers[seat]
        while left != 0:
            actions = append(actions, AT_FIELD + lowest(left))
            left &= left - 1
        return append(actions, STOP)

    def act(self, state: Position, argument: i64, action: Action) -> None:
        seat: Seat = state.active
        block: i64 = block_of(action)
        if block == STOP:
            state.stopped[seat] = 1
            note(state, NOTE_HOME, seat, f.TURN_ORDER, 0)
        elif block == AT_FIELD:
            state.idle[seat] -= 1
            state.field_workers[seat] |= bit(action - AT_FIELD)
        elif block == AT_DEVELOPMENT:
            _stand(state, seat, f.DEVELOPMENT, action - AT_DEVELOPMENT, False)
        elif block == PAIR:
            zone: i64 = f.FOREST if action == PAIR else f.SEED_SHOP
            _stand(state, seat, zone, free_space(state, zone), True)
        else:
            _stand(state, seat, action - PLACE, free_space(state, action - PLACE), False)
        state.turn = (state.turn + 1) % state.players


def _stand(state: Position, seat: Seat, zone: i64, space: i64, is_pair: bool) -> None:
    """Put a worker, or two together, on a space."""
    state.idle[seat] -= 2 if is_pair else 1
    state.placed[zone * f.MAX_SPACES + space] = u8(pack_worker(seat, is_pair))


def go_home(state: Position, at: i64) -> None:
    """Whoever stands on a space of the village goes back to the hut (R25)."""
    if state.placed[at] > 0:
        seat, is_pair = unpack_worker(i64(state.placed[at]))
        state.placed[at] = 0
        state.idle[seat] += 2 if is_pair else 1


def clear(state: Position, zone: i64) -> None:
    """All workers of a zone go home."""
    space: i64 = 0
    while space < f.MAX_SPACES:
        go_home(state, zone * f.MAX_SPACES + space)
        space += 1
