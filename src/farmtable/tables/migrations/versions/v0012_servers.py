"""Which servers live, and which of them thinks for the bots of a table."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Add a column that may be empty, whoever lives takes over, and the table."""
    op.add_column("farmtable_tables", sa.Column("thinker", sa.String(32)))
    op.create_table(
        "farmtable_servers",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
