"""On what terms a program plays: how long it may think, how often it may try, and what it may be shown."""

from __future__ import annotations

import os
import shlex
import shutil
from dataclasses import dataclass
from typing import Final

from farmtable.core.errors import BadOption

PERSPECTIVES: Final = ("data", "text", "observation", "log")
LEGAL: Final = "legal"
MOST_SECONDS: Final = 86_400.0
MOST_TRIES: Final = 100
USAGE: Final = "stdio:[time=SECONDS:][tries=N:][legal=on|off:][perspective=data+text+observation+log:]COMMAND"
KEYS: Final = ("time", "tries", "legal", "perspective")


@dataclass(frozen=True)
class Terms:
    """The command that starts a program, and the terms on which it plays.

    `seconds` are for one decision, all its `tries` together. `shows` is what its requests may hold: ways
    to tell what its seat sees, and `legal`, the list of its legal actions.
    """

    command: tuple[str, ...]
    seconds: float = 10.0
    tries: int = 3
    shows: frozenset[str] = frozenset((*PERSPECTIVES, LEGAL))


def read_terms(text: str) -> Terms:
    """What stands after `stdio:`. Raises BadOption, also for a program that is not there."""
    given, rest = _parts(text)
    return Terms(
        _command(rest, text),
        _number("time", given.get("time", "10"), MOST_SECONDS),
        int(_number("tries", given.get("tries", "3"), MOST_TRIES)),
        _shows(given.get("perspective", "+".join(PERSPECTIVES)), given.get("legal", "on")),
    )


def by_words_alone(text: str) -> str:
    """The same terms, but words alone and no list of legal actions unless they say otherwise."""
    given, _ = _parts(text)
    added = {"perspective": "text+log", "legal": "off"}
    return "".join(f"{key}={value}:" for key, value in added.items() if key not in given) + text


def _parts(text: str) -> tuple[dict[str, str], str]:
    """The terms in front, and the command behind them."""
    given: dict[str, str] = {}
    rest = text
    while (key := rest.partition("=")[0]) in KEYS:
        part, colon, rest = rest.partition(":")
        if key in given or not colon:
            raise BadOption(f"stdio:{text} is no bot: it is {USAGE}")
        given[key] = part.partition("=")[2]
    return given, rest


def _command(rest: str, text: str) -> tuple[str, ...]:
    try:
        command = tuple(shlex.split(rest, posix=os.name == "posix"))
    except ValueError as error:
        raise BadOption(f"stdio:{text} names no command: {error}") from None
    if not command:
        raise BadOption(f"stdio:{text} names no command: it is {USAGE}")
    if shutil.which(command[0]) is None:
        raise BadOption(f"there is no program {command[0]!r} that can be run")
    return command


def _number(key: str, text: str, most: float) -> float:
    try:
        number = float(text) if key == "time" else int(text)
    except ValueError:
        number = -1.0
    if not 0 < number <= most:
        what = "seconds" if key == "time" else "a whole number"
        raise BadOption(f"{key}= takes {what} up to {most:g}, not {text!r}")
    return number


def _shows(perspective: str, legal: str) -> frozenset[str]:
    ways = perspective.split("+")
    for way in ways:
        if way not in PERSPECTIVES:
            raise BadOption(f"perspective= takes {', '.join(PERSPECTIVES)}, joined by +; not {way!r}")
    if legal not in ("on", "off"):
        raise BadOption(f"legal= is on or off, not {legal!r}")
    return frozenset((*ways, LEGAL) if legal == "on" else ways)
