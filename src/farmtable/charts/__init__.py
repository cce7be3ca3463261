"""Plots as SVG for any page: no scripts, no image files, nothing loaded from elsewhere.

They scale with the page, follow its light or dark theme (`css`), and have labels for screen readers. The
caller provides all text: titles, names and a `description` of what the plot shows.
"""

from farmtable.charts.lines import Line, line_chart
from farmtable.charts.page import css
from farmtable.charts.rows import Row, row_chart

__all__ = ["Line", "Row", "css", "line_chart", "row_chart"]
