"""Small helpers for packed vectors of numbers."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64, u8

from farmtable.core.rng import RandomSource


def zeros(n: i64) -> vec[u8]:
    """`n` small counters, all 0."""
    out = vec[u8](capacity=n)
    while len(out) < n:
        out = append(out, 0)
    return out


def numbers(n: i64, value: i64) -> vec[i64]:
    """`n` numbers, all `value`."""
    out = vec[i64](capacity=n)
    while len(out) < n:
        out = append(out, value)
    return out


def zero_floats(n: i64) -> vec[float]:
    """`n` floats, all 0."""
    out = vec[float](capacity=n)
    while len(out) < n:
        out = append(out, 0.0)
    return out


def counting(first: i64, n: i64) -> vec[i64]:
    """`n` numbers, from `first` on."""
    out = vec[i64](capacity=n)
    while len(out) < n:
        out = append(out, first + len(out))
    return out


def take(counts: vec[u8], first: i64, beyond: i64, rng: RandomSource) -> i64:
    """Take a random thing out of the multiset `counts[first:beyond]`; return its index."""
    total: i64 = 0
    i: i64 = first
    while i < beyond:
        total += i64(counts[i])
        i += 1
    left: i64 = rng.below(total)
    i = first
    while left >= i64(counts[i]):
        left -= i64(counts[i])
        i += 1
    counts[i] -= 1
    return i


def each_there(counts: vec[u8], first: i64) -> vec[i64]:
    """`first` + the index of each thing with a positive count, ascending."""
    found = vec[i64](capacity=len(counts))
    for count in counts:
        if count > 0:
            found = append(found, first)
        first += 1
    return found


def how_many(counts: vec[u8], first: i64, chosen: vec[i64]) -> vec[i64]:
    """Of numbers that are `first` + the number of a thing, how many there are of it."""
    found = vec[i64](capacity=len(chosen))
    for number in chosen:
        found = append(found, i64(counts[number - first]))
    return found
