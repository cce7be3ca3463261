"""Computer opponents, for every game alike: they know the kernel and no game by name.

A bot is a short string everywhere: `random`, `greedy`, or `package.module:Class` for one of your own.
"""

from __future__ import annotations

import importlib

from farmtable.bots.bot import Bot
from farmtable.bots.greedy import GreedyBot
from farmtable.bots.random import RandomBot
from farmtable.core.errors import BadOption
from farmtable.core.rng import Rng

__all__ = ["BOTS", "Bot", "GreedyBot", "RandomBot", "make_bot"]

BOTS: dict[str, type[Bot]] = {"random": RandomBot, "greedy": GreedyBot}


def make_bot(name: str, rng: Rng) -> Bot:
    """The bot called `name`, with its random stream. Raises BadOption where there is none."""
    if name in BOTS:
        return BOTS[name](rng)
    module, colon, attribute = name.partition(":")
    if not colon:
        raise BadOption(f"there is no bot {name!r}; the bots: {', '.join(BOTS)}, or package.module:Class")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise BadOption(f"cannot load the bot {name!r}: {error}") from None
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise BadOption(f"{name!r} is not a subclass of farmtable.bots.Bot")
    return found(rng)
