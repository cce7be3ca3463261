"""Lines over a common axis: how something went on, for one or several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from markupsafe import Markup

from farmtable.charts.page import colour, render
from farmtable.charts.scale import Number, Range, Scale, percent, scale

LEFT, RIGHT, TOP, BOTTOM = 74, 16, 34, 58
"""The margins around the plot: wide enough for the larger letters of a phone."""


@dataclass(frozen=True)
class Line:
    """A row of points `(x, y)`, or `(x, y, low, high)` with an interval around y, ascending by x.

    `marks` puts a dot at every point, which tells its numbers when pointed at; so does an interval, unless
    all of them are drawn as one `band`. `kind` is the number of a colour, 0 to 9 (default: the line's
    place among the lines).
    """

    name: str
    points: Sequence[Sequence[float]]
    marks: bool = False
    kind: int | None = None
    band: bool = False


class _Mark(NamedTuple):
    x: float
    y: float
    low: float | None
    high: float | None
    label: str


class _Stretch(NamedTuple):
    left: float
    width: float
    address: str
    label: str


class _Drawn(NamedTuple):
    name: str
    colour: int
    path: str
    area: str
    marks: list[_Mark]


def line_chart(  # noqa: PLR0913 - each may be left out
    title: str,
    lines: Sequence[Line],
    *,
    description: str = "",
    x: str = "",
    y: str = "",
    x_range: Range | None = None,
    y_range: Range | None = None,
    percent: bool = False,
    number: Number | None = None,
    whole: bool = False,
    link: Number | None = None,
    width: int = 600,
    height: int = 320,
) -> Markup:
    """A `<figure>` with the lines, and a legend where there are several.

    `x` and `y` name the axes; their ranges are round ones around all points unless given. With
    `percent` the values of y are shares, shown as percentages; `number` writes the numbers of y
    in another way, and where it writes them as `whole` ones, no two ticks read the same. With a
    `link`, the address for a value of x, the plot leads there where it is clicked; to keyboards and
    screen readers the page has to offer these addresses in another way. `width` and `height` give the
    shape; it is drawn as wide as the page lets it.
    """
    points = [point for line in lines for point in line.points]
    across = scale((point[0] for point in points), x_range, LEFT, width - RIGHT, 8)
    values = [value for point in points for value in point[1:]]
    up = scale(values, y_range, height - BOTTOM, TOP, 5, whole)
    write = number or (_percent if percent else None)
    return render(
        "lines.html",
        title=title,
        description=description,
        lines=[_draw(line, index, across, up, write) for index, line in enumerate(lines)],
        x_name=x,
        y_name=y,
        x_ticks=across.ticks(),
        y_ticks=up.ticks(write),
        stretches=[] if link is None else _stretches(lines, across, x, write, link),
        width=width,
        height=height,
        left=LEFT,
        right=width - RIGHT,
        top=TOP,
        bottom=height - BOTTOM,
    )


_percent = percent


def _stretches(
    lines: Sequence[Line], across: Scale, x: str, write: Number | None, link: Number
) -> list[_Stretch]:
    """For each value of x the part of the plot that is nearest to it, and what the lines say there."""
    tell = write or _short
    told: dict[float, list[str]] = {}
    for line in lines:
        for point in line.points:
            told.setdefault(point[0], []).append(f"{line.name} {tell(point[1])}")
    values = sorted(told)
    places = [across.at(value) for value in values]
    edges = [
        across.begin,
        *((one + other) / 2 for one, other in pairwise(places)),
        across.end,
    ]
    return [
        _Stretch(
            round(edges[at], 1),
            round(edges[at + 1] - edges[at], 1),
            link(value),
            f"{x} {_short(value)}: {', '.join(told[value])}",
        )
        for at, value in enumerate(values)
    ]


def _draw(line: Line, index: int, across: Scale, up: Scale, write: Number | None) -> _Drawn:
    path = " ".join(f"{across.at(point[0]):g},{up.at(point[1]):g}" for point in line.points)
    marked = [point for point in line.points if line.marks or (len(point) > 2 and not line.band)]
    marks = [_mark(line, point, across, up, write) for point in marked]
    return _Drawn(line.name, colour(line.kind, index), path, _area(line, across, up), marks)


def _area(line: Line, across: Scale, up: Scale) -> str:
    """The outline of a band, if the line has one: along its upper edge, and back along its lower."""
    if not line.band or not line.points or len(line.points[0]) <= 2:
        return ""
    upper = [(point[0], point[3]) for point in line.points]
    lower = [(point[0], point[2]) for point in reversed(line.points)]
    return " ".join(f"{across.at(x):g},{up.at(y):g}" for x, y in upper + lower)


def _mark(line: Line, point: Sequence[float], across: Scale, up: Scale, write: Number | None) -> _Mark:
    tell = write or _short
    label = f"{line.name}, {_short(point[0])}: {tell(point[1])}"
    low = high = None
    if len(point) > 2:
        low, high = up.at(point[2]), up.at(point[3])
        label += f" ({tell(point[2])} … {tell(point[3])})"
    return _Mark(across.at(point[0]), up.at(point[1]), low, high, label)


def _short(value: float) -> str:
    return f"{round(value, 2):,.10g}".replace("-", "−")
