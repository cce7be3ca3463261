"""What seats want to decide once their turn comes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "farmtable_intentions",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("lines", sa.JSON, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("due", sa.Float, index=True),
        sa.ForeignKeyConstraint(["table_id", "seat"], ["farmtable_seats.table_id", "farmtable_seats.seat"]),
    )
