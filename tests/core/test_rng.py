"""The random source: a fixed stream, the same on every machine, compiled or not."""

import uuid
from collections import Counter
from typing import Any

import numpy as np
import pytest

from farmtable import RandomSource, Rng, SecureRng

STREAM = [3958567957, 3074621920, 4293991392, 675557167]
BELOW_TEN = [7, 0, 2, 7, 4, 7, 0, 8]


def test_the_stream_is_fixed_forever() -> None:
    rng = Rng(7, "game 0")
    assert [int(rng.next32()) for _ in range(4)] == STREAM
    rng = Rng(7, "game 0")
    assert [int(rng.below(10)) for _ in range(8)] == BELOW_TEN


def test_it_is_the_published_generator() -> None:
    """xoshiro128** from the state 1, 2, 3, 4: the values of the authors' reference code."""
    rng = Rng()
    rng._a, rng._b, rng._c, rng._d = 1, 2, 3, 4
    assert [int(rng.next32()) for _ in range(4)] == [11520, 0, 5927040, 70819200]


def test_seeds_and_streams_differ() -> None:
    firsts = {Rng(seed, stream).next32() for seed in range(20) for stream in ("a", "b", 1)}
    assert len(firsts) == 60


def test_a_seed_is_its_digits_whatever_kind_of_int_it_is() -> None:
    seeds = (-1, 0, 2**70, -(2**70), 10**400, "", "-0", "café")
    assert len({Rng(seed).next32() for seed in seeds}) == len(seeds)
    for same in (5, "5", np.int64(5), np.uint8(5)):
        assert Rng(same, same).next32() == Rng(5, 5).next32()
    assert Rng(True).next32() == Rng(1).next32()


@pytest.mark.parametrize("odd", [None, 1.0, float("nan"), b"1", object(), [1], uuid.uuid4()])
def test_what_is_neither_an_int_nor_a_string_is_no_seed(odd: Any) -> None:
    """What such things are called holds for this process alone, or for this version of them."""
    with pytest.raises(TypeError, match="a seed is an int or a string, not "):
        Rng(odd)
    with pytest.raises(TypeError, match="a stream is an int or a string, not "):
        Rng(1, odd)


def test_below_is_even_and_in_range() -> None:
    rng = Rng("even")
    counts = Counter(int(rng.below(6)) for _ in range(6000))
    assert sorted(counts) == [0, 1, 2, 3, 4, 5]
    assert all(850 < count < 1150 for count in counts.values())
    assert {int(rng.below(1)) for _ in range(10)} == {0}
    assert 0 <= rng.below(2**32) < 2**32


@pytest.mark.parametrize("source", [Rng(1), SecureRng()])
def test_nothing_is_drawn_below_what_is_no_bound(source: RandomSource) -> None:
    """It would never come to an end, or give a number that means nothing."""
    for bound in (0, -1, -5, 2**32 + 1, 2**62):
        with pytest.raises(ValueError, match=f"a bound of 1 to .* not below {bound}"):
            source.below(bound)


def test_the_secure_source_keeps_the_bound() -> None:
    assert {int(SecureRng().below(3)) for _ in range(100)} == {0, 1, 2}
