"""What Alembic runs to take the steps: on the connection that it is given, in the transaction of that."""

from __future__ import annotations

from alembic import context

from farmtable.tables.migrations import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
with context.begin_transaction():
    context.run_migrations()
