"""Clocks of tables, and the sign of life of the servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the table, and the row in which servers say that they live: none has yet."""
    op.create_table(
        "farmtable_clocks",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("farmtable_tables.id"), primary_key=True),
        sa.Column("control", sa.String(16), nullable=False),
        sa.Column("speed", sa.String(8), nullable=False),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("turns", sa.JSON, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("ends", sa.Float, index=True),
        sa.Column("paused", sa.Boolean, nullable=False),
        sa.Column("changes", sa.Integer, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        sa.Column("helped", sa.Boolean, nullable=False, index=True),
    )
    meta = sa.table("farmtable_meta", sa.column("key"), sa.column("value"))
    op.execute(meta.insert().values(key="sign_of_life", value="0"))
