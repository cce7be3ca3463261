"""Who reads and who writes in which room of a table (ADR 23).

Everybody belongs to one room as long as the game runs, and reads no other. So nobody who watches reads what
players write, and no player reads what those who watch have seen or guessed.
"""

from __future__ import annotations

from dataclasses import dataclass

from farmtable.core.text import Text
from farmtable.tables.chat.message import ROOMS, MayNotWrite, Room
from farmtable.tables.errors import NotYourSeat
from farmtable.tables.seating import Seating

NO_CHAT = Text("There is no chat at this table.")
LEFT = Text("You have left your seat here: you can still read, but no longer write.")
SIGN_IN = Text("To write here while you watch, you need an account.")


@dataclass(frozen=True)
class Place:
    """Where a browser stands: what it `reads`, where it `writes` or `why_not`, and with which `seats`."""

    reads: tuple[Room, ...]
    writes: Room | None
    seats: tuple[int, ...] = ()
    why_not: Text = NO_CHAT

    def check_writes(self, seat: int | None) -> tuple[Room, int | None]:
        """The room, and the seat: the one asked for, else the first.

        Raises MayNotWrite, NotYourSeat for a seat of others.
        """
        if self.writes is None:
            raise MayNotWrite(self.why_not)
        if seat is not None and seat not in self.seats:
            raise NotYourSeat(Text("This seat belongs to another browser."))
        if not self.seats:
            return self.writes, None
        return self.writes, self.seats[0] if seat is None else seat


def place_of(table: Seating, over: bool, browser: str, has_account: bool) -> Place:
    """Where a browser stands at a table whose game is `over`, or not yet."""
    if table.chat is None:
        return Place((), None)
    held, left = table.seats_of(browser), table.resigned_seats(browser)
    own: Room = "seats" if held or left else "watchers"
    reads: tuple[Room, ...] = ROOMS if over else (own,)
    if held:
        return Place(reads, "seats", tuple(held))
    if left or table.ended_seats(browser):
        return Place(reads, None, why_not=LEFT)
    if table.chat == "all" or has_account:
        return Place(reads, "watchers")
    return Place(reads, None, why_not=SIGN_IN)
