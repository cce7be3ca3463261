"""What is said at tables, what somebody will not read, what was reported, and who is silenced."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Add the tables: at those that there are, nothing is said."""
    op.create_table(
        "farmtable_chats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("farmtable_tables.id"), primary_key=True),
        sa.Column("mode", sa.String(8), nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("watchers", sa.Integer, nullable=False),
    )
    op.create_table(
        "farmtable_messages",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("farmtable_chats.table_id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("room", sa.String(8), nullable=False),
        sa.Column("author", sa.String(64), nullable=False, index=True),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("guest", sa.Integer),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("sign", sa.String(8), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("removed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "farmtable_reports",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("reporter", sa.String(64), primary_key=True, index=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("settled", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["table_id", "n"], ["farmtable_messages.table_id", "farmtable_messages.n"]),
    )
    op.create_table(
        "farmtable_ignored",
        sa.Column("reader", sa.String(64), primary_key=True),
        sa.Column("ignored", sa.String(64), primary_key=True, index=True),
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "farmtable_silenced",
        sa.Column("who", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
