"""The lines of a score sheet that can be predicted before a game is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from farmtable.core.text import Text

MANY: Final = 1000
"""Stands for any number; it is left out of the text."""


@dataclass(frozen=True)
class SheetLine:
    """A line of all score sheets of a game (`Declaration.sheet_lines`).

    `text` is what the line says, with any number if things are counted. Lines of a sheet that say the same
    with another number count here; with a `template`, so do all lines made from it, whatever they name.
    """

    text: Text
    template: str = ""

    def __str__(self) -> str:
        """What it is about, in English."""
        if self.text.plural is None:
            return str(self.text)
        return str(self.text.with_values(n=MANY)).replace(str(MANY), "").strip()

    def counts(self, line: Text) -> bool:
        """Whether this line of a sheet counts here."""
        return line.template == self.template if self.template else _about(line) == _about(self.text)


def summed(sheet: Sequence[tuple[Text, int]], lines: Sequence[SheetLine]) -> list[float]:
    """The points of a score sheet, summed by these lines; what belongs to none of them is left out."""
    found = [0.0] * len(lines)
    for text, points in sheet:
        for place, line in enumerate(lines):
            if line.counts(text):
                found[place] += points
                break
    return found


def _about(text: Text) -> tuple[object, ...]:
    """Equal for texts that differ in a number alone."""
    return text.template, text.context, {name: value for name, value in text.values.items() if name != "n"}
