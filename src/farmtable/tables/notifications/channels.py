"""The ways on which people are told things, and the tables of which they want to hear nothing."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, exists, insert, select, update

from farmtable.core.text import Text
from farmtable.tables.errors import TableError
from farmtable.tables.notifications.calling import call_host
from farmtable.tables.notifications.channel import (
    EVENTS,
    HOST,
    HOUR,
    MOST,
    NO_SEAT,
    NO_TABLE,
    Channel,
    Event,
    Kind,
)
from farmtable.tables.people.person import Person
from farmtable.tables.schema import channels, mutes, outbox, reports
from farmtable.tables.tokens import digest
from farmtable.tables.transactions import Collision, Database


class TooMany(TableError):
    """Somebody has as many ways of a kind as there may be."""

    def __init__(self) -> None:
        super().__init__(Text("You already have too many of these: remove one first."))


@dataclass(frozen=True)
class Whose:
    """Who chooses a way: `browser`, as tables know him, his account's id, and the session and the device
    (`title`) that the way ends with, where it does."""

    browser: str
    person: str | None = None
    session: str | None = None
    title: str = ""


class Channels:
    """The rows of channels and mutes. Whose they are is told as at tables: by a browser or the account."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, browser: str) -> list[Channel]:
        """All ways of somebody, in the order he chose them."""
        found = select(channels).where(channels.c.holder == digest(browser))
        with self._database.reading() as connection:
            return [read(row) for row in connection.execute(found.order_by(channels.c.since)).mappings()]

    def has_any(self, browser: str) -> bool:
        """Whether somebody is told anything."""
        mine = exists().where(channels.c.holder == digest(browser))
        with self._database.reading() as connection:
            return bool(connection.scalar(select(mine)))

    def by_id(self, channel_id: str) -> Channel | None:
        """The way with this id, or None."""
        with self._database.reading() as connection:
            row = connection.execute(select(channels).where(channels.c.id == channel_id)).mappings().first()
        return None if row is None else read(row)

    def add(
        self,
        kind: Kind,
        address: str,
        language: str,
        whose: Whose,
        secret: Mapping[str, str] = MappingProxyType({}),
    ) -> Channel:
        """One more way, or the same again as it is now. A mail address is first asked whether it is right.

        Raises TooMany.
        """
        holder = digest(whose.browser)
        row: dict[str, Any] = {"holder": holder, "kind": kind, "address": address, "language": language}
        row |= {
            "title": whose.title,
            "person": whose.person,
            "session": whose.session,
            "secret": dict(secret),
        }
        same = (channels.c.holder == holder) & (channels.c.kind == kind) & (channels.c.address == address)
        with self._database.writing() as connection:
            there = connection.execute(select(channels).where(same)).mappings().first()
            if there is not None:
                names = ("language", "secret", "title", "session") if kind == "push" else ("language",)
                now = {name: row[name] for name in names}
                connection.execute(update(channels).where(same).values(now))
                return read(dict(there) | now)
            others = list(connection.execute(select(channels).where(channels.c.holder == holder)).mappings())
            if sum(other["kind"] == kind for other in others) >= MOST[kind]:
                raise TooMany
            events = others[0]["events"] if others else ",".join(EVENTS)
            row |= {"id": secrets.token_urlsafe(9), "since": self._database.here(), "events": events}
            row |= {"confirmed": kind != "mail", "interval": 0, "next": 0.0}
            row |= {"failures": 0, "leased_until": 0.0, "leased_by": ""}
            connection.execute(insert(channels).values(row))
            if kind == "mail":
                _call(connection, row["id"], "confirm", row["since"])
            return read(row)

    def tell_host(self, address: str) -> None:
        """Tell whoever runs the server at this address what is reported, in one mail an hour at most; nowhere
        where it is empty. What was reported before he wanted to hear of it is told, too."""
        if self._has_host(address):
            return
        row: dict[str, Any] = {"id": HOST, "holder": HOST, "kind": "mail", "address": address, "secret": {}}
        row |= {"title": "", "language": "en", "events": "reported", "interval": HOUR, "confirmed": True}
        row |= {"since": self._database.here(), "next": 0.0}
        row |= {"failures": 0, "leased_until": 0.0, "leased_by": ""}
        with suppress(Collision), self._database.writing() as connection:  # another server says the same
            forget(connection, channels.c.id == HOST)
            if address:
                connection.execute(insert(channels).values(row))
                waiting = select(reports.c.table_id, reports.c.n).where(reports.c.settled.is_(False))
                for table_id, n in connection.execute(waiting.distinct()).all():
                    call_host(connection, table_id, n, self._database.now(connection))

    def _has_host(self, address: str) -> bool:
        with self._database.reading() as connection:
            found = connection.scalar(select(channels.c.address).where(channels.c.id == HOST))
        return (found or "") == address

    def confirm(self, channel_id: str) -> None:
        """Its address is right."""
        self._change(channels.c.id == channel_id, confirmed=True)

    def want(self, browser: str, events: Collection[Event], interval: int) -> None:
        """Choose for all ways of somebody what they tell, and how often mails come at most."""
        chosen = ",".join(event for event in EVENTS if event in events)
        self._change(channels.c.holder == digest(browser), events=chosen)
        mails = (channels.c.holder == digest(browser)) & (channels.c.kind == "mail")
        self._change(mails, interval=interval)

    def remove(self, channel_id: str) -> None:
        """Tell nothing on this way any more, and forget it."""
        with self._database.writing() as connection:
            forget(connection, channels.c.id == channel_id)

    def retire(self, channel_id: str) -> None:
        """The same; an address that was confirmed is told so, once, and forgotten then.

        Whoever has got into the account could else have its mails go elsewhere, and nobody would notice.
        """
        mine = channels.c.id == channel_id
        with self._database.writing() as connection:
            there = connection.execute(select(channels).where(mine)).mappings().first()
            forget(connection, mine)
            if there is None or not (there["kind"] == "mail" and there["confirmed"]):
                return
            # It is nobody's, under an id of which no link knows; tidied away should nobody take the mail.
            fresh, now = secrets.token_urlsafe(9), self._database.here()
            nobodys = {"id": fresh, "holder": fresh, "person": None, "confirmed": False, "since": now}
            nobodys |= {"failures": 0, "leased_until": 0.0, "leased_by": ""}
            connection.execute(insert(channels).values(dict(there) | nobodys))
            _call(connection, fresh, "removed", now)

    def mute(self, table_id: str, holder: str, muted: bool) -> None:
        """Tell `holder` (a digest) nothing of a table, or tell again."""
        here = (mutes.c.table_id == table_id) & (mutes.c.holder == holder)
        with self._database.writing() as connection:
            connection.execute(delete(mutes).where(here))
            if muted:
                connection.execute(insert(mutes).values(table_id=table_id, holder=holder))
                mine = select(channels.c.id).where(channels.c.holder == holder)
                gone = (
                    (outbox.c.table_id == table_id) & outbox.c.channel.in_(mine) & outbox.c.due.is_not(None)
                )
                waiting = outbox.c.due.is_not(None)
                connection.execute(update(outbox).where(gone, waiting).values(due=None, done="dropped"))

    def mute_for(self, table_id: str, browser: str, muted: bool) -> None:
        """The same for who is known as this at tables."""
        self.mute(table_id, digest(browser), muted)

    def muted(self, browser: str) -> Sequence[str]:
        """The tables of which somebody wants to hear nothing."""
        with self._database.reading() as connection:
            found = select(mutes.c.table_id).where(mutes.c.holder == digest(browser))
            return connection.scalars(found.order_by(mutes.c.table_id)).all()

    def come_along(self, browser: str, person: Person, session: str) -> None:
        """What a browser is told comes to the account that it is signed in to, as long as it is."""
        old, new = digest(browser), digest(person.holder)
        with self._database.writing() as connection:
            known = select(channels.c.address).where(channels.c.holder == new, channels.c.kind == "push")
            doubled = (channels.c.holder == old) & channels.c.address.in_(known.scalar_subquery())
            forget(connection, doubled)
            mine = {"holder": new, "person": person.id, "session": session}
            connection.execute(update(channels).where(channels.c.holder == old).values(mine))
            there = connection.scalars(select(mutes.c.table_id).where(mutes.c.holder == new)).all()
            doubled = (mutes.c.holder == old) & mutes.c.table_id.in_(there)
            connection.execute(delete(mutes).where(doubled))
            connection.execute(update(mutes).where(mutes.c.holder == old).values(holder=new))

    def export(self, browser: str) -> dict[str, Any]:
        """All that is kept of how somebody is told things, and of what he was told lately or is to be."""
        return {
            "channels": [one.as_data() for one in self.of(browser)],
            "muted": list(self.muted(browser)),
            "told": self._told(browser),
        }

    def _told(self, browser: str) -> list[dict[str, Any]]:
        columns = [outbox.c[name] for name in ("table_id", "seat", "event", "version", "at", "done")]
        his = select(channels.c.kind, *columns).join(channels).where(channels.c.holder == digest(browser))
        with self._database.reading() as connection:
            return [dict(row) for row in connection.execute(his.order_by(outbox.c.at)).mappings()]

    def _change(self, which: ColumnElement[bool], **columns: Any) -> None:
        with self._database.writing() as connection:
            connection.execute(update(channels).where(which).values(columns))


