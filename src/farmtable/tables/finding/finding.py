"""`Finding`: all the ways to a game, together."""

from __future__ import annotations

from typing import Any

from farmtable.core.rng import RandomSource
from farmtable.tables.finding.blocks import Blocks
from farmtable.tables.finding.draft import Begin
from farmtable.tables.finding.invitations import Invitations
from farmtable.tables.finding.kept import kept_of
from farmtable.tables.finding.open_tables import OpenTables
from farmtable.tables.finding.pool import Pool
from farmtable.tables.finding.watching import Watching
from farmtable.tables.people.person import Person
from farmtable.tables.transactions import Database


class Finding:
    """Open tables, the pool of those who wait to be paired, invitations, whom people block, and who watches.

    `begin` makes tables; `key` is that of the database.
    """

    def __init__(self, database: Database, begin: Begin, source: RandomSource, key: bytes) -> None:
        self._database = database
        self.open_tables = OpenTables(database, begin, key)
        self.pool = Pool(database, begin, source)
        self.invitations = Invitations(database)
        self.blocks = Blocks(database)
        self.watching = Watching(database)

    def export(self, person: Person) -> dict[str, Any]:
        """All that is kept of somebody here but whom he has blocked, which is told with his account."""
        with self._database.reading() as connection:
            return kept_of(connection, person)
