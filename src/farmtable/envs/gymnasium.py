"""Gymnasium: one seat learns against bots, in one game (`Env`) or in many at once (`VectorEnv`)."""

from __future__ import annotations

import operator
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Discrete
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from farmtable.core.errors import BadOption
from farmtable.core.rng import Rng
from farmtable.core.state import State
from farmtable.envs.batch import Batch, gives_numbers
from farmtable.envs.drawing import show
from farmtable.envs.play import bounds, observed_game
from farmtable.envs.settings import RENDER_MODES, SeatSettings, check_render_mode, number_from, parted

Array = NDArray[Any]


class Games:
    """Games side by side as arrays, which are views of what `Batch` writes: `step` changes them."""

    def __init__(
        self,
        game: str,
        players: int | None,
        games: int,
        settings: SeatSettings,
        options: Mapping[str, Any],
    ) -> None:
        found = observed_game(game)
        start = found.new(players, **options)
        self.dtype = np.dtype(settings.dtype)
        self.numbers = found.observation_size
        self.actions = found.num_actions
        self.features = found.feature_count
        self.title = found.title
        self._rng = Rng("afterstates")  # its own: who looks ahead does not change what chance brings
        self.batch = Batch(start, games, settings)
        self._plain: Array | None = None
        self.observations = self._observations(start, games)
        self.masks = np.asarray(self.batch.masks).view(np.int8).reshape(games, self.actions)
        self.rewards = np.asarray(self.batch.rewards)
        self.all_rewards = np.asarray(self.batch.all_rewards).reshape(games, start.players)
        self.terminated = np.asarray(self.batch.terminated).view(np.bool_)
        self.truncated = np.asarray(self.batch.truncated).view(np.bool_)
        self.illegal = np.asarray(self.batch.were_illegal).view(np.bool_)
        self.seats = np.asarray(self.batch.seats)

    def observation_space(self) -> Box:
        """`observation_size` numbers of `dtype`."""
        least, greatest = bounds(self.dtype)
        return Box(least, greatest, (self.numbers,), self.dtype.type)

    def action_space(self) -> Discrete[np.int64]:
        """A number below `num_actions`."""
        return Discrete(self.actions)

    def sow(self, at: int, seed: int | None) -> None:
        """Seed all chance of one game; without a seed it is unpredictable."""
        self.batch.sow(at, secrets.randbits(64) if seed is None else seed)

    def begin(self, at: int) -> None:
        """Begin one of the games again."""
        self.batch.begin(at)
        self._round()

    def step(self, actions: list[int], restart: bool = False) -> int:
        """Apply an action in each game; games that were over begin again, or stay. Returns how many have
        ended.
        """
        ended = self.batch.step(actions, restart)
        self._round()
        return ended

    def infos(self) -> dict[str, Array]:
        """What Gymnasium calls infos: views, a row for each game."""
        return {
            "action_mask": self.masks,
            "seat": self.seats,
            "rewards": self.all_rewards,
            "illegal": self.illegal,
        }

    def outcome(self) -> dict[str, Array]:
        """The outcome of the last action in each game: views."""
        return {
            "rewards": self.rewards,
            "terminations": self.terminated,
            "truncations": self.truncated,
        }

    def afterstates(self, at: int) -> tuple[NDArray[np.int64], NDArray[np.int16]]:
        """The legal actions of one game, and the features of the seat to decide right after each.

        What the seat cannot know is filled in at random, as for a greedy bot. Raises BadOption for a game
        without features.
        """
        if self.features == 0:
            raise BadOption(f"{self.title} gives no features to tell afterstates by")
        table = self.batch.tables[at]
        actions = np.array(table.legal, dtype=np.int64)
        told = np.zeros((len(actions), self.features), dtype=np.int16)
        if len(actions):
            world = table.state.seen_by(table.seat).determinize(self._rng)
            for row, action in zip(told, actions.tolist(), strict=True):
                after = world.clone()
                after.apply(action)
                row[:] = after.features(table.seat)
        return actions, told

    def __reduce__(self) -> tuple[object, ...]:
        raise TypeError(
            "games of Gymnasium can be neither copied nor pickled, nor the opponents who think in them: "
            "look ahead with positions (farmtable.Match, State.clone), or copy an environment of PettingZoo"
        )

    def text(self, at: int) -> str:
        """One of the games drawn as text, as a spectator sees it."""
        return str(self.batch.tables[at].state)

    def _observations(self, start: State, games: int) -> Array:
        """Where observations are written: by `Batch`, or by a game that writes its own float32 rows."""
        shape, as_bytes = (games, self.numbers), self.dtype == np.uint8
        if gives_numbers(start):
            numbers = self.batch.bytes if as_bytes else self.batch.floats
            return np.asarray(numbers).view(self.dtype).reshape(shape)
        rows = np.zeros(shape, dtype=np.float32)
        self.batch.rows = list(rows)
        if not as_bytes:
            return rows
        self._plain = rows
        return np.zeros(shape, dtype=np.uint8)

    def _round(self) -> None:
        """Make bytes of what a game has written as float32."""
        if self._plain is not None:
            self.observations[:] = np.clip(self._plain, 0, 255)