def forget(connection: Connection, which: ColumnElement[bool]) -> None:
    """Take ways away, with what was to be told on them."""
    gone = select(channels.c.id).where(which)
    connection.execute(delete(outbox).where(outbox.c.channel.in_(gone)))
    connection.execute(delete(channels).where(which))


def forget_holder(connection: Connection, holder: str) -> None:
    """Take all away that is kept of how somebody is told things."""
    forget(connection, channels.c.holder == holder)
    connection.execute(delete(mutes).where(mutes.c.holder == holder))


def follow_session(connection: Connection, old: str, new: str) -> None:
    """What a device is told goes on when its session gets another id."""
    connection.execute(update(channels).where(channels.c.session == old).values(session=new))


def read(row: Any) -> Channel:
    """A row as a value."""
    names = set(Channel.__dataclass_fields__) - {"events"}
    events = tuple(event for event in EVENTS if event in row["events"].split(","))
    return Channel(**{name: row[name] for name in names}, events=events)


def _call(connection: Connection, channel_id: str, event: Event, now: float) -> None:
    """Write to an address at once: to ask whether it is right, or for the last time."""
    call = {"table_id": NO_TABLE, "seat": NO_SEAT, "event": event, "version": 0}
    values = call | {"channel": channel_id, "at": now, "due": now, "tries": 0}
    connection.execute(insert(outbox).values(values))
