"""Readers of stored positions: each value is what it must be, or is refused in a sentence that says where."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from farmtable.core.errors import BadOption, BadRecord

Data = Mapping[str, Any]


@contextmanager
def refusing() -> Iterator[None]:
    """Within it all that data of the wrong kind can bring about is a BadRecord."""
    try:
        yield
    except BadRecord:
        raise
    except KeyError as error:
        raise BadRecord(f"position: {error} is missing") from None
    except (BadOption, TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        raise BadRecord(f"position: {error}") from None


def named(names: Iterable[str], numbers: Iterable[int]) -> dict[str, int]:
    """Those numbers that are not 0, by name."""
    return {name: int(number) for name, number in zip(names, numbers, strict=False) if number > 0}


def bits(places: int) -> list[int]:
    """The places of a set."""
    return [place for place in range(int(places).bit_length()) if places >> place & 1]


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


def expect_seats(seats: Any, players: int) -> list[Data]:
    """What is said of each seat; by default nothing."""
    seats = [{}] * players if seats is None else seats
    if len(seats) != players:
        raise BadRecord(f"position: {len(seats)} seats; the game has {players} players")
    return list(seats)


def expect_set_of_seats(seats: Any, players: int, where: str) -> int:
    """Some of the seats, as bits."""
    found = 0
    for seat in seats:
        found |= 1 << expect_number(seat, where, 0, players - 1)
    return found
