"""OpenSpiel's own tests on every game, its playthroughs and solvers, and what seats are told."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, exploitability
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


@pytest.fixture
def sealed_bids() -> Iterator[Any]:
    """A game in which all decide at once, as OpenSpiel loads it with three seats."""
    with installed("sealed_bids", "tests.core.sealed_bids:GAME"):
        if "farmtable_sealed_bids" not in pyspiel.registered_names():
            farmtable.envs.openspiel.register(farmtable.game("sealed_bids"))
        yield pyspiel.load_game("farmtable_sealed_bids(players=3,reward=points)")


def test_decisions_at_once_are_one_node(sealed_bids: Any) -> None:
    assert sealed_bids.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    state = sealed_bids.new_initial_state()
    assert state.is_simultaneous_node()
    assert [state.legal_actions(seat) for seat in range(3)] == [[0, 1, 2, 3, 4]] * 3
    state.apply_actions([1, 3, 2])
    assert state.position.coins == [0, 1, 0]
    assert state.history() == [1, 3, 2]
    state.apply_actions([2, 2, 0])
    assert state.is_terminal()
    assert state.returns() == [2.0, 3.0, 0.0]


def test_openspiels_own_tests_of_decisions_at_once(sealed_bids: Any) -> None:
    pyspiel.random_sim_test(sealed_bids, num_sims=3, serialize=True, verbose=False)
    check_drawn_anew(sealed_bids)
    in_turn = pyspiel.convert_to_turn_based(sealed_bids)
    pyspiel.random_sim_test(in_turn, num_sims=2, serialize=True, verbose=False)
    told = playthrough("farmtable_sealed_bids(players=2)", None, seed=5)
    assert told.count("IsSimultaneousNode() = True") == 2
    assert "InformationStateString(0)" in told


def test_solvers_of_openspiel_on_decisions_at_once(sealed_bids: Any) -> None:
    del sealed_bids  # only registered
    game = pyspiel.convert_to_turn_based(pyspiel.load_game("farmtable_sealed_bids(players=2)"))
    solver = cfr.CFRPlusSolver(game)
    for _ in range(15):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.1


def test_only_what_all_have_seen_is_remembered(sealed_bids: Any) -> None:
    """Other bids that win the same are told when they are uncovered, and remembered after."""
    one, other = sealed_bids.new_initial_state(), sealed_bids.new_initial_state()
    assert one.information_state_string(1) == other.information_state_string(1)
    one.apply_actions([0, 4, 0])
    other.apply_actions([1, 4, 0])
    assert one.position.coins == other.position.coins
    assert one.information_state_string(2) != other.information_state_string(2)


def test_only_who_decides_is_asked(sealed_bids: Any) -> None:
    """Who has nothing to decide has no legal action, and what is given for it is not looked at."""
    state = sealed_bids.new_initial_state()
    state.position.ask([0, 2])
    assert [state.legal_actions(seat) for seat in range(3)] == [[0, 1, 2, 3, 4], [], [0, 1, 2, 3, 4]]
    state.apply_actions([1, 0, 3])
    assert state.position.coins == [0, 0, 1]
    state.position.ask([1])
    assert state.current_player() == 1


def test_our_own_games_are_decided_in_turn() -> None:
    for game in GAMES:
        assert loaded(game).get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL


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
        if state.is_simultaneous_node():
            state.apply_actions(
                [rng.choice(state.legal_actions(seat)) for seat in range(state.num_players())]
            )
        else:
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


def test_games_and_states_are_pickled_with_their_parameters() -> None:
    game = pyspiel.load_game("farmtable_market_day(players=3,reward=points,prices=fixed,skip=9)")
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    for copied in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game)):
        assert str(copied) == str(game)
        assert str(copied.new_initial_state()) == str(game.new_initial_state())
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    code = "import pickle, sys; print(pickle.loads(sys.stdin.buffer.read()))"
    elsewhere = subprocess.run(
        [sys.executable, "-c", code], input=pickle.dumps(game), capture_output=True, check=True, timeout=60
    )
    assert elsewhere.stdout.decode().strip() == str(game)


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


def test_so_many_actions_less_than_none_cannot_be_skipped() -> None:
    with pytest.raises(farmtable.BadOption, match="skip is a number from 0"):
        loaded("market_day", skip=-1)
