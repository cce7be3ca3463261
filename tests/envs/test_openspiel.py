"""OpenSpiel's own tests on every game, its playthroughs and solvers, and what seats are told."""

from __future__ import annotations

import random
import subprocess
import sys
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough

import farmtable
import farmtable.envs.openspiel
from tests.core.installed import installed
from tests.envs.games import GAMES, example, options_of

MARKET = "farmtable_market_day(players=2)"


def loaded(game: str, **parameters: Any) -> Any:
    """A game as OpenSpiel loads it."""
    return pyspiel.load_game(f"farmtable_{game}", {**parameters, **options_of(game)})


@pytest.mark.parametrize("game", GAMES)
def test_openspiels_own_test(game: str) -> None:
    pyspiel.random_sim_test(loaded(game), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_positions_drawn_anew_look_the_same(game: str) -> None:
    check_drawn_anew(loaded(game))


def test_decisions_at_once_are_nodes_one_after_the_other() -> None:
    with installed("sealed_bids", "tests.core.sealed_bids:GAME"):
        farmtable.envs.openspiel.register(farmtable.game("sealed_bids"))
        game = pyspiel.load_game("farmtable_sealed_bids")
        pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)
        check_drawn_anew(game)
        state = game.new_initial_state()
        state.apply_action(state.legal_actions()[-1])
        assert state.current_player() == 1
        other = game.new_initial_state()
        other.apply_action(other.legal_actions()[0])
        assert state.information_state_string(1) == other.information_state_string(1)


def check_drawn_anew(game: Any) -> None:
    """What OpenSpiel tests of resampling, at some positions; its own test cannot be called from Python."""
    rng = random.Random(3)
    state = game.new_initial_state()
    drawn = set()
    for step in range(120):
        if state.is_terminal():
            break
        if not state.is_chance_node() and step % 20 < 3:
            for seat in range(state.num_players()):
                other = state.resample_from_infostate(seat, rng.random)
                assert other.current_player() == state.current_player()
                assert other.information_state_string(seat) == state.information_state_string(seat)
                assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
                assert other.observation_tensor(seat) == state.observation_tensor(seat)
                drawn.add(other.position == state.position)
        state.apply_action(rng.choice(state.legal_actions()))
    assert drawn == {True} or state.position.game.has_secrets(state.position.options)


def test_what_is_drawn_anew_hides_the_history() -> None:
    state = dealt(4)
    other = state.resample_from_infostate(0, lambda: 0.5)
    assert state.history()
    assert other.history() == []
    assert other.position != state.position


def dealt(seed: int) -> Any:
    """A Market Day at its first decision."""
    rng = random.Random(seed)
    state = pyspiel.load_game(MARKET).new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_perfect_recall() -> None:
    """The same crates in another order: a seat sees the same, but has seen something else."""
    first, second = (pyspiel.load_game(MARKET).new_initial_state() for _ in range(2))
    for one, other in zip((0, 1, 2, 0, 1, 2, 3), (1, 0, 2, 0, 1, 2, 3), strict=True):
        first.apply_action(one)
        second.apply_action(other)
    assert first.observation_string(0) == second.observation_string(0)
    assert first.information_state_string(0) != second.information_state_string(0)
    assert first.information_state_string(1) == second.information_state_string(1)


def test_parameters() -> None:
    game = loaded("agricola", start="'2'", players=3, reward="margin")
    again = pyspiel.load_game(str(game))
    assert str(again) == str(game)
    assert again.new_initial_state().position.options["start"] == "2"
    assert again.num_players() == 3
    with pytest.raises(farmtable.BadOption, match="chess"):
        pyspiel.load_game("farmtable_market_day(prices=chess)")
    with pytest.raises(farmtable.BadOption, match="over before"):
        pyspiel.load_game("farmtable_market_day(skip=1000)")


def test_a_playthrough_can_be_played_again() -> None:
    told = playthrough(MARKET, None, seed=5)
    actions = [int(line.partition(": ")[2]) for line in told.splitlines() if line.startswith("action: ")]
    assert len(actions) > 20
    assert playthrough(MARKET, actions, seed=5) == told


def test_solvers_of_openspiel() -> None:
    assert example("cfr").main("farmtable_market_day(players=2,skip=48,seed=1)", 20) < 0.002
    assert example("ismcts").main(games=2, simulations=5) <= 1.0


def test_a_program_that_used_it_ends_in_peace() -> None:
    program = f"import pyspiel, farmtable.envs.openspiel; pyspiel.load_game({MARKET!r})"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stderr) == (0, "")
