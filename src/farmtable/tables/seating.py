"""Who sits at a table: invited friends, the devices of one person, and how they are told apart."""

from __future__ import annotations

import contextlib
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import replace

from farmtable.core.text import Text
from farmtable.tables.alike import looks, unmixed_name
from farmtable.tables.clocks.clock import Clock
from farmtable.tables.errors import BadName, NoSuchTable, NotYourSeat, StorageError
from farmtable.tables.holders import Device
from farmtable.tables.plan import Seat, clean_name
from farmtable.tables.store import Header, Store
from farmtable.tables.tokens import device_id, digest, make_token, private_link, same, seat_of
from farmtable.tables.transactions import Collision

NO_PRIVATE_LINK = Text("This private link does not open a seat at this table, or no longer does.")
LAST_DEVICE = Text("This is the only device that holds the seat.")


class Seating(ABC):
    """The seats of a stored table. All methods may be called from any thread."""

    def __init__(self, store: Store, header: Header, key: bytes) -> None:
        self.id = header.id
        self.seats: list[Seat]  # as they are played
        self.planned: list[Seat]  # as they were taken, regardless of later resignations
        self.time = header.time
        self.chat = header.chat
        self.public = header.public  # whether anybody may find it and watch
        self.casual = header.casual  # whether its game is to count for no rating
        self.clock: Clock | None = None
        self._clock_read = 0.0  # when the clock was read
        self._creator = header.creator
        self._store = store
        self._key = key
        self._queue = threading.Lock()

    @property
    def creator(self) -> str:
        """The digest of the browser that the table belongs to."""
        return self._creator

    def is_creator(self, browser: str) -> bool:
        """Whether this browser created the table, or has it from the one that did."""
        return digest(browser) == self._creator

    def seats_of(self, browser: str) -> list[int]:
        """The seats that this browser may decide for."""
        held = self._holders.seats_of(digest(browser))
        return [seat for seat in held if not self.seats[seat].resigned]

    def first_seats(self, browser: str) -> list[int]:
        """Those of its seats that no other device had before it."""
        held = self._holders.first_seats(digest(browser))
        return [seat for seat in held if not self.seats[seat].resigned]

    def resigned_seats(self, browser: str) -> list[int]:
        """The seats that this browser held until they were resigned."""
        held = self._holders.seats_of(digest(browser))
        return [seat for seat in held if self.seats[seat].resigned]

    def ended_seats(self, browser: str) -> list[int]:
        """The seats that this browser held until another device of the same seat removed it."""
        return self._holders.ended_seats(digest(browser))

    def holding(self) -> list[tuple[int, str]]:
        """Each seat with the digests of the browsers that hold it, or held it until they resigned, in the
        order in which they came."""
        return [(seat.index, one.browser) for seat in self.seats for one in self._holders.of_seat(seat.index)]

    def check_owner(self, seat: int, browser: str) -> None:
        """Raises NotYourSeat if this browser may not decide for `seat`, nor see its view."""
        if seat in self.seats_of(browser):
            return
        if seat in self.ended_seats(browser):
            raise NotYourSeat(
                Text("Another device of this seat has disconnected this one: it can only watch now.")
            )
        if seat in self.resigned_seats(browser):
            raise NotYourSeat(Text("This seat has been resigned: a computer player plays on for it."))
        raise NotYourSeat(Text("This seat belongs to another browser."))

    @property
    def changes(self) -> int:
        """A number that grows whenever a seat is taken or resigned, its player comes, a device of a seat is
        removed, or something happens to the clocks that is not an entry of the journal."""
        clock = self.clock
        clocks = 0 if clock is None else clock.changes + len(self.planned) - len(clock.awaited)
        return sum(seat.taken + seat.resigned for seat in self.seats) + self._holders.changes + clocks

    def invite(self, seat: int, browser: str) -> str:
        """The token that lets a friend take `seat`. Raises NotYourSeat for any but the table's creator."""
        if not self.is_creator(browser) or self._kind(seat) != "friend":
            raise NotYourSeat(
                Text("Only the person who set up the table can invite somebody to a friend’s seat.")
            )
        return make_token(self._key, "invite", self.id, seat)

    def invited_seat(self, invite: str) -> int:
        """The seat that an invitation is for. Raises NotYourSeat if it is for none."""
        seat = seat_of(invite)
        if seat is None or not same(invite, make_token(self._key, "invite", self.id, seat)):
            raise NotYourSeat(Text("This invitation does not lead to a seat at this table."))
        return seat

    def claim(self, invite: str, browser: str, name: str) -> int:
        """Give a friend the seat of an invitation, under a name of their choice; returns the seat.

        Claiming it again changes nothing. Raises NotYourSeat for an unknown invitation or a seat that is
        taken, BadName for a name that cannot be used here.
        """
        seat = self.invited_seat(invite)
        if seat not in self.seats_of(browser):
            name = unmixed_name(name)
        self.take_seat(seat, browser, name)
        return seat

    def take_seat(self, seat: int, browser: str, name: str) -> None:
        """The same for somebody who was invited to `seat` in another way, which the caller has checked."""
        with self._queue:
            self._read_seats()
            if seat in self.seats_of(browser):
                return
            self._take(seat, browser, clean_name(name))
            self._seats_changed()
        self._announce()

    def make_public(self, browser: str, public: bool) -> None:
        """Make the table public, so that anybody can find and watch it, or private. Raises NotYourSeat for
        any but its creator."""
        if not self.is_creator(browser):
            raise NotYourSeat(Text("Only the person who set up the table can decide who may find it."))
        self._store.set_public(self.id, public)
        self.public = public
        self._announce()

    def _take(self, seat: int, browser: str, name: str) -> None:
        taken = [other.name for other in self.seats if other.taken and other.index != seat]
        if looks(name) in map(looks, taken):
            raise BadName(Text("Somebody at this table is already called {name}.", name=name))
        try:
            seated = self._store.claim(self.id, seat, digest(browser), name)
        except Collision:
            raise BadName(Text("Somebody at this table is already called {name}.", name=name)) from None
        self._read_seats()
        if not seated:
            raise NotYourSeat(Text("This seat has been taken by somebody else."))

    def pass_key(self, seat: int, browser: str) -> str:
        """The token with which this browser's owner takes `seat` along to another device.

        It is always the same for the same browser and seat, until it is replaced. Raises NotYourSeat for
        somebody else's seat.
        """
        self.check_owner(seat, browser)
        return self._private_link(seat, digest(browser))

    def linked_seat(self, key: str) -> int:
        """The seat that a private link is for. Raises NotYourSeat if it is not, or no longer, valid."""
        seat = seat_of(key)
        owners = [] if seat is None else [one.browser for one in self._holders.of_seat(seat)]
        if seat is None or not any(same(key, self._private_link(seat, owner)) for owner in owners):
            raise NotYourSeat(NO_PRIVATE_LINK)
        return seat

    def take_along(self, key: str, browser: str) -> list[int]:
        """Give another browser of the same person the seat of a private link; returns all its seats here.

        Raises NotYourSeat for a link that is not, or no longer, valid.
        """
        with self._queue:
            self._read_seats()  # another process may have replaced the link
            seat = self.linked_seat(key)
            if seat not in self.seats_of(browser):
                self._add_holder(seat, digest(browser))
        return self.seats_of(browser)

    def _add_holder(self, seat: int, browser: str) -> None:
        with contextlib.suppress(Collision):  # the same link, opened twice at the same moment
            if not self._store.add_holder(self.id, seat, browser, self._holders.link(seat)):
                raise NotYourSeat(NO_PRIVATE_LINK)
        self._read_seats()

    def devices(self, seat: int, browser: str) -> list[Device]:
        """The devices that hold `seat`, in the order in which they came. Raises NotYourSeat for somebody
        else's seat."""
        self.check_owner(seat, browser)
        me = digest(browser)
        ends = self._holders.ends(seat, me)
        return [
            Device(
                id=device_id(self._key, one.browser, self.id, seat),
                program=one.program,
                system=one.system,
                since=one.since,
                seen=one.seen,
                here=one.browser == me,
                can_end=one in ends,
            )
            for one in self._holders.of_seat(seat)
        ]

    def end_devices(self, seat: int, browser: str, ids: Collection[str]) -> None:
        """Remove devices (by `Device.id`) from `seat`, and replace its private link.

        Devices that are not (or no longer) there are skipped. Raises NotYourSeat for somebody else's seat,
        and for a device that this browser may not remove: one that had the seat before it, or the only one.
        """
        with self._queue:
            self._read_seats()
            self.check_owner(seat, browser)
            there = self._holders.of_seat(seat)
            asked = [one for one in there if device_id(self._key, one.browser, self.id, seat) in ids]
            if len(asked) == len(there):
                raise NotYourSeat(LAST_DEVICE)
            allowed = self._holders.ends(seat, digest(browser))
            if not all(one in allowed for one in asked):
                raise NotYourSeat(
                    Text("A device that had the seat before this one can only disconnect itself.")
                )
            gone = [one.browser for one in asked]
            if gone:
                self._seats_changed()  # an absent holder has stopped the clock until now
                if not self._store.end_holders(self.id, seat, gone):
                    raise NotYourSeat(LAST_DEVICE)
                self._seats_changed()
            self._read_seats()
        self._announce()

    def replace_link(self, seat: int, browser: str) -> None:
        """Invalidate the private links of `seat` and create new ones; its holders keep it.

        Raises NotYourSeat for somebody else's seat.
        """
        self.check_owner(seat, browser)
        with self._queue:
            self._store.replace_link(self.id, seat)
            self._read_seats()

    def note_seen(self, browser: str, program: str, system: str) -> None:
        """Record that this browser was at the table now, if it holds a seat and the last record is old
        enough.

        `program` and `system` describe it, as in `Device`. If it cannot be recorded, nothing else fails.
        """
        now, me = time.time(), digest(browser)
        seats = self._holders.unseen(me, program, system, now)
        if seats:
            known = {"program": program, "system": system, "seen": now}
            with contextlib.suppress(Collision, StorageError):
                self._store.note_seen(self.id, me, seats, known)

    def _private_link(self, seat: int, owner: str) -> str:
        return private_link(self._key, owner, self._holders.link(seat), self.id, seat)

    def _kind(self, seat: int) -> str | None:
        return self.seats[seat].kind if 0 <= seat < len(self.seats) else None

    def _read_seats(self) -> None:
        """Read who sits here. Raises NoSuchTable if the table was erased."""
        sitting = self._store.sitting(self.id)
        if not sitting.seats:
            raise NoSuchTable
        self.planned = sitting.seats
        self._creator = sitting.creator
        self.public = sitting.public
        self.casual = sitting.casual
        bots = self._store.resigned(self.id)
        clock = None if self.time is None else self._store.clocks.read(self.id)
        self.seats = [
            replace(seat, kind="bot", bot=bots[seat.index], resigned=True) if seat.index in bots else seat
            for seat in self.planned
        ]
        if clock is not None:
            self._note_clock(clock)
        self._holders = sitting.holders

    def _note_clock(self, read: tuple[Clock, float]) -> None:
        """Take over the state of the clocks at a moment, and for which seats bots play."""
        self.clock, self._clock_read = read
        bots = self.clock.stand_ins
        for index, seat in enumerate(self.planned):
            if not self.seats[index].resigned:
                self.seats[index] = replace(seat, bot=bots.get(index, seat.bot), away=index in bots)

    @abstractmethod
    def _seats_changed(self) -> None:
        """Somebody has come or gone: this may change whose time runs."""

    @abstractmethod
    def _announce(self) -> None:
        """Notify all listeners that the table has changed."""
