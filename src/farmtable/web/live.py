"""Telling every open page that its table has changed.

Tables publish from the thread in which a command ran; streams wait in the event loop. They only learn *that*
something happened, never what: each then draws what its own page may see (`stream/routes.py`).
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import defaultdict
from collections.abc import AsyncIterator, Callable

from farmtable.tables import StorageError, Tables
from farmtable.tables.tokens import is_table_id

SHOW_EVERY = 60.0
"""Seconds after which listeners are recorded as still present."""
LOOK_EVERY = 5.0
"""Seconds between queries, one for all tables, for changes of which no notification arrived."""


class Live:
    """Passes changes of tables from any thread to the streams that wait in the event loop."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: defaultdict[str, set[asyncio.Event]] = defaultdict(set)
        self._looking: asyncio.Task[None] | None = None
        self._hooks: list[Callable[[str], object]] = []
        self._ended = False

    @property
    def tables(self) -> int:
        """How many tables have listeners."""
        return len(self._waiting)

    def start(self, *on_change: Callable[[str], object]) -> None:
        """Begin to listen, in the running event loop; all of `on_change` are called there for each change."""
        self._loop = asyncio.get_running_loop()
        self._hooks += on_change
        self._tables.add_listener(self._published)
        self._tables.hear(self._heard)
        self._looking = asyncio.create_task(self._look())

    def stop(self) -> None:
        """Stop listening and let every waiting page go."""
        self._tables.remove_listener(self._published)
        self._loop = None
        self._hooks.clear()
        if self._looking is not None:
            self._looking.cancel()

    def end(self) -> None:
        """End all waiting streams properly, without telling them anything more; in the event loop."""
        self._ended = True
        for channel in self._waiting:
            self._let_go(channel)

    async def changes(self, table_id: str, every: float = SHOW_EVERY) -> AsyncIterator[bool]:
        """True after each change (several in a row count as one); False at once, and then every `every`
        seconds, in a fixed rhythm from which nobody can tell that there were changes.

        There are no more after `end`.
        """
        event, loop = asyncio.Event(), asyncio.get_running_loop()
        self._waiting[table_id].add(event)
        beat = loop.time()
        try:
            while not self._ended:
                if loop.time() >= beat:
                    beat = max(beat, loop.time() - every) + every  # missed beats are not made up for
                    yield False
                try:
                    async with asyncio.timeout_at(beat):
                        await event.wait()
                except TimeoutError:
                    continue
                event.clear()
                if not self._ended:
                    yield True
        finally:
            self._waiting[table_id].discard(event)
            if not self._waiting[table_id]:
                del self._waiting[table_id]

    async def _look(self) -> None:
        """Wake the streams of tables that have changed in another process."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            with contextlib.suppress(StorageError):  # the next query will find it
                listened = [table_id for table_id in self._waiting if is_table_id(table_id)]
                for table_id in await asyncio.to_thread(self._tables.moved_on, listened):
                    self._let_go(table_id)

    def wake(self, channel: str) -> None:
        """Wake the listeners of a channel that is no table, in this process; from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._let_go, channel)

    def _published(self, table_id: str, version: int) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake, table_id)

    def _heard(self, table_id: str) -> None:
        """Another process has changed a table. That process deals with the consequences; here only pages
        look."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._let_go, table_id)

    def _let_go(self, channel: str) -> None:
        for event in self._waiting.get(channel, ()):
            event.set()

    def _wake(self, table_id: str) -> None:
        self._let_go(table_id)
        for hook in self._hooks:
            hook(table_id)
