"""Finding a game: open tables, pairing, invitations to people, whom one blocks, and watching."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    """Add a column that may be empty, and the tables."""
    op.add_column("farmtable_tables", sa.Column("public", sa.Boolean))
    _of_open_tables()
    op.create_table(
        "farmtable_seekers",
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("speed", sa.String(8), nullable=False),
        sa.Column("since", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.Column("table_id", sa.String(32)),
        sa.Column("arrived", sa.Float),
    )
    _of_people()
    op.create_table(
        "farmtable_watchers",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("farmtable_tables.id"), primary_key=True),
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("seen", sa.Float, nullable=False, index=True),
    )


def _of_open_tables() -> None:
    op.create_table(
        "farmtable_open_tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("control", sa.String(16), nullable=False),
        sa.Column("casual", sa.Boolean, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("chat", sa.String(8)),
        sa.Column("seats", sa.JSON, nullable=False),
        sa.Column("open", sa.JSON, nullable=False),
        sa.Column("creator", sa.String(64), nullable=False, index=True),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("language", sa.String(8), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "farmtable_open_seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("farmtable_open_tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("browser", sa.String(64), nullable=False, index=True),
        sa.Column("person", sa.String(16), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.UniqueConstraint("table_id", "browser"),
    )


def _of_people() -> None:
    op.create_table(
        "farmtable_invitations",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column(
            "person", sa.String(16), sa.ForeignKey("farmtable_people.id"), primary_key=True, index=True
        ),
        sa.Column("by", sa.String(16), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("declined", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["table_id", "seat"], ["farmtable_seats.table_id", "farmtable_seats.seat"]),
    )
    op.create_table(
        "farmtable_blocks",
        sa.Column("person", sa.String(16), sa.ForeignKey("farmtable_people.id"), primary_key=True),
        sa.Column("other", sa.String(16), sa.ForeignKey("farmtable_people.id"), primary_key=True, index=True),
        sa.Column("at", sa.Float, nullable=False),
    )
