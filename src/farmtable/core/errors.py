"""The typed errors of the library: each says what was wrong and what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from farmtable.core.text import Refusal


class FarmtableError(ValueError):
    """Base of every error this library raises on purpose; its text is one clear sentence.

    A sentence given as a `Text` is put into its reader's language by a page.
    """


class IllegalAction(FarmtableError):
    """An action was asked for that the rules forbid now, or that cannot be read at all.

    `refusal` names the rule that forbids it, or is None if the text was no action of this game. The state is
    left untouched.
    """

    def __init__(self, message: str, refusal: Refusal | None = None) -> None:
        super().__init__(message)
        self.refusal = refusal


class BadOption(FarmtableError):
    """A game, bot, option, seat count or components file that does not exist or does not fit."""


class BadRecord(FarmtableError):
    """A record or position that is malformed, cut off, or does not follow the rules.

    `step` is the index of the first action that cannot be trusted, or None when the file as a
    whole cannot be read.
    """

    def __init__(self, message: str, step: int | None = None) -> None:
        super().__init__(message)
        self.step = step
