"""Grazing: the arrangement of animals that leaves room in as many pastures as possible (R12.5)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.aliases import Seat
from farmtable.core.vectors import numbers
from farmtable.games.agricola.position.data import Position
from farmtable.games.agricola.position.facts import GOODS, SHEEP
from farmtable.games.agricola.rules.farmyard import MAX_PASTURES
from farmtable.games.agricola.rules.housing import capacity, single_places

KINDS: Final = 3


def roomy_pastures(state: Position, seat: Seat, spare: i64) -> i64:
    """In how many pastures of a seat there can be an animal and room for `spare` more, all animals kept."""
    left = numbers(2 * KINDS, 0)
    animals: i64 = 0
    kind: i64 = 0
    while kind < KINDS:
        n: i64 = state.goods[seat * GOODS + SHEEP + kind]
        left[kind] = n
        left[KINDS + kind] = n
        animals += n
        kind += 1
    if animals == 0:
        return 0
    return max(_most_from(state, seat, 0, spare, left), 0)


def _most_from(state: Position, seat: Seat, at: i64, spare: i64, left: vec[i64]) -> i64:
    """How many of the pastures from number `at` on can be roomy, or -1 if the animals do not fit then.

    Each pasture is given to one kind, to be filled or to be kept roomy; no animal is placed yet. So
    `left` has of each kind how many exceed the room it was given, then how many could still be the
    first ones in roomy pastures.
    """
    cells: i64 = state.pastures[seat * MAX_PASTURES + at]
    if cells == 0:
        return 0 if _exceeding(left) <= single_places(state, seat) else -1
    room: i64 = capacity(state, seat, cells)
    most: i64 = -1
    kind: i64 = 0
    while kind < KINDS:
        if state.goods[seat * GOODS + SHEEP + kind] > 0:
            left[kind] -= room
            most = max(most, _most_from(state, seat, at + 1, spare, left))
            left[kind] += room
            if left[KINDS + kind] > 0 and room > spare:
                left[kind] -= room - spare
                left[KINDS + kind] -= 1
                found: i64 = _most_from(state, seat, at + 1, spare, left)
                if found >= most and found >= 0:
                    most = found + 1
                left[kind] += room - spare
                left[KINDS + kind] += 1
        kind += 1
    return most


def _exceeding(left: vec[i64]) -> i64:
    """How many animals have no room in pastures."""
    return max(left[0], 0) + max(left[1], 0) + max(left[2], 0)
