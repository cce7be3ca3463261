"""Writing whole numbers into a caller's float32 buffer, fast, without any array library.

An observation is built as 32-bit patterns in a `vec[i32]` and copied over in one go.
"""

from __future__ import annotations

import struct
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

LARGEST: Final = 1023


def _patterns() -> vec[i32]:
    patterns = vec[i32]()
    for number in range(LARGEST + 1):
        (bits,) = struct.unpack("<i", struct.pack("<f", float(number)))
        patterns = append(patterns, bits)
    return patterns


FLOAT_BITS: vec[i32] = _patterns()  # the float32 pattern of each whole number from 0 to LARGEST


def zero_patterns(n: i64) -> vec[i32]:
    """`n` patterns of the number 0."""
    out = vec[i32](capacity=n)
    zero: i32 = 0
    while len(out) < n:
        out = append(out, zero)
    return out


def write_floats(patterns: vec[i32], buffer: object) -> None:
    """Copy float32 `patterns` into `buffer`, a writable buffer of as many float32 numbers.

    Raises ValueError where its length or format is another.
    """
    target = memoryview(buffer)  # type: ignore[arg-type]
    try:
        if target.format in ("f", "<f"):
            target.cast("B")[:] = memoryview(patterns).cast("B")
            return
    except (TypeError, ValueError):  # read-only, or of another length
        pass
    raise ValueError(f"observe needs a writable buffer of {len(patterns)} float32 numbers")
