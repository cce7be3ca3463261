"""How the actions of a game are written, shown by examples: for whoever plays in words and without a list."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from farmtable.core.playout import resolve_chance
from farmtable.core.registry import game as find_game
from farmtable.core.rng import Rng
from farmtable.core.state import OVER

GAMES: Final = 2
MOST_OF_A_KIND: Final = 3


def examples(game_id: str, players: int, options: Mapping[str, Any]) -> list[str]:
    """Actions in words, a few of each kind, as they were legal in random games that nobody plays."""
    return list(_examples(game_id, players, json.dumps(options, sort_keys=True)))


@lru_cache(maxsize=16)
def _examples(game_id: str, players: int, options: str) -> tuple[str, ...]:
    found: dict[str, list[str]] = {}
    for number in range(GAMES):
        rng = Rng("examples", number)
        state = find_game(game_id).new(players, **json.loads(options))
        resolve_chance(state, rng)
        while state.to_play != OVER:
            legal = state.legal_actions()
            words = state.describe(legal[rng.below(len(legal))])
            kind = found.setdefault(words.split()[0], [])
            if len(kind) < MOST_OF_A_KIND and words not in kind:
                kind.append(words)
            state.apply(state.parse(words))
            resolve_chance(state, rng)
    return tuple(words for kind in found.values() for words in kind)
