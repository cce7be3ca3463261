"""The games under the ids by which Gymnasium makes environments."""

from __future__ import annotations

from typing import Final

from gymnasium.envs.registration import register, registry

from farmtable.core.registry import ID, games

NAMESPACE: Final = "farmtable"
ENTRY: Final = "farmtable.envs.gymnasium:SeatAgainstBots"
VECTOR_ENTRY: Final = "farmtable.envs.gymnasium:SeatsAgainstBots"


def id_of(game: str) -> str:
    """What Gymnasium calls a game: `mill_race` is `farmtable/MillRace-v0`."""
    name = "".join(part.capitalize() for part in game.split("_"))
    return f"{NAMESPACE}/{name}-v0"


def register_games() -> None:
    """Register every installed game under its own id, and any game as `farmtable/Game-v0` with `game=`."""
    _register(f"{NAMESPACE}/Game-v0", {})
    for game in filter(ID.fullmatch, games()):  # by another name none can be played, nor registered
        _register(id_of(game), {"game": game})


def _register(id: str, kwargs: dict[str, object]) -> None:
    if id not in registry:
        register(id, entry_point=ENTRY, vector_entry_point=VECTOR_ENTRY, kwargs=kwargs)
