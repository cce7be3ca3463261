"""How often each table has changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add a column that may be empty: no change was counted yet."""
    op.add_column("farmtable_tables", sa.Column("revision", sa.Integer))
