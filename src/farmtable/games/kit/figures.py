"""Figures, checked one by one: each is what it must be, or is refused in a sentence that names it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from farmtable.core.errors import BadOption

# Keys that tell about a figure and change nothing.
NOTES: Final = ("source", "why", "confidence")


class Table:
    """A table of merged figures, which knows where it stands: its checks name the key in full.

    Each of them raises BadOption where a figure does not fit.
    """

    def __init__(self, content: Mapping[str, Any], name: str = "") -> None:
        self._content = content
        self._name = name

    def __contains__(self, key: str) -> bool:
        return key in self._content

    def __getitem__(self, key: str) -> Any:
        """What stands there, unchecked."""
        return self._content[key]

    def __iter__(self) -> Iterator[str]:
        """The keys, without those that only tell about others."""
        return (key for key in self._content if key not in NOTES)

    def name_of(self, key: str) -> str:
        """A key with all tables above it, as `"barn.top_row"`."""
        return f"{self._name}.{key}" if self._name else key

    def table(self, key: str) -> Table:
        """A table in this one; an empty one where there is none."""
        return Table(self._content.get(key, {}), self.name_of(key))

    def number(self, key: str, low: int, high: int) -> int:
        """A whole number within bounds."""
        return expect_number(self._content[key], self.name_of(key), low, high)

    def truth(self, key: str) -> bool:
        """True or false."""
        value = self._content[key]
        if not isinstance(value, bool):
            raise BadOption(f"components: {self.name_of(key)} is true or false; not {value!r}")
        return value

    def one_of(self, key: str, allowed: Sequence[str]) -> int:
        """The place of a word among those allowed."""
        return expect_one_of(self._content[key], self.name_of(key), allowed)

    def entries(self, key: str, low: int, high: int, of: str) -> list[Any]:
        """A list of so many things, `of` what is said where it is none."""
        return expect_entries(self._content[key], self.name_of(key), low, high, of)

    def amounts(self, key: str, allowed: Sequence[str], low: int, high: int) -> dict[str, int]:
        """A table with numbers within bounds for some of the words allowed; empty where there is none."""
        table = self.table(key)
        for word in table._content:
            if word not in allowed:
                raise BadOption(f"components: {table._name} names {', '.join(allowed)}; not {word!r}")
        return {word: table.number(word, low, high) for word in table._content}


def expect_number(value: object, name: str, low: int, high: int) -> int:
    """A whole number within bounds. Raises BadOption."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise BadOption(f"components: {name} is a whole number from {low} to {high}; not {value!r}")
    return value


def expect_one_of(value: object, name: str, allowed: Sequence[str]) -> int:
    """The place of a word among those allowed. Raises BadOption."""
    if not isinstance(value, str) or value not in allowed:
        raise BadOption(f"components: {name} is one of {', '.join(allowed)}; not {value!r}")
    return allowed.index(value)


def expect_entries(value: object, name: str, low: int, high: int, of: str) -> list[Any]:
    """A list of so many things, `of` what is said where it is none. Raises BadOption."""
    if not isinstance(value, list) or not low <= len(value) <= high:
        raise BadOption(f"components: {name} is a list of {low} to {high} {of}")
    return value
