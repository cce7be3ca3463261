"""The server's eye on all tables: where time is up, a bot stands in; what was said ahead is played, which
whoever brings the turn does not wait for (ADR 21).

It looks at the rows of the database alone, so any number of servers may do so side by side.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

from farmtable.tables import Tables
from farmtable.web.levels import DEFAULT_BOT
from farmtable.web.watch.logs import Trouble

logger = logging.getLogger(__name__)

LOOK_EVERY: Final = 1.0


class Timekeeper:
    """Looks at the clocks from `start` until `stop`."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._looking: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to look, in the running event loop."""
        self._looking = asyncio.create_task(self._look())

    async def stop(self) -> None:
        """Look no more."""
        if self._looking is not None:
            self._looking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._looking

    async def _look(self) -> None:
        begun = False
        trouble = Trouble(
            logger,
            "the clocks cannot be looked at; tried again until they can",
            "the clocks are looked at again",
        )
        while True:
            try:
                if not begun:
                    await asyncio.to_thread(self._tables.begin_to_serve)
                    begun = True
                if self._tables.servers.leads:
                    failed = await asyncio.to_thread(self._tables.keep_time, DEFAULT_BOT)
                    failed += await asyncio.to_thread(self._tables.carry_out_due)
                    if failed:
                        raise failed[0]
                trouble.over()
            except Exception as error:  # the database may be away: nobody's time runs meanwhile
                trouble.note(error)
            await asyncio.sleep(LOOK_EVERY)
