"""The computer opponents of all tables. Each thinks in another process and keeps a pace, so that people can
follow, and its timing does not reveal what it holds."""

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
from farmtable.web.watch.logs import Trouble, note_trouble

logger = logging.getLogger(__name__)

FIRST_PAUSE = 2.0
LONGEST_PAUSE = 300.0
LONGEST_WITHOUT_DATABASE = 8.0
"""Seconds until a bot tries again: more if only this bot cannot decide, fewer if everything waits for the
database."""


class Opponents:
    """Runs the bots of all active tables, in one task a table while a bot is to play there."""

    def __init__(self, tables: Tables, thinkers: Thinkers) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._not_played: set[str] = set()  # tables whose rules version this process does not play
        self._paces: defaultdict[tuple[str, int, str], Pace] = defaultdict(Pace)
        self._stopping = asyncio.Event()
        self._living: asyncio.Task[None] | None = None
        self._trouble = Trouble(logger, "bots cannot decide; tried again until they can", "bots decide again")

    async def resume(self) -> None:
        """Send a heartbeat, and continue tables that wait for a bot and are run by this server."""
        for table_id in await asyncio.to_thread(self._tables.servers.live):
            if table_id not in self._tasks and table_id not in self._not_played:
                self._begin(table_id)

    def start(self) -> None:
        """Send heartbeats from now on, and continue tables that another server has left."""
        self._living = asyncio.create_task(self._live())

    async def _live(self) -> None:
        trouble = Trouble(
            logger, "no sign of life can be given; tried again until it can", "signs of life are given again"
        )
        while not self._stopping.is_set():
            try:
                await self.resume()
                trouble.over()
            except Exception as error:  # the database may be away: then nobody takes over
                trouble.note(error)
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
        """Whether a bot is to decide here and no other server runs it."""
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
        """Let the decisions that are ready be entered, and stop waiting for thoughts."""
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
        pause = FIRST_PAUSE
        while not self._stopping.is_set():
            try:
                goes_on = await self._decide(table_id)
                self._trouble.over()
                if not goes_on:
                    return
                pause = FIRST_PAUSE
            except NoSuchTable:  # it was deleted
                return
            except (RetiredRules, BadRecord):
                self._not_played.add(table_id)
                return
            except Exception as error:
                # Whatever the cause (the database is away, or a custom bot fails): nobody else can act while
                # it is the bot's turn, so it must try again by itself.
                self._note_failure(table_id, error, pause)
                await self._pause(pause)
                longest = LONGEST_WITHOUT_DATABASE if isinstance(error, StorageError) else LONGEST_PAUSE
                pause = min(2 * pause, longest)

    def _note_failure(self, table_id: str, error: Exception, pause: float) -> None:
        """Say so; where the database is away, which all bots wait for alike, once until it is back."""
        if isinstance(error, StorageError) and error.is_away:
            self._trouble.note(error)
        else:
            note_trouble(logger, f"the bot at table {table_id} cannot decide; next try in {pause:g} s", error)

    async def _decide(self, table_id: str) -> bool:
        """Let the bot whose turn it is decide once; False if there is none."""
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
        """The decision; None if `stop` came first."""
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
        """Wait, but not beyond `stop`."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), max(seconds, 0))

    def _turn(self, table_id: str) -> tuple[Table, BotTurn | None]:
        """The table, and what the bot whose turn it is has to decide, if there is one."""
        table = self._tables.open(table_id)
        return table, table.bot_turn()

    def _enter(self, table_id: str, turn: BotTurn, action: int) -> None:
        self._tables.open(table_id).play_bot(turn, action)


def must_keep_pace(table: Table) -> bool:
    """Whether somebody could learn something from the time that a bot's decisions take.

    Not if nothing is hidden, and not if only bots play: they do not look at the clock.
    """
    return table.has_secrets and not table.of_bots_alone


def asker_of(table: Table, turn: BotTurn) -> Asker:
    """On whose behalf a bot thinks, and how urgently: people at a table wait, bots among themselves do
    not."""
    urgency = Urgency.ASIDE if table.of_bots_alone else Urgency.MOVE
    return Asker(urgency, table.creator, is_quick(turn.bot))
