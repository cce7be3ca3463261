"""Compiled and uncompiled, the same random games run through the same positions."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from farmtable._pure import VARIABLE, is_compiled
from farmtable.testing import trace

GAMES_PER_SEAT_COUNT = 8
SEED = "compiled"
OPTIONS = {"closing_markets": "closed"}

# Plays the games again, uncompiled, and prints one digest a game: of all positions, actions and weights.
SCRIPT = """
import json, sys
from farmtable._pure import is_compiled
from farmtable.testing import trace
assert not is_compiled()
seed, games, options = sys.argv[1], int(sys.argv[2]), json.loads(sys.argv[3])
print(json.dumps([trace("mi_tierra", players, seed, games, **options) for players in (2, 3, 4)]))
"""


@pytest.mark.skipif(not is_compiled(), reason="the installed package is not compiled")
def test_compiled_equals_uncompiled() -> None:
    """24 random games over all seat counts are equal step by step."""
    uncompiled = subprocess.run(
        [sys.executable, "-c", SCRIPT, SEED, str(GAMES_PER_SEAT_COUNT), json.dumps(OPTIONS)],
        env={**os.environ, VARIABLE: "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [trace("mi_tierra", players, SEED, GAMES_PER_SEAT_COUNT, **OPTIONS) for players in (2, 3, 4)]
    assert json.loads(uncompiled.stdout) == here


def test_a_trace_is_reproducible() -> None:
    """Equal seeds give equal games, other seeds others."""
    assert trace("mi_tierra", 4, 1) == trace("mi_tierra", 4, 1) != trace("mi_tierra", 4, 2)
