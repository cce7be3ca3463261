"""When people are away, for whom clocks by days wait."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "farmtable_absences",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("since", sa.Float, primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
