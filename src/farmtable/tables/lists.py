"""`Lists`: the tables in each browser's list, its archive, and what it has removed from the list."""

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
    """The lists of browsers: `find` opens a table, `erase` deletes one for everybody, and `is_account` says
    whether a holder of seats (a digest) is an account."""

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
        """The tables that this browser created or sits at, the most recently used first.

        Tables of games that are not played here, and deleted ones, are left out.
        """
        return [found for found, _ in self.list_of(browser)]

    def list_of(self, browser: str) -> list[tuple[Found, Listed]]:
        """The same tables, each with when it was last used and whether it is archived."""
        return self.found_of(self.listing(browser))

    def listing(self, browser: str) -> list[Listed]:
        """The same tables, with what is known of them without replaying their games."""
        return self._store.list_of(digest(browser))

    def found_of(self, listing: Sequence[Listed]) -> list[tuple[Found, Listed]]:
        """Some of these tables, each with its entry in the list; those that are gone are left out."""
        found = []
        for listed in listing:
            with contextlib.suppress(BadRecord, NoSuchTable):
                found.append((self._find(listed.id), listed))
        return found

    def has_any(self, browser: str) -> bool:
        """Whether there is anything in this browser's list."""
        return bool(self._store.list_of(digest(browser)))

    def export(self, browser: str) -> list[dict[str, Any]]:
        """Everything that is kept of this browser's tables, including those that it has removed from its
        list, as everybody there knows it.

        A finished game comes with its record.
        """
        binned = self._store.list_of(digest(browser), binned=True)
        return [
            _exported(found, listed, browser, self._store.record(found.id))
            | {"devices": self._devices(found.id, browser), "intentions": self._intentions(found, browser)}
            for found, listed in self.list_of(browser) + self.found_of(binned)
        ]

    def _devices(self, table_id: str, browser: str) -> list[dict[str, Any]]:
        """What is recorded of a browser at the seats that it holds or held."""
        noted = (
            asdict(one) for one in self._store.sitting(table_id).holdings if one.browser == digest(browser)
        )
        return [{name: value for name, value in one.items() if name != "browser"} for one in noted]

    def _intentions(self, table: Found, browser: str) -> dict[int, list[list[str]]]:
        """The intentions of a browser's seats at a table, for when their turn comes."""
        mine = [] if isinstance(table, RetiredTable) else table.seats_of(browser)
        said = {seat: self._store.intentions.of(table.id, seat) for seat in mine}
        return {
            seat: [[step.notation for step in line] for line in lines]
            for seat, lines in said.items()
            if lines
        }

    def listed(self, table_id: str, browser: str) -> Listed:
        """A table's entry in this browser's list.

        Raises NoSuchTable if there is none, NotYourSeat for a browser that has nothing to do with the table.
        """
        if not is_table_id(table_id) or self._store.header(table_id) is None:
            raise NoSuchTable
        for listed in self._store.list_of(digest(browser)):
            if listed.id == table_id:
                return listed
        raise NotYourSeat(Text("This table is not in any of your lists."))

    def archive(self, table_id: str, browser: str, archived: bool) -> None:
        """Put a table into this browser's archive, or back into its list; raises as `listed` does."""
        self.listed(table_id, browser)
        self._store.put(table_id, digest(browser), "archive" if archived else None)

    def delete(self, table_id: str, browser: str) -> None:
        """Remove a table from this browser's list for good, and from those of the devices that came after it.

        Once it is in nobody's list it is erased, with its record and analysis: a device that had a seat
        before this one keeps the table. Raises StillPlaying if the browser was the first to have a seat in a
        game that others have not left, StillCounts if it would be erased while a game runs that is to count
        for ratings, otherwise as `listed` does.
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
        """Whether a game is running that has begun for all its people and is to count for somebody's rating:
        otherwise players who are about to lose could delete it."""
        if isinstance(table, RetiredTable) or table.over or not table.rated or len(table.seats) == 1:
            return False
        holders = {one.browser for one in self._store.sitting(table.id).holdings}  # also removed ones
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
        """Remove all tables from this browser's list; where others still play, `bot` takes over its seats.

        A seat that another device had before stays that device's. Tables that the browser plays alone are
        erased, even rated ones: the rating ends with the account.
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
        """Whether only this browser, and devices that came to its seats after it, have to do with a table."""
        return not self._whose(table_id, digest(browser))[1]

    def _whose(self, table_id: str, me: str) -> tuple[set[str], set[str]]:
        """Who has to do with a table: first this browser with those that came after it to its seats, unless
        they have other seats or created the table; then all others."""
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