class SeatAgainstBots(gymnasium.Env[Array, np.int64]):
    """One game after another, in which one seat learns.

    `players` defaults to the game's minimum; `settings` are those of `farmtable.envs.settings.SeatSettings`,
    and options of the game. Raises BadOption for a setting or option that does not exist.

    Observations are `observation_size` numbers; `info` holds `action_mask` (`num_actions` int8), `seat` (the
    one to decide), `rewards` (of all seats, float64) and `illegal`. All arrays are new.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012 - as Gymnasium declares it

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        own, options = parted(settings)
        self._games = Games(game, players, 1, own, options)
        self.observation_space = self._games.observation_space()
        self.action_space = self._games.action_space()
        self.render_mode = check_render_mode(render_mode)
        self._sown = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin a new game. Equal seeds give equal chance; without one it goes on. `options` are not used."""
        super().reset(seed=seed)
        if seed is not None or not self._sown:
            self._games.sow(0, seed)
            self._sown = True
        self._games.begin(0)
        self._show()
        return self._games.observations[0].copy(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Array, float, bool, bool, dict[str, Any]]:
        """Play `action`, and all that others and chance do until the learner decides again.

        Raises ResetNeeded before the first `reset`, and once the game is over, since the reward would be paid
        twice; raises TypeError unless `action` is a whole number.
        """
        games = self._games
        if not self._sown or games.terminated[0] or games.truncated[0]:
            raise ResetNeeded("no game is under way: call reset first")
        games.step([operator.index(action)])
        self._show()
        return (
            games.observations[0].copy(),
            float(games.rewards[0]),
            bool(games.terminated[0]),
            bool(games.truncated[0]),
            self._info(),
        )

    def render(self) -> Any:
        """The position as a spectator sees it: text (`ansi`), pixels (`rgb_array`); printed (`human`)."""
        return None if self.render_mode == "human" else show(self._games.text(0), self.render_mode)

    def _show(self) -> None:
        """Print each position, as Gymnasium wants it of `human`."""
        if self.render_mode == "human":
            show(self._games.text(0), self.render_mode)

    def _info(self) -> dict[str, Any]:
        infos = self._games.infos()
        return {
            "action_mask": infos["action_mask"][0].copy(),
            "seat": int(infos["seat"][0]),
            "rewards": infos["rewards"][0].copy(),
            "illegal": bool(infos["illegal"][0]),
        }


