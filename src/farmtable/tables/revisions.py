"""Every change of a table is counted in its row, and told at once to all processes of a PostgreSQL.

So whoever keeps a table in memory asks for one number to know whether it still is as it was. To count a
change also locks the row. It comes first in each transaction that changes a table: nobody waits in a ring.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Connection, String, bindparam, func, select, update

from farmtable.tables.schema import tables

CHANNEL: Final = "farmtable_tables"
"""On this channel of PostgreSQL processes hear of changes: who made one, and the table's id."""

ORIGIN: Final = "farmtable_origin"
"""Under this name a connection has the one who makes changes through it."""


# A statement costs more to be put together than to be asked: those of every decision are, once.
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
    """Count a change of a table, which also sets these columns of its row; the number that it has now.

    0 where there is no such table.
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
    """How often a table has changed, and the server that thinks for its bots; None where there is none."""
    row = connection.execute(_REVISION, {"counted": table_id}).first()
    return None if row is None else (row.revision or 0, row.thinker)
