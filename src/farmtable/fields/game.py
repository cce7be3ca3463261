"""`PlainGame`: the declaration of a game whose positions are made of fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from farmtable.core.errors import BadRecord, FarmtableError
from farmtable.core.game import Game
from farmtable.fields.world import PlainWorld


class PlainGame(Game):
    """A game of `world`, told in `rules_text`. Its observation and its features follow from the fields.

    A game with features of its own sets `feature_names`, and overrides `features` in its world.
    """

    world: ClassVar[type[PlainWorld]]
    rules_text: ClassVar[str]

    def __init__(self) -> None:
        names = self.world.number_names(self.max_players)
        self.observation_size = len(names)
        if not self.feature_names:
            self.feature_names = ("points", "to_come", *names)
        self.at_once = self.world.uncover is not PlainWorld.uncover

    def has_secrets(self, options: Mapping[str, Any]) -> bool:
        """Whether seats draw anything that is theirs alone to see, or decide at once."""
        draws = any(field.kind == "drawn" for field in self.world.fields.values())
        return draws or self.at_once

    def rules(self, language: str = "en") -> str:
        return self.rules_text

    def _new(self, players: int, options: dict[str, Any]) -> PlainWorld:
        state = self.world(self, players, options)
        state.begin()
        return state

    def _load(self, data: Mapping[str, Any]) -> PlainWorld:
        try:
            state = self.world(self, self.check_players(data["players"]), self.check_options(data["options"]))
            state.read_dict(dict(data))
        except BadRecord:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, FarmtableError) as error:
            raise BadRecord(f"this is not a position of {self.title}: {error!r}") from None
        return state
