"""`farmtable backup` and `farmtable restore`: everything that a server keeps, in one file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from farmtable.cli.common import Database

BackupFile = Annotated[Path, typer.Argument(metavar="FILE", help="The file, as club.farmtable.gz.")]


def backup(file: BackupFile, db: Database = None) -> None:
    """Write all tables, people and results to one file, while servers may go on."""
    from farmtable.tables.backup import back_up
    from farmtable.web.server import default_database

    rows = back_up(default_database() if db is None else db, file)
    print(f"{file}: {rows} rows. Whoever has this file has all hands and keys.")


def restore(file: BackupFile, db: Database = None) -> None:
    """Fill an empty database from such a file, of whichever kind and version it was."""
    from farmtable.tables.backup import restore as put_back
    from farmtable.web.server import default_database

    rows = put_back(default_database() if db is None else db, file)
    print(f"{file}: {rows} rows are back.")
