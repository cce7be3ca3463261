"""What something costs, packed into one number: so many of each good (R9.3)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from farmtable.games.agricola.position import facts as f
from farmtable.games.agricola.position.facts import Good

# What is paid for.
A_ROOM: Final = 0
A_RENOVATION: Final = 1
A_MAJOR: Final = 2
A_MINOR: Final = 3


def priced(
    wood: i64 = 0,
    clay: i64 = 0,
    reed: i64 = 0,
    stone: i64 = 0,
    food: i64 = 0,
    grain: i64 = 0,
    sheep: i64 = 0,
) -> i64:
    """A price of these goods; up to 255 building resources or food of a kind, up to 15 of the others."""
    return (
        of(f.WOOD, wood)
        + of(f.CLAY, clay)
        + of(f.REED, reed)
        + of(f.STONE, stone)
        + of(f.FOOD, food)
        + of(f.GRAIN, grain)
        + of(f.SHEEP, sheep)
    )


def place_of(good: Good) -> i64:
    """Where a good stands in a price."""
    if good < f.GRAIN:
        return good * 8
    if good == f.FOOD:
        return 32
    return 40 + (good - f.GRAIN) * 4


def of(good: Good, n: i64) -> i64:
    """A price of so many of one good."""
    return n << place_of(good)


def amount(price: i64, good: Good) -> i64:
    """How many of a good a price has."""
    return (price >> place_of(good)) & (15 if f.GRAIN <= good <= f.CATTLE else 255)


def has_animals(price: i64) -> bool:
    """Whether any animal is part of a price."""
    return price >> place_of(f.SHEEP) != 0


def less(price: i64, good: Good, n: i64) -> i64:
    """A price with so many less of a good, not below 0."""
    return price - of(good, min(n, amount(price, good)))


def is_covered(price: i64, goods: vec[i64], first: i64) -> bool:
    """Whether the `GOODS` numbers from `first` on have all of a price."""
    good: Good = f.WOOD
    while good <= f.STONE:
        if goods[first + good] < price & 255:
            return False
        price >>= 8
        good += 1
    if goods[first + f.FOOD] < price & 255:
        return False
    price >>= 8
    good = f.GRAIN
    while price != 0:
        if goods[first + good] < price & 15:
            return False
        price >>= 4
        good += 1
    return True


def at_most(price: i64, other: i64) -> bool:
    """Whether a price has no more of anything than another."""
    good: Good = 0
    while good < f.GOODS:
        if amount(price, good) > amount(other, good):
            return False
        good += 1
    return True
