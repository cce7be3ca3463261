"""`Observation`: what a seat sees as whole numbers, most of which are 0; written without any array library.

A game says which numbers are not 0; a caller that keeps observations erases those of the last position and
writes those of the new one, so that untouched numbers cost nothing.
"""

from __future__ import annotations

import struct
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i32, i64, u8

BITS: Final = 10
LARGEST: Final = 1023
"""Greater numbers are clipped to this; as bytes, to `LARGEST_BYTE`."""
LARGEST_BYTE: Final = 255


def _patterns() -> vec[i32]:
    patterns = vec[i32]()
    for number in range(LARGEST + 1):
        (bits,) = struct.unpack("<i", struct.pack("<f", float(number)))
        patterns = append(patterns, bits)
    return patterns


FLOAT_BITS: Final[vec[i32]] = _patterns()  # the float32 pattern of each whole number from 0 to LARGEST


def zero_patterns(n: i64) -> vec[i32]:
    """`n` bit patterns of the float32 number 0."""
    out = vec[i32](capacity=n)
    zero: i32 = 0
    while len(out) < n:
        out = append(out, zero)
    return out


@final
class Observation:
    """The numbers of an observation that are not 0, and where each stands."""

    def __init__(self) -> None:
        self._count: i64 = 0
        self._entries: vec[i64] = vec[i64]()  # of each number its place, and in the lowest BITS the number

    def put(self, place: i64, number: i64) -> None:
        """Set the number at `place` to `number` (0 or more). All others are 0."""
        if number == 0:
            return
        most: i64 = LARGEST
        entry: i64 = (place << BITS) + min(number, most)
        count: i64 = self._count
        if count == len(self._entries):
            self._entries = append(self._entries, entry)
        else:
            self._entries[count] = entry
        self._count = count + 1

    def clear(self) -> None:
        """All numbers are 0 again."""
        self._count = 0

    def write_floats(self, out: vec[i32], first: i64) -> None:
        """Write the numbers, as bit patterns of float32, to their places in `out`, which begin at `first`."""
        entries = self._entries
        patterns = FLOAT_BITS
        i: i64 = 0
        while i < self._count:
            entry: i64 = entries[i]
            out[first + (entry >> BITS)] = patterns[entry & LARGEST]
            i += 1

    def erase_floats(self, out: vec[i32], first: i64) -> None:
        """Write 0 wherever `write_floats` has written."""
        entries = self._entries
        zero: i32 = 0
        i: i64 = 0
        while i < self._count:
            out[first + (entries[i] >> BITS)] = zero
            i += 1

    def write_bytes(self, out: vec[u8], first: i64) -> None:
        """Write the numbers to their places in `out`, which begin at `first`."""
        most: i64 = LARGEST_BYTE
        entries = self._entries
        i: i64 = 0
        while i < self._count:
            entry: i64 = entries[i]
            out[first + (entry >> BITS)] = u8(min(entry & LARGEST, most))
            i += 1

    def erase_bytes(self, out: vec[u8], first: i64) -> None:
        """Write 0 wherever `write_bytes` has written."""
        entries = self._entries
        i: i64 = 0
        while i < self._count:
            out[first + (entries[i] >> BITS)] = 0
            i += 1


_ZEROS: Final[dict[int, vec[i32]]] = {}  # for each size that was asked for


def write_buffer(seen: Observation, size: i64, buffer: object) -> None:
    """Write an observation into `buffer`, a writable buffer of `size` float32 numbers.

    Raises ValueError where its length or format is another.
    """
    if size not in _ZEROS:
        _ZEROS[size] = zero_patterns(size)
    patterns = _ZEROS[size][:]  # a copy takes a tenth of the time of making them
    seen.write_floats(patterns, 0)
    target = memoryview(buffer)  # type: ignore[arg-type]
    try:
        if target.format in ("f", "<f"):
            target.cast("B")[:] = memoryview(patterns).cast("B")
            return
    except (TypeError, ValueError):  # read-only, or of another length
        pass
    raise ValueError(f"observe needs a writable buffer of {size} float32 numbers")
