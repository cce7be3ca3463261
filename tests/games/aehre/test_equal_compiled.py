"""Compiled and uncompiled, the same random games run through the same positions."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from farmtable._pure import VARIABLE, is_compiled
from farmtable.testing import trace

GAMES_PER_SEAT_COUNT = 16
SEED = "compiled"

# Plays the games again, uncompiled, and prints one digest a game: of all positions, actions and weights.
SCRIPT = """
import json, sys
from farmtable._pure import is_compiled
from farmtable.testing import trace
assert not is_compiled()
seed, games = sys.argv[1], int(sys.argv[2])
print(json.dumps([trace("aehre", players, seed, games) for players in range(2, 6)]))
"""


@pytest.mark.skipif(not is_compiled(), reason="the installed package is not compiled")
def test_compiled_equals_uncompiled() -> None:
    """64 random games over all seat counts are equal step by step."""
    uncompiled = subprocess.run(
        [sys.executable, "-c", SCRIPT, SEED, str(GAMES_PER_SEAT_COUNT)],
        env={**os.environ, VARIABLE: "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [trace("aehre", players, SEED, GAMES_PER_SEAT_COUNT) for players in range(2, 6)]
    assert json.loads(uncompiled.stdout) == here


def test_a_trace_is_reproducible() -> None:
    """Equal seeds give equal games, other seeds others."""
    assert trace("aehre", 3, 1) == trace("aehre", 3, 1) != trace("aehre", 3, 2)
