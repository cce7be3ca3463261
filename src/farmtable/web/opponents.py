"""The computer opponents of all tables: each waits a moment, so that people can follow, then moves."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from farmtable.tables import Tables

logger = logging.getLogger(__name__)

FIRST_PAUSE = 2.0
LONGEST_PAUSE = 300.0


class Opponents:
    """Moves the bots of all running tables, one task a table while a bot is to move there."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._stopping = asyncio.Event()

    async def resume(self) -> None:
        """Go on with every table that was left waiting for a bot when the server stopped."""
        for table_id in await asyncio.to_thread(self._tables.running_ids):
            self.wake(table_id)

    def wake(self, table_id: str) -> None:
        """Something happened at this table: if a bot is to move there now, let it."""
        if self._stopping.is_set():
            return
        if table_id in self._tasks:
            self._again.add(table_id)
            return
        task = asyncio.create_task(self._play(table_id))
        self._tasks[table_id] = task
        task.add_done_callback(lambda _: self._rest(table_id))

    async def stop(self) -> None:
        """Let the moves under way be finished, and begin no other."""
        self._stopping.set()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def _rest(self, table_id: str) -> None:
        del self._tasks[table_id]
        if table_id in self._again:
            self._again.discard(table_id)
            self.wake(table_id)

    async def _play(self, table_id: str) -> None:
        trouble = FIRST_PAUSE
        while not self._stopping.is_set():
            try:
                delay = await asyncio.to_thread(self._delay, table_id)
                if delay is None:
                    return
                await self._pause(delay)
                if not self._stopping.is_set():
                    await asyncio.to_thread(self._move, table_id)
                trouble = FIRST_PAUSE
            except Exception:
                # Whatever it was (a database away, a bot of somebody's own): nobody else can act while
                # it is the bot's turn, so it must try again by itself.
                logger.exception("the bot at table %s cannot move; next try in %g s", table_id, trouble)
                await self._pause(trouble)
                trouble = min(2 * trouble, LONGEST_PAUSE)

    async def _pause(self, seconds: float) -> None:
        """Wait, but not beyond the end."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)

    def _delay(self, table_id: str) -> float | None:
        """How long the bot to move there should wait; None if no bot is to move."""
        table = self._tables.open(table_id)
        return None if table.bot_to_move() is None else table.settings.bot_delay

    def _move(self, table_id: str) -> None:
        self._tables.open(table_id).move_bot()
