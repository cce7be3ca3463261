"""The installed games by their ids, and what is announced as a game but cannot be played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from farmtable.core import entries
from farmtable.core.declaration import About, Option
from farmtable.core.errors import BadOption
from farmtable.core.game import Game
from farmtable.core.lesson import Lesson

ID: Final = re.compile(r"\w[\w.-]*")
"""What names files, addresses and environments: in none of them may a space or a slash stand."""


def games() -> list[str]:
    """The ids of all installed games, sorted. Whether a game can be played shows only when it is loaded."""
    return sorted(entries.announced())


def game(id: str) -> Game:
    """The game called `id`. Raises BadOption, with the installed ids or what is wrong with it."""
    if id not in entries.announced():
        raise BadOption(_unknown(id))
    loaded = entries.load(id)
    fault = _fault(id, loaded, f"the entry point {id!r} of {entries.GROUP}")
    if fault is not None:
        raise BadOption(fault)
    assert isinstance(loaded, Game)
    return loaded


def adopt(where: str) -> Game:
    """Make the game at `where`, `module:NAME` or `path/to/file.py:NAME`, known by its id in this process.

    Returns the game, which can so be tried before it is installed. Raises BadOption if anything is wrong with
    it.
    """
    loaded = entries.load_from(where)
    fault = _fault(getattr(loaded, "id", None), loaded, repr(where))
    if fault is not None:
        raise BadOption(fault)
    assert isinstance(loaded, Game)
    entries.announce(loaded.id, where)
    return game(loaded.id)


def playable() -> list[Game]:
    """All installed games that can be played, by their ids; `broken` has the others."""
    return [game(id) for id in games() if id not in broken()]


def broken() -> dict[str, str]:
    """The announced games that cannot be played: for each id a sentence that says why."""
    found: dict[str, str] = {}
    for id in games():
        try:
            game(id)
        except BadOption as error:
            found[id] = str(error)
    return found


def _unknown(id: str) -> str:
    """That there is no such game; or that there is one, announced by another name."""
    for name in games():
        try:
            other = entries.load(name)
        except BadOption:
            continue
        if isinstance(other, Game) and getattr(other, "id", None) == id:
            return f"there is no game {id!r}: {_named_otherwise(name, id)}"
    return f"there is no game {id!r}; the games: {', '.join(games())}"


def _fault(id: object, loaded: object, where: str) -> str | None:
    """Why what was loaded as `id` from `where` is no game that can be played; None where it is one."""
    if isinstance(loaded, type) and issubclass(loaded, Game):
        made = f"GAME = {loaded.__name__}()"
        return f"{where} names the class {loaded.__name__}: let it name a game made of it, {made}"
    if not isinstance(loaded, Game):
        return f"{where} is not a farmtable Game but a {type(loaded).__name__}"
    if getattr(loaded, "id", None) != id:
        return _named_otherwise(id, getattr(loaded, "id", None))
    wrong = _wrong_in(loaded)
    return None if wrong is None else f"the game {id!r} cannot be played: {wrong}"


def _named_otherwise(announced: object, id: object) -> str:
    return (
        f"the entry point {announced!r} names a game that calls itself {id!r}: "
        "its name and the game's id have to be the same"
    )


def _wrong_in(game: Game) -> str | None:
    """What of its declaration nobody could work with, as far as it shows without playing."""
    id, title = getattr(game, "id", None), getattr(game, "title", None)
    size = getattr(game, "num_actions", None)
    if not (isinstance(id, str) and ID.fullmatch(id)):
        return f"its id is {id!r}, not a word for commands and names of files, as my_game"
    if not (isinstance(title, str) and title):
        return f"its title is {title!r}, not the name for people"
    if not (isinstance(size, int) and size > 0):
        return f"its num_actions is {size!r}, not how many actions there are"
    if not 1 <= game.min_players <= game.max_players:
        return f"it is for {game.min_players} to {game.max_players} players"
    if not (isinstance(game.options, tuple) and all(isinstance(one, Option) for one in game.options)):
        return "its options are not a tuple of Options"
    if not (isinstance(game.lessons, tuple) and all(isinstance(one, Lesson) for one in game.lessons)):
        return "its lessons are not a tuple of Lessons"
    if not isinstance(game.pages, Path | None):
        return f"its pages are {game.pages!r}, not the Path of a folder"
    if not isinstance(game.about, About | None):
        return f"its about is {game.about!r}, not an About"
    return None
