"""The settings of an environment, besides the options of its game."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final, SupportsIndex

from farmtable.bots.names import make_bot
from farmtable.core.errors import BadOption
from farmtable.core.rng import Rng

REWARDS: Final = ("winning", "margin", "points")
DTYPES: Final = ("float32", "uint8")
ILLEGAL: Final = ("end", "random", "raise")
RENDER_MODES: Final = ("human", "ansi", "rgb_array")
SELF_PLAY: Final = "self"
"""In place of opponents: the learner decides for all seats."""


@dataclass(frozen=True)
class Settings:
    """The settings of all environments. Raises BadOption for what does not exist.

    - `reward`: `winning`, `margin` or `points` (`farmtable.envs.rewards`); 0 until the game is over
    - `dtype`: `float32`, or `uint8`, which clips numbers to 255
    - `illegal`: what an action outside the mask does: it ends the game at a reward of -1 (`end`), a legal one
      is drawn in its place and `info["illegal"]` is True (`random`), or it raises IllegalAction with the rule
      (`raise`)
    """

    reward: str = "winning"
    dtype: str = "float32"
    illegal: str = "end"

    def __post_init__(self) -> None:
        expect_one_of("reward", REWARDS, self.reward)
        expect_one_of("dtype", DTYPES, self.dtype)
        expect_one_of("illegal", ILLEGAL, self.illegal)


@dataclass(frozen=True)
class SeatSettings(Settings):
    """The settings of environments in which one seat learns.

    - `opponents`: bots by name (`random`, `greedy`, `search:3`, `package.module:Class`), one for all or one
      for each other seat, clockwise from the learner, as a list or with commas; or `self`: all seats learn
    - `seat`: the learner's, from 0; None: drawn for each game
    - `max_episode_steps`: after how many decisions a game is truncated; None: never
    """

    opponents: str | Sequence[str] = "random"
    seat: int | None = None
    max_episode_steps: int | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for name, least in (("seat", 0), ("max_episode_steps", 1)):
            if getattr(self, name) is not None:
                object.__setattr__(self, name, number_from(least, name, getattr(self, name)))

    def bots(self, players: int) -> list[str]:
        """The names of the bots of all other seats."""
        if self.opponents == SELF_PLAY:
            return []
        given: Any = self.opponents.split(",") if isinstance(self.opponents, str) else self.opponents
        names: list[Any] = list(given) if isinstance(given, Iterable) else [given]
        if not all(isinstance(name, str) for name in names):
            raise BadOption(f"opponents are the names of bots, not {self.opponents!r}")
        names = [name.strip() for name in names]
        for name in names:  # also where nobody else sits at the table
            make_bot(name, Rng())
        if len(names) == 1:
            names *= players - 1
        if len(names) != players - 1:
            others = f"one for each of the {players - 1} other seats"
            raise BadOption(f"opponents are one bot, or {others}; not {', '.join(names)}")
        return names

    def check_seat(self, players: int) -> None:
        """Raises BadOption if there is no such seat."""
        if self.seat is not None and not 0 <= self.seat < players:
            raise BadOption(f"seat is one of 0 to {players - 1}, or None; not {self.seat}")


def parted(chosen: dict[str, Any]) -> tuple[SeatSettings, dict[str, Any]]:
    """The keyword arguments split into settings and options of the game."""
    names = {field.name for field in fields(SeatSettings)}
    own = {name: value for name, value in chosen.items() if name in names}
    return SeatSettings(**own), {name: value for name, value in chosen.items() if name not in names}


def check_render_mode(mode: str | None) -> str | None:
    """Returns `mode`. Raises BadOption if positions cannot be rendered like that."""
    if mode is not None:
        expect_one_of("render_mode", RENDER_MODES, mode)
    return mode


def number_from(least: int, name: str, value: SupportsIndex) -> int:
    """`value` as an int, if it is a whole number (also NumPy's) from `least` on. Raises BadOption
    otherwise.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise BadOption(f"{name} is a whole number, not {value!r}") from None
    if number < least:
        raise BadOption(f"{name} is a number from {least}, not {value}")
    return number


def expect_one_of(name: str, allowed: tuple[str, ...], value: object) -> None:
    """Raises BadOption unless `value` is one of those allowed, and not only equal to one by NumPy."""
    if not isinstance(value, str) or value not in allowed:
        raise BadOption(f"{name} is one of {', '.join(allowed)}; not {value!r}")
