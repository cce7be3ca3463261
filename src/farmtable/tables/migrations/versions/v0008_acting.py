"""Who is to act at each table: a long list of them is put in order without playing any of them through."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add a column that may be empty: it is filled with the next decision."""
    op.add_column("farmtable_tables", sa.Column("acting", sa.String(64)))
