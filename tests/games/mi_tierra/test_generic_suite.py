"""What every game must keep, for this one: all seat counts, with several sets of options."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import CHANCE, OVER, Rng
from farmtable.core.playout import sample_chance
from farmtable.testing import check_game, check_position, check_secrecy
from tests.games.mi_tierra.test_against_oracle import RICH, begin
from tests.games.mi_tierra.test_rules_secrecy import curious

USUAL: dict[str, Any] = {}
SWITCHED = {
    "start": "2",
    "closing_markets": "closed",
    "excess_meat": "visit",
    "strike": "without_oven",
}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("options", [USUAL, SWITCHED], ids=["usual", "switched"])
def test_every_promise_of_the_kernel(players: int, options: dict[str, Any]) -> None:
    check_game("mi_tierra", players, seed="mi_tierra", games=1, every=60, **options)


@pytest.mark.parametrize("players", [2, 4])
def test_every_promise_with_known_cards(players: int) -> None:
    """R34, R58: in games where many look at the next cards, while they are known."""
    state, _ = begin(players, RICH, start="1")
    rng = Rng("promises", players)
    checked = 0
    while state.to_play != OVER and checked < 8:
        actions = list(state.legal_actions())
        if state.to_dict()["top"] and rng.below(12) == 0:
            check_position(state, rng)
            check_secrecy(state, rng)
            checked += 1
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
        else:
            words = [state.describe(action) for action in actions]
            state.apply(actions[words.index(curious(words, rng))])
