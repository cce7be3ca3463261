"""Which games there are: every entry point of the group `farmtable.games`, ours and others'."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from farmtable.core.errors import BadOption
from farmtable.core.game import Game
from farmtable.core.state import State

GROUP = "farmtable.games"


def games() -> list[str]:
    """The ids of all installed games, sorted."""
    return sorted(_entry_points())


def game(id: str) -> Game:
    """The game called `id`. Raises BadOption with the ids there are."""
    if id not in _entry_points():
        raise BadOption(f"there is no game {id!r}; the games: {', '.join(games())}")
    return _load(id)


@cache
def _load(id: str) -> Game:
    try:
        loaded = _entry_points()[id].load()
    except (ImportError, AttributeError) as error:
        raise BadOption(f"the game {id!r} is announced but cannot be loaded: {error}") from None
    if not isinstance(loaded, Game):
        raise BadOption(f"the entry point {id!r} of {GROUP} is not a farmtable Game")
    return loaded


def restore_state(id: str, data: dict[str, Any]) -> State:
    """A position from its game's id and its `to_dict` (how positions are unpickled)."""
    return game(id).from_dict(data)


@cache
def _entry_points() -> dict[str, EntryPoint]:
    # Read once: searching all installed distributions takes milliseconds.
    return {point.name: point for point in entry_points(group=GROUP)}
