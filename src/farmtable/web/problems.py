"""Errors for readers: each has one clear sentence, a status code and a way back."""

from __future__ import annotations

import math

from starlette.exceptions import HTTPException

from farmtable.core import FarmtableError, IllegalAction, Refusal, Text
from farmtable.tables import (
    NoNextGame,
    NoRoom,
    NoSuchTable,
    NotSignedIn,
    NotYourSeat,
    RetiredRules,
    Stale,
    StillCounts,
    StillPlaying,
    StorageError,
    TableError,
    ThinkersLost,
    TooOften,
    Unfinished,
)

STATUS: dict[type[TableError], int] = {
    NoSuchTable: 404,
    NotSignedIn: 403,
    NotYourSeat: 403,
    Stale: 409,
    Unfinished: 409,
    NoNextGame: 409,
    NoRoom: 409,
    StillCounts: 409,
    StillPlaying: 409,
    RetiredRules: 409,
    StorageError: 503,
    ThinkersLost: 500,
}


LONGEST = 300


class Problem(HTTPException):
    """A request that cannot be answered; `text` tells readers why, in their language."""

    def __init__(self, status: int, text: Text, headers: dict[str, str] | None = None) -> None:
        super().__init__(status, str(text), headers)
        self.text = text


NO_PAGE = Text("There is no such page.")
NOT_SO = Text("This address does not accept that kind of request.")
BROKEN = Text("Something went wrong here. The game is safe; please try again.")
FORGED = Text("This request did not come from one of your pages. Please load the page again and retry.")
SIGN_IN_FIRST = Text("Please sign in first.")
UNREADABLE = Text("This request cannot be read.")


def as_problem(error: Exception) -> Problem:
    """Any error as the problem a reader is shown."""
    if isinstance(error, Problem):
        return error
    if isinstance(error, HTTPException):
        known = {404: NO_PAGE, 405: NOT_SO}
        return Problem(error.status_code, known.get(error.status_code, UNREADABLE))
    if isinstance(error, TooOften):
        return Problem(429, error.text, {"retry-after": str(math.ceil(error.seconds))})
    if isinstance(error, TableError):
        return Problem(_status(error), error.text)
    if isinstance(error, IllegalAction):
        return Problem(422, refused(error.refusal))
    if isinstance(error, FarmtableError) and error.args and isinstance(error.args[0], Text):
        return Problem(400, error.args[0])
    if isinstance(error, FarmtableError):
        return Problem(400, Text("That does not work: {message}", message=_in_short(str(error))))
    return Problem(500, BROKEN)


def _in_short(message: str) -> str:
    """Shortened, because a message may quote everything that was sent."""
    return message if len(message) <= LONGEST else f"{message[:LONGEST]} …"


def _status(error: TableError) -> int:
    for kind, status in STATUS.items():
        if isinstance(error, kind):
            return status
    return 400


def refused(refusal: Refusal | None) -> Text:
    """Why an action is not allowed, with the rule that says so, if there is one."""
    if refusal is None:
        return Text("This is not possible now.")
    if refusal.rule == "-":
        return refusal.reason
    return Text(
        "{reason} ({rule}, {source})", reason=refusal.reason, rule=refusal.rule, source=refusal.source
    )
