"""Which person plays which seat: the link from a table, which knows only holders, to accounts."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from threading import Lock
from typing import Final

from farmtable.tables.people.rows import PeopleRows
from farmtable.tables.tokens import digest

LOOK_EVERY: Final = 30.0
"""Seconds after which a holder that is not known is looked for anew: nearly all of these are guests."""


class Known:
    """The accounts by the digest under which they hold seats, as they were a moment ago."""

    def __init__(self, rows: PeopleRows) -> None:
        self._rows = rows
        self._ids: dict[str, str] = {}
        self._looked: float | None = None
        self._lock = Lock()

    def at(self, holding: Iterable[tuple[int, str]]) -> dict[int, str]:
        """The ids of the persons who hold these seats (`Table.holding`): of several, that came first.

        Who holds several seats is more than one player at a screen, and none of them is that person.
        """
        held = list(holding)
        ids = self._ids_of([holder for _, holder in held])
        first: dict[int, str] = {}
        for seat, holder in held:
            if holder in ids:
                first.setdefault(seat, ids[holder])
        number = Counter(first.values())
        return {seat: person for seat, person in first.items() if number[person] == 1}

    def _ids_of(self, holders: Iterable[str]) -> dict[str, str]:
        with self._lock:
            now = time.monotonic()
            unknown = any(holder not in self._ids for holder in holders)
            if unknown and (self._looked is None or now - self._looked > LOOK_EVERY):
                self._ids = {digest(person.holder): person.id for person in self._rows.all()}
                self._looked = now
            return self._ids
