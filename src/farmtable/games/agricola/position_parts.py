"""Small parts of reading a stored position: what is expected of one value, and how it is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from farmtable.core.errors import BadRecord

Data = Mapping[str, Any]


def expect_keys(data: Data, known: Iterable[str], what: str) -> None:
    """No other keys than those known."""
    for key in data:
        if key not in known:
            raise BadRecord(f"position: {what} has no {key!r}")


def expect_number(value: object, name: str, low: int, high: int) -> int:
    """A whole number within bounds."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadRecord(f"position: {name} is a whole number from {low} to {high}, not {value!r}")
    return value


def expect_one_of(value: object, names: Sequence[str], where: str) -> int:
    """The number of a name."""
    if not isinstance(value, str) or value not in names:
        raise BadRecord(f"position: {where}: {value!r} is none of {', '.join(names)}")
    return names.index(value)
