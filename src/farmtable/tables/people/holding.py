"""What a browser holds at tables passes to an account, or is left behind by one that is deleted.

An account holds seats as a browser does, under a name of its own (`Person.holder`): wherever its person is
signed in, it is the account that acts. So tables need not know of accounts (ADR 14).
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from sqlalchemy import ColumnElement, Connection, Table, and_, delete, exists, select, update

from farmtable.tables.chat.holding import bring_words_along, forget_words
from farmtable.tables.revisions import note_changes
from farmtable.tables.schema import devices, put_away, seat_owners, seats, tables, watchers

Place = tuple[str, int]
"""A table's id and a seat there."""


def bring_along(connection: Connection, old: str, new: str, to_account: bool = False) -> None:
    """Let `new` have all seats and tables that `old` has; both are digests.

    At a seat that both hold, `new` stands in the earlier of their two places. Who was ended at a seat does
    not come back to it, nor does it lose a seat by what was ended. An account is there since now: what was
    decided before it was by a guest (`results`).
    """
    held, noted = _held(connection, old), _noted(connection, old)
    note_changes(connection, [table_id for table_id, _ in held | noted] + _created(connection, old))
    for place in sorted(held | noted):
        _lock(connection, place)
        _bring_seat(connection, place, (old, new), {"since": time.time()} if to_account else {})
    mine = put_away.alias()
    there = exists(select(mine).where(mine.c.browser == new, mine.c.table_id == put_away.c.table_id))
    connection.execute(delete(put_away).where(put_away.c.browser == old, there))
    connection.execute(update(put_away).where(put_away.c.browser == old).values(browser=new))
    connection.execute(update(tables).where(tables.c.creator == old).values(creator=new))
    bring_words_along(connection, old, new)


def leave_behind(connection: Connection, holder: str) -> None:
    """Take a holder off all tables: his seats lose their names, his tables pass to who holds a seat there,
    and what he has said is gone."""
    held, noted = _held(connection, holder), _noted(connection, holder)
    note_changes(connection, [table_id for table_id, _ in held | noted] + _created(connection, holder))
    for table_id, seat in held:
        here = and_(seats.c.table_id == table_id, seats.c.seat == seat)
        connection.execute(update(seats).where(here).values(name="", name_key=None))
    for rows in (seat_owners, devices, put_away, watchers):
        connection.execute(delete(rows).where(rows.c.browser == holder))
    forget_words(connection, holder)
    for table_id in _created(connection, holder):
        heir = connection.scalar(
            select(seat_owners.c.browser)
            .where(seat_owners.c.table_id == table_id)
            .order_by(seat_owners.c.seat, seat_owners.c.browser)
        )
        connection.execute(update(tables).where(tables.c.id == table_id).values(creator=heir or ""))


def _created(connection: Connection, browser: str) -> list[str]:
    return list(connection.scalars(select(tables.c.id).where(tables.c.creator == browser)))


def _bring_seat(
    connection: Connection, place: Place, browsers: tuple[str, str], anew: Mapping[str, float]
) -> None:
    _, new = browsers
    at_owners = [_at(seat_owners, place, browser) for browser in browsers]
    at_devices = [_at(devices, place, browser) for browser in browsers]
    mine, theirs = (connection.scalar(select(seat_owners.c.seat).where(at)) is not None for at in at_owners)
    places = [connection.scalar(select(devices.c.place).where(at)) for at in at_devices]
    if mine and not theirs:
        connection.execute(delete(devices).where(at_devices[1]))
        connection.execute(update(seat_owners).where(at_owners[0]).values(browser=new))
        connection.execute(update(devices).where(at_devices[0]).values(browser=new, **anew))
    elif not mine and not theirs and places[1] is None:
        connection.execute(update(devices).where(at_devices[0]).values(browser=new, **anew))
    else:
        if mine and places[0] is not None and places[1] is not None:
            first = min(places[0], places[1])
            connection.execute(update(devices).where(at_devices[1]).values(place=first))
        connection.execute(delete(seat_owners).where(at_owners[0]))
        connection.execute(delete(devices).where(at_devices[0]))


def _at(rows: Table, place: Place, browser: str) -> ColumnElement[bool]:
    return and_(rows.c.table_id == place[0], rows.c.seat == place[1], rows.c.browser == browser)


def _held(connection: Connection, browser: str) -> set[Place]:
    rows = select(seat_owners.c.table_id, seat_owners.c.seat).where(seat_owners.c.browser == browser)
    return {(table_id, seat) for table_id, seat in connection.execute(rows)}


def _noted(connection: Connection, browser: str) -> set[Place]:
    rows = select(devices.c.table_id, devices.c.seat).where(devices.c.browser == browser)
    return {(table_id, seat) for table_id, seat in connection.execute(rows)}


def _lock(connection: Connection, place: Place) -> None:
    """Wait for everybody who changes who holds this seat."""
    here = and_(seats.c.table_id == place[0], seats.c.seat == place[1])
    connection.execute(select(seats.c.seat).where(here).with_for_update())
