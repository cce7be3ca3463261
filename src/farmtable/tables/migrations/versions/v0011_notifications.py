"""Ways on which people are told what happens at their tables, and what is to be told."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add the tables."""
    op.create_table(
        "farmtable_channels",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False, index=True),
        sa.Column("person", sa.String(16)),
        sa.Column("session", sa.String(64)),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("address", sa.String(1024), nullable=False),
        sa.Column("secret", sa.JSON, nullable=False),
        sa.Column("title", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("events", sa.String(64), nullable=False),
        sa.Column("interval", sa.Integer, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("next", sa.Float, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("leased_until", sa.Float, nullable=False),
        sa.Column("leased_by", sa.String(32), nullable=False),
        sa.UniqueConstraint("holder", "kind", "address"),
    )
    op.create_table(
        "farmtable_mutes",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("farmtable_tables.id"), primary_key=True),
        sa.Column("holder", sa.String(64), primary_key=True),
    )
    op.create_table(
        "farmtable_outbox",
        sa.Column("channel", sa.String(16), sa.ForeignKey("farmtable_channels.id"), primary_key=True),
        sa.Column("table_id", sa.String(32), primary_key=True, index=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("event", sa.String(8), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("due", sa.Float, index=True),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("delivery", sa.String(32)),
        sa.Column("done", sa.String(8)),
    )
