"""How often something may be tried, counted in the database: for all server processes together."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, func, insert, select, update

from farmtable.tables.errors import TooOften
from farmtable.tables.schema import tries
from farmtable.tables.transactions import Collision, Database

KEPT_SECONDS: Final = 24 * 3600.0
"""What was tried longer ago is forgotten."""


@dataclass(frozen=True)
class Limit:
    """`purpose` may be tried `most` times within `seconds` (a day at most), counted from the first time."""

    purpose: str
    most: int
    seconds: float


class Limits:
    """Counts tries. Who tries, a name or an address, is kept as a digest only."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.on_refusal: Callable[[str], None] = lambda _: None
        """Called with the purpose whenever a try is refused."""

    def count(self, limit: Limit, *who: str) -> None:
        """Count one try. Raises TooOften, and counts nothing, where there were too many."""
        for _ in range(2):
            try:
                with self._database.writing() as connection:
                    self._count(connection, limit, _digest(limit, who))
                return
            except Collision:  # another process has counted the first
                continue
            except TooOften:
                self.on_refusal(limit.purpose)
                raise

    def forget(self, limit: Limit, *who: str) -> None:
        """Count from nought again."""
        with self._database.writing() as connection:
            connection.execute(delete(tries).where(tries.c.what == _digest(limit, who)))

    def forget_all(self) -> None:
        """Count everything from nought again."""
        with self._database.writing() as connection:
            connection.execute(delete(tries))

    def number(self) -> int:
        """How many names and addresses something is counted of."""
        with self._database.reading() as connection:
            return connection.scalar(select(func.count()).select_from(tries)) or 0

    def _count(self, connection: Connection, limit: Limit, what: str) -> None:
        now = time.time()
        here = tries.c.what == what
        row = connection.execute(select(tries.c.since, tries.c.number).where(here).with_for_update()).first()
        if row is not None and now - row.since < limit.seconds:
            if row.number >= limit.most:
                raise TooOften(row.since + limit.seconds - now)
            connection.execute(update(tries).where(here).values(number=row.number + 1))
            return
        connection.execute(delete(tries).where(here | (tries.c.since < now - KEPT_SECONDS)))
        connection.execute(insert(tries).values(what=what, since=now, number=1))


def _digest(limit: Limit, who: tuple[str, ...]) -> str:
    return hashlib.sha256("\n".join((limit.purpose, *who)).encode("utf-8", "surrogatepass")).hexdigest()
