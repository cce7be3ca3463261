"""The greedy bot against the random one."""

from __future__ import annotations

import pytest

from farmtable import OVER, Match, Rng
from farmtable._pure import is_compiled
from farmtable.bots import make_bot

GAMES = 100 if is_compiled() else 40


def greedy_wins(number: int) -> bool:
    """One two-seat game; greedy sits on alternating seats. A shared victory is not a win."""
    seat = number % 2
    match = Match("aehre", 2, seed=f"greedy {number}")
    bots = [make_bot("random", Rng("random", number)), make_bot("random", Rng("random", number))]
    bots[seat] = make_bot("greedy", Rng("greedy", number))
    while match.state.to_play != OVER:
        to_play = match.state.to_play
        match.play(bots[to_play].choose(match.state.seen_by(to_play)))
    return match.state.winners() == [seat]


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    """Greedy wins at least 95 of 100 games with two seats."""
    won = sum(greedy_wins(number) for number in range(GAMES))
    assert won >= 0.95 * GAMES, f"{won} of {GAMES}"
