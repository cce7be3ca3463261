"""Charts as files of their own, for documents."""

from __future__ import annotations

import re

from farmtable.charts import css


def svg_file(figure: str) -> str:
    """The drawing of a chart as the text of an SVG file, with its styles, for dark and light."""
    drawing = str(re.findall("<svg .*?</svg>", figure, re.DOTALL)[-1])
    drawn = drawing.replace(
        "<svg ", '<svg xmlns="http://www.w3.org/2000/svg" class="chart" font-size="11.5" ', 1
    )
    style = f"<style>{css()}svg {{ color-scheme: light dark; font-family: sans-serif; }}</style>"
    return drawn.replace(">", f">{style}", 1) + "\n"
