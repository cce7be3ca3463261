"""What is learned, and how: all that the outcome of a training depends on, read from a TOML file."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Final

from farmtable.arena.play import Setting
from farmtable.core import BadOption, State, game
from farmtable.core.declaration import Declaration
from farmtable.core.files import MOST_TEXT, read_whole
from farmtable.core.toml_text import read_toml

FOLDER: Final = Path(__file__).parent / "recipes"
"""The recipes of the networks in the package, and other examples."""
SLOW: Final = 3
"""This many passes at the end use a part of the learning rate,"""
SLOWER: Final = 0.3
"""which is this."""
LIMITS: Final[dict[str, tuple[float, float]]] = {
    "generations": (1, 10_000),
    "games": (1, 1_000_000),
    "positions": (1, 10_000),
    "simulations": (1, 100_000),
    "width": (8, 512),
    "policy": (0, 512),
    "likeliest": (1, 10_000),
    "window": (1, 100),
    "passes": (1, 100),
    "trials": (0, 100_000),
    "sheets": (0, 1_000_000),
    "seed": (0, 2**31),
    "epsilon": (0, 1),
    "taste": (0, 100),
    "gifts": (0, 1),
    "rivals": (0, 1),
    "lambda_": (0, 1),
    "learning_rate": (1e-9, 1),
    "ema": (0, 0.999_999),
    "shared": (0, 1),
}
"""The least and the greatest that each number may be."""


@dataclass(frozen=True)
class Recipe:
    """How one network is made. The symbols are those of `docs/training.md`.

    What: `game` (an id), `players` (numbers of seats, game by game in turn), `options` of the game, and
    `variants` (other values of some options, in turn; without any, all games have the same), `begin` (the
    name of a network in the package to go on from; without one, games are first guided by estimates).

    Self-play: `generations` of `games`; of each game about so many `positions` are kept. A decision looks one
    action ahead or, if `simulations` is more than 1, searches; each seat draws one of `temperatures` for the
    game (0: always the best). With probability ε (`epsilon`) a decision is uniformly random; half of the
    seats prefer some actions beyond what they bring, by up to `taste` mean regrets; each game draws the
    probability, up to `gifts`, that a seat is given something that it did not choose before a decision
    (`World.explore`). In the share `rivals` of the games only one seat has the network, and the others are
    greedy, or have the network that training began with or an earlier generation.

    Learning: `width` hidden units of the value, `policy` of the policy (0: none), of which the `likeliest`
    actions of each decision are looked at; training makes `passes` over the games of `window` generations;
    `lambda_` is the λ of the returns, `learning_rate` that of AdamW (the last three passes use 0.3 of it,
    which is every pass if there are no more), `ema` the decay of the exponential moving average of the
    weights, `shared` the weight of the error that all seats share.

    `trials` games measure the strength of every generation. At the end it learns from `sheets` games of the
    network to predict score sheets (0: none). Equal `seed`s give equal networks.
    """

    game: str
    players: tuple[int, ...]
    options: dict[str, Any] = field(default_factory=dict)
    variants: tuple[dict[str, Any], ...] = ()
    begin: str = ""
    seed: int = 0
    generations: int = 10
    games: int = 1000
    positions: int = 40
    simulations: int = 1
    temperatures: tuple[float, ...] = (0.0, 0.03, 0.06, 0.12)
    epsilon: float = 0.01
    taste: float = 0.0
    gifts: float = 0.0
    rivals: float = 0.0
    width: int = 64
    policy: int = 0
    likeliest: int = 8
    window: int = 3
    passes: int = 6
    lambda_: float = 0.9
    learning_rate: float = 0.001
    ema: float = 0.999
    shared: float = 0.1
    trials: int = 100
    sheets: int = 0

    def declaration(self) -> Declaration:
        """The game that is learned."""
        return game(self.game)

    @property
    def kinds(self) -> int:
        """How many successive games differ in their number of seats or their variant."""
        return len(self.players) * max(1, len(self.variants))

    def seats(self) -> list[int]:
        """The numbers of seats in the games of a generation; few games do not reach every number."""
        return sorted(set(self.players[: self.games]))

    def rate(self, turn: int) -> float:
        """The learning rate of a pass, from 0."""
        return self.learning_rate * (SLOWER if turn >= self.passes - SLOW else 1.0)

    def new_game(self, number: int) -> State:
        """The game of that number (from 0) at its beginning: first numbers of seats change, then variants."""
        turn, which = divmod(number, len(self.players))
        variant = self.variants[turn % len(self.variants)] if self.variants else {}
        return game(self.game).new(self.players[which], **(self.options | variant))

    def check(self) -> None:
        """Raises BadOption for values that are impossible."""
        found = game(self.game)
        if found.feature_count == 0:
            raise BadOption(f"{found.title} has no features to learn an evaluation from")
        if not self.players:
            raise BadOption("a recipe says with how many players games are played")
        for players in self.players:
            found.check_players(players)
            for variant in self.variants or ({},):
                found.check_seats(players, found.check_options(self.options | variant))
        for name, (least, most) in LIMITS.items():
            if not least <= getattr(self, name) <= most:
                raise BadOption(
                    f"{key(name)} is a number from {least:g} to {most:g}, not {getattr(self, name)}"
                )
        for name in ("width", "policy"):
            if getattr(self, name) % 8:
                raise BadOption(f"{name} is a multiple of 8, not {getattr(self, name)}")
        if not self.temperatures or not all(0 <= one <= 100 for one in self.temperatures):
            raise BadOption("temperatures are one number or more, each from 0 to 100")
        if self.sheets > 0 and not found.sheet_lines:
            raise BadOption(f"{found.title} has no lines of score sheets that could be learned: sheets is 0")
        if self.begin and self.beginning() is None:
            raise BadOption(f"there is no network {self.begin!r} of {found.title} in the package")

    def beginning(self) -> Path | None:
        """The file of the network to begin with, or None."""
        for players in self.players if self.begin else ():
            for path in self.declaration().networks(players, self.options):
                candidate = path.with_name(f"{self.begin}.safetensors")
                if candidate.exists():
                    return candidate
        return None

    def loader(self, given: Mapping[str, Any]) -> Callable[[], object]:
        """A function that other processes call before they play; it loads the files that the options name, as
        `given`.
        """
        return Setting.of(self.game, self.players[0], options=self.options).given(given).load


def find_recipe(name: str) -> Path:
    """The file of a recipe: one of the package by its name, or any by its path.

    Raises BadOption where there is none.
    """
    for path in (Path(name), FOLDER / f"{name}.toml"):
        if path.is_file():
            return path
    known = ", ".join(sorted(path.stem for path in FOLDER.glob("*.toml")))
    raise BadOption(f"there is no recipe {name!r}; those in the package: {known}; or name a file")


def read_recipe(path: str | os.PathLike[str]) -> Recipe:
    """The recipe in a file, checked. Raises BadOption, naming the file, if it is not a valid recipe."""
    try:
        recipe = _made_of(read_toml(read_whole(path, MOST_TEXT).decode("utf-8-sig")))
        recipe.check()
    except (OSError, ValueError) as error:
        raise BadOption(f"{path} is no recipe: {error}") from None
    return recipe


def _made_of(data: dict[str, Any]) -> Recipe:
    """The recipe that a table of TOML tells. Raises BadOption for keys or values of another kind."""
    defaults = {key(one.name): one for one in fields(Recipe)}
    if unknown := sorted(set(data) - set(defaults)):
        raise BadOption(f"there is nothing called {', '.join(unknown)} in a recipe: {', '.join(defaults)}")
    if missing := [name for name in ("game", "players") if name not in data]:
        raise BadOption(f"it does not say {' and '.join(missing)}")
    values: dict[str, Any] = {}
    for name, value in data.items():
        wanted = str(defaults[name].type)
        values[defaults[name].name] = _value(name, value, wanted)
    values["options"] = game(values["game"]).check_options(values.get("options", {}))
    return Recipe(**values)


def _value(key: str, value: Any, wanted: str) -> Any:
    """A value as a recipe keeps it. Raises BadOption for one of another kind."""
    if wanted.startswith("tuple[dict"):
        if isinstance(value, list) and all(isinstance(one, dict) for one in value):
            return tuple(value)
        raise BadOption(f"{key} is a list of tables")
    if wanted.startswith("tuple"):
        numbers = (int,) if "int" in wanted else (int, float)
        if isinstance(value, list) and all(type(one) in numbers for one in value):
            return tuple(value)
        raise BadOption(f"{key} is a list of {'whole numbers' if len(numbers) == 1 else 'numbers'}")
    kinds = {"str": (str,), "int": (int,), "float": (int, float)}.get(wanted, (dict,))
    if type(value) not in kinds:
        raise BadOption(f"{key} is {_KINDS[kinds[-1]]}, not {value!r}")
    return value


_KINDS: Final = {str: "text", int: "a whole number", float: "a number", dict: "a table"}


def key(name: str) -> str:
    """The name of a field in the file: as in the code, without the underscore that avoids a Python
    keyword.
    """
    return name.rstrip("_")
