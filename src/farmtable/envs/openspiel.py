"""OpenSpiel: importing this registers every installed game as `farmtable_…`, with chance nodes.

    import pyspiel
    import farmtable.envs.openspiel

    game = pyspiel.load_game("farmtable_market_day(players=3,reward=points)")

Parameters are `players`, `reward` (`winning`, `margin` or `points`, see `farmtable.envs.rewards`), `skip` and
`seed` (`skip` random actions, including chance, are played before the game begins, which makes endgames small
enough to solve), and the options of the game. OpenSpiel reads digits as a number: if an option accepts words
and numbers, as `start` does, put the number in quotes (`start='2'`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyspiel

from farmtable.core import (
    CHANCE,
    OVER,
    BadOption,
    Declaration,
    FarmtableError,
    Game,
    Rng,
    State,
    games,
    sample_chance,
)
from farmtable.core import game as find_game
from farmtable.envs.rewards import final_rewards
from farmtable.envs.settings import REWARDS, expect_one_of

PREFIX: Final = "farmtable_"
MOST_OUTCOMES: Final = 1024
"""Chance outcomes are numbered from 0, and must be below this."""
MOST_ACTIONS: Final = 100_000
"""The longest game, including the actions of chance."""
MOST_POINTS: Final = 1000.0
"""Points and margins must lie between minus this and this."""


@dataclass(frozen=True)
class Witness:
    """What each seat had seen after some number of actions, as digests, and the position then. Never
    changed.
    """

    actions: int
    state: State
    known: tuple[str, ...]


class Held:
    """A position and its history: who decided what since `start`, of which the seats knew `known`.

    `past` are the earlier decisions that are still known.
    """

    def __init__(self, start: State, known: tuple[str, ...], past: tuple[tuple[int, int], ...] = ()) -> None:
        self.state = start.clone()
        self.past = past
        self.history: list[tuple[int, int]] = []
        self._witness = Witness(0, start, known)

    def __deepcopy__(self, memo: object) -> Held:
        twin = Held.__new__(Held)
        twin.state, twin.past, twin.history = self.state.clone(), self.past, self.history[:]
        twin._witness = self._witness
        return twin

    def apply(self, action: int, seat: int | None = None) -> None:
        """Apply a legal action (that of `seat` if several decide at once) or an outcome of chance."""
        if seat is not None:
            self.state.turn_to(seat)
        self.history.append((self.state.to_play, action))
        self.state.apply(action)

    def known_to(self, seat: int) -> str:
        """All that `seat` has seen so far, and its own decisions, as a digest."""
        if self._witness.actions < len(self.history):
            self._witness = self._up_to_now(self._witness)
        return self._witness.known[seat]

    def decisions_of(self, seat: int) -> Iterable[int]:
        """All decisions that `seat` has made."""
        return (action for decider, action in (*self.past, *self.history) if decider == seat)

    def _up_to_now(self, before: Witness) -> Witness:
        state, known = before.state.clone(), list(before.known)
        for decider, action in self.history[before.actions :]:
            state.turn_to(decider)
            state.apply(action)
            for seat in range(state.players):
                own = str(action) if seat == decider else ""
                known[seat] = _digest(known[seat].encode(), own.encode(), state.seen_by(seat).key())
        return Witness(len(self.history), state, tuple(known))


class FarmtableGame(pyspiel.Game):  # type: ignore[misc]
    """A farmtable game with its parameters. Raises BadOption for parameters that do not exist."""

    def __init__(self, game: Game, params: Mapping[str, Any]) -> None:
        params = {name: _as_told(params[name], default) for name, default in _parameters(game).items()}
        options = {name: str(params[name]).strip("'") for name in _options(game) if params[name] != ""}
        players, self.reward = int(params["players"]), str(params["reward"])
        expect_one_of("reward", REWARDS, self.reward)
        self.start = _skip(game.new(players, **options), int(params["skip"]), int(params["seed"]))
        self.numbers, self.actions = game.observation_size, game.num_actions
        most = 1.0 if self.reward == "winning" else MOST_POINTS
        zero_sum = self.reward == "winning" and players > 1
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=players,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0 if zero_sum else None,
            max_game_length=MOST_ACTIONS,
        )
        super().__init__(_game_type(game, zero_sum, game.has_secrets(self.start.options)), info, params)

    def __reduce__(self) -> tuple[object, ...]:
        return (_load, (str(self),))

    def new_initial_state(self) -> FarmtableState:
        """The position at which the game begins."""
        return FarmtableState(self, Held(self.start, ("",) * self.start.players))

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer:
        """An observer that writes observations, or with perfect recall information states."""
        return Observer(self, kind is not None and kind.perfect_recall)


class FarmtableState(pyspiel.State):  # type: ignore[misc]
    """A position as OpenSpiel sees it; `position` is the farmtable state."""

    def __init__(self, game: FarmtableGame, held: Held) -> None:
        super().__init__(game)
        self.held = held

    @property
    def position(self) -> State:
        """The true position. It belongs to this state: clone it before changing it."""
        return self.held.state

    def current_player(self) -> int:
        """The seat to decide, or OpenSpiel's number for simultaneous decisions, for chance, or for the
        end.
        """
        if self._at_once():
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        if self.position.to_play == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL if self.position.to_play == OVER else self.position.to_play)

    def _at_once(self) -> bool:
        return len(self.position.deciding()) > 1

    def _legal_actions(self, player: int) -> list[int]:
        """What `player` may do; where several decide at once, nothing for those that do not."""
        deciding = self.position.deciding()
        if len(deciding) < 2:
            return list(self.position.legal_actions())
        if player not in deciding:
            return []
        in_turn = self.position.clone()
        in_turn.turn_to(player)
        return list(in_turn.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Each outcome, numbered from 0, with its probability."""
        weights = list(self.position.chance_weights())
        total, first = sum(weights), self.position.game.num_actions
        outcomes = self.position.legal_actions()
        return [
            (outcome - first, int(weight) / int(total))
            for outcome, weight in zip(outcomes, weights, strict=True)
        ]

    def _apply_action(self, action: int) -> None:
        self.held.apply(self._number(action))

    def _apply_actions(self, actions: Sequence[int]) -> None:
        """All decide at once: an action of each seat, of which those count that are asked."""
        for seat in self.position.deciding():
            self.held.apply(actions[seat], seat)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.position.describe(self._number(action))

    def _number(self, action: int) -> int:
        """An action as we number it: outcomes of chance come after the decisions."""
        return action + self.position.game.num_actions if self.position.to_play == CHANCE else action

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return bool(self.position.to_play == OVER)

    def returns(self) -> list[float]:
        """The reward of each seat, by the parameter `reward`; zeros until the game is over."""
        if not self.is_terminal():
            return [0.0] * self.position.players
        return final_rewards(self.position, self.get_game().reward)

    def resample_from_infostate(self, player: int, sampler: Any) -> FarmtableState:
        """A random position that `player` cannot tell from this one; `sampler` gives random numbers from 0 to
        1.

        Its history is empty, since nobody knows how it came about. Other seats have seen only what they see
        now.
        """
        world = self.position.seen_by(player).determinize(Rng(str(sampler())))
        world.turn_to(self.position.to_play)  # where several decide at once, it is `player` in its own eyes
        known = [_digest(b"resampled", world.seen_by(seat).key()) for seat in range(world.players)]
        known[player] = self.held.known_to(player)
        own = tuple((player, action) for action in self.held.decisions_of(player))
        return FarmtableState(self.get_game(), Held(world, tuple(known), own))

    def __str__(self) -> str:
        return f"{self.position}\n{self.position.digest()}"


