"""Charts: values stand where they belong, ticks are round, and words cannot become markup."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from markupsafe import Markup

from farmtable.charts import Line, Row, css, line_chart, row_chart
from farmtable.charts.scale import percent, scale


def parsed(chart: Markup) -> ElementTree.Element:
    """The figure, which is also well-formed XML."""
    return ElementTree.fromstring(chart)


def words(chart: Markup, kind: str) -> list[str]:
    return [text.text or "" for text in parsed(chart).iter("text") if text.get("class") == kind]


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ((0, 100), ["0", "20", "40", "60", "80", "100"]),
        ((3, 4), ["3", "4"]),
        ((0.0, 0.31), ["0.0", "0.1", "0.2", "0.3", "0.4"]),
        ((-190, 240), ["−200", "−100", "0", "100", "200", "300"]),
        ((0, 0.011), ["0.0000", "0.0025", "0.0050", "0.0075", "0.0100", "0.0125"]),
        ((7,), ["6", "7", "8"]),
        ((), ["0", "1"]),
    ],
)
def test_ticks_are_round(values: tuple[float, ...], ticks: list[str]) -> None:
    assert [tick.label for tick in scale(values, None, 0, 100, 5).ticks()] == ticks


def test_a_given_range_is_kept() -> None:
    half = scale([0.2, 0.9], (0.0, 1.0), 100, 0, 5)
    assert [tick.label for tick in half.ticks(percent)] == ["0%", "20%", "40%", "60%", "80%", "100%"]
    assert (half.at(0), half.at(0.25), half.at(1)) == (100, 75, 0)
    assert (half.at(-3), half.at(7)) == (100, 0)
    odd = scale([3, 5], (0, 149), 0, 100, 5)
    assert [tick.label for tick in odd.ticks()] == ["0", "50", "100"]


def test_lines_go_through_their_points() -> None:
    line = Line("won", [(0, 0), (5, 0.5), (10, 1)])
    chart = line_chart("How it went", [line], x="Move", y="Chance", y_range=(0, 1), percent=True)
    (path,) = [one.get("points") for one in parsed(chart).iter("polyline")]
    assert path is not None
    points = [tuple(map(float, point.split(","))) for point in path.split()]
    (x0, y0), (x1, y1), (x2, y2) = points
    assert x0 < x1 < x2
    assert y0 > y1 > y2
    assert x1 == pytest.approx((x0 + x2) / 2)
    assert y1 == pytest.approx((y0 + y2) / 2)
    assert words(chart, "chart-name") == ["Chance", "Move"]
    assert "40%" in words(chart, "chart-number")


def test_several_lines_have_a_legend_and_a_colour_each() -> None:
    lines = [Line(f"line {index}", [(0, index), (1, index)]) for index in range(12)]
    chart = parsed(line_chart("Many", [*lines, Line("own", [(0, 1)], kind=4)]))
    legend = [(item.get("class"), "".join(item.itertext())) for item in chart.iter("li")]
    assert legend[:2] == [("chart-0", "line 0"), ("chart-1", "line 1")]
    assert legend[10] == ("chart-0", "line 10")
    assert legend[12] == ("chart-4", "own")
    assert list(parsed(line_chart("One", lines[:1])).iter("li")) == []


def test_intervals_and_marks_tell_their_numbers() -> None:
    line = Line("network", [(1, 120.5, 100, 141), (2, 200, 180, 220)])
    chart = parsed(line_chart("Strength", [line]))
    assert [title.text for title in chart.iter("title")] == [
        "network, 1: 120.5 (100 … 141)",
        "network, 2: 200 (180 … 220)",
    ]
    assert len(list(chart.iter("circle"))) == 2
    bare = parsed(line_chart("Strength", [Line("network", [(1, 120), (2, 200)])]))
    assert list(bare.iter("circle")) == []


def test_intervals_may_be_drawn_as_one_band() -> None:
    points = [(0, 0.5, 0.4, 0.6), (1, 0.8, 0.7, 0.9)]
    drawn = line_chart("Chances", [Line("Anna", points, band=True)], y_range=(0, 1))
    assert drawn.count('class="chart-band"') == 1
    outline = re.search(r'class="chart-band" points="([^"]+)"', drawn)
    assert outline
    corners = [tuple(map(float, corner.split(","))) for corner in outline[1].split()]
    assert len(corners) == 4
    assert corners[0][0] == corners[3][0]
    assert corners[0][1] < corners[3][1], "the upper edge lies above the lower"
    assert "chart-interval" not in drawn


def test_a_plot_may_lead_somewhere() -> None:
    lines = [Line("Anna", [(0, 1), (1, 2), (4, 3)]), Line("Ben", [(1, 5)])]
    drawn = line_chart("Points", lines, x="Step", link=lambda at: f"/there?at={at:g}")
    assert re.findall(r'href="([^"]+)"', drawn) == ["/there?at=0", "/there?at=1", "/there?at=4"]
    assert "<title>Step 1: Anna 2, Ben 5</title>" in drawn
    widths = [
        float(width)
        for width in re.findall(r'class="chart-stretch" x="[^"]+" y="[^"]+" width="([^"]+)"', drawn)
    ]
    left, right = 74, 600 - 16
    assert sum(widths) == pytest.approx(right - left, abs=0.5), "all of the plot"
    assert '<svg class="chart-over" viewBox="0 0 600 320" aria-hidden="true">' in drawn
    assert drawn.count('tabindex="-1"') == 3


def test_numbers_are_written_as_the_caller_likes() -> None:
    line = Line("cost", [(0, 0.5), (1, 1.5)], marks=True)
    chart = line_chart("Cost", [line], number=lambda value: f"{value:.1f}".replace(".", ",") + " €")
    assert "0,4 €" in words(chart, "chart-number")
    assert "cost, 1: 1,5 €" in chart


def test_no_two_ticks_read_the_same_where_numbers_are_written_whole() -> None:
    """As the points to expect at the end of a game, which hardly change any more."""
    flat = Line("Anna", [(0, 30.1), (5, 30.4)])
    drawn = str(line_chart("Points", [flat], number=lambda value: f"{value:.0f} points", whole=True))
    ticks = re.findall(r">(\d+ points)</text>", drawn)
    assert ticks == ["30 points", "31 points"]


def test_rows_have_a_dot_an_interval_and_a_shape() -> None:
    rows = [
        Row("best", 100, 80, 120, note="+100"),
        Row("other", 0, shape=[(-10, 0.1), (10, 0.4)]),
    ]
    chart = parsed(row_chart("Ratings", rows, x="Elo"))
    dots = [float(dot.get("cx", "nan")) for dot in chart.iter("circle")]
    assert dots[0] > dots[1]
    assert sum(one.get("class") == "chart-interval" for one in chart.iter("path")) == 1
    assert len(list(chart.iter("polygon"))) == 1
    assert words(row_chart("Ratings", rows), "chart-row") == ["best", "other"]
    assert "+100" in words(row_chart("Ratings", rows), "chart-number")


def test_charts_name_themselves_to_screen_readers() -> None:
    for chart in (
        line_chart("Title", [], description="What it shows."),
        row_chart("Title", [], description="What it shows."),
    ):
        drawing = next(parsed(chart).iter("svg"))
        assert (drawing.get("role"), drawing.get("aria-label")) == ("img", "Title. What it shows.")


def test_words_cannot_become_markup() -> None:
    bad = "<script>&\"'"
    for chart in (
        line_chart(bad, [Line(bad, [(0, 1)], marks=True), Line(bad, [])], x=bad, y=bad, description=bad),
        row_chart(bad, [Row(bad, 1, note=bad)], x=bad, description=bad),
    ):
        assert "<script>" not in chart
        assert bad in "".join(parsed(chart).itertext())


def test_charts_need_no_inline_style() -> None:
    # So they can stand on a page whose content policy allows none.
    chart = line_chart("Title", [Line("one", [(0, 1, 0, 2)]), Line("other", [(0, 2)])])
    assert "style" not in chart + row_chart("Title", [Row("one", 1, 0, 2)])


def test_every_class_has_its_style() -> None:
    charts = line_chart("a", [Line("a", [(0, 1, 0, 2)]), Line("b", [])]) + row_chart(
        "b", [Row("c", 1, 0, 2, [(0, 1), (2, 1)])]
    )
    for name in re.findall(r'class="([\w-]+)"', charts):
        assert f".{name}" in css()
