"""Hints being computed and those just given: separate for each seat, kept in memory only."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import Future

from farmtable.tables import Advice, Asker, Table, Thinkers, Urgency, advise

HINTS_KEPT = 64
HINT_SECONDS = 1.0


class Hints:
    """Has hints computed in other processes, each once, and remembers the latest answers."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._asked: OrderedDict[tuple[str, int, int], Future[Advice]] = OrderedDict()

    def is_asked(self, table: Table, seat: int) -> bool:
        """Whether this was asked before, so that it need not be computed again."""
        asked = self._asked.get((table.id, table.version, seat))
        return asked is not None and not (asked.done() and asked.exception() is not None)

    async def advice(self, table: Table, seat: int, browser: str) -> Advice:
        """The advice for the `seat` of a `browser`, which is to decide at this table.

        The table must be a snapshot (`Table.as_it_stands`).
        """
        key = (table.id, table.version, seat)
        asked = self._asked.get(key)
        if asked is None or (asked.done() and asked.exception() is not None):
            asked = self._thinkers.ask_for(
                Asker(Urgency.HINT, browser), advise, table.perspective(seat), HINT_SECONDS
            )
            self._asked[key] = asked
        self._asked.move_to_end(key)
        while len(self._asked) > HINTS_KEPT:
            self._asked.popitem(last=False)
        # Shielded: if one request is cancelled, another for the same hint must still get the answer.
        return await asyncio.shield(asyncio.wrap_future(asked))
