"""What every game must keep, for this one: all seat counts, with several sets of options."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import OVER, Rng
from farmtable.core.playout import resolve_chance
from farmtable.games.agricola import GAME
from farmtable.testing import check_game

USUAL = {"cards": "none"}
BIG_BOARD = {"cards": "none", "side_job": "yes", "variant_tile": "yes", "hints": "yes"}
PLANNED = {"cards": "none", "stage_order": "chosen", "start": "2"}
DEALT: dict[str, Any] = {}
CAMPAIGN = {"campaign": "1"}
CAMPAIGN_GOES_ON = {
    "campaign": "2",
    "campaign_points": "1:3,2:5",
    "campaign_scores": "1:-2,2:31",
    "kept": "2:grocer",
    "start": "2",
    "extra_food": "1",
}
DRAFTED = {"hands": "drafted", "pack_size": "8", "variant_tile": "yes"}
WITH_TILES = {"cards": "none", "stage_order": "chosen", "side_job": "yes", "hints": "yes"}
SERIES = {"cards": "none", "series": "2", "series_food": "3"}
OF_TEN = {"hands": "of_ten"}
REDRAWS = {"redraw": "yes"}
OCCUPATIONS_FIRST = {"hands": "drafted", "draft_order": "occupations_first", "kept": "1:grocer,2:scholar"}
BANNED = {"banned": "grocer,market_stall,clay_hut_builder,lutenist"}
CHOSEN = {"hands": "chosen", "stage_order": "chosen"}
KEPT_AND_DRAFTED = {"hands": "drafted", "pack_size": "9", "series": "2", "kept": "1:grocer,1:scholar"}
KEPT = {"series": "2", "series_food": "3", "kept": "1:grocer,1:scholar"}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "options",
    [
        *(USUAL, BIG_BOARD, PLANNED, DEALT, DRAFTED, CAMPAIGN, CAMPAIGN_GOES_ON),
        *(OCCUPATIONS_FIRST, OF_TEN, REDRAWS, BANNED),
    ],
    ids=str,
)
def test_every_promise_of_the_kernel(players: int, options: dict[str, Any]) -> None:
    check_game("agricola", players, seed="agricola", games=1, every=16, **options)


@pytest.mark.parametrize(
    "options", [USUAL, WITH_TILES, SERIES, DEALT, CHOSEN, KEPT, KEPT_AND_DRAFTED, OF_TEN, REDRAWS], ids=str
)
def test_every_promise_of_the_kernel_alone(options: dict[str, Any]) -> None:
    """R13: the solo game and the solo series."""
    check_game("agricola", 1, seed="agricola", games=2, every=16, **options)


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_nothing_is_secret(players: int) -> None:
    """R9.1: without hand cards every seat and every spectator sees the same, all through a game."""
    state, rng = GAME.new(players, cards="none"), Rng("open", players)
    assert not GAME.has_secrets(state.options)
    while state.to_play != OVER:
        resolve_chance(state, rng)
        for reader in (*range(players), None):
            seen = state.seen_by(reader)
            assert seen.key() == state.key()
            assert seen.determinize(rng) == state
        actions = state.legal_actions()
        if actions:
            state.apply(actions[rng.below(len(actions))])
