"""Sends what the outbox has, one delivery after the other on each channel, as long as the server runs.

Any number of servers may do so side by side: the outbox gives each delivery to one of them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from itertools import takewhile
from typing import Final
from urllib.parse import urlsplit

from farmtable.core.errors import BadRecord
from farmtable.tables import NoSuchTable, StorageError, Table, Tables
from farmtable.tables.notifications.channel import HOST, OF_NO_TABLE, Call, Channel, Event
from farmtable.tables.notifications.outbox import Delivery
from farmtable.web.notifications import mail
from farmtable.web.notifications.apart import apart
from farmtable.web.notifications.links import Links
from farmtable.web.notifications.post import Unreachable, post
from farmtable.web.notifications.push import pushed
from farmtable.web.notifications.settings import Sending
from farmtable.web.notifications.webhook import hooked
from farmtable.web.notifications.words import (
    Told,
    asked_in,
    mail_of,
    told_of_passkey,
    told_of_removal,
    told_of_reports,
)
from farmtable.web.watch.logs import Trouble

logger = logging.getLogger(__name__)

LOOK_EVERY: Final = 2.0
TIDY_EVERY: Final = 3600.0
AT_ONCE: Final = 8
"""So many deliveries of one server are under way at once."""
SLACK: Final = 2.0
"""So many seconds earlier is no matter."""
MOST_TROUBLED: Final = 1000
PAUSED: Final = 60.0
"""So often it is looked whether a pause is over."""


class Sender:
    """Sends from `start` until `stop`."""

    def __init__(self, tables: Tables, sending: Sending) -> None:
        self._tables = tables
        self._sending = sending
        self._links = Links(tables, sending.url)
        self._running: list[asyncio.Task[None]] = []
        self._troubled: set[tuple[str, str]] = set()
        """The kinds of receivers, each with who takes what is sent there, that took nothing the last time."""

    def start(self) -> None:
        """Begin to send, in the running event loop; nothing happens where nothing is set up."""
        if self._sending.any:
            self._running = [asyncio.create_task(self._send()), asyncio.create_task(self._tidy())]

    async def stop(self) -> None:
        """Send no more; what is under way is sent by whoever finds it."""
        for task in self._running:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _send(self) -> None:
        begun = False
        trouble = Trouble(
            logger,
            "nothing can be told to anybody now; tried again until it can",
            "people can be told things again",
        )
        while True:
            sent = 0
            try:
                if not begun:
                    await asyncio.to_thread(self._tables.channels.tell_host, self._sending.admin)
                    begun = True
                sent = await self.send_due()
                trouble.over()
            except Exception as error:  # the database may be away
                trouble.note(error)
            if not sent:
                await asyncio.sleep(LOOK_EVERY)

    async def _tidy(self) -> None:
        while True:
            with contextlib.suppress(Exception):  # it is tried again in an hour
                await asyncio.to_thread(self._tables.outbox.tidy)
            await asyncio.sleep(TIDY_EVERY)

    async def send_due(self) -> int:
        """Send what is due, as much as is sent at once; how many deliveries that were."""
        deliveries = await asyncio.to_thread(self._take)
        await asyncio.gather(*map(self._try, deliveries))
        return len(deliveries)

    def _take(self) -> list[Delivery]:
        taken = (self._tables.outbox.take() for _ in range(AT_ONCE))
        return list(takewhile(lambda one: one is not None, taken))  # type: ignore[arg-type]

    async def _try(self, delivery: Delivery) -> None:
        """Send; what cannot be sent is tried again later, or given up."""
        try:
            await self._deliver(delivery)
        except StorageError:  # it is not known what became of it: whoever finds it sends it
            raise
        except Exception as error:  # whatever it was, the others must be told what they are to be told
            for_good = isinstance(error, mail.Refused)
            if not for_good:
                self._note_failure(delivery.channel, error)
            if not await asyncio.to_thread(self._tables.outbox.failed, delivery, for_good):
                logger.warning(
                    "one %s could not be delivered and is given up: %s", delivery.channel.kind, _why(error)
                )

    def _note_failure(self, channel: Channel, error: Exception) -> None:
        """Say so, once until something is taken there again."""
        taker = _taker(channel)
        if taker not in self._troubled and len(self._troubled) < MOST_TROUBLED:
            self._troubled.add(taker)
            logger.warning(
                "a %s could not be delivered (%s); tried again for nine hours", channel.kind, _why(error)
            )

    def _note_success(self, channel: Channel) -> None:
        taker = _taker(channel)
        if taker in self._troubled:
            self._troubled.remove(taker)
            logger.warning("a %s could be delivered again", channel.kind)

    async def _deliver(self, delivery: Delivery) -> None:
        outbox, channel = self._tables.outbox, delivery.channel
        event = delivery.calls[0].event
        if event in OF_NO_TABLE:
            await self._mail(delivery, *self._letter(event, channel), stop="")
            if event == "removed":
                await asyncio.to_thread(outbox.gone, delivery)
            else:
                await asyncio.to_thread(outbox.sent, delivery, delivery.calls)
            return
        if channel.id == HOST:
            await self._tell_host(delivery)
            return
        told, later = await asyncio.to_thread(self._still_true, delivery)
        if told and not await self._sent(delivery, list(told.values())):
            await asyncio.to_thread(outbox.gone, delivery)
            return
        await asyncio.to_thread(outbox.sent, delivery, list(told))
        await asyncio.to_thread(outbox.later, delivery, later)

    def _letter(self, event: Event, channel: Channel) -> tuple[str, list[str]]:
        if event == "confirm":
            return asked_in(channel, self._links)
        tells = told_of_removal if event == "removed" else told_of_passkey
        return tells(channel, self._sending.url)

    async def _tell_host(self, delivery: Delivery) -> None:
        """Tell whoever runs the server what was reported, but for what he has settled by now."""
        unsettled = await asyncio.to_thread(self._tables.chat.rows.unsettled)
        told = [call for call in delivery.calls if (call.table_id, call.version) in unsettled]
        if told:
            await self._mail(delivery, *told_of_reports(told), stop="")
        await asyncio.to_thread(self._tables.outbox.sent, delivery, told)

    async def _sent(self, delivery: Delivery, told: list[Told]) -> bool:
        """Send; False where there is nobody at the address any more."""
        channel, url = delivery.channel, self._sending.url
        if channel.kind == "mail":
            subject, lines = mail_of(told, channel, self._links, url)
            await self._mail(delivery, subject, lines, self._links.to("stop", channel))
            return True
        last = told[-1]
        if channel.kind == "push":
            said = {"title": last.title, "body": "\n".join([last.where, *last.hurry])}
            said |= {"url": last.path, "tag": last.table.id}
            body, headers = pushed(channel, said, self._sending.contact, self._tables.secret("push"))
        else:
            event = {"event": last.event, "game": last.table.game.id, "title": last.game}
            event |= {"table": f"{url}{last.path}"}
            event |= {} if last.until is None else {"until": last.until.isoformat()}
            body, headers = hooked(channel, delivery.id, event | {"others": last.others, "text": last.title})
        status = await post(channel.address, body, headers, self._sending.private)
        is_gone = status == 410 or (status == 404 and channel.kind == "push")
        if not (is_gone or 200 <= status < 300):
            raise Unreachable(f"status {status}")
        self._note_success(channel)
        return not is_gone

    async def _mail(self, delivery: Delivery, subject: str, lines: list[str], stop: str) -> None:
        server = self._sending.mail
        if server is None:
            raise Unreachable("no mails are sent here any more")
        name = f"{delivery.id}@{urlsplit(self._sending.url).hostname}"
        address = delivery.channel.address
        letter = mail.composed(name, server.sender, address, subject, lines, stop)
        await apart(mail.hand_over, server, letter, address)
        self._note_success(delivery.channel)

    def _still_true(self, delivery: Delivery) -> tuple[dict[Call, Told], dict[Call, float]]:
        """What of a delivery is still worth telling, of each table the latest; and what is told later."""
        told: dict[str, tuple[Call, Told]] = {}
        later: dict[Call, float] = {}
        if self._is_locked(delivery.channel):
            return {}, {}
        for call in delivery.calls:
            table = self._table(call.table_id)
            if table is None or not _concerns(table, call, delivery.channel):
                continue
            seconds = STILL[call.event](table, call)
            if seconds == 0:
                told[call.table_id] = (call, Told(call, table, delivery.channel))
            elif seconds is not None:
                later[call] = seconds
        return dict(told.values()), later

    def _table(self, table_id: str) -> Table | None:
        try:
            found = self._tables.find(table_id)
        except (NoSuchTable, BadRecord):
            return None
        return found if isinstance(found, Table) else None

    def _is_locked(self, channel: Channel) -> bool:
        if channel.person is None:
            return False
        person = self._tables.people.by_id(channel.person)
        return person is None or person.locked


def _taker(channel: Channel) -> tuple[str, str]:
    """Who takes what is sent to a receiver: one server all mails, else whoever is at the address."""
    return channel.kind, "" if channel.kind == "mail" else urlsplit(channel.address).netloc


def _why(error: Exception) -> str:
    """What went wrong, without any address."""
    return str(error) if isinstance(error, Unreachable) else type(error).__name__


def _concerns(table: Table, call: Call, channel: Channel) -> bool:
    """Whether it still is this person's seat, played by him."""
    if call.event == "invited":
        return True
    seat = table.seats[call.seat]
    return (call.seat, channel.holder) in table.holding() and (table.over or not seat.played_by_bot)


def _turn(table: Table, call: Call) -> float | None:
    return 0.0 if call.seat in table.acting and not table.over else None


def _low(table: Table, call: Call) -> float | None:
    """When the time of a seat runs low, should a pause have moved that."""
    clock = table.clock
    if clock is None or table.over or call.seat not in table.acting:
        return None
    left = table.time_left(call.seat) - clock.control.low
    if not clock.runs or table.away_until(call.seat) is not None:
        return max(left, PAUSED)
    return 0.0 if left <= SLACK else table.low_in(call.seat)


STILL: Final[dict[str, Callable[[Table, Call], float | None]]] = {
    "turn": _turn,
    "begins": lambda table, _: None if table.over else 0.0,
    "ended": lambda table, _: 0.0 if table.over else None,
    "time": _low,
    "invited": lambda table, call: None if table.over or table.seats[call.seat].taken else 0.0,
}
"""For each event whether it is still worth telling: 0 yes, None no, else ask again so many seconds from
now."""
