"""A row for each of several: a value with its interval, or how its values are spread."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from farmtable.charts.page import colour, render
from farmtable.charts.scale import Number, Range, Scale, scale

EDGE, TOP, BOTTOM = 20, 6, 58
NAME, TRACK, SHAPE = 30, 18, 40
"""Heights: a row's words, the place for its dot, and that for its shape."""


@dataclass(frozen=True)
class Row:
    """A value, drawn as a dot, with an interval from `low` to `high`.

    `shape` are points `(x, height)`, ascending by x, of an area above the dot: how values are spread.
    `note` is what stands at the end of the row's words; `kind` the number of a colour, 0 to 9
    (default: the row's place).
    """

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    shape: Sequence[tuple[float, float]] = ()
    note: str = ""
    kind: int | None = None


class _Drawn(NamedTuple):
    name: str
    note: str
    colour: int
    words: float
    track: float
    value: float
    low: float | None
    high: float | None
    area: str


def row_chart(
    title: str,
    rows: Sequence[Row],
    *,
    description: str = "",
    x: str = "",
    x_range: Range | None = None,
    number: Number | None = None,
    width: int = 600,
) -> Markup:
    """A `<figure>` with the rows from top to bottom over one axis, named `x`.

    The axis has a round range around all values unless one is given; `number` writes its numbers.
    """
    values = [value for row in rows for value in (row.value, row.low, row.high) if value is not None]
    values += [point[0] for row in rows for point in row.shape]
    across = scale(values, x_range, EDGE, width - EDGE, 8)
    tallest = max((height for row in rows for _, height in row.shape), default=1.0)
    drawn: list[_Drawn] = []
    top = float(TOP)
    for index, row in enumerate(rows):
        drawn.append(_draw(row, index, top, across, tallest))
        top = drawn[-1].track + TRACK / 2 + 4
    return render(
        "rows.html",
        title=title,
        description=description,
        rows=drawn,
        x_name=x,
        ticks=across.ticks(number),
        width=width,
        height=round(top + BOTTOM),
        left=EDGE,
        right=width - EDGE,
        top=TOP,
        bottom=round(top),
    )


def _draw(row: Row, index: int, top: float, across: Scale, tallest: float) -> _Drawn:
    track = top + NAME + (SHAPE if row.shape else 0) + TRACK / 2
    points = [(across.at(x), round(track - SHAPE * height / tallest, 1)) for x, height in row.shape]
    if points:
        points = [(points[0][0], track), *points, (points[-1][0], track)]
    return _Drawn(
        row.name,
        row.note,
        colour(row.kind, index),
        top + NAME - 8,
        track,
        across.at(row.value),
        None if row.low is None else across.at(row.low),
        None if row.high is None else across.at(row.high),
        " ".join(f"{x:g},{y:g}" for x, y in points),
    )
