"""Which entries of a journal a bot has decided, also for a seat that was a person's."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"


def upgrade() -> None:
    """Add the column; of what was entered before nobody knows it."""
    op.add_column("farmtable_journal", sa.Column("by_bot", sa.Boolean))
