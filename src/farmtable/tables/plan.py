"""What is chosen when a table is created, and the commands sent to it: plain values, checked."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field
from typing import Literal

from farmtable.core.errors import BadOption
from farmtable.core.text import Text
from farmtable.tables.errors import BadName

SeatKind = Literal["local", "friend", "bot"]
PlanKind = Literal["local", "friend", "bot", "open"]

MAX_BOT_DELAY = 10.0
MAX_NAME = 24

# Letters and marks without a shape: from Unicode's list of default-ignorable code points, and some that are
# drawn blank. Keyboards append some of them (they make a heart red, say), so they are left out and not
# refused; those that are control or format characters are refused.
_UNSEEN = frozenset(
    [
        *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F, 0x3164, 0xFFA0),
        *range(0xFE00, 0xFE10),
        *range(0xE0100, 0xE01F0),
        *(0x2800, 0x16FE4, 0x1D159),
    ]
)


@dataclass(frozen=True)
class SeatPlan:
    """Who is to have a seat: a person at the creator's screen, a friend who gets a link, a bot, or (`open`)
    anybody, who then has a friend's seat."""

    kind: PlanKind
    name: str = ""
    bot: str = ""


@dataclass(frozen=True)
class Settings:
    """How a table behaves: the minimum seconds for a bot's decision, whether people confirm their turns,
    whether they may ask for hints even if friends play with them, and which of the game's lessons, from 1, is
    given there (0: none).

    Raises BadOption for a delay that is not between 0 and 10 seconds.
    """

    bot_delay: float = 1.0
    confirm: bool = True
    hints: bool = False
    lesson: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.bot_delay <= MAX_BOT_DELAY:
            raise BadOption(f"a bot waits 0 to {MAX_BOT_DELAY:g} seconds, not {self.bot_delay}")


@dataclass(frozen=True)
class Seat:
    """A seat as everybody may see it.

    `name` is empty while a friend without a planned name is awaited, and for a bot without a name: each page
    describes it in the reader's language. A seat that was `resigned` is a bot's from then on, under the name
    of the player who resigned. For one that is `away`, because its time was up, `bot` plays until its player
    plays again.
    """

    index: int
    kind: SeatKind
    name: str
    bot: str
    taken: bool
    resigned: bool = False
    away: bool = False

    @property
    def played_by_bot(self) -> bool:
        """Whether a bot decides for this seat now."""
        return self.kind == "bot" or self.away


@dataclass(frozen=True)
class Command:
    """A person's request to a table, for the position that has `version`.

    `id` is chosen by the client, once for each command: sent again, it has no further effect.
    """

    id: str
    version: int
    kind: Literal["play", "finish", "undo"]
    seat: int
    browser: str = field(repr=False)
    action: int | str | None = None


def without_unseen(name: str) -> str:
    """The name without characters that are invisible on a page and unnecessary white space."""
    shown = unicodedata.normalize("NFC", "".join(char for char in name if ord(char) not in _UNSEEN))
    return " ".join(shown.split())


def clean_name(name: str) -> str:
    """The name as it is shown: trimmed, inner white space single, without invisible characters.

    Raises BadName unless 1 to 24 characters are left and all of them can be seen.
    """
    # Control and format characters (C…) and line separators could disguise a name or break the layout.
    if any(unicodedata.category(char)[0] in "CZ" and char != " " for char in name.strip()):
        raise BadName(Text("A name can only have letters, digits and other visible characters."))
    shown = without_unseen(name)
    if not 1 <= len(shown) <= MAX_NAME:
        raise BadName(Text("A name must have 1 to {most} characters.", most=MAX_NAME))
    return shown


def name_key(name: str) -> str:
    """Equal for two names that look the same to people."""
    return unicodedata.normalize("NFKC", name).casefold()