class Observer:
    """Writes what a seat sees: `tensor`, and its parts by name in `dict` (float32).

    `observation` holds `observation_size` numbers. With perfect recall there is also `decisions`: how often
    the seat has chosen each of `num_actions` actions. The string then distinguishes all that the seat has
    ever seen, which the tensor cannot.
    """

    def __init__(self, game: FarmtableGame, perfect_recall: bool) -> None:
        self._perfect_recall = perfect_recall
        sizes = {"observation": game.numbers} | ({"decisions": game.actions} if perfect_recall else {})
        self.tensor = np.zeros(sum(sizes.values()), dtype=np.float32)
        self.dict = {"observation": self.tensor[: game.numbers]}
        if perfect_recall:
            self.dict["decisions"] = self.tensor[game.numbers :]

    def set_from(self, state: FarmtableState, player: int) -> None:
        """Write what `player` sees of `state`."""
        state.position.seen_by(player).observe(self.dict["observation"])
        if self._perfect_recall:
            self.dict["decisions"].fill(0)
            for action in state.held.decisions_of(player):
                self.dict["decisions"][action] += 1

    def string_from(self, state: FarmtableState, player: int) -> str:
        """A digest that is equal exactly for states that `player` cannot tell apart."""
        if self._perfect_recall:
            return f"seat {player} knows {state.held.known_to(player)}"
        return f"seat {player} sees {_digest(state.position.seen_by(player).key())}"


