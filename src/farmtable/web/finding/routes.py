"""The page for finding a game: what is open, joining and leaving, and the stream that keeps it up to date."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from threading import Lock
from time import monotonic
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse, Response
from fastapi.sse import EventSourceResponse

from farmtable.core import FarmtableError
from farmtable.tables import NoRoom, Tables
from farmtable.tables.finding.pool import Waiting
from farmtable.web.finding.shown import finding_told, kinds_offered, named_player, player_of, table_told
from farmtable.web.gate.floods import address_of
from farmtable.web.live import LOOK_EVERY, Live
from farmtable.web.pages import page
from farmtable.web.reader import Reader
from farmtable.web.stream.events import BEAT, BEAT_SECONDS, event_stream, tell
from farmtable.web.watch.limits import Streams, count_table
from farmtable.web.wiring import PostedForm, TheLive, TheReader, TheTables

router = APIRouter(prefix="/find")

MOST_AT: Final = 10
"""At so many open tables somebody may wait whose page is led to one of them."""

CHANNEL: Final = "finding a game"
"""What pages for finding a game listen to; no table is called so."""


@router.get("")
def find(tables: TheTables, reader: TheReader) -> Response:
    """The page; whose table has been found goes there."""
    told = finding_told(tables, reader)
    if told["waiting"] and told["waiting"]["table"]:
        return RedirectResponse("/find/go", 303)
    return page("finding/find.html", reader, told=told, offered=kinds_offered(reader))


@router.get("/now")
def find_now(tables: TheTables, reader: TheReader, waiting: str = "", at: str = "") -> Response:
    """The part of it that changes; a page that was `waiting` goes to its table once there is one, as does one
    whose reader waited `at` open tables (ids)."""
    told = finding_told(tables, reader)
    found = _found(tables, reader, waiting, at)
    if found is not None:
        return Response(headers={"hx-redirect": found})
    return page("finding/now.html", reader, told=told, offered=kinds_offered(reader))


@router.get("/go")
def go(tables: TheTables, reader: TheReader) -> Response:
    """To the table that was found."""
    player = player_of(reader)
    state = tables.finding.pool.state(player)
    if state is None or state.table is None:
        return RedirectResponse("/find", 303)
    tables.finding.pool.arrive(player)
    return RedirectResponse(f"/table/{state.table}", 303)


@router.get("/events")
async def events(
    request: Request, tables: TheTables, reader: TheReader, live: TheLive, table: str = ""
) -> EventSourceResponse:
    """A stamp at once and whenever something else would be shown, of all or of one open `table`.

    As long as somebody listens he is there: where he waits, that is noted, and others are looked for. It ends
    for who is signed out, or locked: his page then asks as whoever it is now.
    """
    streams: Streams = request.app.state.streams
    who = reader.browser, address_of(request)
    streams.check(*who)
    listener = _Listener(tables, reader, table)

    async def stamps() -> AsyncIterator[bytes]:
        shown, look_at = "", 0.0
        with streams.one(*who):
            try:
                async for changed in live.changes(CHANNEL, BEAT_SECONDS):
                    if not changed:
                        yield BEAT
                    if not changed and monotonic() < look_at:
                        continue
                    look_at = monotonic() + LOOK_EVERY
                    seen = await asyncio.to_thread(listener.look, not changed)
                    if seen is None:
                        return
                    now, paired = seen
                    if paired:
                        live.wake(CHANNEL)
                    if now != shown:
                        shown = now
                        yield tell("version", now)
            finally:  # what has been cancelled can wait for nothing
                asyncio.get_running_loop().run_in_executor(None, listener.leave)

    return event_stream(stamps())


@router.get("/{table_id}")
def waiting_room(table_id: str, tables: TheTables, reader: TheReader) -> Response:
    """Who has come to an open table so far; once all have, the table itself."""
    told = table_told(tables, table_id, reader)
    begun = None if told else _begun_at(tables, table_id, reader)
    if begun is not None:
        return RedirectResponse(f"/table/{begun}", 303)
    return page("finding/room.html", reader, 200 if told else 404, table_id=table_id, one=told)


@router.get("/{table_id}/now")
def room_now(
    table_id: str, tables: TheTables, reader: TheReader, waiting: str = "", at: str = ""
) -> Response:
    """The part of it that changes. It may have closed since its reader has a game elsewhere."""
    told = table_told(tables, table_id, reader)
    begun = None if told else _begun_at(tables, table_id, reader)
    found = f"/table/{begun}" if begun is not None else _found(tables, reader, waiting, at)
    if found is not None:
        return Response(headers={"hx-redirect": found})
    return page("finding/room_now.html", reader, table_id=table_id, one=told)


@router.post("/{table_id}/join")
def join(
    table_id: str, request: Request, form: PostedForm, tables: TheTables, reader: TheReader, live: TheLive
) -> Response:
    """Take an open seat. Who has taken the last one by a first click goes to the table by the second, too."""
    count_table(tables, reader.browser, address_of(request))
    try:
        tables.finding.open_tables.join(table_id, named_player(reader, form, tables))
    except NoRoom:
        if _own_begun_at(tables, table_id, reader) is None:
            raise
    live.wake(CHANNEL)
    return RedirectResponse(f"/find/{table_id}", 303)


@router.post("/{table_id}/leave")
def leave(table_id: str, form: PostedForm, tables: TheTables, reader: TheReader, live: TheLive) -> Response:
    """Give an open seat back, or close one's own open table; if the last seat was taken at this moment, the
    game has begun."""
    tables.finding.open_tables.leave(table_id, player_of(reader))
    live.wake(CHANNEL)
    begun = _own_begun_at(tables, table_id, reader)
    return RedirectResponse("/find" if begun is None else f"/table/{begun}", 303)


class _Listener:
    """Whose page listens, to all there is to join or to one open table (`table_id`)."""

    def __init__(self, tables: Tables, reader: Reader, table_id: str) -> None:
        self._tables = tables
        self._reader = reader
        self._table_id = table_id
        self._waiting: Waiting | None = None
        self._has_looked = False
        # A look that is under way when the page closes goes on, and notes that somebody is there: to leave
        # comes after it.
        self._one_at_a_time = Lock()

    def look(self, asks: bool) -> tuple[str, bool] | None:
        """The stamp of what would be shown, and whether a table was found for the reader just now.

        None where he is not signed in any more, which one `asks` now and then, and always before he is
        paired.
        """
        tables, reader = self._tables, self._reader
        player, finding = player_of(reader), tables.finding
        with self._one_at_a_time:
            before = finding.pool.state(player)
            seeks = before is not None and before.table is None
            if (asks or seeks) and reader.session is not None and not tables.people.is_open(reader.session):
                return None
            finding.open_tables.note_seen(player)
            self._waiting = after = finding.pool.look(player)
            self._has_looked = True
        paired = seeks and after is not None and after.table is not None
        if not self._table_id:
            return str(finding_told(tables, reader)["stamp"]), paired
        told = table_told(tables, self._table_id, reader)
        stamp = f"{self._table_id} has begun, or is closed" if told is None else str(told["stamp"])
        return stamp, paired

    def leave(self) -> None:
        """Note that the page is gone."""
        player, pool = player_of(self._reader), self._tables.finding.pool
        with self._one_at_a_time, contextlib.suppress(FarmtableError):  # else it is noted by itself, later
            waiting = self._waiting if self._has_looked else pool.state(player)
            if waiting is not None:
                pool.leave(player, waiting)


def _begun_at(tables: Tables, table_id: str, reader: Reader) -> str | None:
    try:
        return tables.begun_at(table_id, reader.browser)
    except FarmtableError:
        return None


def _found(tables: Tables, reader: Reader, waiting: str, at: str) -> str | None:
    """Where a page goes whose reader was `waiting` to be paired, or waited `at` open tables, if anywhere."""
    state = tables.finding.pool.state(player_of(reader)) if waiting else None
    if state is not None and state.table is not None:
        return "/find/go"
    begun = (_own_begun_at(tables, table_id, reader) for table_id in at.split(",")[:MOST_AT])
    return next((f"/table/{table_id}" for table_id in begun if table_id is not None), None)


def _own_begun_at(tables: Tables, table_id: str, reader: Reader) -> str | None:
    """The same for who plays there."""
    begun = _begun_at(tables, table_id, reader)
    return begun if begun is not None and tables.open(begun).seats_of(reader.browser) else None


def tell_finders(live: Live) -> None:
    """Let pages for finding a game look anew."""
    live.wake(CHANNEL)
