"""What one browser and one address may do here, so that a flood slows the flooder and nobody else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from farmtable.core import Text
from farmtable.tables import Tables
from farmtable.tables.people.limits import Limit
from farmtable.web.problems import Problem

HOUR: Final = 3600.0
# A browser is given up easily, an address is not; but a whole club may be behind one.
TABLES_BY_BROWSER: Final = Limit("tables by browser", 120, HOUR)
TABLES_BY_ADDRESS: Final = Limit("tables by address", 600, HOUR)

STREAMS_BY_BROWSER: Final = 40
STREAMS_BY_ADDRESS: Final = 400
"""So many pages of one browser, or address, may listen at once, in each process."""

TOO_MANY_PAGES: Final = Text("Too many pages are open at once. Close some, then load this one again.")


def count_table(tables: Tables, browser: str, address: str) -> None:
    """Count a table that is about to be made. Raises TooOften."""
    tables.people.limits.count(TABLES_BY_BROWSER, browser)
    tables.people.limits.count(TABLES_BY_ADDRESS, address)


class Streams:
    """Who listens now."""

    def __init__(self, refuse: Callable[[str], None] = lambda _: None) -> None:
        self._open: Counter[tuple[str, str]] = Counter()
        self._refuse = refuse

    def check(self, browser: str, address: str) -> None:
        """Raises a Problem (429) where there is no room for one more."""
        if (
            self._open["browser", browser] >= STREAMS_BY_BROWSER
            or self._open["address", address] >= STREAMS_BY_ADDRESS
        ):
            self._refuse("event streams")
            raise Problem(429, TOO_MANY_PAGES, {"retry-after": "60"})

    @contextmanager
    def one(self, browser: str, address: str) -> Iterator[None]:
        """One more listens, as long as this lasts."""
        who = (("browser", browser), ("address", address))
        self._open.update(who)
        try:
            yield
        finally:
            self._open.subtract(who)
            for one in who:
                if not self._open[one]:
                    del self._open[one]
