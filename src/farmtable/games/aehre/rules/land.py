"""What the crop area offers to all seats alike, surveyed once for each look of it.

An evaluation asks about one position for every seat; regions are the dear part of the answer. So a
survey is kept with the position until a field is covered or a farm is built.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.core.bits import bit, count_bits
from farmtable.core.vectors import numbers
from farmtable.games.aehre.position.data import Position
from farmtable.games.aehre.position.facts import CROPS, FARMS, Cell, Facts
from farmtable.games.aehre.rules.offers import OFFERS, enter_offers

# A survey: for each crop, of the regions without a farm ...
LARGEST: Final = 0  # + crop: the fields of the largest
SECOND: Final = 5  # + crop: the fields of the next
OFFER: Final = 10  # + crop: about the most points that one more field of this crop can make
# ... for the whole crop area ...
SITE: Final = 15  # the fields of the largest region without a farm
OTHER_SITE: Final = 16  # of the next
REGIONS: Final = 17  # how many regions have no farm
TAKEN: Final = 18  # the cells of all farm regions, as a set
PAYS: Final = 19  # what tiles would pay: see `offers`
# ... and for each farm on the board, at FARM_BLOCK + (seat * FARMS + farm) * FARM_NUMBERS.
FARM_BLOCK: Final = 19 + OFFERS
SIZE: Final = 0  # the fields of its region
CROP: Final = 1
LOSS: Final = 2  # the most fields that covering one cell would cut off
ROOTS: Final = 3  # fields of the region beside the farm itself
ROOM: Final = 4  # cells where one more field would join the region
GROWTH: Final = 5  # by how much the best of them would make it larger
FARM_NUMBERS: Final = 6


def survey(state: Position) -> vec[i64]:
    """The survey of the crop area as it lies: see the constants above. Not to be changed."""
    if len(state.surveyed) == 0:
        out = numbers(FARM_BLOCK + state.players * FARMS * FARM_NUMBERS, 0)
        farm: i64 = 0
        while farm < state.players * FARMS:
            if state.farm_cell[farm] >= 0:
                _farm_region(state, farm, out)
            farm += 1
        crop: i64 = 0
        while crop < CROPS:
            _free_regions(state, crop, out)
            crop += 1
        farm = 0
        while farm < state.players * FARMS:
            if state.farm_cell[farm] >= 0:
                _prospects(state, farm, out)
            farm += 1
        enter_offers(state, out[TAKEN], out, PAYS)
        state.surveyed = out
    return state.surveyed


def _farm_region(state: Position, farm: i64, out: vec[i64]) -> None:
    """Enter what a farm has."""
    facts = state.facts
    here: i64 = bit(state.farm_cell[farm])
    crop: i64 = state.crop_at(state.farm_cell[farm])
    region: i64 = facts.flood(here, state.crop[crop])
    at: i64 = FARM_BLOCK + farm * FARM_NUMBERS
    size: i64 = count_bits(region)
    out[TAKEN] |= region
    out[at + SIZE] = size
    out[at + CROP] = crop
    out[at + ROOTS] = count_bits(facts.around(here) & region) - 1
    out[at + LOSS] = _largest_cut(facts, here, region, size)


def _largest_cut(facts: Facts, farm: i64, region: i64, size: i64) -> i64:
    """How many fields of a farm's region covering one cell of it can take away."""
    if size == 1:
        return 0
    left: i64 = (region & facts.not_last) << 1
    right: i64 = (region & facts.not_first) >> 1
    above: i64 = region << facts.columns
    below: i64 = region >> facts.columns
    # Only a field with two neighbours in the region can hold others to the farm.
    between: i64 = ((left & right) | (above & below) | ((left | right) & (above | below))) & region & ~farm
    worst: i64 = 1
    while between != 0:
        cell: Cell = between & -between
        between ^= cell
        lost: i64 = size - count_bits(facts.flood(farm, region & ~cell))
        worst = max(worst, lost)
    return worst


def _free_regions(state: Position, crop: i64, out: vec[i64]) -> None:
    """Enter the regions of one crop that have no farm."""
    facts = state.facts
    fields: i64 = state.crop[crop] & ~out[TAKEN]
    linked: i64 = fields & (
        ((fields & facts.not_last) << 1)
        | ((fields & facts.not_first) >> 1)
        | (fields << facts.columns)
        | (fields >> facts.columns)
    )
    largest: i64 = (fields & ~linked) & -(fields & ~linked)
    size: i64 = 1 if largest != 0 else 0
    singles: i64 = count_bits(fields & ~linked)
    second: i64 = 1 if singles > 1 else 0
    found: i64 = singles
    while linked != 0:
        region: i64 = facts.flood(linked & -linked, fields)
        linked &= ~region
        found += 1
        count: i64 = count_bits(region)
        if count > size:
            largest = region
            second = size
            size = count
        elif count > second:
            second = count
    out[LARGEST + crop] = size
    out[SECOND + crop] = second
    out[REGIONS] += found
    _rank_site(size, out)
    _rank_site(second, out)
    out[OFFER + crop] = _offer(state, crop, largest, size, second, out[TAKEN])


def _rank_site(size: i64, out: vec[i64]) -> None:
    if size > out[SITE]:
        out[OTHER_SITE] = out[SITE]
        out[SITE] = size
    elif size > out[OTHER_SITE]:
        out[OTHER_SITE] = size


def _offer(state: Position, crop: i64, largest: i64, size: i64, second: i64, taken: i64) -> i64:
    """About the most points for one field of a crop: beside its largest region, perhaps joining another."""
    facts = state.facts
    barred: i64 = taken if facts.any_adjacent else taken & state.crop[crop]  # R28
    spots: i64 = facts.around(largest) & ~largest & ~facts.around(barred) & ~taken
    if spots == 0:
        return second + 1
    return size + 1 + _joined(facts, spots, state.crop[crop] & ~largest & ~taken)


def _joined(facts: Facts, spots: i64, fields: i64) -> i64:
    """The largest region of `fields` beside one of `spots`."""
    best: i64 = 0
    near: i64 = facts.around(spots) & fields
    while near != 0:
        region: i64 = facts.flood(near & -near, fields)
        near &= ~region
        best = max(best, count_bits(region))
    return best


def _prospects(state: Position, farm: i64, out: vec[i64]) -> None:
    """Enter how a farm's region can grow (R38: not into another farm's)."""
    facts = state.facts
    at: i64 = FARM_BLOCK + farm * FARM_NUMBERS
    fields: i64 = state.crop[out[at + CROP]]
    region: i64 = facts.flood(bit(state.farm_cell[farm]), fields)
    spots: i64 = facts.around(region) & ~region & ~facts.around(fields & out[TAKEN] & ~region) & ~state.farms
    out[at + ROOM] = count_bits(spots)
    if spots != 0:
        out[at + GROWTH] = 1 + _joined(facts, spots, fields & ~out[TAKEN])
