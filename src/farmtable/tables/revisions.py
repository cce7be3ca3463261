"""Every change of a table is counted in its row, and announced at once to all processes on a PostgreSQL.

So a process that keeps a table in memory asks for one number to know whether it has changed. Counting a
change also locks the row. It comes first in each transaction that changes a table, so that transactions
cannot deadlock.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Connection, String, bindparam, func, select, update

from farmtable.tables.schema import tables

CHANNEL: Final = "farmtable_tables"
"""The PostgreSQL channel on which processes are notified of changes: who made one, and the table's id."""

ORIGIN: Final = "farmtable_origin"
"""The option under which a connection names the process that makes changes through it."""


# Building a statement costs more than executing it: those of every decision are built once.
_COUNT: Final = (
    update(tables)
    .where(tables.c.id == bindparam("counted"))
    .values(revision=func.coalesce(tables.c.revision, 0) + 1)
)
_COUNTED: Final = _COUNT.returning(tables.c.revision)
_TOLD: Final = _COUNT.returning(
    tables.c.revision,
    func.pg_notify(CHANNEL, func.concat(bindparam("teller", type_=String), " ", tables.c.id)),
)
_REVISION: Final = select(tables.c.revision, tables.c.thinker).where(tables.c.id == bindparam("counted"))


def note_change(connection: Connection, table_id: str, **values: Any) -> int:
    """Count a change of a table, and set these columns of its row; returns the new count.

    0 if there is no such table.
    """
    if connection.dialect.name == "postgresql":
        teller = connection.get_execution_options().get(ORIGIN, "")
        return connection.scalar(_TOLD, values | {"counted": table_id, "teller": teller}) or 0
    return connection.scalar(_COUNTED, values | {"counted": table_id}) or 0


def note_changes(connection: Connection, table_ids: Iterable[str]) -> None:
    """Count a change of several tables, in the same order everywhere."""
    for table_id in sorted(set(table_ids)):
        note_change(connection, table_id)


def revision_of(connection: Connection, table_id: str) -> tuple[int, str | None] | None:
    """How often a table has changed, and the server that runs its bots; None if there is no such table."""
    row = connection.execute(_REVISION, {"counted": table_id}).first()
    return None if row is None else (row.revision or 0, row.thinker)
