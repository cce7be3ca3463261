"""The games there are, by their ids."""

from __future__ import annotations

from farmtable.core import entries
from farmtable.core.errors import BadOption
from farmtable.core.game import Game


def games() -> list[str]:
    """The ids of all installed games, sorted."""
    return sorted(entries.announced())


def game(id: str) -> Game:
    """The game called `id`. Raises BadOption with the ids there are."""
    loaded = entries.load(id)
    if not isinstance(loaded, Game):
        raise BadOption(f"the entry point {id!r} of {entries.GROUP} is not a farmtable Game")
    if loaded.id != id:
        raise BadOption(
            f"the entry point {id!r} names a game that calls itself {loaded.id!r}: "
            "its name and the game's id have to be the same"
        )
    return loaded