def register_games() -> None:
    """Register every installed game that gives observations and can be loaded."""
    for id in games():
        try:
            game = find_game(id)
        except FarmtableError:
            continue
        if game.observation_size > 0:
            register(game)


def register(game: Game) -> None:
    """Register one game."""

    # A class for each, as OpenSpiel's own games have: what it keeps of them outlives the interpreter.
    class Registered(FarmtableGame):
        def __init__(self, params: Mapping[str, Any]) -> None:
            super().__init__(game, params)

    pyspiel.register_game(_game_type(game, zero_sum=True, secrets=True), Registered)


def _load(name: str) -> Any:
    """A game that was pickled: with this module, which registers it where it has not been used before."""
    return pyspiel.load_game(name)


def _game_type(game: Declaration, zero_sum: bool, secrets: bool) -> Any:
    kind = pyspiel.GameType
    return kind(
        short_name=PREFIX + game.id,
        long_name=game.title,
        dynamics=kind.Dynamics.SIMULTANEOUS if game.at_once else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(
            kind.Information.IMPERFECT_INFORMATION if secrets else kind.Information.PERFECT_INFORMATION
        ),
        utility=kind.Utility.ZERO_SUM if zero_sum else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


def _parameters(game: Declaration) -> dict[str, str | int]:
    """All parameters with their defaults."""
    players = min(max(2, game.min_players), game.max_players)
    return {"players": players, "reward": "winning", "skip": 0, "seed": 0, **_options(game)}


def _options(game: Declaration) -> dict[str, str | int]:
    """The options of a game with their defaults; nothing for a file."""
    defaults = {option.name: option.default or "" for option in game.options}
    return {name: int(value) if value.isdecimal() else value for name, value in defaults.items()}


def _as_told(value: object, default: str | int) -> str | int:
    """A parameter of the type that its default has, such that OpenSpiel reads it back as what it was."""
    if isinstance(default, int):
        return int(str(value))
    text = str(value)
    return f"'{text}'" if text.isdecimal() else text


def _skip(state: State, actions: int, seed: int) -> State:
    """Play so many actions at random, but not to the end."""
    if actions < 0:
        raise BadOption(f"skip is a number from 0, not {actions}")
    rng = Rng(seed, "skip")
    for _ in range(actions):
        if state.to_play == CHANCE:
            state.apply(sample_chance(state, rng))
        else:
            legal = state.legal_actions()
            state.apply(legal[rng.below(len(legal))])
        if state.to_play == OVER:
            raise BadOption(f"the game is over before {actions} actions are skipped")
    return state


def _digest(*parts: bytes) -> str:
    running = hashlib.blake2b(digest_size=12)
    for part in parts:
        running.update(len(part).to_bytes(4, "little") + part)
    return running.hexdigest()


register_games()
