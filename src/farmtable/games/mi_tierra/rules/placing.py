"""Placing workers: where one may go, and going there (R15 to R23)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.bits import bit, lowest
from farmtable.games.mi_tierra.position.data import Position
from farmtable.games.mi_tierra.position.facts import (
    AT_DEVELOPMENT,
    AT_FIELD,
    BLACK_MARKET,
    DEVELOPMENT,
    DEVELOPMENT_SPACES,
    FARM,
    FOREST,
    MAX_SPACES,
    PAIR,
    PLACE,
    SEED_SHOP,
    STOP,
    STRIKE,
    TURN_ORDER,
    ZONES,
)
from farmtable.games.mi_tierra.rules.farm import planted

TWO: Final = 16  # on a space: seat + 1, and this if two workers stand there together


def is_closed(state: Position, zone: i64) -> bool:
    """Whether a strike closes a zone (R22, R49)."""
    return state.permanent == STRIKE and state.facts.closes & bit(zone) != 0


def free_space(state: Position, zone: i64) -> i64:
    """The first free space of a zone, from the left or the top (R16), or -1."""
    space: i64 = 0
    while space < i64(state.facts.spaces[zone]):
        if state.placed[zone * MAX_SPACES + space] == 0:
            return space
        space += 1
    return -1


def has_free_space(state: Position, zone: i64) -> bool:
    """Whether a space of a zone is free: as a rule the last, since they are taken in order (R16)."""
    last: i64 = i64(state.facts.spaces[zone]) - 1
    return last >= 0 and (state.placed[zone * MAX_SPACES + last] == 0 or free_space(state, zone) >= 0)


def stands_in(state: Position, seat: i64, zone: i64) -> bool:
    """Whether a seat has a worker in a zone."""
    space: i64 = zone * MAX_SPACES
    while space < (zone + 1) * MAX_SPACES:
        if i64(state.placed[space]) & 15 == seat + 1:
            return True
        space += 1
    return False


def may_enter(state: Position, seat: i64, zone: i64) -> bool:
    """Whether a worker may go to a zone whose spaces are all alike (R10, R15, R22, R23)."""
    if zone in (DEVELOPMENT, FARM, BLACK_MARKET) or is_closed(state, zone) or not has_free_space(state, zone):
        return False
    return zone != TURN_ORDER or not stands_in(state, seat, zone)


def development_spaces(state: Position) -> i64:
    """The free spaces of the development area, as bits (R19); with two seats not the last of them (R17)."""
    free: i64 = 0
    space: i64 = 0
    while space < DEVELOPMENT_SPACES:
        if state.placed[DEVELOPMENT * MAX_SPACES + space] == 0:
            free |= bit(space)
        space += 1
    return free & state.facts.development_open


def choices(state: Position, seat: i64) -> vec[i64]:
    """Everything a seat may do with its next worker, and to stop (R15 to R22)."""
    actions = vec[i64](capacity=48)
    zone: i64 = 0
    while zone < ZONES:
        if may_enter(state, seat, zone):
            actions = append(actions, PLACE + zone)
        zone += 1
    if state.idle[seat] > 1:
        if may_enter(state, seat, FOREST):
            actions = append(actions, PAIR)
        if may_enter(state, seat, SEED_SHOP):
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


def place(state: Position, seat: i64, action: i64) -> None:
    """Place a worker or a pair, or stop."""
    if action == STOP:
        state.stopped[seat] = 1
        return
    state.idle[seat] -= 1
    if action >= AT_FIELD:
        state.field_workers[seat] |= bit(action - AT_FIELD)
    elif action >= AT_DEVELOPMENT:
        state.placed[DEVELOPMENT * MAX_SPACES + action - AT_DEVELOPMENT] = u8(seat + 1)
    elif action >= PAIR:
        state.idle[seat] -= 1
        _stand(state, seat, FOREST if action == PAIR else SEED_SHOP, seat + 1 + TWO)
    else:
        _stand(state, seat, action - PLACE, seat + 1)


def _stand(state: Position, seat: i64, zone: i64, who: i64) -> None:
    state.placed[zone * MAX_SPACES + free_space(state, zone)] = u8(who)


def go_home(state: Position, at: i64) -> None:
    """Whoever stands on a space of the village goes back to the hut (R25)."""
    who: i64 = i64(state.placed[at])
    if who > 0:
        state.placed[at] = 0
        state.idle[(who & 15) - 1] += 2 if who >= TWO else 1


def clear(state: Position, zone: i64) -> None:
    """All workers of a zone go home."""
    space: i64 = 0
    while space < MAX_SPACES:
        go_home(state, zone * MAX_SPACES + space)
        space += 1