class SeatsAgainstBots(gymnasium.vector.VectorEnv[Array, Array, Array]):
    """`num_envs` games at once, in compiled code. Settings: see `SeatAgainstBots`, and:

    - `autoreset_mode`: what follows a finished game. `NEXT_STEP`: the next step begins a new one, whatever
      its action. `SAME_STEP`: a new one begins at once, and the last observations and infos are in
      `infos["final_obs"]` and `infos["final_info"]`. `DISABLED`: the caller begins it, by
      `reset(options={"reset_mask": mask})`.
    - `copy`: whether new arrays are returned; otherwise the same arrays are returned each time, and
      overwritten.

    `step` returns observations (`num_envs` x `observation_size`), rewards (float64), terminations and
    truncations (bool), and infos: `action_mask` (`num_envs` x `num_actions` int8), `seat` (int64), `rewards`
    (`num_envs` x seats, float64), `illegal` (bool).
    """

    metadata: dict[str, Any]

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        num_envs: int = 1,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        own, options = parted(settings)
        self.num_envs = num_envs = number_from(1, "num_envs", num_envs)
        self._games = Games(game, players, num_envs, own, options)
        self.copy = copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 2,
            "autoreset_mode": self.autoreset_mode,
        }
        self.single_observation_space = self._games.observation_space()
        self.single_action_space = self._games.action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._all = np.ones(num_envs, dtype=np.bool_)
        self._sown = False

    def reset(
        self,
        *,
        seed: int | np.integer[Any] | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Array, dict[str, Any]]:
        """Begin new games: all, or those in `options["reset_mask"]` (`num_envs` bool).

        Game i is seeded by `seed` + i, or by element i of a list of seeds; without a seed, the random streams
        continue. Raises ResetNeeded if the first reset leaves games out.
        """
        seeds = self._seeds(seed)
        which = self._all if options is None else _mask(options.get("reset_mask", self._all), self.num_envs)
        if not self._sown and not which.all():
            raise ResetNeeded("no game is under way: the first reset begins them all, without a reset_mask")
        for at in map(int, np.flatnonzero(which)):
            if seeds[at] is not None or not self._sown:
                self._games.sow(at, seeds[at])
            self._games.begin(at)
        self._sown = True
        return self._given(self._games.observations), self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play an action in each game, and all that others and chance do until its learner decides again.

        Raises ValueError unless `actions` are `num_envs` whole numbers, and ResetNeeded before `reset`.
        """
        infos = self._step(actions)
        outcome = self._outcome
        return (
            self._given(self._games.observations),
            self._given(outcome["rewards"]),
            self._given(outcome["terminations"]),
            self._given(outcome["truncations"]),
            self._infos() | infos,
        )

    def step_into(self, actions: Array, out: Mapping[str, Array]) -> dict[str, Any]:
        """Do as `step`, but write the results into the caller's arrays, such as rows of a rollout buffer.

        `out` may hold any of `observations`, `action_mask`, `rewards`, `terminations` and `truncations`, with
        the shapes and types of `step`. Returns the part of `infos` about games that have begun again at once.
        Raises as `step` does, and ValueError for arrays that do not fit, before anything is played.
        """
        games = self._games
        outcome = games.outcome()
        _expect_fit(out, {"observations": games.observations, "action_mask": games.masks, **outcome})
        infos = self._step(actions)
        told = {"observations": games.observations, "action_mask": games.masks, **self._outcome}
        for name, array in out.items():
            np.copyto(array, told[name], casting="no")
        return infos

    def sample(self) -> NDArray[np.int64]:
        """A uniformly random legal action for each game (`num_envs` int64); 0 if it is over."""
        return np.asarray(self._games.batch.sample())

    def afterstates(self) -> list[tuple[NDArray[np.int64], NDArray[np.int16]]]:
        """For each game its legal actions (int64), and the features of the position right after each of them.

        The features are actions × `len(feature_names)` int16, as the seat to decide sees them and only from
        what it may know, so that a policy can compare where its actions lead. A finished game has no rows.
        Raises BadOption for a game without features.
        """
        return [self._games.afterstates(at) for at in range(self.num_envs)]

    def render(self) -> tuple[Any, ...] | None:
        """Each position as a spectator sees it."""
        if self.render_mode is None:
            return None
        return tuple(show(self._games.text(at), self.render_mode) for at in range(self.num_envs))

    def _step(self, actions: Array) -> dict[str, Any]:
        """Do an action in each game; what there is to tell of those that have begun anew at once."""
        games = self._games
        if not self._sown:
            raise ResetNeeded("no game is under way: call reset first")
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            given = f"{chosen.dtype} of the shape {chosen.shape}"
            raise ValueError(f"actions are {self.num_envs} whole numbers, one for each game; not {given}")
        if self.autoreset_mode is AutoresetMode.DISABLED and (games.terminated | games.truncated).any():
            raise ValueError("a game is over: reset it first, by options={'reset_mask': ...}")
        ended = games.step(chosen.tolist(), self.autoreset_mode is AutoresetMode.NEXT_STEP)
        self._outcome = outcome = games.outcome()
        if self.autoreset_mode is AutoresetMode.SAME_STEP and ended:
            self._outcome = {name: values.copy() for name, values in outcome.items()}
            return self._restart()
        return {}

    def _restart(self) -> dict[str, Any]:
        """Begin anew what is over; return how it ended."""
        games = self._games
        over = games.terminated | games.truncated
        final_obs = np.full(self.num_envs, None, dtype=object)
        for at in map(int, np.flatnonzero(over)):
            final_obs[at] = games.observations[at].copy()
        final = {name: values.copy() for name, values in games.infos().items()}
        final |= {f"_{name}": over.copy() for name in final}
        for at in map(int, np.flatnonzero(over)):
            games.begin(at)
        return {"final_obs": final_obs, "_final_obs": over, "final_info": final, "_final_info": over.copy()}

    def _infos(self) -> dict[str, Any]:
        infos = self._games.infos()
        return {name: self._given(values) for name, values in infos.items()} | {
            f"_{name}": self._all for name in infos
        }

    def _given(self, values: Array) -> Array:
        return values.copy() if self.copy else values

    def _seeds(self, seed: int | np.integer[Any] | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, (int, np.integer)):
            return [int(seed) + at for at in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"there are {self.num_envs} games, but {len(seed)} seeds")
        return [None if one is None else int(one) for one in seed]


def _mask(mask: object, games: int) -> NDArray[np.bool_]:
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (games,):
        raise ValueError(f"reset_mask is an array of {games} bool")
    return mask


def _expect_fit(out: Mapping[str, Array], told: Mapping[str, Array]) -> None:
    """Raises ValueError for an array into which nothing of what is told goes as it is."""
    for name, array in out.items():
        if name not in told:
            raise ValueError(f"{name!r} is none of {', '.join(told)}")
        fits = told[name]
        if (array.dtype, array.shape) != (fits.dtype, fits.shape):
            given = f"{array.dtype} of the shape {array.shape}"
            raise ValueError(f"{name} are {fits.dtype} of the shape {fits.shape}, not {given}")
