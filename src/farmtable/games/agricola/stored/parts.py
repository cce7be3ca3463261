"""Small parts of stored positions: what is expected of one value, and how it is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from farmtable.core.errors import BadRecord

Data = Mapping[str, Any]

MOST_IN_A_PLACE: Final = 99  # goods on an action space, on a round space; begging markers


def named(names: Iterable[str], numbers: Iterable[int]) -> dict[str, int]:
    """Those numbers that are not 0, by name."""
    return {name: int(number) for name, number in zip(names, numbers, strict=False) if number > 0}


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
