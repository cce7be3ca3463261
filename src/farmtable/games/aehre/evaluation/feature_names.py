"""What the numbers that an evaluation is learned from are called, in their order."""

from __future__ import annotations

from typing import Final

from farmtable.core.feature_names import numbered
from farmtable.games.aehre.evaluation import features

GROUPS: Final = """
time seats wait last_turns turn fields field cubes goals livestock hand reserve own_farms area
others paying paying_others
"""
"""Each begins at the number of `features.py` that has its name, and ends where the next one begins."""

FEATURE_NAMES: Final = numbered(
    {name: getattr(features, name.upper()) for name in GROUPS.split()}, features.COUNT
)
