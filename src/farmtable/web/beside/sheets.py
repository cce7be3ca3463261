"""Score sheets side by side: what each seat has of the same thing, and the points that it brings."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from farmtable.core import Text
from farmtable.web.reader import Reader

MANY: Final = 1000
"""Stands for any number of which a language speaks in the plural."""


@dataclass(frozen=True)
class Cell:
    """The points of a line for one seat, and of how many things they are, where things are counted."""

    points: int
    count: int | None = None


@dataclass(frozen=True)
class Row:
    """A line of the sheets, with a cell for each seat that has it."""

    label: str
    cells: list[Cell | None]


def side_by_side(sheets: Sequence[Sequence[tuple[Text, int]]], reader: Reader) -> list[Row]:
    """The lines of all sheets in one table. A line that only some have stands where it does in theirs."""
    order: list[Hashable] = []
    texts: dict[Hashable, Text] = {}
    for lines in sheets:
        place = 0
        for text, _ in lines:
            kind = _kind(text)
            if kind not in texts:
                order.insert(place, kind)
                texts[kind] = text
            place = order.index(kind) + 1
    columns = [_column(lines) for lines in sheets]
    return [Row(_label(texts[kind], reader), [column.get(kind) for column in columns]) for kind in order]


def _column(lines: Sequence[tuple[Text, int]]) -> dict[Hashable, Cell]:
    """The cells of one seat; of two lines about the same thing the sum."""
    cells: dict[Hashable, Cell] = {}
    for text, points in lines:
        before, count = cells.get(_kind(text), Cell(0)), _count(text)
        total = count if count is None else count + (before.count or 0)
        cells[_kind(text)] = Cell(before.points + points, total)
    return cells


def _count(text: Text) -> int | None:
    """How many of something a line is about."""
    count = text.values.get("n")
    return count if isinstance(count, int) else None


def _kind(text: Text) -> Hashable:
    """Equal for lines about the same thing, however many of it there are."""
    return text.template, str(text.with_values(n=MANY)) if _count(text) is not None else str(text)


def _label(text: Text, reader: Reader) -> str:
    """What a line is about, without how many."""
    if _count(text) is None:
        return reader.say(text)
    return reader.say(text.with_values(n=MANY)).replace(str(MANY), "").strip()
