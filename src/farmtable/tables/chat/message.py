"""Plain values: what was said, in which room, and what may be said at all."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from typing import Final, Literal, get_args

from farmtable.core.errors import BadOption
from farmtable.core.text import Text
from farmtable.tables.errors import TableError
from farmtable.tables.tokens import digest

Mode = Literal["people", "all"]
"""Who may write besides the seats: those with an account, or guests as well."""
MODES: Final[tuple[Mode, ...]] = get_args(Mode)

Room = Literal["seats", "watchers"]
"""The players' room and that of those who watch."""
ROOMS: Final[tuple[Room, ...]] = get_args(Room)

Sign = Literal["hello", "well", "thanks", "laugh", "ouch", "wait"]
SIGNS: Final[tuple[Sign, ...]] = get_args(Sign)

LONGEST: Final = 300

_KEPT_FORMAT: Final = "\u200d\ufe0f"  # what makes one sign of several
_MARKS: Final = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u20d0-\u20f0]"
_MANY_MARKS: Final = re.compile(f"({_MARKS}{{3}}){_MARKS}+")


class BadMessage(TableError, BadOption):
    """A message that cannot be sent as it is."""


class MayNotWrite(TableError):
    """Somebody may not write here, or not now."""


@dataclass(frozen=True)
class Message:
    """What was said at a table, as its `n`-th; what was `removed` has neither text nor sign.

    Others are told who it was by his `seat`, by the `name` of his account or, of a guest who watches, by a
    number.
    """

    n: int
    room: Room
    author: str = field(repr=False)
    seat: int | None
    name: str
    guest: int | None
    text: str
    sign: str
    at: float
    removed: bool = False

    def is_of(self, browser: str) -> bool:
        """Whether this browser has said it."""
        return self.author == digest(browser)


@dataclass(frozen=True)
class Ignored:
    """Somebody whose messages a reader will not read; `id` names him in forms and opens nothing."""

    id: str
    name: str
    at: float


@dataclass(frozen=True)
class Report:
    """A message that was reported, with those around it."""

    table: str
    n: int
    at: float
    times: int
    settled: bool
    around: list[Message]


def clean_message(text: str) -> str:
    """The text as it is shown: one line, nothing in it that cannot be seen or that disturbs its neighbours.

    Raises BadMessage unless 1 to 300 characters are left.
    """
    spaced = "".join(_shown(char) for char in unicodedata.normalize("NFC", text))
    shown = _MANY_MARKS.sub(r"\1", " ".join(spaced.split()))
    if not shown.strip(_KEPT_FORMAT + " "):
        raise BadMessage(Text("This message is empty."))
    if len(shown) > LONGEST:
        raise BadMessage(Text("A message can have {most} characters at most.", most=LONGEST))
    return shown


def _shown(char: str) -> str:
    """A character as it may stand in a line: some could turn it round, or break it."""
    if char in _KEPT_FORMAT:
        return char
    category = unicodedata.category(char)
    if category in ("Cc", "Zl", "Zp", "Zs"):
        return " "
    return "" if category[0] == "C" else char
