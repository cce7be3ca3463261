"""Score sheets that are still to be: what is expected, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from farmtable.core import SheetLine
from farmtable.web.beside.sheets import said_of
from farmtable.web.choices import points
from farmtable.web.reader import Reader

LEAST: Final = 0.05
"""A line of which nobody expects more, or less than nothing, is left out."""


def expected_lines(
    lines: Sequence[SheetLine], sheets: Sequence[Sequence[float]], reader: Reader
) -> dict[str, Any] | None:
    """Some sheets side by side, as templates show them; None where there are none."""
    if not lines or not sheets or not all(len(sheet) == len(lines) for sheet in sheets):
        return None
    return {
        "rows": [
            {
                "label": said_of(line.text, reader),
                "cells": [points(round(sheet[place], 1) + 0.0, reader) for sheet in sheets],
            }
            for place, line in enumerate(lines)
            if any(abs(sheet[place]) >= LEAST for sheet in sheets)
        ],
        "totals": [points(round(sum(sheet), 1) + 0.0, reader) for sheet in sheets],
    }
