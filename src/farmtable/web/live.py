"""Telling every open page that its table has changed.

Tables publish from whatever thread a command ran in; pages wait in the event loop. What is sent is
only *that* something happened (a stamp), never what: each page then asks for the view of its own seat.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator, Callable

from farmtable.tables import Tables

LOOK_EVERY = 5.0


class Live:
    """Passes changes of tables from any thread on to who waits in the event loop."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._hooks: list[Callable[[str], object]] = []

    @property
    def tables(self) -> int:
        """How many tables somebody listens to."""
        return len(self._waiting)

    def start(self, *on_change: Callable[[str], object]) -> None:
        """Begin to listen, in the running event loop; all of `on_change` are called there for each change."""
        self._loop = asyncio.get_running_loop()
        self._hooks += on_change
        self._tables.add_listener(self._published)

    def stop(self) -> None:
        """Stop listening and let every waiting page go."""
        self._tables.remove_listener(self._published)
        self._loop = None
        self._hooks.clear()

    async def changes(self, table_id: str) -> AsyncIterator[None]:
        """One item at once, then one after each change, and one from time to time without any.

        Several changes in a row may be one item. What another process changed is heard of only by
        looking, therefore the items without a change.
        """
        event = asyncio.Event()
        event.set()
        self._waiting[table_id].add(event)
        try:
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(event.wait(), LOOK_EVERY)
                event.clear()
                yield
        finally:
            self._waiting[table_id].discard(event)
            if not self._waiting[table_id]:
                del self._waiting[table_id]

    def _published(self, table_id: str, version: int) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, table_id)

    def _wake(self, table_id: str) -> None:
        for event in self._waiting.get(table_id, ()):
            event.set()
        for hook in self._hooks:
            hook(table_id)
