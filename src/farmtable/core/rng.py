"""Random sources. A state never holds one: whoever resolves chance passes one in.

`Rng` is xoshiro128** (Blackman & Vigna, "Scrambled linear pseudorandom number generators", 2021):
four 32-bit words, so that every intermediate value fits 64 bits and the stream is the same
compiled and uncompiled. `SecureRng` asks the operating system; tables deal with it.
"""

from __future__ import annotations

import hashlib
import operator
import secrets
from typing import Any, Final, SupportsIndex

from mypy_extensions import i64, mypyc_attr

from farmtable.core.pickled import added_to, give

MASK32: Final = 0xFFFFFFFF


@mypyc_attr(allow_interpreted_subclasses=True)
class RandomSource:
    """Anything that can draw a whole number below a bound uniformly at random."""

    def below(self, bound: i64) -> i64:
        """A number from 0 to `bound - 1`. Raises ValueError for a `bound` that is not 1 to 2**32."""
        raise NotImplementedError

    def __getstate__(self) -> dict[str, Any]:
        return added_to(self)

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        give(self, attributes)


class Rng(RandomSource):
    """A fast reproducible stream: equal seeds and stream names give equal numbers everywhere.

    `seed` is any int (also negative, NumPy's, or True as 1) or string; an int counts by its decimal digits,
    so that 5 and "5" are the same seed. `stream`, also an int or string, separates independent uses of one
    seed (game number 7 of a simulation, say), so that results do not depend on how work is distributed.
    Raises TypeError for anything else, whose text might differ the next time.
    """

    def __init__(self, seed: SupportsIndex | str = 0, stream: SupportsIndex | str = "") -> None:
        named = f"{_named(seed, 'seed')}/{_named(stream, 'stream')}"
        digest = hashlib.blake2b(named.encode(), digest_size=16).digest()
        self._a: i64 = int.from_bytes(digest[0:4], "little")
        self._b: i64 = int.from_bytes(digest[4:8], "little")
        self._c: i64 = int.from_bytes(digest[8:12], "little")
        self._d: i64 = int.from_bytes(digest[12:16], "little") | 1

    def next32(self) -> i64:
        """The next 32 random bits, as a number from 0 to 2**32 - 1."""
        x: i64 = (self._b * 5) & MASK32
        x = ((x << 7) | (x >> 25)) & MASK32
        result: i64 = (x * 9) & MASK32
        shifted: i64 = (self._b << 9) & MASK32
        self._c ^= self._a
        self._d ^= self._b
        self._b ^= self._c
        self._a ^= self._d
        self._c ^= shifted
        d: i64 = self._d
        self._d = ((d << 11) | (d >> 21)) & MASK32
        return result

    def below(self, bound: i64) -> i64:
        if bound < 1 or bound > MASK32 + 1:
            raise ValueError(f"a number is drawn below a bound of 1 to 2**32, not below {bound}")
        # Lemire's multiply-and-shift would be one step faster, but 32 x 32 bits can pass 63.
        limit: i64 = (MASK32 + 1) - (MASK32 + 1) % bound
        x: i64 = self.next32()
        while x >= limit:
            x = self.next32()
        return x % bound

    def __getstate__(self) -> dict[str, Any]:
        return {"_a": self._a, "_b": self._b, "_c": self._c, "_d": self._d}


def _named(value: SupportsIndex | str, what: str) -> str:
    """What a seed or a stream is called in the digest that a stream begins with."""
    if isinstance(value, str):
        return value
    try:
        return str(int(operator.index(value)))
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"a {what} is an int or a string, not {value!r} ({kind})") from None


class SecureRng(RandomSource):
    """The operating system's secure source: no seed, so nothing to leak."""

    def below(self, bound: i64) -> i64:
        if bound < 1 or bound > MASK32 + 1:
            raise ValueError(f"a number is drawn below a bound of 1 to 2**32, not below {bound}")
        return secrets.randbelow(int(bound))
