"""A running game, as every environment holds it: its position, its chance, and its observations."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from farmtable.core import OVER, BadOption, Game, IllegalAction, Rng, game, resolve_chance
from farmtable.envs.settings import Settings

WIDEST: Final = 32_000
"""Observations lie within ±32,000, as features do."""

Numbers = NDArray[np.float32] | NDArray[np.uint8]
Mask = NDArray[np.int8]


class Play:
    """One game after another: call `begin` before each.

    Raises BadOption for a game, seat count or option that does not exist, or a game without observations.
    """

    def __init__(self, id: str, players: int | None, options: Mapping[str, Any], settings: Settings) -> None:
        self.game = observed_game(id)
        self.dtype = np.dtype(settings.dtype)
        self.illegal = settings.illegal
        self.start = self.game.new(players, **options)
        self.state = self.start.clone()
        self.rng = Rng(secrets.randbits(64))

    @property
    def players(self) -> int:
        """The number of seats."""
        return self.start.players

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.to_play == OVER

    def begin(self, seed: int | None) -> None:
        """Begin a new game. Equal seeds give equal chance; without one the random stream continues."""
        if seed is not None:
            self.rng = Rng(seed, "chance")
        self.state = self.start.clone()
        resolve_chance(self.state, self.rng)

    def do(self, action: int) -> None:
        """Apply a legal action, and resolve the chance that follows."""
        self.state.apply(action)
        resolve_chance(self.state, self.rng)

    def do_any(self) -> None:
        """Apply a random legal action."""
        actions = self.state.legal_actions()
        self.do(actions[self.rng.below(len(actions))])

    def check(self, action: int) -> bool:
        """Whether `action` is legal now. If the setting `illegal` is `raise`, raises IllegalAction, with the
        rule.
        """
        legal = self.state.is_legal(action)
        if not legal and self.illegal == "raise":
            refusal = self.state.why_not(action)
            raise IllegalAction(f"action {action} is not allowed: {refusal}", refusal)
        return legal

    def mask(self, seat: int) -> Mask:
        """A new array of `num_actions` int8: 1 for what `seat` may do now; zeros when it is not to decide."""
        mask = np.zeros(self.game.num_actions, dtype=np.int8)
        if self.state.to_play == seat:
            mask[np.asarray(self.state.legal_actions())] = 1
        return mask

    def observation(self, seat: int) -> Numbers:
        """A new array of `observation_size` numbers: what `seat` sees; as uint8 within 0 to 255."""
        numbers = np.empty(self.game.observation_size, dtype=np.float32)
        self.state.seen_by(seat).observe(numbers)
        return numbers if self.dtype == np.float32 else np.clip(numbers, 0, 255).astype(np.uint8)


def bounds(dtype: np.dtype[Any]) -> tuple[int, int]:
    """The least and the greatest number of an observation."""
    return (0, 255) if dtype == np.uint8 else (-WIDEST, WIDEST)


def observed_game(id: str) -> Game:
    """The game called `id`. Raises BadOption if it does not exist or gives no observations."""
    found = game(id)
    if found.observation_size == 0:
        raise BadOption(f"{found.title} gives no observations to learn from")
    return found
