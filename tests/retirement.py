"""Making all tables of a database follow rules that are no longer played, as years would."""

from __future__ import annotations

from sqlalchemy import create_engine, select, update

from farmtable.tables.schema import tables


def retire(database: str) -> None:
    """Let every table have been begun with version 0 of its rules. Open the database anew to see it."""
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(update(tables).values(rules_version=0))
        finished = select(tables.c.id, tables.c.record).where(tables.c.over)
        for table_id, record in connection.execute(finished).all():
            older = record | {"rules_version": 0}
            connection.execute(update(tables).where(tables.c.id == table_id).values(record=older))
    engine.dispose()
