"""The generic suite on every installed game and seat count."""

import pytest

import farmtable
from farmtable import OVER, Record, Rng
from farmtable._pure import is_compiled
from farmtable.core import playout, resolve_chance
from farmtable.testing import check_game, trace

EVERY_SEATING = [
    (id, players)
    for id in farmtable.games()
    for players in range(farmtable.game(id).min_players, farmtable.game(id).max_players + 1)
]
MANY_GAMES = 10_000 if is_compiled() else 100
"""Random games of each game, shared out over its seat counts."""


@pytest.mark.parametrize(("id", "players"), EVERY_SEATING)
def test_every_game_keeps_its_promises(id: str, players: int) -> None:
    check_game(id, players, seed=players, games=1, every=16)


@pytest.mark.parametrize(("id", "players"), EVERY_SEATING)
def test_random_games_end_properly(id: str, players: int) -> None:
    game = farmtable.game(id)
    start = game.new(players)
    rng = Rng(f"{id} {players}")
    for _ in range(MANY_GAMES // (game.max_players - game.min_players + 1)):
        state = start.clone()
        assert 0 < playout(state, rng) < 10_000
        assert state.to_play == OVER
        assert not state.legal_actions()
        assert len(state.agenda) == 0
        assert state.winners()
        scores = [sum(points for _, points in state.score_sheet(seat)) for seat in range(players)]
        assert scores == state.scores()


@pytest.mark.parametrize("id", farmtable.games())
@pytest.mark.parametrize("number", [-1, 2**62, 2**63, 10**30, -(2**63) - 1])
def test_a_number_that_no_action_has_is_refused_however_large(id: str, number: int) -> None:
    """Numbers come from outside, and compiled code keeps its own in 64 bits."""
    state = farmtable.game(id).new(2)
    resolve_chance(state, Rng(1))
    seen = state.seen_by(state.to_play)
    for ask in (state.describe, seen.describe, state.play):
        with pytest.raises(farmtable.IllegalAction):
            ask(number)
    assert not state.is_legal(number)
    assert seen.why_not(number) is not None
    with pytest.raises(farmtable.BadRecord):
        Record(id, 2, {}, [number], state.game.rules_version).state()


@pytest.mark.parametrize("id", ["aehre", "agricola", "mi_tierra"])
def test_nobody_sits_beyond_the_last_seat_or_before_the_first(id: str) -> None:
    """Python would take -1 for the last."""
    state = farmtable.game(id).new(2)
    resolve_chance(state, Rng(1))
    seen, world = state.seen_by(0), state.seen_by(0).determinize(Rng(2))
    for ask in (state.score_sheet, seen.score_sheet, world.estimate, world.features):
        for seat in (-2, -1, 2, 99):
            with pytest.raises(ValueError, match=f"there is no seat {seat}; seats are 0 to 1"):
                ask(seat)
        ask(1)


def test_no_perspective_tells_of_a_seat_that_is_not_there() -> None:
    """Of games of other people, too, which need not look at it."""
    seen = farmtable.game("market_day").new(2).seen_by(None)
    with pytest.raises(ValueError, match="there is no seat -1"):
        seen.score_sheet(-1)


def test_options_change_the_game_but_not_the_promises() -> None:
    check_game("market_day", 3, seed=1, games=2, prices="fixed")
    assert trace("market_day", 3, 1, prices="fixed") != trace("market_day", 3, 1)


def test_a_trace_is_reproducible() -> None:
    assert trace("market_day", 2, 5, games=3) == trace("market_day", 2, 5, games=3)
    assert len(set(trace("market_day", 2, 5, games=3))) == 3
