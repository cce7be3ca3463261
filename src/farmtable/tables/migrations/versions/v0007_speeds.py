"""Ratings by speed, too, and games that are not to count.

Ratings follow from results: they are made anew by whoever opens the database next.
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

# Servers of the version before may still write for a moment: what they do not say is what they knew.
FREE = "free"


def upgrade() -> None:
    """Say of each result how fast it was played, as far as its table still tells."""
    op.add_column("farmtable_tables", sa.Column("casual", sa.Boolean))
    op.add_column("farmtable_finished", sa.Column("speed", sa.String(8), nullable=False, server_default=FREE))
    finished = sa.table("farmtable_finished", sa.column("table_id"), sa.column("speed"))
    clocks = sa.table("farmtable_clocks", sa.column("table_id"), sa.column("speed"))
    speed = sa.select(clocks.c.speed).where(clocks.c.table_id == finished.c.table_id).scalar_subquery()
    with_clocks = finished.c.table_id.in_(sa.select(clocks.c.table_id))
    op.execute(finished.update().where(with_clocks).values(speed=speed))
    op.drop_table("farmtable_ratings")
    op.create_table(
        "farmtable_ratings",
        sa.Column("game", sa.String(64), primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("speed", sa.String(8), primary_key=True, server_default=FREE),
        sa.Column("who", sa.String(256), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    if op.get_bind().scalar(sa.select(sa.func.count()).select_from(finished)):
        meta = sa.table("farmtable_meta", sa.column("key"), sa.column("value"))
        op.execute(meta.insert().values(key="ratings_due", value="yes"))
