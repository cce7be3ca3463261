"""Which account is called so."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, select

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
