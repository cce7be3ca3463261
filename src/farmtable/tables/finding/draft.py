"""Who wants to play, and the table that he is to have, before it is one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, text

from farmtable.tables.alike import looks
from farmtable.tables.chat.message import Mode
from farmtable.tables.clocks.control import TimeControl
from farmtable.tables.plan import MAX_NAME, Seat, Settings
from farmtable.tables.tokens import digest

POSTGRESQL_LOCK: Final = 0x66696E64  # "find": who brings people together does it alone


@dataclass(frozen=True)
class Player:
    """Somebody who looks for a game: who he is at tables, what he is called (perhaps not at all), the id of
    his account ("": a guest), and his language."""

    browser: str
    name: str
    person: str = ""
    language: str = "en"

    @property
    def digest(self) -> str:
        """What the database knows him by."""
        return digest(self.browser)


@dataclass(frozen=True)
class Draft:
    """All that is laid down with a table; `holders` and `creator` are digests.

    The seats `called` are told that the game begins; those `unasked` have not wished for it, and no time
    runs before they come.
    """

    id: str
    game: str
    seats: Sequence[Seat]
    holders: Sequence[tuple[int, str]]
    creator: str
    options: Mapping[str, Any] = field(default_factory=dict)
    settings: Settings = field(default_factory=Settings)
    time: TimeControl | None = None
    casual: bool = False
    public: bool = False
    chat: Mode | None = None
    called: Collection[int] = ()
    unasked: Collection[int] = ()


Begin = Callable[[Connection, Draft], None]
"""Makes a table of a draft, in the transaction of this connection."""


def one_at_a_time(connection: Connection) -> None:
    """Wait until nobody else brings people together; SQLite has one writer at any time."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": POSTGRESQL_LOCK})


def told_apart(name: str, others: Collection[str]) -> str:
    """A name that nobody else at the table has: the same, or with a number."""
    used = {looks(other) for other in others if other}
    if not name or looks(name) not in used:
        return name
    numbered = (f"{name[: MAX_NAME - 3]} {number}" for number in range(2, len(used) + 3))
    return next(one for one in numbered if looks(one) not in used)
