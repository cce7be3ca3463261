"""Every change of a table is counted in its row, and told at once to all processes of a PostgreSQL.

So whoever keeps a table in memory asks for one number to know whether it still is as it was. To count a
change also locks the row. It comes first in each transaction that changes a table: nobody waits in a ring.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Connection, func, select, update

from farmtable.tables.schema import tables

CHANNEL: Final = "farmtable_tables"
"""On this channel of PostgreSQL processes hear of changes: who made one, and the table's id."""

ORIGIN: Final = "farmtable_origin"
"""Under this name a connection has the one who makes changes through it."""


def note_change(connection: Connection, table_id: str, **values: Any) -> int:
    """Count a change of a table, which also sets these columns of its row; the number that it has now.

    0 where there is no such table.
    """
    counted = update(tables).where(tables.c.id == table_id)
    counted = counted.values(values | {"revision": func.coalesce(tables.c.revision, 0) + 1})
    if connection.dialect.name == "postgresql":
        origin = connection.get_execution_options().get(ORIGIN, "")
        told = func.pg_notify(CHANNEL, func.concat(origin, " ", tables.c.id))
        return connection.scalar(counted.returning(tables.c.revision, told)) or 0
    return connection.scalar(counted.returning(tables.c.revision)) or 0


def note_changes(connection: Connection, table_ids: Iterable[str]) -> None:
    """Count a change of several tables, in the same order everywhere."""
    for table_id in sorted(set(table_ids)):
        note_change(connection, table_id)


def revision_of(connection: Connection, table_id: str) -> tuple[int, str | None] | None:
    """How often a table has changed, and the server that thinks for its bots; None where there is none."""
    found = select(tables.c.revision, tables.c.thinker).where(tables.c.id == table_id)
    row = connection.execute(found).first()
    return None if row is None else (row.revision or 0, row.thinker)
