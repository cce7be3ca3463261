"""People: their accounts, where they are signed in, and how often something was tried."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "farmtable_people",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("name_key", sa.String, nullable=False, unique=True),
        sa.Column("password", sa.String(256)),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("locked", sa.Boolean, nullable=False),
    )
    op.create_table(
        "farmtable_sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(16), sa.ForeignKey("farmtable_people.id"), nullable=False, index=True),
        sa.Column("program", sa.String(32), nullable=False),
        sa.Column("system", sa.String(32), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "farmtable_tries",
        sa.Column("what", sa.String(64), primary_key=True),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
    )
