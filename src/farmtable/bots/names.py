"""Bots by name. A bot is a short string everywhere: on the command line, in records of results, at tables."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from typing import Final, NamedTuple

from farmtable.bots.bot import Bot
from farmtable.bots.budget import UNLIMITED, Budget, level_budget
from farmtable.bots.greedy import GreedyBot
from farmtable.bots.parallel import ParallelSearchBot
from farmtable.bots.random import RandomBot
from farmtable.bots.search import SearchBot
from farmtable.bots.stdio.bot import StdioBot
from farmtable.bots.stdio.terms import USAGE, read_terms
from farmtable.core.errors import BadOption
from farmtable.core.rng import Rng

LEVELS: Final = (
    level_budget(1, 1, 0.2),
    level_budget(2, 1, 0.1),
    level_budget(3, 1, 0.05),
    level_budget(4, 1, 0.02),
    level_budget(5, 1, 0.0),
    level_budget(6, 30, 0.0),
    level_budget(7, 200, 0.0),
    level_budget(8, 1000, 0.0),
)
"""What `search:1` to `search:8` may spend, from beginner to full strength, unless an evaluation has its own:
a trained one comes with budgets that make the steps between its levels even.
"""

PARTS: Final = ("sims", "time", "cores", "network")
MOST_SECONDS: Final = 3600.0
MOST_CORES: Final = 256


class Kind(NamedTuple):
    """One kind of bot, by the word before the colon."""

    make: Callable[[str, Rng], Bot]
    """Makes a bot from the text after the colon and a random stream. Raises BadOption for any other text."""
    offered: tuple[str, ...]
    """The names from which people choose."""
    usage: str
    """All its names, in short."""
    ours: bool = True
    """Whether it is one of our bots, which choose among the legal actions, and not somebody else's."""
    quick: bool = False
    """Whether it takes no thought."""


def _random(rest: str, rng: Rng) -> Bot:
    _expect_nothing("random", rest)
    return RandomBot(rng)


def _greedy(rest: str, rng: Rng) -> Bot:
    _expect_nothing("greedy", rest)
    return GreedyBot(rng)


def _expect_nothing(kind: str, rest: str) -> None:
    if rest:
        raise BadOption(f"there is no bot {kind + ':' + rest!r}: nothing follows {kind}")


def _search(rest: str, rng: Rng) -> Bot:
    budget = read_budget(rest)
    return SearchBot(rng, budget) if budget.cores == 1 else ParallelSearchBot(rng, budget)


def _stdio(rest: str, rng: Rng) -> Bot:
    return StdioBot(rng, read_terms(rest))


REGISTRY: Final = {
    "random": Kind(_random, ("random",), "random", quick=True),
    "greedy": Kind(_greedy, ("greedy",), "greedy", quick=True),
    "search": Kind(
        _search,
        tuple(f"search:{level}" for level in range(1, len(LEVELS) + 1)),
        f"search:1 … search:{len(LEVELS)}, search:sims=N, search:time=SECONDS",
    ),
    "stdio": Kind(_stdio, (), USAGE, ours=False),
}
"""All kinds of bots there are; a new kind is a new row."""

BOTS: Final = tuple(name for kind in REGISTRY.values() for name in kind.offered)
"""The bots to choose from where people choose."""


def make_bot(name: str, rng: Rng) -> Bot:
    """The bot called `name`, with its random stream. Raises BadOption if there is none."""
    if not isinstance(name, str):
        raise BadOption(f"a bot is called by a name, as 'greedy', not {name!r}")
    word, _, rest = name.partition(":")
    if word in REGISTRY:
        return REGISTRY[word].make(rest, rng)
    if rest:
        return _load(name, word, rest)(rng)
    usages = ", ".join(kind.usage for kind in REGISTRY.values())
    raise BadOption(f"there is no bot {name!r}; the bots: {usages}, package.module:Class")


def is_own(name: str) -> bool:
    """Whether `name` is one of our bots, which choose among the legal actions, and not somebody else's."""
    word = name.partition(":")[0]
    return word in REGISTRY and REGISTRY[word].ours


def is_quick(name: str) -> bool:
    """Whether the bot called `name` decides without a search."""
    word = name.partition(":")[0]
    return word in REGISTRY and REGISTRY[word].quick


def read_budget(text: str) -> Budget:
    """Read the text after `search:`: a level, or parts such as `sims=800`, `time=2`, `cores=2`,
    `network=FILE`.

    Raises BadOption for anything else.
    """
    if text.isdecimal() and 1 <= int(text) <= len(LEVELS):
        return LEVELS[int(text) - 1]
    parts: dict[str, str] = {}
    for part in text.split(":"):
        key, equals, value = part.partition("=")
        if not equals or key not in PARTS or key in parts:
            raise BadOption(
                f"search:{text} is no bot: it is search:1 … search:{len(LEVELS)}, or search: with "
                "sims=, time= (seconds), cores= and network= (a file), joined by colons"
            )
        parts[key] = value
    if parts.get("network") == "":  # as of a variable that a shell has not got: not the game's own instead
        raise BadOption(f"search:{text}: network= names no file")
    if "sims" not in parts and "time" not in parts:
        raise BadOption(f"search:{text} says not how long to think: add sims= or time=")
    return Budget(
        int(_number("sims", parts.get("sims", str(UNLIMITED)), 1, UNLIMITED)),
        _number("time", parts.get("time", "0"), 0, MOST_SECONDS) if "time" in parts else 0.0,
        0.0,
        int(_number("cores", parts.get("cores", "1"), 1, MOST_CORES)),
        parts.get("network", ""),
    )


def _number(key: str, text: str, least: float, most: float) -> float:
    try:
        number = float(text) if key == "time" else int(text)
    except ValueError:
        number = -1
    if not least <= number <= most or (key == "time" and number == 0):
        what = "seconds" if key == "time" else "whole numbers"
        raise BadOption(f"{key}= takes {what} up to {most:.10g}, not {text!r}")
    return number


def _load(name: str, module: str, attribute: str) -> type[Bot]:
    """The class of a bot of somebody's own. What goes wrong within its module is raised as it is."""
    if not all(module.split(".")):
        raise BadOption(f"cannot load the bot {name!r}: {module!r} is not the name of a module")
    try:
        loaded = importlib.import_module(module)
    except ImportError as error:
        raise BadOption(f"cannot load the bot {name!r}: {error}") from None
    found = getattr(loaded, attribute, None)
    if found is None:
        raise BadOption(f"cannot load the bot {name!r}: there is no {attribute} in {module}")
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise BadOption(f"{name!r} is not a subclass of farmtable.bots.Bot")
    if found.choose is Bot.choose or not _takes_one(found, "choose"):
        raise BadOption(f"{name!r} needs a method choose(self, seen) that returns one of its legal actions")
    if not _takes_one(found, "__init__"):
        raise BadOption(f"{name!r} is made with its random stream: it needs __init__(self, rng), or none")
    return found


def _takes_one(found: type[Bot], method: str) -> bool:
    """Whether a method can be called with one argument; what is not written in Python is believed."""
    function = inspect.getattr_static(found, method)
    if not inspect.isfunction(function):
        return True
    try:
        inspect.signature(function).bind("self", "argument")
    except TypeError:
        return False
    return True
