"""Gymnasium's own checks on every game; one game and many at once; what follows a game that is over."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import farmtable
import farmtable.envs
from farmtable.envs.gymnasium import SeatAgainstBots
from farmtable.envs.registration import id_of, register_games
from tests.core.installed import installed
from tests.envs.games import GAMES, options_of
from tests.envs.listening import Listener

MARKET = "farmtable/MarketDay-v0"
SIZE = farmtable.game("market_day").observation_size


def make(game: str, **settings: Any) -> Any:
    """One game, as Gymnasium makes it."""
    return gymnasium.make(id_of(game), **settings)


@pytest.mark.parametrize("game", GAMES)
def test_gymnasiums_own_check_has_nothing_to_say(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(game, **options_of(game)).unwrapped)


def test_games_have_ids() -> None:
    assert [id_of(game) for game in GAMES] == [
        "farmtable/Aehre-v0",
        "farmtable/Agricola-v0",
        "farmtable/MarketDay-v0",
        "farmtable/MiTierra-v0",
    ]
    env = gymnasium.make("farmtable.envs:farmtable/Game-v0", game="market_day", players=4)
    assert env.observation_space.shape == (SIZE,)


def test_a_game_by_a_name_that_gymnasium_cannot_take_leaves_the_others_alone() -> None:
    with installed("Hay Stack", "market_day:GAME"):
        register_games()
    assert not any("Stack" in id for id in gymnasium.registry)


def test_importing_farmtable_imports_no_library_for_learning() -> None:
    libraries = ("gymnasium", "pettingzoo", "pyspiel", "numpy")
    program = f"import sys, farmtable; print([name for name in {libraries} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"


def play(env: Any, seed: int) -> list[tuple[float, bool]]:
    """A game of a learner that always does the last thing it may."""
    _, info = env.reset(seed=seed)
    told = []
    done = False
    while not done:
        _, reward, done, _, info = env.step(int(np.flatnonzero(info["action_mask"])[-1]))
        told.append((reward, done))
    return told


def test_a_seat_plays_against_bots_by_name() -> None:
    env = gymnasium.make(MARKET, players=3, opponents=["greedy", "search:sims=2"], seat=1, reward="points")
    first = play(env, 7)
    assert first == play(env, 7)
    assert first != play(env, 8)
    assert first != play(gymnasium.make(MARKET, players=3, seat=1, reward="points"), 7)
    assert [reward for reward, done in first if not done] == [0.0] * (len(first) - 1)
    _, info = env.reset(seed=7)
    assert info["seat"] == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dtype", ["float32", "uint8"])
def test_many_games_are_what_each_would_be_alone(game: str, dtype: str) -> None:
    settings: dict[str, Any] = {"dtype": dtype, "players": 3, **options_of(game)}
    many: Any = gymnasium.make_vec(id_of(game), num_envs=3, **settings)
    alone = [make(game, **settings) for _ in range(3)]
    seen, infos = many.reset(seed=5)
    for at, env in enumerate(alone):
        one, _ = env.reset(seed=5 + at)
        assert (seen[at] == one).all()
    over = np.zeros(3, dtype=np.bool_)
    for _ in range(25):
        actions = many.unwrapped.sample()
        seen, rewards, ended, _, infos = many.step(actions)
        for at, env in enumerate(alone):
            if over[at]:  # of many games those that are over begin anew at the next step
                one, info = env.reset()
                reward, done = 0.0, False
            else:
                one, reward, done, _, info = env.step(actions[at])
            assert (seen[at] == one).all()
            assert (infos["action_mask"][at] == info["action_mask"]).all()
            assert (rewards[at], ended[at], infos["seat"][at]) == (reward, done, info["seat"])
        over = ended
    assert many.observation_space.contains(seen)
    assert many.action_space.contains(many.unwrapped.sample())


@pytest.mark.parametrize("game", GAMES)
def test_afterstates_are_what_each_action_leads_to(game: str) -> None:
    """And looking at them changes nothing of what comes."""
    settings: dict[str, Any] = {"opponents": "self", "autoreset_mode": "SameStep", **options_of(game)}
    envs: Any = gymnasium.make_vec(id_of(game), num_envs=1, **settings)
    other: Any = gymnasium.make_vec(id_of(game), num_envs=1, **settings)
    envs.reset(seed=4)
    _, infos = other.reset(seed=4)
    for _ in range(6):
        told = envs.unwrapped.afterstates()
        for at, (actions, features) in enumerate(told):
            assert actions.tolist() == np.flatnonzero(infos["action_mask"][at]).tolist()
            assert features.dtype == np.int16
            table = envs.unwrapped._games.batch.tables[at]
            for action, row in list(zip(actions.tolist(), features, strict=True))[:3]:
                after = table.state.clone()
                after.apply(action)
                assert row.tolist() == list(after.features(infos["seat"][at]))
        chosen = np.array([actions[-1] for actions, _ in told])
        seen = envs.step(chosen)[0]
        seen_by_other, _, _, _, infos = other.step(chosen)
        assert (seen == seen_by_other).all()


def test_afterstates_uncover_nothing() -> None:
    """The last of two who bid at once does not learn from them what the other has bid."""
    with installed("sealed_bids", "tests.core.sealed_bids:GAME"):
        told = []
        for bid in (0, 4):
            envs = gymnasium.make_vec("farmtable/Game-v0", game="sealed_bids", num_envs=1, opponents="self")
            envs.reset(seed=1)
            envs.step(np.array([bid]))
            told.append(envs.unwrapped.afterstates()[0][1].tolist())  # type: ignore[attr-defined]
    assert told[0] == told[1]
    assert len(told[0]) == 5


def test_there_are_no_afterstates_where_a_game_is_over_or_has_no_features() -> None:
    envs = made(autoreset_mode=AutoresetMode.DISABLED)
    _, at = step_to_an_end(envs)
    assert envs.unwrapped.afterstates()[at][1].shape == (0, len(farmtable.game("market_day").feature_names))
    envs.unwrapped._games.features = 0
    with pytest.raises(farmtable.BadOption, match="Market Day gives no features"):
        envs.unwrapped.afterstates()


def step_to_an_end(envs: Any) -> tuple[Any, int]:
    """Step until a game is over: what that step returned, and which game it is."""
    while True:
        result = envs.step(envs.unwrapped.sample())
        if result[2].any():
            return result, int(result[2].argmax())


def made(**settings: Any) -> Any:
    envs = gymnasium.make_vec(MARKET, num_envs=3, vectorization_mode="vector_entry_point", **settings)
    envs.reset(seed=1)
    return envs


def test_a_new_game_begins_at_the_next_step() -> None:
    envs = made(autoreset_mode=AutoresetMode.NEXT_STEP)
    (seen, rewards, _, _, infos), at = step_to_an_end(envs)
    assert infos["action_mask"][at].sum() == 0
    assert rewards[at] == infos["rewards"][at, infos["seat"][at]]
    again, rewards, over, _, infos = envs.step(np.zeros(3, dtype=np.int64))
    assert not over[at]
    assert rewards[at] == 0.0
    assert infos["action_mask"][at].tolist() == [0, 0, 0, 0, 0, 1, 1]
    assert (again[at] != seen[at]).any()


def test_a_new_game_begins_in_the_same_step() -> None:
    envs = made(autoreset_mode="SameStep")
    (seen, rewards, over, _, infos), at = step_to_an_end(envs)
    assert infos["_final_obs"].tolist() == over.tolist()
    assert infos["final_obs"][at][0] == 0  # the bag is empty
    assert seen[at][0] > 0
    assert infos["final_info"]["action_mask"][at].sum() == 0
    assert infos["action_mask"][at].sum() == 2
    assert rewards[at] != 0 or infos["final_info"]["rewards"][at].any() == 0


def test_no_new_game_begins_unasked() -> None:
    envs = made(autoreset_mode=AutoresetMode.DISABLED)
    (_, _, over, _, _), at = step_to_an_end(envs)
    with pytest.raises(ValueError, match="reset it first"):
        envs.step(envs.unwrapped.sample())
    _, infos = envs.reset(options={"reset_mask": over})
    assert infos["action_mask"][at].sum() == 2
    assert not envs.step(envs.unwrapped.sample())[2][at]


def test_arrays_are_new_ones_unless_that_costs_too_much() -> None:
    copied, shared = made(), made(copy=False)
    first, _ = copied.reset(seed=2)
    before = first.copy()
    copied.step(copied.unwrapped.sample())
    assert (first == before).all()
    first, _ = shared.reset(seed=2)
    second = shared.step(shared.unwrapped.sample())[0]
    assert np.shares_memory(first, second)


def test_a_step_may_be_written_into_arrays_of_the_callers() -> None:
    storage: dict[str, Any] = {
        "observations": np.zeros((5, 3, SIZE), dtype=np.float32),
        "action_mask": np.zeros((5, 3, 7), dtype=np.int8),
        "rewards": np.zeros((5, 3)),
        "terminations": np.zeros((5, 3), dtype=np.bool_),
        "truncations": np.zeros((5, 3), dtype=np.bool_),
    }
    envs, other = made(copy=False), made()
    for step in range(5):
        actions = envs.unwrapped.sample()
        envs.unwrapped.step_into(actions, {name: array[step] for name, array in storage.items()})
        seen, rewards, *_, infos = other.step(actions)
        assert (storage["observations"][step] == seen).all()
        assert (storage["action_mask"][step] == infos["action_mask"]).all()
        assert (storage["rewards"][step] == rewards).all()


@pytest.mark.parametrize(
    ("out", "said"),
    [
        ({"observations": np.zeros((3, SIZE), dtype=np.int32)}, r"float32 of the shape \(3, 53\), not int32"),
        ({"rewards": np.zeros((5, 3))}, r"rewards are float64 of the shape \(3,\), not .* \(5, 3\)"),
        ({"masks": np.zeros((3, 7))}, "'masks' is none of observations, action_mask, rewards"),
    ],
)
def test_arrays_that_a_step_does_not_fit_change_no_game(out: dict[str, Any], said: str) -> None:
    """A whole storage in place of one of its rows would have that step written into all of them."""
    envs, others = made(), made()
    actions = envs.unwrapped.sample()
    with pytest.raises(ValueError, match=said):
        envs.unwrapped.step_into(actions, out)
    assert (envs.step(actions)[0] == others.step(actions)[0]).all()


def test_all_seats_may_be_asked() -> None:
    envs = made(players=2, opponents="self")
    seats = set()
    for _ in range(8):
        infos = envs.step(envs.unwrapped.sample())[4]
        seats |= set(infos["seat"].tolist())
    assert seats == {0, 1}


def heard_by_opponents(games: int) -> tuple[list[Listener], Any]:
    """So many games against bots that listen, and the environment after the last one."""
    env = gymnasium.make(
        MARKET, players=3, opponents="tests.envs.listening:Listener", seat=1, reward="points"
    )
    Listener.made.clear()
    for seed in range(games):
        play(env, seed)
    return Listener.made[-2:], env


def test_opponents_hear_what_their_seats_see_and_how_it_ends() -> None:
    """As in a simulation: all that others do in the open, and of what is drawn only the own."""
    (first, second), env = heard_by_opponents(1)
    assert (first.seats, second.seats) == ({2}, {0})
    assert first.heard[0].startswith("seat 1 draws a crate")
    assert second.heard[0].startswith("seat 1 draws ")
    assert "a crate" not in second.heard[0]
    assert any(line.startswith(("seat 2 sells", "seat 2 takes")) for line in first.heard)
    assert len(first.heard) == len(second.heard)
    scores = env.unwrapped._games.batch.tables[0].state.scores()
    assert first.ends == second.ends == [(len(first.heard), scores)]


def test_bots_of_a_game_that_was_broken_off_do_not_play_the_next_one() -> None:
    env = gymnasium.make(MARKET, opponents="tests.envs.listening:Listener", seat=0)
    Listener.made.clear()
    env.reset(seed=1)
    before = len(Listener.made)
    env.reset()
    assert len(Listener.made) == before + 1
    play(env, 1)
    (last,) = Listener.made[-1:]
    assert len(last.ends) == 1
    env.reset()
    assert Listener.made[-1] is last


def test_games_may_be_cut_off() -> None:
    envs = made(max_episode_steps=2)
    envs.step(envs.unwrapped.sample())
    _, _, over, cut_off, _ = envs.step(envs.unwrapped.sample())
    assert cut_off.all()
    assert not over.any()


def test_actions_outside_the_mask() -> None:
    nothing = np.zeros(3, dtype=np.int64)  # at first a crate has to be taken
    _, rewards, over, _, infos = made().step(nothing)
    assert rewards.tolist() == [-1.0] * 3
    assert over.all()
    _, _, over, _, infos = made(illegal="random").step(nothing)
    assert infos["illegal"].all()
    assert not over.any()
    with pytest.raises(farmtable.IllegalAction, match="Take a crate first"):
        made(illegal="raise").step(nothing)


def test_actions_that_no_machine_word_holds_are_outside_the_mask() -> None:
    """Compiled code keeps its numbers in 64 bits, with a sign."""
    large = np.full(3, 2**63, dtype=np.uint64)
    _, rewards, over, _, _ = made().step(large)
    assert rewards.tolist() == [-1.0] * 3
    assert over.all()
    with pytest.raises(farmtable.IllegalAction, match="9223372036854775808 is not allowed: There is no such"):
        made(illegal="raise").step(large)


@pytest.mark.parametrize(
    "wrong",
    [
        {"opponents": "chess"},
        {"opponents": "greedy,greedy"},
        {"seat": 2},
        {"dtype": "bool"},
        {"colour": 1},
        {"dtype": np.dtype("float32")},
    ],
)
def test_bad_settings_are_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(farmtable.BadOption):
        gymnasium.make(MARKET, **wrong)
    with pytest.raises(farmtable.BadOption):
        gymnasium.make_vec(MARKET, **wrong)


def test_what_is_over_pays_only_once() -> None:
    """A step behind the end would give the final reward again."""
    env = make("market_day", seat=0).unwrapped
    with pytest.raises(ResetNeeded):
        env.step(0)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(np.flatnonzero(info["action_mask"])[0])
    with pytest.raises(ResetNeeded):
        env.step(0)
    env.reset()
    env.step(5)


def test_a_game_made_without_gymnasium_is_truncated_too() -> None:
    env = SeatAgainstBots("market_day", seat=0, max_episode_steps=1)
    env.reset(seed=1)
    assert env.step(5)[2:4] == (False, True)


@pytest.mark.parametrize("actions", [[5, 5], [5, 5, 5, 5], [5.0, 5.0, 5.0], None])
def test_actions_that_do_not_fit_change_no_game(actions: Any) -> None:
    envs, others = (gymnasium.make_vec(MARKET, num_envs=3, opponents="self") for _ in range(2))
    with pytest.raises(ResetNeeded):
        envs.step(np.array([5, 5, 5]))
    envs.reset(seed=1)
    others.reset(seed=1)
    with pytest.raises(ValueError, match="3 whole numbers"):
        envs.step(actions)
    after, expected = (games.step(np.array([5, 5, 5]))[0] for games in (envs, others))
    assert (after == expected).all()


@pytest.mark.parametrize("opponents", ["chess", "", ["chess"], None, 3, [None]])
def test_opponents_that_do_not_exist_are_named_also_where_there_are_none(opponents: Any) -> None:
    """Without a number of seats Agricola is played alone, and whoever hoped to meet a bot heard nothing."""
    for game, players in (("agricola", 1), ("market_day", 2)):
        with pytest.raises(farmtable.BadOption, match=r"names of bots|there is no bot"):
            gymnasium.make("farmtable/Game-v0", game=game, players=players, opponents=opponents)


def test_opponents_may_be_given_with_spaces_as_on_the_command_line() -> None:
    assert gymnasium.make(MARKET, players=3, opponents="greedy, random").reset(seed=1)


@pytest.mark.parametrize("seed", [np.int64(7), np.array([7, 8]), (7, 8)])
def test_seeds_may_be_numbers_of_numpy(seed: Any) -> None:
    envs = gymnasium.make_vec(MARKET, num_envs=2)
    expected = envs.reset(seed=7)[0]
    assert (envs.reset(seed=seed)[0] == expected).all()


@pytest.mark.parametrize("settings", [{"num_envs": 0}, {"num_envs": 2, "max_episode_steps": 0}])
def test_no_games_and_no_steps_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(farmtable.BadOption, match="a number from 1"):
        gymnasium.make_vec(MARKET, **settings)


def test_numbers_are_whole_wherever_they_come_from() -> None:
    right: dict[str, Any] = {"num_envs": np.int64(2), "seat": np.int64(1), "max_episode_steps": np.int8(3)}
    assert gymnasium.make_vec(MARKET, **right).reset(seed=1)[1]["seat"].tolist() == [1, 1]
    for wrong in ({"num_envs": 2.0}, {"num_envs": None}, {"seat": "0"}):
        with pytest.raises(farmtable.BadOption, match="is a whole number, not"):
            gymnasium.make_vec(MARKET, **{**right, **wrong})
    env: Any = SeatAgainstBots("market_day")
    env.reset(seed=1)
    with pytest.raises(TypeError, match="float"):
        env.step(5.7)
    env.step(np.uint8(5))


def test_the_first_reset_begins_all_games() -> None:
    envs = gymnasium.make_vec(MARKET, num_envs=2)
    with pytest.raises(ResetNeeded, match="begins them all"):
        envs.reset(seed=1, options={"reset_mask": np.array([True, False])})
    envs.reset(seed=1)
    envs.reset(seed=1, options={"reset_mask": np.array([True, False])})


@pytest.mark.parametrize("copied", [copy.deepcopy, pickle.dumps])
def test_it_is_said_that_games_under_way_cannot_be_copied(copied: Callable[[object], object]) -> None:
    for env in (gymnasium.make(MARKET), gymnasium.make_vec(MARKET, num_envs=2)):
        with pytest.raises(TypeError, match="neither copied nor pickled"):
            copied(env)
