"""`Finding`: all the ways to a game, together."""

from __future__ import annotations

from farmtable.core.rng import RandomSource
from farmtable.tables.finding.blocks import Blocks
from farmtable.tables.finding.draft import Begin
from farmtable.tables.finding.invitations import Invitations
from farmtable.tables.finding.open_tables import OpenTables
from farmtable.tables.finding.pool import Pool
from farmtable.tables.finding.watching import Watching
from farmtable.tables.transactions import Database


class Finding:
    """Open tables, the pool of those who wait to be paired, invitations, whom people block, and who watches.

    `begin` makes tables; `key` is that of the database.
    """

    def __init__(self, database: Database, begin: Begin, source: RandomSource, key: bytes) -> None:
        self.open_tables = OpenTables(database, begin, key)
        self.pool = Pool(database, begin, source)
        self.invitations = Invitations(database)
        self.blocks = Blocks(database)
        self.watching = Watching(database)
