"""The stream of events of a table: server-sent events, as long as a page is open."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from time import monotonic
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.sse import EventSourceResponse

from farmtable.core import FarmtableError
from farmtable.tables import StorageError, Table, Tables
from farmtable.web.board import stamp
from farmtable.web.changes import Boards
from farmtable.web.drawing.boards import draw
from farmtable.web.drawing.room import Room
from farmtable.web.gate.floods import address_of
from farmtable.web.live import SHOW_EVERY, Live
from farmtable.web.reader import Reader
from farmtable.web.stream.events import BEAT, BEAT_SECONDS, event_stream, tell
from farmtable.web.stream.listening import Listening
from farmtable.web.watch.limits import Streams
from farmtable.web.watch.requests import note_request
from farmtable.web.wiring import TheLive, TheReader, TheTables

logger = logging.getLogger(__name__)

router = APIRouter()

WATCH_EVERY: Final = 10.0
"""Seconds after which it is noted again that somebody watches."""
ASK_EVERY: Final = 5.0
"""Seconds after which it is asked anew whether who has signed in still is."""
BOARD_EVERY: Final = 0.05
"""A stream tells of boards not more often: where bots play at once, nobody could follow."""

Name = Annotated[str, Query(max_length=40, pattern="^[A-Za-z0-9_-]*$")]


@router.get("/table/{table_id}/events")
async def events(
    table_id: str,
    request: Request,
    tables: TheTables,
    reader: TheReader,
    live: TheLive,
    page: Name = "",
    shown: Name = "",
) -> EventSourceResponse:
    """Server-sent events: the stamps of table and chat at once and after every change, and heartbeats in a
    rhythm that no change disturbs. None carries what was said.

    A `page` that gives itself a name and has a board (the mark of the newest that it was sent is in `shown`)
    is told the next one in the place of its stamp, as what changed (`web/changes.py`). It has to ask for it
    where it could show several seats, is asking already, or has a board that is not known here.

    The stream of a device that holds a seat ends with the event that tells that it was ended, and that of
    somebody signed in soon after he is no longer: the page then asks as whoever it is now.
    """
    streams: Streams = request.app.state.streams
    listening: Listening = request.app.state.listening
    listener = reader.browser, address_of(request)
    streams.check(*listener)
    # Held here, it stays in memory as long as somebody listens.
    table = await asyncio.to_thread(tables.open, table_id)
    stream = _Stream(request, tables, table, reader, live, page)

    async def counted() -> AsyncIterator[bytes]:
        with streams.one(*listener), listening.stream(reader.browser, page, shown):
            try:
                async for event in stream.events():
                    yield event
            except StorageError as error:  # half an answer is sent: the stream ends, and the page asks anew
                note_request(logger, request.scope, error)
            finally:
                if tables.finding.watching.leave(table_id, reader.browser):
                    live.wake(table_id)

    return event_stream(counted())


class _Stream:
    """What one page is told of its table."""

    def __init__(
        self, request: Request, tables: Tables, table: Table, reader: Reader, live: Live, page: str
    ) -> None:
        self._tables = tables
        self._table = table
        self._reader = reader
        self._live = live
        self._page = page
        self._has_chat: bool = request.app.state.chat
        self._boards: Boards = request.app.state.boards
        self._room: Room = request.app.state.room
        self._listening: Listening = request.app.state.listening
        self._board_at = 0.0
        self._ask_at = monotonic() + ASK_EVERY

    async def events(self) -> AsyncIterator[bytes]:
        """All events, until the reader has lost a seat, or is not signed in any more."""
        table, reader = self._table, self._reader
        shown, heard, watching, mine = "", "", 0, set[int]()
        every = SHOW_EVERY if table.seats_of(reader.browser) else WATCH_EVERY
        look_at = 0.0
        async for changed in self._live.changes(table.id, BEAT_SECONDS):
            if not changed and not await self._is_signed_in():
                return
            if not changed and monotonic() < look_at:
                yield BEAT
                continue
            if changed and self._is_known():
                now, said, held, number = self._standing()
            else:
                now, said, held, number = await asyncio.to_thread(self._look)
                look_at = monotonic() + every
            news: list[bytes] = []
            if now != shown:
                board = await self._board(now) if shown and mine <= held and len(held) <= 1 else None
                shown, event = board or (now, tell("version", now))
                news.append(event)
            if said != heard and self._has_chat:
                heard = said
                news.append(tell("chat", said))
            if number != watching:
                watching = number
                self._live.wake(table.id)  # who came first hears of who came after him
                news.append(tell("watching", str(number)))
            # A change that is none for this page is no beat either: it may be what others say elsewhere.
            for event in news or (() if changed else (BEAT,)):
                yield event
            if not mine <= held:
                return
            mine = held

    async def _is_signed_in(self) -> bool:
        """Whether who has signed in still is. That is asked once in a while, not for each event."""
        session = self._reader.session
        if session is None or monotonic() < self._ask_at:
            return True
        self._ask_at = monotonic() + ASK_EVERY
        try:
            return await asyncio.to_thread(self._tables.people.is_open, session)
        except StorageError:  # nobody knows; it is asked again
            return True

    def _is_known(self) -> bool:
        """Whether this process knows how the table stands, so that no database has to be asked."""
        tables, table = self._tables, self._table
        there = tables.finding.watching.is_current and tables.chat.is_known(table)
        return there and table.is_current and not table.over

    def _look(self) -> tuple[str, str, set[int], int]:
        """What `_standing` tells of the table, as the database has it."""
        tables, browser = self._tables, self._reader.browser
        self._table = table = tables.open(self._table.id)
        watching = tables.finding.watching
        table.note_seen(browser, *self._reader.device)
        if not table.seats_of(browser):
            watching.note(table.id, browser)
        watching.look()
        return self._standing()

    def _standing(self) -> tuple[str, str, set[int], int]:
        """The stamps of the table and of its chat, the seats that the reader holds, and how many watch."""
        table, browser = self._table, self._reader.browser
        held, number = set(table.seats_of(browser)), self._tables.finding.watching.known(table.id)
        return stamp(table), self._tables.chat.stamp(table, browser), held, number

    async def _board(self, now: str) -> tuple[str, bytes] | None:
        """The stamp of the board as it is now, and the event that tells it; None: the page has to ask."""
        last = self._listening.last(self._reader.browser, self._page)
        if last is None or last.stamp == now:
            return None
        await asyncio.sleep(max(0.0, self._board_at + BOARD_EVERY - monotonic()))
        self._board_at = monotonic()
        try:
            return await self._room.make(lambda: self._drawn(last.mark))
        except FarmtableError:
            return None  # it is told why when it asks

    def _drawn(self, before: str) -> tuple[str, bytes] | None:
        reader = self._reader
        if reader.session is not None and not self._tables.people.is_open(reader.session):
            return None
        board = draw(self._tables, self._table, reader, None)
        changes = self._boards.changes(reader.browser, before, board.pieces)
        if changes is None:
            return None
        mark = self._boards.keep(reader.browser, board.pieces)
        self._listening.sent(reader.browser, self._page, mark, board.stamp)
        head = json.dumps({"mark": mark, "from": before, "stamp": board.stamp})
        return board.stamp, tell("board", f'{head[:-1]}, "told": {changes}}}')
