"""Small values stored as data in rows, which programs of two versions may read side by side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

T = TypeVar("T")


def from_stored(kind: type[T], data: Mapping[str, Any]) -> T:
    """A dataclass from its fields; fields that a later version has added are ignored."""
    known: Mapping[str, Any] = getattr(kind, "__dataclass_fields__")  # noqa: B009 - of a class that is not named
    return kind(**{name: value for name, value in data.items() if name in known})
