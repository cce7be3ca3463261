"""The tables as they were when steps began to be counted.

Databases are older than the count: one of schema 4 has all this, an older one lacks some of it, a new one has
nothing. So each table is made only where it is missing.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

# What programs that did not count steps look at: they refuse a database with a number that they do not know.
LATER_THAN_THEY_KNOW = "5"


def upgrade() -> None:
    """Make what is missing."""
    _of_tables()
    _of_seats()
    _of_games()
    _of_lists()
    meta = sa.table("farmtable_meta", sa.column("key"), sa.column("value"))
    op.execute(meta.delete().where(meta.c.key == "schema_version"))
    op.execute(meta.insert().values(key="schema_version", value=LATER_THAN_THEY_KNOW))


def _of_tables() -> None:
    op.create_table(
        "farmtable_meta",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("value", sa.String(256), nullable=False),
        if_not_exists=True,
    )
    op.create_table(
        "farmtable_tables",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("rules_version", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("creator", sa.String(64), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("touched", sa.Float, nullable=False),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("record", sa.JSON(none_as_null=True)),
        if_not_exists=True,
    )
    _index("farmtable_tables", "creator")
    _index("farmtable_tables", "over")


def _of_seats() -> None:
    op.create_table(
        "farmtable_seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("farmtable_tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("name_key", sa.String),
        sa.Column("bot", sa.String(256), nullable=False),
        sa.Column("taken", sa.Boolean, nullable=False),
        sa.UniqueConstraint("table_id", "name_key"),
        if_not_exists=True,
    )
    _of_a_seat("farmtable_seat_owners", sa.Column("browser", sa.String(64), primary_key=True))
    _index("farmtable_seat_owners", "browser")
    _of_a_seat("farmtable_seat_links", sa.Column("number", sa.Integer, nullable=False))
    _of_a_seat(
        "farmtable_devices",
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("program", sa.String(32), nullable=False),
        sa.Column("system", sa.String(32), nullable=False),
        sa.Column("since", sa.Float),
        sa.Column("seen", sa.Float),
    )
    _index("farmtable_devices", "browser")
    _of_a_seat(
        "farmtable_resigned",
        sa.Column("bot", sa.String(256), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )


def _of_games() -> None:
    op.create_table(
        "farmtable_journal",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("farmtable_tables.id"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("action", sa.BigInteger),
        sa.Column("command_id", sa.String(64)),
        sa.Column("at", sa.Float, nullable=False),
        sa.UniqueConstraint("table_id", "command_id"),
        if_not_exists=True,
    )
    op.create_table(
        "farmtable_analyses",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("farmtable_tables.id"), primary_key=True),
        sa.Column("engine", sa.String(128), nullable=False),
        sa.Column("content", sa.JSON, nullable=False),
        if_not_exists=True,
    )


def _of_lists() -> None:
    op.create_table(
        "farmtable_put_away",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("farmtable_tables.id"), primary_key=True),
        sa.Column("browser", sa.String(64), primary_key=True),
        sa.Column("place", sa.String(8), nullable=False),
        if_not_exists=True,
    )
    _index("farmtable_put_away", "browser")


def _of_a_seat(name: str, *columns: sa.Column[object]) -> None:
    """A table whose rows belong to a seat."""
    op.create_table(
        name,
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        *columns,
        sa.ForeignKeyConstraint(["table_id", "seat"], ["farmtable_seats.table_id", "farmtable_seats.seat"]),
        if_not_exists=True,
    )


def _index(table: str, column: str) -> None:
    op.create_index(f"ix_{table}_{column}", table, [column], if_not_exists=True)
