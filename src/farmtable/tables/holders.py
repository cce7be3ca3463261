"""Who holds the seats of a table: which browsers, in which order they came, and which were ended.

A seat belongs to the devices that hold it; an account is one of them (ADR 14). They are ordered as they
came: the first is who set the table up or took the invitation, all others came by a private link. A device
can end those that came after it, and itself, but never one that was there before: whoever got hold of a
private link can be turned out by its owner and can never turn its owner out (ADR 11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SEEN_EVERY = 60.0
"""Seconds after which it is noted anew that a device was seen."""


@dataclass(frozen=True)
class Holding:
    """A browser (its digest) that holds a seat, or held it until it was `ended`.

    `place` orders the holders of a seat from 1; 0 is whoever came before that was noted. `program` and
    `system` are names ("Firefox", "Android") or empty; `since` and `seen` are Unix times or None.
    """

    seat: int
    browser: str
    place: int = 0
    program: str = ""
    system: str = ""
    since: float | None = None
    seen: float | None = None
    ended: bool = False


@dataclass(frozen=True)
class Device:
    """A device that holds a seat, as another of the same seat is told of it.

    `id` names it in forms and opens nothing. `here` is the device that asks, and `can_end` says whether
    that one may end this one. `since` and `seen` are Unix times, None where they are not known.
    """

    id: str
    program: str
    system: str
    since: float | None
    seen: float | None
    here: bool
    can_end: bool


class Holders:
    """Who holds which seats of a table, as the database had it; never changed.

    `links` says of each seat how often its private link was replaced, where it was. `creator` is the
    digest of who set the table up, and with it the first to hold `local`, the seats at that screen.
    """

    def __init__(
        self, holdings: Sequence[Holding], links: Mapping[int, int], creator: str, local: frozenset[int]
    ) -> None:
        self._holdings = holdings
        self._links = links
        self._creator = creator
        self._local = local

    def seats_of(self, browser: str) -> list[int]:
        """The seats that this browser holds, in order."""
        return sorted(one.seat for one in self._holdings if one.browser == browser and not one.ended)

    def ended_seats(self, browser: str) -> list[int]:
        """The seats that this browser held until it was ended, in order."""
        return sorted(one.seat for one in self._holdings if one.browser == browser and one.ended)

    def of_seat(self, seat: int) -> list[Holding]:
        """Who holds this seat, in the order they came."""
        found = [one for one in self._holdings if one.seat == seat and not one.ended]
        return sorted(found, key=lambda one: (self._place(one), one.since or 0.0, one.browser))

    def link(self, seat: int) -> int:
        """How often the private link of this seat was replaced."""
        return self._links.get(seat, 0)

    @property
    def changes(self) -> int:
        """A number that grows whenever a device of any seat is ended."""
        return sum(self._links.values())

    def ends(self, seat: int, browser: str) -> list[Holding]:
        """Whom of this seat this browser may end: who came after it, and itself if another stays."""
        holding = self.of_seat(seat)
        (mine,) = (one for one in holding if one.browser == browser)
        later = [one for one in holding if one is not mine and self._place(one) >= self._place(mine)]
        return [*later, mine] if len(holding) > 1 else later

    def first_seats(self, browser: str) -> list[int]:
        """The seats of this browser that no other held before it, in order."""
        return [seat for seat in self.seats_of(browser) if not self._before(seat, browser)]

    def followers(self, browser: str) -> set[str]:
        """The other browsers that hold nothing but seats which this one was the first to hold."""
        first = set(self.first_seats(browser))
        there = {one.browser for one in self._holdings if not one.ended}
        return {one for one in there if first.issuperset(self.seats_of(one))} - {browser}

    def _before(self, seat: int, browser: str) -> list[Holding]:
        """Who of this seat was there before this browser, which holds it."""
        holding = self.of_seat(seat)
        (mine,) = (one for one in holding if one.browser == browser)
        return [one for one in holding if self._place(one) < self._place(mine)]

    def unseen(self, browser: str, program: str, system: str, now: float) -> list[int]:
        """The seats of this browser with which it is to be noted that it was seen `now`."""
        return [
            one.seat
            for one in self._holdings
            if one.browser == browser
            and not one.ended
            and ((one.program, one.system) != (program, system) or now - (one.seen or 0.0) >= SEEN_EVERY)
        ]

    def _place(self, one: Holding) -> tuple[int, bool]:
        """Where a holder stands. Equal are only those of whom nobody noted who came first."""
        first = one.place == 0 and one.browser == self._creator and one.seat in self._local
        return one.place, not first
