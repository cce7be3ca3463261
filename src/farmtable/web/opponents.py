"""The computer opponents of all tables: each thinks in another process, and takes its time, so that
people can follow."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from concurrent.futures import Future
from typing import Any

from farmtable.tables import BotTurn, Tables, Thinkers

logger = logging.getLogger(__name__)

FIRST_PAUSE = 2.0
LONGEST_PAUSE = 300.0


class Opponents:
    """Moves the bots of all running tables, one task a table while a bot is to move there."""

    def __init__(self, tables: Tables, thinkers: Thinkers) -> None:
        self._tables = tables
        self._thinkers = thinkers
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
        """Let the moves under way be entered, and wait for no thought any more."""
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
                if not await self._decide(table_id):
                    return
                trouble = FIRST_PAUSE
            except Exception:
                # Whatever it was (a database away, a bot of somebody's own): nobody else can act while
                # it is the bot's turn, so it must try again by itself.
                logger.exception("the bot at table %s cannot move; next try in %g s", table_id, trouble)
                await self._pause(trouble)
                trouble = min(2 * trouble, LONGEST_PAUSE)

    async def _decide(self, table_id: str) -> bool:
        """Let the bot that is to move there decide once; False if no bot is."""
        loop = asyncio.get_running_loop()
        turn, delay = await asyncio.to_thread(self._turn, table_id)
        if turn is None:
            return False
        until = loop.time() + delay
        action = await self._thought(self._thinkers.ask(BotTurn.choose, turn))
        await self._pause(until - loop.time())
        if action is not None and not self._stopping.is_set():
            await asyncio.to_thread(self._enter, table_id, turn, action)
        return True

    async def _thought(self, thinking: Future[int]) -> int | None:
        """What was decided; None if the end came first."""
        decided = asyncio.wrap_future(thinking)
        stopped = asyncio.create_task(self._stopping.wait())
        either: set[asyncio.Future[Any]] = {decided, stopped}
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if decided.done():
            return decided.result()
        decided.cancel()
        return None

    async def _pause(self, seconds: float) -> None:
        """Wait, but not beyond the end."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), max(seconds, 0))

    def _turn(self, table_id: str) -> tuple[BotTurn | None, float]:
        """What the bot to move there has to decide on, if there is one, and its least time for it."""
        table = self._tables.open(table_id)
        return table.bot_turn(), table.settings.bot_delay

    def _enter(self, table_id: str, turn: BotTurn, action: int) -> None:
        self._tables.open(table_id).play_bot(turn, action)
