"""The computer opponents of all tables: each thinks in another process, and takes its time, so that
people can follow, and cannot tell from it what it holds."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import defaultdict
from concurrent.futures import Future
from typing import Any

from farmtable.bots import is_quick
from farmtable.core import BadRecord
from farmtable.tables import (
    Asker,
    BotTurn,
    NoSuchTable,
    RetiredRules,
    StorageError,
    Table,
    Tables,
    Thinkers,
    Urgency,
)
from farmtable.tables.servers import SIGN_EVERY
from farmtable.web.pace import Pace, step
from farmtable.web.watch.logs import note_trouble

logger = logging.getLogger(__name__)

FIRST_PAUSE = 2.0
LONGEST_PAUSE = 300.0
LONGEST_WITHOUT_DATABASE = 8.0
"""Seconds until a bot tries again: many where it cannot decide, few where everything waits alike."""


class Opponents:
    """Lets the bots of all running tables decide, one task a table while a bot is to play there."""

    def __init__(self, tables: Tables, thinkers: Thinkers) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._not_played: set[str] = set()  # here, with the rules that this process has
        self._paces: defaultdict[tuple[str, int, str], Pace] = defaultdict(Pace)
        self._stopping = asyncio.Event()
        self._living: asyncio.Task[None] | None = None

    async def resume(self) -> None:
        """Give a sign of life, and go on with tables that wait for a bot and that this server looks after."""
        for table_id in await asyncio.to_thread(self._tables.servers.live):
            if table_id not in self._tasks and table_id not in self._not_played:
                self._begin(table_id)

    def start(self) -> None:
        """Give signs of life from now on, and go on where another server was left off."""
        self._living = asyncio.create_task(self._live())

    async def _live(self) -> None:
        troubled = False
        while not self._stopping.is_set():
            try:
                await self.resume()
                troubled = False
            except Exception as error:  # the database may be away: then nobody takes over
                if not troubled:
                    note_trouble(logger, "no sign of life can be given; tried again until it can", error)
                troubled = True
            await self._pause(SIGN_EVERY)
        with contextlib.suppress(StorageError):
            await asyncio.to_thread(self._tables.servers.leave)

    def wake(self, table_id: str) -> None:
        """Something happened at this table: if a bot is to play there now, let it."""
        if self._stopping.is_set():
            return
        known = self._tables.at_hand(table_id)
        if known is None or not known.is_current or self._is_ours(known):
            self._begin(table_id)

    def _is_ours(self, table: Table) -> bool:
        """Whether a bot is to decide here, and no other server lets it."""
        return table.bot_to_move() is not None and self._tables.servers.looks_after(table)

    def _begin(self, table_id: str) -> None:
        if self._stopping.is_set():
            return
        if table_id in self._tasks:
            self._again.add(table_id)
            return
        task = asyncio.create_task(self._play(table_id))
        self._tasks[table_id] = task
        task.add_done_callback(lambda _: self._rest(table_id))

    async def stop(self) -> None:
        """Let the decisions under way be entered, and wait for no thought any more."""
        self._stopping.set()
        if self._living is not None:
            await self._living
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
            except NoSuchTable:  # it was deleted
                return
            except (RetiredRules, BadRecord):
                self._not_played.add(table_id)
                return
            except Exception as error:
                # Whatever it was (a database away, a bot of somebody's own): nobody else can act while
                # it is the bot's turn, so it must try again by itself.
                away = isinstance(error, StorageError)
                told = f"the bot at table {table_id} cannot decide; next try in {trouble:g} s"
                note_trouble(logger, told, error)
                await self._pause(trouble)
                trouble = min(2 * trouble, LONGEST_WITHOUT_DATABASE if away else LONGEST_PAUSE)

    async def _decide(self, table_id: str) -> bool:
        """Let the bot that is to play there decide once; False if no bot is."""
        table, turn = await asyncio.to_thread(self._turn, table_id)
        if turn is None or not self._tables.servers.looks_after(table):
            return False
        delay, keeps_pace = table.settings.bot_delay, must_keep_pace(table)
        pace = self._paces[turn.seen.game.id, turn.seen.players, turn.bot]
        least = max(delay, pace.seconds) if keeps_pace else delay
        began = self._now()
        decided = await self._thought(
            self._thinkers.ask_for(asker_of(table, turn), BotTurn.choose_timed, turn)
        )
        if decided is None:
            return True
        action, taken = decided
        if taken is not None:
            pace.note(taken)
        elapsed = self._now() - began
        await self._pause((step(elapsed) if keeps_pace and elapsed > least else least) - elapsed)
        if not self._stopping.is_set():
            await asyncio.to_thread(self._enter, table_id, turn, action)
        return True

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    async def _thought(self, thinking: Future[tuple[int, float | None]]) -> tuple[int, float | None] | None:
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

    def _turn(self, table_id: str) -> tuple[Table, BotTurn | None]:
        """The table, and what the bot to play there has to decide on, if there is one."""
        table = self._tables.open(table_id)
        return table, table.bot_turn()

    def _enter(self, table_id: str, turn: BotTurn, action: int) -> None:
        self._tables.open(table_id).play_bot(turn, action)


def must_keep_pace(table: Table) -> bool:
    """Whether somebody could make use of what the time of a bot's decisions tells.

    Not where nothing is hidden, and not where only bots play: they look at no clock.
    """
    return table.has_secrets and not table.of_bots_alone


def asker_of(table: Table, turn: BotTurn) -> Asker:
    """Who waits for a bot's decision: somebody at the table, or nobody who could not wait."""
    urgency = Urgency.ASIDE if table.of_bots_alone else Urgency.MOVE
    return Asker(urgency, table.creator, is_quick(turn.bot))
