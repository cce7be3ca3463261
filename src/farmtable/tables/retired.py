"""`RetiredTable`: a table whose game follows a rules version that this program does not play."""

from __future__ import annotations

from dataclasses import dataclass

from farmtable.core.errors import BadRecord
from farmtable.core.game import Game
from farmtable.core.text import Text
from farmtable.tables.errors import TableError
from farmtable.tables.plan import Seat


@dataclass(frozen=True)
class RetiredTable:
    """What is still known of such a table; if it is `over`, its record has saved positions to show.

    A game that is not over waits for a program that plays version `rules_version` of its rules.
    """

    id: str
    game: Game
    rules_version: int
    seats: list[Seat]
    over: bool


class RetiredRules(TableError, BadRecord):
    """The table follows a rules version that this program does not play; nothing of it is lost."""

    def __init__(self, table: RetiredTable) -> None:
        said = Text(
            "This game follows version {version} of the rules of {title}; version {played} is played here.",
            version=table.rules_version,
            title=table.game.title,
            played=table.game.rules_version,
        )
        super().__init__(said)
