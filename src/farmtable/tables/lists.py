"""`Lists`: the tables that each browser has to do with, its archive, and what it takes off its list."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from farmtable.core.errors import BadRecord
from farmtable.core.text import Text
from farmtable.tables.drafting import check_bot
from farmtable.tables.errors import NoSuchTable, NotYourSeat, StillCounts, StillPlaying
from farmtable.tables.notifications.channels import Channels
from farmtable.tables.retired import RetiredTable
from farmtable.tables.store import Listed, Store
from farmtable.tables.table import Table
from farmtable.tables.tokens import digest, is_table_id

Found = Table | RetiredTable


class Lists:
    """What stands in the lists of browsers: `find` opens a table, `erase` takes one out for everybody, and
    `is_account` says whether a holder of seats (a digest) is an account."""

    def __init__(
        self,
        store: Store,
        channels: Channels,
        find: Callable[[str], Found],
        erase: Callable[[str], None],
        is_account: Callable[[str], bool],
    ) -> None:
        self._store = store
        self._channels = channels
        self._find = find
        self._erase = erase
        self._is_account = is_account

    def of_browser(self, browser: str) -> list[Found]:
        """The tables that this browser set up or sits at, the most recently used first.

        Tables of games that are not played here, and what was deleted, are left out.
        """
        return [found for found, _ in self.list_of(browser)]

    def list_of(self, browser: str) -> list[tuple[Found, Listed]]:
        """The same tables, each with when it was used last and whether it is archived."""
        return self.found_of(self.listing(browser))

    def listing(self, browser: str) -> list[Listed]:
        """The same tables, as far as can be told of them without playing them through."""
        return self._store.list_of(digest(browser))

    def found_of(self, listing: Sequence[Listed]) -> list[tuple[Found, Listed]]:
        """Some of these tables, each with what was told of it; as far as they are (still) there."""
        found = []
        for listed in listing:
            with contextlib.suppress(BadRecord, NoSuchTable):
                found.append((self._find(listed.id), listed))
        return found

    def has_any(self, browser: str) -> bool:
        """Whether there is anything in this browser's list."""
        return bool(self._store.list_of(digest(browser)))

    def export(self, browser: str) -> list[dict[str, Any]]:
        """What is kept of the tables of this browser, those too that it has taken off its list, as everybody
        there knows it.

        A finished game comes with its record.
        """
        binned = self._store.list_of(digest(browser), binned=True)
        return [
            _exported(found, listed, browser, self._store.record(found.id))
            | {"devices": self._devices(found.id, browser), "intentions": self._intentions(found, browser)}
            for found, listed in self.list_of(browser) + self.found_of(binned)
        ]

    def _devices(self, table_id: str, browser: str) -> list[dict[str, Any]]:
        """What is noted of a browser at the seats that it holds or held."""
        noted = (
            asdict(one) for one in self._store.sitting(table_id).holdings if one.browser == digest(browser)
        )
        return [{name: value for name, value in one.items() if name != "browser"} for one in noted]

    def _intentions(self, table: Found, browser: str) -> dict[int, list[list[str]]]:
        """What the seats of a browser at a table want to decide once their turn comes."""
        mine = [] if isinstance(table, RetiredTable) else table.seats_of(browser)
        said = {seat: self._store.intentions.of(table.id, seat) for seat in mine}
        return {
            seat: [[step.notation for step in line] for line in lines]
            for seat, lines in said.items()
            if lines
        }

    def listed(self, table_id: str, browser: str) -> Listed:
        """How a table stands in this browser's list.

        Raises NoSuchTable where there is none, NotYourSeat for a browser that has nothing to do with it.
        """
        if not is_table_id(table_id) or self._store.header(table_id) is None:
            raise NoSuchTable
        for listed in self._store.list_of(digest(browser)):
            if listed.id == table_id:
                return listed
        raise NotYourSeat(Text("This table is in no list of yours."))

    def archive(self, table_id: str, browser: str, archived: bool) -> None:
        """Put a table into this browser's archive, or back into its list; raises as `listed` does."""
        self.listed(table_id, browser)
        self._store.put(table_id, digest(browser), "archive" if archived else None)

    def delete(self, table_id: str, browser: str) -> None:
        """Take a table off this browser's list for good, and off those of the devices that came after it.

        Once it is in nobody's list it is erased, with its record and analysis: a device that had a seat
        before keeps the table. Raises StillPlaying where the browser was the first to have a seat in a game
        that others have not left, StillCounts where it would be erased while a game runs that is to count
        for ratings, else as `listed` does.
        """
        self._put_into_the_bin(self.check_may_delete(table_id, browser), browser)

    def check_may_delete(self, table_id: str, browser: str) -> Found:
        """The table, if it may be deleted; raises as `delete` does."""
        self.listed(table_id, browser)
        others = self._whose(table_id, digest(browser))[1]
        found = self._find(table_id)
        if isinstance(found, Table) and others and not found.over and found.first_seats(browser):
            raise StillPlaying
        if not others - self._store.binned_by(table_id) and self.counts(found):
            raise StillCounts
        return found

    def counts(self, table: Found) -> bool:
        """Whether a game runs that has begun for all its persons and is to count for the rating of one: who
        is about to lose could else take it out of the world."""
        if isinstance(table, RetiredTable) or table.over or not table.rated or len(table.seats) == 1:
            return False
        holders = {one.browser for one in self._store.sitting(table.id).holdings}  # be it ended there
        return table.everybody_has_decided and any(map(self._is_account, holders))

    def _put_into_the_bin(self, table: Found, browser: str) -> None:
        mine, others = self._whose(table.id, digest(browser))
        if isinstance(table, Table) and others and not table.over:  # it may hold a later device's seat
            self._channels.mute_for(table.id, browser, True)
        for one in mine:
            self._store.put(table.id, one, "bin")
        if not others or not (others - self._store.binned_by(table.id) or self.counts(table)):
            self._erase(table.id)

    def leave_all(self, browser: str, bot: str) -> None:
        """Take all tables off this browser's list; where others still play, `bot` plays on for its seats.

        A seat that another device had before goes on being that one's. What it plays alone is erased, be it
        rated: with the account that ends the rating does.
        """
        check_bot(bot)
        for listed in self._store.list_of(digest(browser)):
            with contextlib.suppress(BadRecord, NoSuchTable):
                table = self._find(listed.id)
                if isinstance(table, Table) and not table.over and not self.plays_alone(table.id, browser):
                    for seat in table.first_seats(browser):
                        table.resign(seat, browser, bot)
                self._put_into_the_bin(table, browser)

    def plays_alone(self, table_id: str, browser: str) -> bool:
        """Whether nobody but this browser, and devices that came to its seats after it, has to do with a
        table."""
        return not self._whose(table_id, digest(browser))[1]

    def _whose(self, table_id: str, me: str) -> tuple[set[str], set[str]]:
        """Who has to do with a table: this browser with those that came after it to its seats, as far as they
        have no others and have not set the table up; and all others."""
        sitting = self._store.sitting(table_id)
        there = {one.browser for one in sitting.holdings if not one.ended}
        creator = {sitting.creator} if sitting.seats else set()
        mine = {me} | (sitting.holders.followers(me) - creator)
        return mine, (there | creator) - mine


def _exported(table: Found, listed: Listed, browser: str, record: dict[str, Any] | None) -> dict[str, Any]:
    return {
        "id": table.id,
        "game": table.game.id,
        "touched": listed.touched,
        "archived": listed.archived,
        "deleted": listed.place == "bin",
        "players": [seat.name for seat in table.seats],
        "my_seats": [] if isinstance(table, RetiredTable) else table.seats_of(browser),
        "record": record,
    }
