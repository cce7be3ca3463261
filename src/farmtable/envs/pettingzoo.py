"""PettingZoo: all seats in turn (AEC), and the same with an action from every seat at once (parallel)."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from farmtable.core.errors import BadOption
from farmtable.envs.drawing import show
from farmtable.envs.play import Mask, Numbers, Play, bounds
from farmtable.envs.rewards import ILLEGAL_REWARD, final_rewards
from farmtable.envs.settings import RENDER_MODES, Settings, check_render_mode, number_from

Observation = dict[str, Numbers | Mask]
Info = dict[str, Any]


class _Seats:
    """What both kinds of environments share: the game, its agents `seat_0`, `seat_1`, …, and their spaces.

    - `reward`, `dtype`, `illegal`: see `farmtable.envs.settings.Settings`
    - `max_cycles`: after how many decisions of its own a seat is truncated; None: never
    - `render_mode`: `human` (printed), `ansi` (text) or `rgb_array` (uint8, height x width x 3)
    - `options`: those of the game
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        reward: str = "winning",
        dtype: str = "float32",
        illegal: str = "end",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._play = Play(game, players, options, Settings(reward, dtype, illegal))
        self._reward = reward
        self.max_cycles = None if max_cycles is None else number_from(1, "max_cycles", max_cycles)
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {
            "name": f"farmtable_{game}_v0",
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "is_parallelizable": True,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self._play.players)]
        self.agents: list[str] = []
        size, actions = self._play.game.observation_size, self._play.game.num_actions
        least, greatest = bounds(self._play.dtype)
        self.observation_spaces: dict[str, Any] = {
            agent: Dict(
                {
                    "observation": Box(least, greatest, (size,), self._play.dtype.type),
                    "action_mask": Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces: dict[str, Any] = {agent: Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        """Of any agent: `observation` (`observation_size` numbers), `action_mask` (`num_actions` int8)."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Of each agent: a number below `num_actions`."""
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Observation:
        """What the seat sees; its mask is all zeros when it is not to decide. New arrays."""
        seat = self.possible_agents.index(agent)
        return {"observation": self._play.observation(seat), "action_mask": self._play.mask(seat)}

    def render(self) -> str | NDArray[np.uint8] | None:
        """The position as a spectator sees it: text (`ansi`), pixels (`rgb_array`), printed (`human`)."""
        return show(str(self._play.state), self.render_mode)

    def close(self) -> None:
        """Nothing is held that would have to be closed."""

    def _expect_game(self) -> None:
        """Raises ResetNeeded before the first `reset`, and when nobody is left to decide."""
        if not self.agents:
            raise ResetNeeded("no game is under way: call reset first")

    def _info(self, agent: str) -> Info:
        return {"action_mask": self._play.mask(self.possible_agents.index(agent))}

    def _final_rewards(self) -> dict[str, float]:
        return dict(zip(self.possible_agents, final_rewards(self._play.state, self._reward), strict=True))

    def _to_play(self) -> str:
        return self.possible_agents[self._play.state.to_play]


class SeatsInTurn(_Seats, AECEnv[str, Observation, int | None]):
    """The AEC environment: `agent_selection` is the seat to decide. Settings: see `_Seats`.

    A seat that has made `max_cycles` decisions is truncated, and plays at random until the game is over or
    all seats are truncated.
    """

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Begin a new game. Equal seeds give equal chance; without one it goes on. `options` are not used."""
        self._play.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: self._info(agent) for agent in self.agents}
        self._decisions = dict.fromkeys(self.agents, 0)
        self._skip_agent_selection = None  # type: ignore[assignment]  # as PettingZoo itself sets it
        self.agent_selection = self._to_play()

    def step(self, action: int | None) -> None:
        """Play `action` for the seat in `agent_selection`; pass None if it is terminated or truncated.

        Raises TypeError unless it is a whole number.
        """
        self._expect_game()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise BadOption(f"{agent} is to decide: None is for seats that are terminated or truncated")
        number = operator.index(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        legal = self._play.check(number)
        if legal:
            self._play.do(number)
        elif self._play.illegal == "random":
            self._play.do_any()
        if legal or self._play.illegal == "random":
            self._count(agent)
            self._play_for_the_truncated()
            self._pay()
        else:
            self.rewards[agent] = ILLEGAL_REWARD
            self.terminations = dict.fromkeys(self.agents, True)
        for other in self.agents:
            self.infos[other] = self._info(other)
        if not legal:
            self.infos[agent]["illegal"] = True
        self._accumulate_rewards()
        self._select()

    def _count(self, agent: str) -> None:
        self._decisions[agent] += 1
        self.truncations[agent] = self._decisions[agent] == self.max_cycles

    def _play_for_the_truncated(self) -> None:
        """Seats that are no longer asked decide at random, as long as there is anybody to be asked."""
        while not self._play.over and not self._all_truncated() and self._is_truncated(self._to_play()):
            self._play.do_any()

    def _is_truncated(self, agent: str) -> bool:
        return self._decisions[agent] == self.max_cycles

    def _all_truncated(self) -> bool:
        return all(map(self._is_truncated, self.possible_agents))

    def _pay(self) -> None:
        if not self._play.over:
            return
        rewards = self._final_rewards()
        for agent in self.agents:
            self.rewards[agent] = rewards[agent]
            self.terminations[agent] = True
            self.truncations[agent] = False

    def _select(self) -> None:
        """The seat to decide comes next; before it, those that have to be told that it is over for them."""
        if not self._play.over and self._to_play() in self.agents:
            self.agent_selection = self._to_play()
        self._deads_step_first()


class SeatsAtOnce(_Seats, ParallelEnv[str, Observation, int]):
    """The parallel environment: every seat gives an action, and that of the seat to decide is played.

    For tools that do not know turns. The masks say whose action counts: they are all zeros for the others.
    Settings are as for `SeatsInTurn`, except that after `max_cycles` steps all seats are truncated.
    """

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Info]]:
        """Begin a new game. Equal seeds give equal chance; without one it goes on. `options` are not used."""
        self._play.begin(seed)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        return self._observations(), self._infos()

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Info]]:
        """One decision. Returns observations, rewards, terminations, truncations and infos by agent.

        Raises TypeError unless the action of the seat to decide is a whole number.
        """
        self._expect_game()
        agent = self._to_play()
        if agent not in actions:
            raise BadOption(f"{agent} is to decide: it has to give an action")
        number = operator.index(actions[agent])
        self._cycles += 1
        legal = self._play.check(number)
        rewards = dict.fromkeys(self.agents, 0.0)
        ended = False
        if legal:
            self._play.do(number)
        elif self._play.illegal == "random":
            self._play.do_any()
        else:
            rewards[agent] = ILLEGAL_REWARD
            ended = True
        if self._play.over:
            rewards = self._final_rewards()
        terminations = dict.fromkeys(self.agents, ended or self._play.over)
        truncations = dict.fromkeys(
            self.agents, self._cycles == self.max_cycles and not (ended or self._play.over)
        )
        observations, infos = self._observations(), self._infos()
        if not legal:
            infos[agent]["illegal"] = True
        if terminations[agent] or truncations[agent]:
            self.agents = []
        return observations, rewards, terminations, truncations, infos

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}

    def _infos(self) -> dict[str, Info]:
        return {agent: self._info(agent) for agent in self.agents}


class Zoo:
    """A game as PettingZoo's modules are: `env` and `parallel_env` make its environments."""

    def __init__(self, game: str, players: int | None, settings: Mapping[str, Any]) -> None:
        self._game = game
        self._players = players
        self._settings = settings

    def env(self, **settings: Any) -> SeatsInTurn:
        """An AEC environment; `settings` besides those given before."""
        return SeatsInTurn(self._game, self._players, **{**self._settings, **settings})

    def parallel_env(self, **settings: Any) -> SeatsAtOnce:
        """A parallel environment; `settings` besides those given before."""
        return SeatsAtOnce(self._game, self._players, **{**self._settings, **settings})
