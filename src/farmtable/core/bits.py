"""Sets of small numbers as the bits of one word: cells of a board, fences of a farm, cards owned."""

from __future__ import annotations

from mypy_extensions import i64


def bit(place: i64) -> i64:
    """The set of one place.

    The one is computed because mypyc shifts a literal 1 as a 32-bit C int (seen in mypy 2.4).
    """
    one: i64 = place * 0 + 1
    return one << place


def count_bits(places: i64) -> i64:
    """How many places a set has."""
    n: i64 = 0
    while places != 0:
        places &= places - 1
        n += 1
    return n


def lowest(places: i64) -> i64:
    """The number of the first place of a set that is not empty."""
    return int(places & -places).bit_length() - 1
