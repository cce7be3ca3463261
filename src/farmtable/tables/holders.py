"""Who holds the seats of a table: which browsers, in which order they came, and which were removed (ended).

A seat belongs to the devices that hold it; an account is one of them (ADR 14). They are ordered as they came:
the first is the one that created the table or accepted the invitation, all others came by a private link. A
device can remove those that came after it, and itself, but never one that was there before: whoever got hold
of a private link can be removed by the owner and can never remove the owner (ADR 11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SEEN_EVERY = 60.0
"""Seconds after which it is recorded again that a device was seen."""


@dataclass(frozen=True)
class Holding:
    """A browser (its digest) that holds a seat, or held it until it was `ended`.

    `place` orders the holders of a seat from 1; 0 is anybody who came before the order was recorded.
    `program` and `system` are names ("Firefox", "Android") or empty; `since` and `seen` are Unix times or
    None.
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
    """A device that holds a seat, as shown to another device of the same seat.

    `id` names it in forms and gives no access. `here` is the device that asks, and `can_end` says whether the
    asking device may remove this one. `since` and `seen` are Unix times, None if they are not known.
    """

    id: str
    program: str
    system: str
    since: float | None
    seen: float | None
    here: bool
    can_end: bool


class Holders:
    """Who holds which seats of a table, as read from the database; never changed.

    `links` has, for each seat whose private link was replaced, how often. `creator` is the digest of the
    browser that created the table and was therefore the first to hold `local`, the seats at that screen.
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
        """The seats that this browser held until it was removed, in order."""
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
        """A number that grows whenever a device of any seat is removed."""
        return sum(self._links.values())

    def ends(self, seat: int, browser: str) -> list[Holding]:
        """Those whom this browser may remove from this seat: later ones, and itself if another stays."""
        holding = self.of_seat(seat)
        (mine,) = (one for one in holding if one.browser == browser)
        later = [one for one in holding if one is not mine and self._place(one) >= self._place(mine)]
        return [*later, mine] if len(holding) > 1 else later

    def first_seats(self, browser: str) -> list[int]:
        """The seats of this browser that no other held before it, in order."""
        return [seat for seat in self.seats_of(browser) if not self._before(seat, browser)]

    def followers(self, browser: str) -> set[str]:
        """The other browsers that hold only seats which this one was the first to hold."""
        first = set(self.first_seats(browser))
        there = {one.browser for one in self._holdings if not one.ended}
        return {one for one in there if first.issuperset(self.seats_of(one))} - {browser}

    def _before(self, seat: int, browser: str) -> list[Holding]:
        """The holders of this seat that came before this browser, which also holds it."""
        holding = self.of_seat(seat)
        (mine,) = (one for one in holding if one.browser == browser)
        return [one for one in holding if self._place(one) < self._place(mine)]

    def unseen(self, browser: str, program: str, system: str, now: float) -> list[int]:
        """The seats of this browser for which it is to be recorded that it was seen `now`."""
        return [
            one.seat
            for one in self._holdings
            if one.browser == browser
            and not one.ended
            and ((one.program, one.system) != (program, system) or now - (one.seen or 0.0) >= SEEN_EVERY)
        ]

    def _place(self, one: Holding) -> tuple[int, bool]:
        """The position of a holder in the order. It is the same only for those whose order was not
        recorded."""
        first = one.place == 0 and one.browser == self._creator and one.seat in self._local
        return one.place, not first
