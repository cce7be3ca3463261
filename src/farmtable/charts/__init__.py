"""Plots as SVG, for pages of every kind: no script, no picture files, nothing from elsewhere.

They scale with the page, are light or dark with it (`css`), and name themselves to screen readers. All
words are the caller's: titles, names and a `description` that tells what the plot shows.
"""

from farmtable.charts.lines import Line, line_chart
from farmtable.charts.page import css
from farmtable.charts.rows import Row, row_chart

__all__ = ["Line", "Row", "css", "line_chart", "row_chart"]
