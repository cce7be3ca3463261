"""What can go wrong at a table, each as one sentence that a page can translate (`error.text`)."""

from __future__ import annotations

from farmtable.core.errors import BadOption, FarmtableError
from farmtable.core.text import Text


class TableError(FarmtableError):
    """Base of the errors of this layer; `text` is the sentence, to be rendered for its reader."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class NoSuchTable(TableError):
    """No table has this id, or this invitation or private link leads to none."""

    def __init__(self) -> None:
        super().__init__(Text("There is no such table."))


class NotYourSeat(TableError):
    """The seat belongs to another browser, or to none that sent this."""


class Stale(TableError):
    """The command was made for a position that is no longer the current one; nothing has changed."""

    def __init__(self, text: Text | None = None) -> None:
        super().__init__(text or Text("The table has moved on; this is how it stands now."))


class TimeUp(Stale):
    """The decision came after the time of its seat was up; nothing has changed."""

    def __init__(self) -> None:
        super().__init__(Text("Your time ran out before this decision arrived."))


class BadName(TableError, BadOption):
    """A player's name that cannot be used at this table."""


class Unfinished(TableError):
    """The record of a running game was asked for; it never leaves the server."""

    def __init__(self) -> None:
        super().__init__(Text("The record will be available when the game is over."))


class NoNextGame(TableError):
    """The game is not part of a series, or is its last, or still runs."""

    def __init__(self) -> None:
        super().__init__(Text("No game follows this one."))


class NoRoom(TableError):
    """A seat is not available, or a table cannot be offered; nothing has changed."""


class StillPlaying(TableError):
    """An attempt to delete a table at which others still wait for the browser's decisions."""

    def __init__(self) -> None:
        super().__init__(Text("Others are still playing here. Resign first, then the table can be deleted."))


class StillCounts(TableError):
    """An attempt to delete a table whose rated game would then count for nobody."""

    def __init__(self) -> None:
        super().__init__(Text("This game is rated. Resign, and once it is over the table can be deleted."))


class NoText(TableError):
    """The text cannot be stored in a database, or searched for; the database itself is fine."""

    def __init__(self) -> None:
        super().__init__(Text("This request cannot be read."))


class StorageError(TableError):
    """The database does not answer or refused a change; nothing has been shown that is not stored.

    `why` says in one line, for whoever runs the server, what the database said about it. It `is_away` unless
    it has answered and refused what it was asked, which is a bug of ours.
    """

    def __init__(self, why: str = "no answer", *, is_away: bool = True) -> None:
        super().__init__(Text("The tables cannot be reached just now; please try again."))
        self.why = why
        self.is_away = is_away


class BadPassword(TableError, BadOption):
    """A new password that is too short or too long."""


class NotSignedIn(TableError):
    """Name and password do not match, or the account is locked; nothing more is revealed."""


class TooOften(TableError):
    """Something was tried too often; after `seconds` it may be tried again."""

    def __init__(self, seconds: float) -> None:
        super().__init__(Text("Too many attempts. Please wait a while, then try again."))
        self.seconds = seconds
