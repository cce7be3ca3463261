"""The kinds of fields that a position can have: what each holds, how it is copied, checked and shown.

The functions at the end declare them. In a class body they stand for what the field holds in a position, so
their types are those of its values, as with `dataclasses.field`.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, SupportsIndex, cast, overload

from farmtable.core.errors import BadRecord
from farmtable.core.text import Text

Name = str | Text
Kind = Literal["number", "counts", "pile", "drawn"]


class FaceDown(int):
    """How many things lie face down: a number like any other, which a table can draw as backs of cards."""


@dataclass(frozen=True)
class Field:
    """One field of a position.

    A `number` is a whole number or, with `names`, which of them there is (-1: none); `counts` are several
    numbers in a fixed order. A `pile` holds counts that nobody sees, and `drawn` are each seat's own counts
    out of the pile `of`. With `each_seat` there is a value for every seat.
    """

    kind: Kind
    start: tuple[int, ...] = (0,)
    names: tuple[Name, ...] = ()
    each_seat: bool = False
    of: str = ""

    def fresh(self, players: int) -> Any:
        """The value with which a game begins."""
        return [self._one() for _ in range(players)] if self.each_seat else self._one()

    def copied(self, value: Any) -> Any:
        """A value that shares nothing with this one."""
        if self.each_seat:
            return value[:] if self.kind == "number" else [row[:] for row in value]
        return value if self.kind == "number" else value[:]

    def checked(self, name: str, value: Any, players: int) -> Any:
        """A stored value as it goes into a position. Raises BadRecord where it is none of this field."""
        if not self.each_seat:
            return self._checked_one(name, value)
        if not isinstance(value, list) or len(value) != players:
            raise BadRecord(f"position: {name} has a value for each of {players} seats, not {value!r}")
        return [self._checked_one(name, one) for one in value]

    def shown(self, value: Any) -> Any:
        """One value, for a page."""
        if self.kind == "number":
            return self._name(value) if self.names else value
        if self.names:
            return {str(name): n for name, n in zip(self.names, value, strict=True)}
        return list(value)

    def numbers(self, value: Any) -> list[int]:
        """One value, for learning: of a number with names for each of them whether it is that."""
        if self.kind != "number":
            return list(value)
        return [int(value == at) for at in range(len(self.names))] if self.names else [value]

    def labels(self) -> list[str]:
        """What each of these numbers is called, beside the field's own name."""
        if self.names:
            return [str(name) for name in self.names]
        return [""] if self.kind == "number" else [str(at) for at in range(len(self.start))]

    def _one(self) -> Any:
        return self.start[0] if self.kind == "number" else list(self.start)

    def _checked_one(self, name: str, value: Any) -> Any:
        if self.kind == "number":
            return _whole(name, value)
        if not isinstance(value, list) or len(value) != len(self.start):
            raise BadRecord(f"position: {name} holds {len(self.start)} numbers, not {value!r}")
        return [_whole(name, one) for one in value]

    def _name(self, value: int) -> str | None:
        return str(self.names[value]) if value >= 0 else None


def _whole(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise BadRecord(f"position: {name} holds whole numbers, not {value!r}")
    return value


def number(start: int | None = None, names: Iterable[Name] = ()) -> int:
    """A whole number that all see, at first `start`; with `names` one of them by its place, at first none."""
    known = tuple(names)
    first = (-1 if known else 0) if start is None else _first(start)
    return cast(int, Field("number", (first,), known))


def counts(*start: int, names: Iterable[Name] = ()) -> list[int]:
    """Several numbers that all see, at first these; with `names` and no start, one of 0 for each."""
    known = tuple(names)
    return cast("list[int]", Field("counts", _begin(start, known), known))


def pile(*start: int, names: Iterable[Name] = ()) -> list[int]:
    """How many of each thing lie in a pile that nobody sees into; how many in all, everybody sees."""
    known = tuple(names)
    begun = _begin(start, known)
    if min(begun) < 0:
        raise TypeError(f"no pile holds less than nothing, as {min(begun)}")
    return cast("list[int]", Field("pile", begun, known))


def drawn(of: str) -> list[list[int]]:
    """What each seat has drawn from the pile `of`, as counts that it alone sees; how many in all, all see."""
    return cast("list[list[int]]", Field("drawn", of=of, each_seat=True))


@overload
def each(one: int) -> list[int]: ...
@overload
def each(one: list[int]) -> list[list[int]]: ...
def each(one: object) -> object:
    """A field for each seat, which all see: `each(number())`, `each(counts(0, 0, 0))`."""
    if not isinstance(one, Field) or one.kind not in ("number", "counts") or one.each_seat:
        raise TypeError("each takes a number() or counts()")
    return replace(one, each_seat=True)


def declared(space: dict[str, Any], before: dict[str, Field]) -> dict[str, Field]:
    """The fields in the body of a class, after those `before`. Raises TypeError for hands of no pile."""
    found = before | {name: value for name, value in space.items() if isinstance(value, Field)}
    for name, field in found.items():
        if field.kind == "drawn":
            source = found.get(field.of)
            if source is None or source.kind != "pile":
                raise TypeError(f"{name} is drawn of {field.of!r}, which is no pile of this position")
            found[name] = replace(field, start=(0,) * len(source.start), names=source.names)
    return found


def _begin(start: Sequence[int], names: tuple[Name, ...]) -> tuple[int, ...]:
    if not start and not names:
        raise TypeError("say how many there are of each at first, or their names")
    if start and names and len(start) != len(names):
        raise TypeError(f"{len(names)} names for {len(start)} numbers")
    return tuple(map(_first, start)) or (0,) * len(names)


def _first(start: object) -> int:
    if not isinstance(start, SupportsIndex):
        raise TypeError(f"what there is at first is a whole number, not {start!r}")
    return operator.index(start)
