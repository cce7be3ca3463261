"""`Chat`: what people say at the tables of one database, and what keeps it decent."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, datetime
from threading import Lock
from typing import Any, Final

from farmtable.core.text import Text
from farmtable.tables.chat.message import (
    SIGNS,
    BadMessage,
    Ignored,
    MayNotWrite,
    Message,
    Room,
    clean_message,
)
from farmtable.tables.chat.rooms import Place, place_of
from farmtable.tables.chat.rows import EVERYWHERE, ChatRows
from farmtable.tables.people.limits import Limit, Limits
from farmtable.tables.people.person import account_of
from farmtable.tables.table import Table
from farmtable.tables.tokens import digest
from farmtable.tables.transactions import Database

MESSAGES_BY_AUTHOR: Final = Limit("messages by author", 15, 60.0)
MESSAGES_BY_ADDRESS: Final = Limit("messages by address", 150, 60.0)
REPORTS: Final = Limit("reports by reader", 20, 3600.0)

TABLES_KNOWN: Final = 10_000
"""Of so many tables a process knows how much has been said there."""

NO_MESSAGE: Final = Text("There is no such message.")


class Chat:
    """What is said. A reader or author is whoever acts at tables: a browser, or an account.

    All methods may be called from any thread; they raise StorageError where the database does not answer.
    """

    def __init__(self, database: Database, limits: Limits, publish: Callable[[str, int], None]) -> None:
        self.rows = ChatRows(database)
        self._limits = limits
        self._publish = publish
        self._lock = Lock()
        self._happened: OrderedDict[str, tuple[int, dict[Room, int]]] = OrderedDict()

    def place(self, table: Table, browser: str, name: str) -> Place:
        """Where a browser stands; `name` is that of its account, empty for a guest."""
        return place_of(table, table.over, browser, bool(name))

    def stamp(self, table: Table, browser: str) -> str:
        """What changes whenever something happens that this browser can read; empty where nothing can."""
        if table.chat is None:
            return ""
        happened = self._known(table)
        if happened is None:
            happened = self._look(table)
        reads = place_of(table, table.over, browser, has_account=False).reads
        return ".".join(str(happened.get(room, 0)) for room in reads)

    def is_known(self, table: Table) -> bool:
        """Whether its stamp can be told without asking the database."""
        return table.chat is None or self._known(table) is not None

    def _known(self, table: Table) -> dict[Room, int] | None:
        """How much has happened at a table; None if this process does not know.

        What another one writes is counted as a change of the table, which is read again then.
        """
        with self._lock:
            reread, happened = self._happened.get(table.id, (-1, {}))
        return happened if reread == table.reread else None

    def _look(self, table: Table) -> dict[Room, int]:
        reread = table.reread
        nothing: tuple[int, dict[Room, int]] = (-1, {})
        with self._lock:
            self._happened[table.id] = nothing
        happened = self.rows.happened(table.id)
        with self._lock:
            if self._happened.get(table.id) is nothing:  # nobody has written here meanwhile
                self._happened[table.id] = reread, happened
            while len(self._happened) > TABLES_KNOWN:
                self._happened.popitem(last=False)
        return happened

    def _written(self, table_id: str, version: int) -> None:
        with self._lock:
            self._happened.pop(table_id, None)
        self._publish(table_id, version)

    def read(self, table: Table, browser: str) -> list[Message]:
        """What this browser can read and wants to, the oldest first."""
        reads = place_of(table, table.over, browser, has_account=False).reads
        unwanted = self._unwanted(table, browser)
        seats = {seat for seat, holder in table.holding() if holder in unwanted}
        return [
            message
            for message in self.rows.read(table.id, reads)
            if message.author not in unwanted and message.seat not in seats
        ]

    def write(
        self,
        table: Table,
        browser: str,
        name: str,
        address: str,
        text: str = "",
        sign: str = "",
        seat: int | None = None,
    ) -> None:
        """Say something, in words or by a sign, for one of one's seats or as who watches.

        Raises MayNotWrite, NotYourSeat, BadMessage, TooOften.
        """
        room, seat = self.place(table, browser, name).check_writes(seat)
        if sign and sign not in SIGNS:
            raise BadMessage(Text("There is no such quick message."))
        said = "" if sign else clean_message(text)
        author = digest(browser)
        self._check_may_speak({author} | {holder for at, holder in table.holding() if at == seat})
        self._limits.count(MESSAGES_BY_ADDRESS, address)
        self._limits.count(MESSAGES_BY_AUTHOR, author)
        self.rows.write(table.id, room, author, seat, name if seat is None else "", said, sign)
        self._written(table.id, table.version)

    def remove(self, table_id: str, n: int) -> bool:
        """Take what was said away from everybody's eyes; False where there is no such message."""
        done = self.rows.remove(table_id, n)
        if done:
            self._written(table_id, 0)
        return done

    # --- what one reader wants -----------------------------------------------------------------

    def ignore(self, table: Table, browser: str, n: int, called: str, everywhere: bool = False) -> None:
        """Show this browser nothing more of who said the `n`-th, at this table or everywhere.

        `called` is what he is called in its list. Raises BadMessage for what it cannot read.
        """
        message = self.readable(table, browser, n)
        others = {message.author} | {at for seat, at in table.holding() if seat == message.seat}
        self.rows.ignore(digest(browser), others, EVERYWHERE if everywhere else table.id, called)

    def ignored(self, browser: str, table_id: str = EVERYWHERE) -> list[Ignored]:
        """Whom this browser ignores at a table, or everywhere; each name once."""
        found = self.rows.ignored_by(digest(browser), [table_id])
        return list({one.name: one for one in found.values()}.values())

    def read_again(self, browser: str, listed_id: str, table_id: str = EVERYWHERE) -> None:
        """Read somebody again."""
        self.rows.read_again(digest(browser), listed_id, table_id)

    def ignores(self, browser: str, other: str) -> bool:
        """Whether a holder has blocked another."""
        return digest(other) in self.rows.ignored_by(digest(browser), [EVERYWHERE])

    def report(self, table: Table, browser: str, n: int) -> None:
        """Tell whoever runs the server of the `n`-th. Raises BadMessage for what cannot be read, TooOften."""
        self.readable(table, browser, n)
        self._limits.count(REPORTS, digest(browser))
        self.rows.report(table.id, n, digest(browser))

    def export(self, browser: str) -> dict[str, Any]:
        """What is kept of somebody here."""
        return {
            "messages": self.rows.said_by(digest(browser)),
            "blocked": [one.name for one in self.ignored(browser)],
            "not_read": self.rows.not_read_by(digest(browser)),
            "reports": self.rows.reported_by(digest(browser)),
            "silenced_until": self.rows.silenced_until({digest(browser)}),
        }

    def readable(self, table: Table, browser: str, n: int) -> Message:
        """The `n`-th message. Raises BadMessage where this browser cannot read it."""
        reads = place_of(table, table.over, browser, has_account=False).reads
        message = self.rows.one(table.id, n)
        if message is None or message.room not in reads:
            raise BadMessage(NO_MESSAGE)
        return message

    def _unwanted(self, table: Table, browser: str) -> set[str]:
        account = account_of(browser)
        blocked = set() if account is None else self.rows.blocked_by(account)
        return blocked.union(self.rows.ignored_by(digest(browser), [table.id, EVERYWHERE]))

    def _check_may_speak(self, whose: set[str]) -> None:
        until = self.rows.silenced_until(whose)
        if until is not None:
            day = datetime.fromtimestamp(until + 59, UTC).strftime("%Y-%m-%d %H:%M UTC")
            raise MayNotWrite(
                Text("Whoever runs this server has barred you from writing until {time}.", time=day)
            )
