"""Exact numbers of leaf positions below positions of the golden records.

All of them were counted by the slow reference in `oracle.py`, too, which shares no code with the engine.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from farmtable import Record, perft

RECORDS = Path(__file__).parent.parent.parent / "records"

COUNTED = [
    ("aehre-2p-greedy", 7, (4, 8)),  # two fields to score
    ("aehre-2p-farmers", 60, (2, 58)),  # the last field of a turn, then the draw
    ("aehre-2p-farmers", 61, (29, 11_890, 36_192)),  # a draw, a placement, its first score
    ("aehre-3p-mixed", 80, (4, 16)),  # which small tile goes face down
    ("aehre-5p-mixed", 100, (395, 1_940)),  # a placement, then what it asks
]


@pytest.mark.parametrize(("name", "step", "leaves"), COUNTED)
def test_perft(name: str, step: int, leaves: tuple[int, ...]) -> None:
    """R13 to R51: not one action too many, not one too few, some steps deep."""
    state = Record.load(RECORDS / f"{name}.json").state(step)
    assert tuple(perft(state, depth) for depth in range(1, len(leaves) + 1)) == leaves
