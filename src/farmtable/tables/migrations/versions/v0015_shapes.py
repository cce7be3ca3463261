"""What the names of accounts look like, by which new ones are compared with them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    """Add the column. It is not unique: there may be accounts that look alike, which stay as they are."""
    op.add_column("farmtable_people", sa.Column("shape", sa.String))
    op.create_index("ix_farmtable_people_shape", "farmtable_people", ["shape"])
