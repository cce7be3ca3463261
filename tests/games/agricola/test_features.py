"""The features: what they tell about a position, and that they tell no secret."""

from __future__ import annotations

from typing import Any

import pytest

from farmtable import CHANCE, OVER, Rng
from farmtable.bots import make_bot
from farmtable.core.playout import sample_chance
from farmtable.games.agricola import GAME, AgricolaState, features

WITHOUT = {"cards": "none", "side_job": "yes"}
DEALT: dict[str, Any] = {}
DRAFTED = {"hands": "drafted", "pack_size": "8"}


def told(state: AgricolaState, seat: int = 0) -> list[int]:
    return list(state.features(seat))


# --- what always holds --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("options", [WITHOUT, DEALT, DRAFTED], ids=["without", "dealt", "drafted"])
def test_they_tell_no_secret_and_keep_the_convention(
    options: dict[str, str], players: int, name: str
) -> None:
    """Of every position the same for all that a seat cannot tell apart; points and what is to come first."""
    rng = Rng("features", players)
    state = GAME.new(players, **options)
    bot = make_bot(name, rng)
    to_come = 100
    number = 0
    while state.to_play != OVER:
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
        else:
            state.apply(bot.choose(state.seen_by(state.to_play)))
        number += 1
        if number % 7 > 0 and state.to_play != OVER:
            continue
        for seat in range(players):
            found = list(state.features(seat))
            assert len(found) == GAME.feature_count
            assert all(-32_000 <= value <= 32_000 for value in found)
            assert found[0] == state.scores()[seat]
            assert found == list(state.seen_by(seat).determinize(rng).features(seat))
        assert 0 < found[1] <= 100 or state.to_play == OVER
        if "cards" in options:  # only cards bring people home again
            assert found[1] <= to_come
        to_come = found[1]
    assert to_come == 0


def test_a_new_game_is_all_to_come() -> None:
    for options in (WITHOUT, DEALT, DRAFTED):
        assert GAME.new(2, **options).features(0)[features.TO_COME] == 100
