"""What the crop area would pay for a tile: the most victory points that each two crops can make.

An evaluation asks how good the tiles in hand are, and those that others may hold. Laying each of them
everywhere would answer that far too slowly. Here all cells are treated at once: how many points a field
would make on each is added up in the bits of a few sets of cells (`_add`), and adjoining cells are sought
from the highest sums down. Left out is a tile whose one half covers the crop of the other, which is seldom
the best; and that two farms must not be joined (R38).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.bits import count_bits
from farmtable.core.vectors import numbers
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.facts import BELOW, CROPS, RIGHT

PAIRS: Final = CROPS * CROPS
# The offers: for each two crops at `pair(a, b)` the most points on two cells of one height, behind them
# the most on two cells where a small tile must go under one (R18); then for each crop those of a small tile.
LEVELLED: Final = PAIRS
SMALL_OFFERS: Final = 2 * PAIRS
OFFERS: Final = SMALL_OFFERS + CROPS

PLANES: Final = 6  # sums up to 63: a region has 55 fields at most
RANKS: Final = 12  # so many different sums of one crop are kept, the highest
_CROP_RANKS: Final = 1 + 2 * RANKS


def pair(a: i64, b: i64) -> i64:
    """Where offers for a large tile with these crops stand, either way round."""
    return a * CROPS + b if a < b else b * CROPS + a


def enter_offers(state: Position, taken: i64, out: vec[i64], at: i64) -> None:
    """Enter the `OFFERS` numbers described above from place `at` on; `taken`: all cells of farm regions."""
    ranks = numbers(CROPS * _CROP_RANKS, 0)  # for each crop how many, then each sum and its cells
    low_right: i64 = state.first_low_right | state.second_low_right
    low_below: i64 = state.first_low_below | state.second_low_below
    crop: i64 = 0
    while crop < CROPS:
        _enter_crop(state, crop, taken, ranks, out, at)
        out[at + SMALL_OFFERS + crop] = ranks[crop * _CROP_RANKS + 1]
        crop += 1
    a: i64 = 0
    while a < CROPS:
        b: i64 = a + 1
        while b < CROPS:
            place: i64 = at + a * CROPS + b
            out[place] = _best(state, a, b, state.same_right, state.same_below, ranks)
            out[place + LEVELLED] = _best(state, a, b, low_right, low_below, ranks)
            b += 1
        a += 1


def _enter_crop(state: Position, crop: i64, taken: i64, ranks: vec[i64], out: vec[i64], at: i64) -> None:
    """Rank the cells by what one field of a crop makes there; enter what a tile with two makes (R27)."""
    facts = state.facts
    free: i64 = facts.cells & ~state.farms & ~state.crop[crop]
    barred: i64 = facts.around(taken if facts.any_adjacent else taken & state.crop[crop])  # R28
    paying: i64 = free & ~barred
    fields: i64 = state.crop[crop] & ~taken
    one = numbers(PLANES, 0)
    right = numbers(PLANES, 0)  # by the left one of two cells
    below = numbers(PLANES, 0)  # by the upper one
    lone: i64 = fields
    direction: i64 = 0
    while direction < 4:
        lone &= ~facts.seen_from(fields, direction)
        direction += 1
    direction = 0
    while direction < 4:
        near: i64 = facts.seen_from(lone, direction)
        _add(one, near, 1)
        _add(right, near, 1)
        _add(right, facts.seen_from(near, RIGHT), 1)
        _add(below, near, 1)
        _add(below, facts.seen_from(near, BELOW), 1)
        direction += 1
    fields &= ~lone
    while fields != 0:
        region: i64 = facts.flood(fields & -fields, fields)
        fields &= ~region
        size: i64 = count_bits(region)
        near = facts.around(region)
        _add(one, near, size)
        _add(right, near | facts.seen_from(near, RIGHT), size)
        _add(below, near | facts.seen_from(near, BELOW), size)
    _rank(one, paying, free & barred, ranks, crop * _CROP_RANKS)
    beside: i64 = paying & facts.seen_from(paying, RIGHT)
    above: i64 = paying & facts.seen_from(paying, BELOW)
    place: i64 = at + crop * CROPS + crop
    out[place] = _double(right, beside & state.same_right, below, above & state.same_below)
    out[place + LEVELLED] = _double(
        right,
        beside & (state.first_low_right | state.second_low_right),
        below,
        above & (state.first_low_below | state.second_low_below),
    )


def _add(sums: vec[i64], cells: i64, number: i64) -> None:
    """Add a number to the sums of some cells; `sums` has a set of cells for each binary digit."""
    digit: i64 = 0
    while number != 0:
        if number & 1 != 0:
            carry: i64 = cells
            place: i64 = digit
            while carry != 0 and place < PLANES:
                both: i64 = sums[place] & carry
                sums[place] ^= carry
                carry = both
                place += 1
        number >>= 1
        digit += 1


def _highest(sums: vec[i64], cells: i64) -> i64:
    """Those of `cells` whose sum is the highest."""
    digit: i64 = PLANES
    while digit > 0:
        digit -= 1
        if cells & sums[digit] != 0:
            cells &= sums[digit]
    return cells


def _sum_of(sums: vec[i64], cells: i64) -> i64:
    """The sum of `cells`, which is the same for all."""
    number: i64 = 0
    digit: i64 = PLANES
    while digit > 0:
        digit -= 1
        number = number * 2 + (1 if cells & sums[digit] != 0 else 0)
    return number


def _rank(sums: vec[i64], paying: i64, barred: i64, ranks: vec[i64], at: i64) -> None:
    """Enter points of a field (one more than the sum) and their cells, from the most down; barred: none."""
    count: i64 = 0
    while paying != 0 and count < RANKS:
        cells: i64 = _highest(sums, paying)
        paying &= ~cells
        ranks[at + 1 + 2 * count] = 1 + _sum_of(sums, cells)
        ranks[at + 2 + 2 * count] = cells
        count += 1
    if barred != 0 and count < RANKS:
        ranks[at + 2 + 2 * count] = barred
        count += 1
    ranks[at] = count


def _double(right: vec[i64], in_right: i64, below: vec[i64], in_below: i64) -> i64:
    """Twice the largest region (two more than the sum) on some pairs of cells; 0 where there are none."""
    best: i64 = 0
    if in_right != 0:
        best = 2 * (2 + _sum_of(right, _highest(right, in_right)))
    if in_below != 0:
        best = max(best, 2 * (2 + _sum_of(below, _highest(below, in_below))))
    return best


def _best(state: Position, a: i64, b: i64, right: i64, below: i64, ranks: vec[i64]) -> i64:
    """The most points of a tile with two crops on pairs of cells: `right` has the left, `below` the upper."""
    columns: i64 = state.facts.columns
    first: i64 = a * _CROP_RANKS
    second: i64 = b * _CROP_RANKS
    best: i64 = 0
    i: i64 = 0
    while i < ranks[first]:
        points: i64 = ranks[first + 1 + 2 * i]
        if points + ranks[second + 1] <= best:
            break
        cells: i64 = ranks[first + 2 + 2 * i] & ~state.crop[b]
        near: i64 = (
            ((cells & right) << 1)
            | ((cells >> 1) & right)
            | ((cells & below) << columns)
            | ((cells >> columns) & below)
        ) & ~state.crop[a]
        j: i64 = 0
        while j < ranks[second] and points + ranks[second + 1 + 2 * j] > best:
            if near & ranks[second + 2 + 2 * j] != 0:
                best = points + ranks[second + 1 + 2 * j]
            j += 1
        i += 1
    return best
