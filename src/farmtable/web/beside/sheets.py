"""Score sheets side by side: what each seat has of the same thing, and the points that it brings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, TypedDict

from farmtable.core import Text
from farmtable.core.sheet_line import MANY
from farmtable.i18n import catalogue_with_games
from farmtable.web.reader import Reader


class Cell(TypedDict):
    """The points of a line for one seat, and of how many things they are, where things are counted."""

    points: int
    count: int | None


class Row(TypedDict):
    """A line of the sheets, with a cell for each seat that has it."""

    label: str
    cells: list[Cell | None]


def side_by_side(sheets: Sequence[Sequence[tuple[Text, int]]], reader: Reader) -> list[Row]:
    """The lines of all sheets in one table. A line that only some have stands where it does in theirs."""
    order: list[_Kind] = []
    known: set[_Kind] = set()
    columns: list[dict[_Kind, Cell]] = []
    for lines in sheets:
        place = 0
        cells: dict[_Kind, Cell] = {}
        for text, points in lines:
            kind = _Kind.of(text)
            if kind in known:
                place = order.index(kind) + 1
            else:
                known.add(kind)
                order.insert(place, kind)
                place += 1
            cells[kind] = _added(cells.get(kind), points, _count(text))
        columns.append(cells)
    return [
        {"label": _label(kind, reader.language), "cells": [cells.get(kind) for cells in columns]}
        for kind in order
    ]


def said_of(text: Text, reader: Reader) -> str:
    """What a line is about, without how many."""
    return _label(_Kind.of(text), reader.language)


def _added(before: Cell | None, points: int, count: int | None) -> Cell:
    """The cell of one seat with another line about the same thing."""
    if before is None:
        return {"points": points, "count": count}
    together = None if count is None else count + (before["count"] or 0)
    return {"points": before["points"] + points, "count": together}


def _count(text: Text) -> int | None:
    """How many of something a line is about."""
    count = text.values.get("n")
    return count if isinstance(count, int) else None


class _Kind(NamedTuple):
    """What a line is about: equal for lines about the same thing, however many of it there are."""

    template: str
    context: str | None
    plural: str | None
    values: tuple[tuple[str, object], ...]
    counted: bool

    @classmethod
    def of(cls, text: Text) -> _Kind:
        counted = _count(text) is not None
        values = tuple((name, value) for name, value in text.values.items() if name != "n" or not counted)
        return cls(text.template, text.context, text.plural, values, counted)


@lru_cache(maxsize=10_000)
def _label(kind: _Kind, language: str) -> str:
    """What a line is about, without how many."""
    text = Text(kind.template, **dict(kind.values))
    text.context, text.plural = kind.context, kind.plural
    catalogue = catalogue_with_games(language)
    if not kind.counted:
        return text.render(catalogue)
    return text.with_values(n=MANY).render(catalogue).replace(str(MANY), "").strip()
