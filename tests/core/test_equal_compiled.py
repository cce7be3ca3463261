"""Compiled and uncompiled, the same random games run through the same positions."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import farmtable
from farmtable._pure import VARIABLE, is_compiled
from farmtable.testing import trace

GAMES = int(os.environ.get("FARMTABLE_EQUAL_GAMES", "4"))
"""So many are compared of each seat count and each set of options."""
SEED = "compiled"

SETTINGS: list[tuple[str, dict[str, Any]]] = [
    *((id, {}) for id in farmtable.games()),
    ("agricola", {"cards": "none", "side_job": "yes", "hints": "yes"}),
    ("agricola", {"hands": "drafted", "pack_size": "8", "variant_tile": "no", "hints": "yes"}),
    ("mi_tierra", {"closing_markets": "closed"}),
]
"""Each game as it is, and the options that change much of one."""

# Plays the games again, uncompiled, and prints one digest a game: of all positions, actions and weights.
AGAIN = """
import json, sys
from farmtable._pure import is_compiled
from farmtable.testing import trace
assert not is_compiled()
id, games, seed, seats, options = map(json.loads, sys.argv[1:])
print(json.dumps([trace(id, players, seed, games, **options) for players in seats]))
"""


@pytest.mark.skipif(not is_compiled(), reason="the installed package is not compiled")
@pytest.mark.parametrize(("id", "options"), SETTINGS, ids=str)
def test_compiled_equals_uncompiled(id: str, options: dict[str, Any]) -> None:
    """Every position, legal action, weight and score of the same random games, in two processes."""
    game = farmtable.game(id)
    seats = list(range(game.min_players, game.max_players + 1))
    again = subprocess.run(
        [sys.executable, "-c", AGAIN, *map(json.dumps, (id, GAMES, SEED, seats, options))],
        env={**os.environ, VARIABLE: "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    here = [trace(id, players, SEED, GAMES, **options) for players in seats]
    assert json.loads(again.stdout) == here
    assert len({digest for digests in here for digest in digests}) == GAMES * len(seats)
