"""An owner's file with the figures that positions of the tests are built from.

The built-in figures are rebuilt, and may be rebuilt better; what the rules do with these stays the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

DECK_A: Final = (
    *("apple 3x6", "apple 4x4", "apple 5x2 out", "wheat 4x5", "wheat 5x3", "wheat 6x2 out", "grape 5x4"),
    *("grape 6x3", "chicken 4x4", "chicken 5x2 out", "sheep 5x3", "sheep 6x2", "cow 6x2", "cow 7x1 out"),
    *("meat 4x3", "egg 7x3", "milk 8x2", "wool 9x2 out", "flour 18x2", "wine 21x2"),
    *("3 apple + 1 wheat for 15", "2 apple + 2 grape for 18 out", "2 wheat + 1 grape for 15"),
    *("1 apple + 1 wheat + 1 grape for 14 out", "1 apple + 2 chicken for 12"),
    *("1 wheat + 1 sheep + 1 chicken for 14 out", "generic 3/4", "generic 3/4 out"),
    *("thieves", "thieves", "frost", "frost", "fruit fly", "fruit fly"),
)
DECK_B: Final = (
    *("apple 4x5 out", "wheat 5x4", "grape 6x4", "meat 4x4", "cow 7x3 out", "egg 8x3", "milk 9x3"),
    *("wool 10x3 out", "flour 19x3", "wine 22x3"),
    *("2 egg + 1 flour for 34 out", "2 grape + 1 wine for 33", "2 milk + 1 wool for 26"),
    *("1 flour + 1 wine for 41 out", "2 wool + 1 sheep for 23", "generic 3/4", "generic 3/4 out"),
    *("thieves", "frost", "fruit fly", "inflation", "inflation", "strike"),
)
COUNT_A: Final = Counter(DECK_A)
SOLD: Final = (
    *("apple", "wheat", "grape", "meat", "egg", "milk", "wool", "flour", "wine"),
    *("sheep", "cow", "chicken"),
)

FIGURES: Final[dict[str, Any]] = {
    "crop_tiles": {"apple": 18, "wheat": 18, "grape": 18},
    "farm": {"printed_field": "A2", "barnyard_places": 3},
    "official_market": {"all_leave_with_2_players": False},
    "market_cards": {"A": list(DECK_A), "B": list(DECK_B)},
    "black_market": {
        "sell": dict(zip(SOLD, (2, 3, 3, 2, 4, 5, 5, 12, 14, 3, 4, 2), strict=True)),
        "buy": {"apple": 5, "wheat": 6, "grape": 7, "egg": 9, "milk": 10, "wool": 11},
    },
}


def with_figures(changes: Mapping[str, Any]) -> dict[str, Any]:
    """These figures, with an owner's changes laid over them table by table."""
    found = dict(FIGURES)
    for name, table in changes.items():
        found[name] = {**found.get(name, {}), **table}
    return found
