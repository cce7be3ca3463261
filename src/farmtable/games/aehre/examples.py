"""Worked examples of rules, drawn on their page."""

from __future__ import annotations

from typing import Final

from farmtable.core.example import Example
from farmtable.core.text import Text

_DEALT: Final = "draw W0W1; draw W1B2; draw C0C1; draw B1R2; draw R0R1; draw W0W2"
_TWO_OF_WHEAT: Final = f"{_DEALT}; place W0W1 C4 D4; score C4 points; score D4 points"

EXAMPLES: Final = (
    Example(
        rule="R18",
        options={"start": "1"},
        course=f"{_TWO_OF_WHEAT}; draw P0P1; place B1R2 D3 D4; level with P",
        says=Text(
            "Wheat on D4 made this cell one level higher than D3. So a small tile goes face down on D3 "
            "first, and then a tile of beets and rapeseed goes across both, at level {level}. That "
            "player has {left} small tiles left.",
            level=2,
            left=4,
        ),
    ),
    Example(
        rule="R27",
        options={"start": "1"},
        course=_TWO_OF_WHEAT,
        says=Text(
            "A tile with two fields of wheat has been laid on C4 and D4. It joins the wheat on B4 and "
            "D5: a region of {region} fields, and each of the two new fields can score it. Together "
            "that is {points} points.",
            region=4,
            points=8,
        ),
    ),
    Example(
        rule="R29",
        options={"start": "1"},
        course=f"{_DEALT}; place W1B2 F4 F5",
        says=Text(
            "Wheat on F4 and beets on F5, each in a region of {region} fields. Each is worth {region} "
            "points, or as many farm points as it has barns: {wheat} for the wheat, {beets} for the "
            "beets. You choose separately for each.",
            region=2,
            wheat=1,
            beets=2,
        ),
    ),
)
