"""Tables of guests alone: nobody with an account can come back to them, and perhaps no guest does, either."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, Connection, exists, select

from farmtable.tables.schema import devices, invitations, messages, seat_owners, tables, watchers


def unused(
    connection: Connection, since: float, accounts: Collection[str], only: str | None = None
) -> list[str]:
    """The tables of guests at which nothing has happened, and nobody was seen, since then, the oldest first.

    `accounts` are the digests of those with one: a table that one of them set up, holds or held a seat at, or
    is invited to is none. With `only` that table alone is looked at.
    """
    quiet = select(tables.c.id, tables.c.creator).where(
        tables.c.touched < since,
        tables.c.created < since,
        ~_has(devices, devices.c.seen >= since),
        ~_has(devices, devices.c.since >= since),
        ~_has(messages, messages.c.at >= since),
        ~_has(watchers, watchers.c.seen >= since),
        ~_has(invitations, invitations.c.declined.is_(False)),
    )
    if only is not None:
        quiet = quiet.where(tables.c.id == only)
    found = connection.execute(quiet.order_by(tables.c.touched)).all()
    taken = {table for owners in (seat_owners, devices) for table in _of(connection, owners, accounts, only)}
    return [row.id for row in found if row.creator not in accounts and row.id not in taken]


def _has(rows: Any, condition: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(rows.c.table_id == tables.c.id, condition)


def _of(connection: Connection, owners: Any, accounts: Collection[str], only: str | None) -> list[str]:
    """The tables at which somebody with an account holds a seat, or held one."""
    found = select(owners.c.table_id, owners.c.browser)
    rows = connection.execute(found if only is None else found.where(owners.c.table_id == only))
    return [row.table_id for row in rows if row.browser in accounts]
