"""PettingZoo's own tests, unchanged, on every game; and what our environments promise beside them."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from pettingzoo.test.api_test import api_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.test.render_test import render_test
from pettingzoo.test.seed_test import seed_test

import farmtable
from farmtable.envs import aec, zoo
from tests.envs.games import GAMES, options_of


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_own_tests(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = options_of(game)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it recommends Box or Discrete, and PettingZoo's own games use Dict
        api_test(aec(game, 2, **options), num_cycles=100)
        seed_test(lambda: aec(game, 2, **options), num_cycles=30)
        render_test(lambda render_mode: aec(game, 2, render_mode=render_mode, **options))
        max_cycles_test(zoo(game, 2, illegal="random", **options))
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("reward", ["winning", "margin", "points"])
def test_rewards_come_at_the_end(reward: str) -> None:
    env = aec("market_day", 3, reward=reward)
    env.reset(seed=3)
    paid: dict[str, float] = {}
    for agent in env.agent_iter():
        observation, earned, terminated, _, info = env.last()
        if terminated:
            paid[agent] = earned
            env.step(None)
            continue
        assert earned == 0.0
        assert observation is not None
        assert (observation["action_mask"] == info["action_mask"]).all()
        env.step(int(np.flatnonzero(info["action_mask"])[-1]))
    points = env._play.state.scores()
    wanted = {
        "winning": [1.0 if point == max(points) else -0.5 for point in points],
        "margin": [
            point - max(other for i, other in enumerate(points) if i != seat)
            for seat, point in enumerate(points)
        ],
        "points": points,
    }
    assert list(paid.values()) == wanted[reward]
    assert sorted(points)[-1] > sorted(points)[-2], "choose a seed of a game with one winner"


def test_an_action_that_is_not_legal_ends_the_game() -> None:
    env = aec("market_day", 2)
    env.reset(seed=1)
    env.step(0)  # nothing has been taken yet, so nothing can be kept
    assert env.terminations == {"seat_0": True, "seat_1": True}
    assert env.last()[1] == -1.0
    assert env.infos["seat_0"]["illegal"]


def test_an_action_that_is_not_legal_is_refused_with_its_rule() -> None:
    env = aec("market_day", 2, illegal="raise")
    env.reset(seed=1)
    with pytest.raises(farmtable.IllegalAction, match="Take a crate first"):
        env.step(0)
    env.step(5)


def test_an_action_that_is_not_legal_is_replaced() -> None:
    env = aec("market_day", 2, illegal="random")
    env.reset(seed=1)
    env.step(0)
    assert not env.terminations["seat_0"]
    assert env.infos["seat_0"]["illegal"]


def test_observations_hold_nothing_hidden_and_are_compact_if_wanted() -> None:
    small, large = (aec("market_day", 2, dtype=dtype) for dtype in ("uint8", "float32"))
    for env in (small, large):
        env.reset(seed=5)
    first, other = small.observe("seat_0"), large.observe("seat_0")
    assert first["observation"].dtype == np.uint8
    assert (first["observation"] == other["observation"]).all()
    assert not (first["observation"] == small.observe("seat_1")["observation"]).all()
    assert small.observe("seat_1")["action_mask"].sum() == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"players": 9},
        {"reward": "fame"},
        {"dtype": "int64"},
        {"illegal": "ignore"},
        {"max_cycles": 0},
        {"max_cycles": 1.5},
        {"render_mode": "film"},
        {"colour": "red"},
    ],
)
def test_bad_settings_are_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(farmtable.BadOption):
        aec(**{"game": "market_day", "players": 2, **wrong})


def test_a_rounded_action_is_none() -> None:
    in_turn, at_once = aec("market_day", 2), zoo("market_day", 2).parallel_env()
    in_turn.reset(seed=1)
    at_once.reset(seed=1)
    wrong: Any = 5.7
    with pytest.raises(TypeError, match="float"):
        in_turn.step(wrong)
    with pytest.raises(TypeError, match="float"):
        at_once.step({"seat_0": wrong})
    in_turn.step(int(np.int64(5)))
    assert not any(in_turn.terminations.values())


def test_nothing_is_decided_before_a_game_or_after_it() -> None:
    in_turn, at_once = aec("market_day", 2), zoo("market_day", 2, illegal="random").parallel_env()
    with pytest.raises(ResetNeeded):
        in_turn.step(5)
    with pytest.raises(ResetNeeded):
        at_once.step({"seat_0": 5})
    in_turn.reset(seed=1)
    for agent in in_turn.agent_iter():
        _, _, over, _, info = in_turn.last()
        in_turn.step(None if over else in_turn.action_space(agent).sample(info["action_mask"]))
    at_once.reset(seed=1)
    with pytest.raises(farmtable.BadOption, match="seat_0 is to decide"):
        at_once.step({"seat_1": 5})
    while at_once.agents:
        at_once.step(dict.fromkeys(at_once.agents, 0))
    for ended in (lambda: in_turn.step(5), lambda: at_once.step({"seat_0": 5, "seat_1": 5})):
        with pytest.raises(ResetNeeded):
            ended()
