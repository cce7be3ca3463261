"""Which account is called so, and which one has a name that people can hardly tell from it."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, Select, select, update

from farmtable.tables.alike import looks
from farmtable.tables.plan import name_key, without_unseen
from farmtable.tables.schema import people


def row_named(connection: Connection, name: str) -> Row[Any] | None:
    """The row of the account that somebody means who types `name`; None where there is none.

    Blanks around it and what nobody sees are no part of a name, but for an account that has such signs in its
    own from before they were left out.
    """
    keys = [name_key(name.strip()), name_key(without_unseen(name))]
    rows = connection.execute(select(people).where(people.c.name_key.in_(keys)))
    return min(rows, key=lambda row: keys.index(row.name_key), default=None)


def shape_of(name: str) -> str:
    """What the name of an account looks like, without what nobody sees in those from before."""
    return looks(without_unseen(name))


def name_like(connection: Connection, name: str) -> str | None:
    """The name of an account that is the same or looks the same; None where there is none."""
    shape = shape_of(name)
    alike = (people.c.shape == shape) | (people.c.name_key == name_key(name))
    found: str | None = connection.scalar(select(people.c.name).where(alike).limit(1))
    if found is not None:
        return found
    return next((row.name for row in connection.execute(_unnoted()) if shape_of(row.name) == shape), None)


def note_shapes(connection: Connection) -> None:
    """Note what the names look like of accounts that an older program has made."""
    for row in connection.execute(_unnoted()).all():
        noted = update(people).where(people.c.id == row.id).values(shape=shape_of(row.name))
        connection.execute(noted)


def _unnoted() -> Select[tuple[str, str]]:
    return select(people.c.id, people.c.name).where(people.c.shape.is_(None))
