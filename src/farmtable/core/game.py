"""`Game`: a game as the program finds it: what it declares, and how its positions are made.

A fourth game is one subclass of `Game`, one of `World`, one of `Perspective`, and an entry point in
the group `farmtable.games`; every layer above then serves it: simulations, records, bots, pages.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, SupportsIndex

from farmtable.core import entries
from farmtable.core.declaration import Declaration
from farmtable.core.errors import BadRecord
from farmtable.core.state import State


class Game(Declaration):
    """A game. Subclasses set the attributes of `Declaration`, and give `_new`, `_load` and `rules`."""

    def __reduce__(self) -> tuple[object, ...]:
        # There is one of each, and positions are equal only where theirs is the same.
        return (entries.load, (self.id,))

    def new(self, players: SupportsIndex | None = None, **options: Any) -> State:
        """The position before anything has happened, chance unresolved.

        `players` defaults to the fewest seats. Raises BadOption for a seat count or option that
        this game does not have.
        """
        seats = self.check_players(self.min_players if players is None else players)
        checked = self.check_options(options)
        self.check_seats(seats, checked)
        return self._new(seats, checked)

    def from_dict(self, data: Mapping[str, Any]) -> State:
        """The position that `State.to_dict` wrote. Raises BadRecord where it is not one."""
        if not isinstance(data, Mapping):
            raise BadRecord(f"a position is what `to_dict` gave, a dict, and not a {type(data).__name__}")
        return self._load(data)

    def _new(self, players: int, options: dict[str, Any]) -> State:
        raise NotImplementedError

    def _load(self, data: Mapping[str, Any]) -> State:
        raise NotImplementedError
