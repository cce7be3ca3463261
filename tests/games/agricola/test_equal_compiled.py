"""Compiled and uncompiled, the same random games run through the same positions."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from farmtable._pure import VARIABLE, is_compiled
from farmtable.testing import trace

GAMES_PER_SEAT_COUNT = 20
SEED = "compiled"

# Plays the games again, uncompiled, and prints one digest a game: of all positions, actions and weights.
SCRIPT = """
import json, sys
from farmtable._pure import is_compiled
from farmtable.testing import trace
assert not is_compiled()
seed, games, options = sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3])
print(json.dumps([trace("agricola", players, seed, games, **options) for players in range(1, 5)]))
"""


@pytest.mark.skipif(not is_compiled(), reason="the installed package is not compiled")
@pytest.mark.parametrize(
    "options",
    [
        {"cards": "none", "side_job": "yes", "hints": "yes"},
        {"hints": "yes"},
        {"hands": "drafted", "pack_size": "8", "variant_tile": "no"},
    ],
    ids=["without cards", "dealt", "drafted"],
)
def test_compiled_equals_uncompiled(options: dict[str, str]) -> None:
    """120 random games over all seat counts are equal step by step."""
    uncompiled = subprocess.run(
        [sys.executable, "-c", SCRIPT, SEED, str(GAMES_PER_SEAT_COUNT), json.dumps(options)],
        env={**os.environ, VARIABLE: "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [trace("agricola", players, SEED, GAMES_PER_SEAT_COUNT, **options) for players in range(1, 5)]
    assert json.loads(uncompiled.stdout) == here


def test_a_trace_is_reproducible() -> None:
    """Equal seeds give equal games, other seeds others."""
    assert trace("agricola", 3, 1) == trace("agricola", 3, 1) != trace("agricola", 3, 2)
