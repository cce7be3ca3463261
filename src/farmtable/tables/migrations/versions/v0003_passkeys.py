"""Passkeys: keys of a person's devices that open his account."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "farmtable_passkeys",
        sa.Column("id", sa.String(1400), primary_key=True),
        sa.Column("person", sa.String(16), sa.ForeignKey("farmtable_people.id"), nullable=False, index=True),
        sa.Column("public_key", sa.String, nullable=False),
        sa.Column("uses", sa.BigInteger, nullable=False),
        sa.Column("program", sa.String(32), nullable=False),
        sa.Column("system", sa.String(32), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
