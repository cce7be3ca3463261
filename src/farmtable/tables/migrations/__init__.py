"""Migrations of the database schema, step by step, with the games that are in it (ADR 13).

`versions` has the steps, each a module that names the step before it in `down_revision`. A step spells out
everything it creates and imports nothing of ours: what it does never changes, however the schema does.
"""

from __future__ import annotations

import threading
from functools import cache
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

VERSION_TABLE: Final = "farmtable_schema"

_one_at_a_time = threading.Lock()  # Alembic keeps the migration under way in global variables


def newest() -> str:
    """The version of the schema that this program works with."""
    return _scripts().get_current_head() or ""


def is_known(version: str) -> bool:
    """Whether this program knows how to go on from this version."""
    return version in {script.revision for script in _scripts().walk_revisions()}


def version_of(connection: Connection) -> str | None:
    """The version of a database's schema, None where nothing is noted of it."""
    context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
    return context.get_current_revision()


def bring_up_to_date(connection: Connection, version: str = "head") -> None:
    """Take all steps that are missing (up to `version`), in the transaction of this connection."""
    with _one_at_a_time:
        config = _config()
        config.attributes["connection"] = connection
        command.upgrade(config, version)


@cache
def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())


def _config() -> Config:
    config = Config()
    # The file format of Alembic's settings gives a percent sign a meaning; a path may have one.
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config
