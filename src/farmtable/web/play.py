"""The table: its page, its board, its live events, previews, and the commands of its players."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass
from time import monotonic
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from sse_starlette import EventSourceResponse, ServerSentEvent

from farmtable.core import FarmtableError, IllegalAction, Perspective, Refusal, Text
from farmtable.tables import Command, RetiredRules, RetiredTable, Stale, StorageError, Table, Tables
from farmtable.web.board import board_context, names_of, stamp
from farmtable.web.changes import Boards
from farmtable.web.chat.shown import has_chat
from farmtable.web.drawing.kept import Fragment
from farmtable.web.drawing.room import Room
from farmtable.web.gate.floods import address_of
from farmtable.web.live import SHOW_EVERY
from farmtable.web.pages import page, pieces
from farmtable.web.problems import UNREADABLE, Problem, as_problem, refused
from farmtable.web.reader import Reader
from farmtable.web.watch.limits import Streams
from farmtable.web.watch.requests import note_request
from farmtable.web.wiring import TheLive, TheReader, TheTables, check_origin

logger = logging.getLogger(__name__)

router = APIRouter()

MOST_PREVIEWS = 256
WATCH_EVERY = 10.0  # seconds after which it is noted again that somebody watches
# Pages count on it: static/line.js takes the line for dead when it hears nothing for twice as long.
BEAT_SECONDS = 3
BEAT = ServerSentEvent(event="beat", data="")


@router.get("/table/{table_id}")
def table_page(table_id: str, request: Request, tables: TheTables, reader: TheReader) -> Response:
    """The whole page. With several own seats it begins behind a curtain, so a reload shows no hand.

    A game of retired rules can only be looked at when it is over; else it waits.
    """
    table = tables.find(table_id)
    if isinstance(table, RetiredTable):
        if table.over:
            return RedirectResponse(f"/table/{table_id}/replay", 303)
        return page("retired.html", reader, game=table.game, why=reader.say(RetiredRules(table).text))
    told = tables.channels.has_any(reader.browser)
    if told:
        tables.outbox.seen(table.id, table.seats_of(reader.browser))
    context = _context(tables, table, reader, None)
    return page("table.html", reader, chat=has_chat(request, table), told=told, **context)


@router.get("/table/{table_id}/board")
async def board(
    table_id: str, request: Request, tables: TheTables, reader: TheReader, seat: int | None = None
) -> Response:
    """The board alone, for the eyes of one's own `seat`."""

    def drawn() -> Response:
        return _told(request, reader, _board(tables, tables.open(table_id), reader, seat))

    room: Room = request.app.state.room
    return await room.make(drawn)


@router.get("/table/{table_id}/events")
async def events(
    table_id: str, request: Request, tables: TheTables, reader: TheReader, live: TheLive
) -> EventSourceResponse:
    """Server-sent events: the stamps of table and chat at once and after every change, and heartbeats where
    there was nothing to tell for a while. None carries a view, or what was said.

    The stream of a device that holds a seat ends with the event that tells that it was ended.
    """
    streams: Streams = request.app.state.streams
    listener = reader.browser, address_of(request)
    streams.check(*listener)
    # Held here, it stays in memory as long as somebody listens.
    table = await asyncio.to_thread(tables.open, table_id)

    async def counted() -> AsyncIterator[ServerSentEvent]:
        with streams.one(*listener):
            try:
                async for event in stamps():
                    yield event
            except StorageError as error:  # half an answer is sent: the stream ends, and the page asks anew
                note_request(logger, request.scope, error)
            finally:
                if tables.finding.watching.leave(table_id, reader.browser):
                    live.wake(table_id)

    async def stamps() -> AsyncIterator[ServerSentEvent]:
        told, heard, watching, mine = "", "", 0, set[int]()
        every = SHOW_EVERY if table.seats_of(reader.browser) else WATCH_EVERY
        look_at = said_at = 0.0
        async for changed in live.changes(table_id, BEAT_SECONDS):
            if not changed and monotonic() < look_at:
                said_at = monotonic()
                yield BEAT
                continue
            if changed and _is_known(tables, table):
                now, said, held, number = _standing(tables, table, reader)
            else:
                now, said, held, number = await asyncio.to_thread(_look, tables, table_id, reader)
                look_at = monotonic() + every
            news: list[ServerSentEvent] = []
            if now != told:
                told = now
                news.append(ServerSentEvent(now, event="version"))
            if said != heard and request.app.state.chat:
                heard = said
                news.append(ServerSentEvent(said, event="chat"))
            if number != watching:
                watching = number
                live.wake(table_id)  # who came first hears of who came after him
                news.append(ServerSentEvent(str(number), event="watching"))
            if news or monotonic() - said_at > BEAT_SECONDS / 2:
                said_at = monotonic()
                for event in news or (BEAT,):
                    yield event
            if not mine <= held:
                return
            mine = held

    return EventSourceResponse(
        counted(),
        ping=0,  # a task for each stream would cost more than what is said when nothing else is
        headers={"cache-control": "no-store"},
    )


def _is_known(tables: Tables, table: Table) -> bool:
    """Whether this process knows how a table stands, so that no database has to be asked."""
    there = tables.finding.watching.is_current and tables.chat.is_known(table)
    return there and table.is_current and not table.over


def _look(tables: Tables, table_id: str, reader: Reader) -> tuple[str, str, set[int], int]:
    """What `_standing` tells of a table to which somebody listens, as the database has it."""
    table, watching = tables.open(table_id), tables.finding.watching
    table.note_seen(reader.browser, *reader.device)
    if not table.seats_of(reader.browser):
        watching.note(table_id, reader.browser)
    watching.look()
    return _standing(tables, table, reader)


def _standing(tables: Tables, table: Table, reader: Reader) -> tuple[str, str, set[int], int]:
    """The stamps of a table and of its chat, the seats that the reader holds, and how many watch."""
    held, number = set(table.seats_of(reader.browser)), tables.finding.watching.known(table.id)
    return stamp(table), tables.chat.stamp(table, reader.browser), held, number


@router.get("/table/{table_id}/preview")
def preview(table_id: str, seat: int, actions: str, tables: TheTables, reader: TheReader) -> JSONResponse:
    """What some actions of one's own seat would bring, or why they are not allowed.

    While somebody may still take a decision back, all that would follow from it is not there yet.
    """
    table = tables.open(table_id).as_it_stands()
    table.check_owner(seat, reader.browser)
    seen, names, wait = table.perspective(seat), names_of(table, reader), table.why_wait(seat)
    return JSONResponse([_previewed(seen, action, reader, names, wait) for action in _numbers(actions)])


class Sent(BaseModel):
    """A command as a page sends it."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: str = Field(min_length=8, max_length=64, pattern=r"^[A-Za-z0-9-]+$")
    version: int = Field(ge=0, lt=2**31)
    kind: str = Field(pattern="^(play|finish|undo)$")
    seat: int = Field(ge=0, lt=100)
    action: int | None = Field(default=None, ge=0, lt=2**53)


@router.post("/table/{table_id}/command")
async def command(table_id: str, request: Request, tables: TheTables, reader: TheReader) -> Response:
    """Do one thing at the table and answer with the board as it is then, for the seat that acted.

    The status says how it went: 200 done (or done before), 409 too late, 422 against the rules.
    """
    check_origin(request, request.headers.get("farmtable-token", ""))
    body = await request.body()
    room: Room = request.app.state.room
    return await room.make(lambda: _told(request, reader, _obey(tables, table_id, body, reader)))


@dataclass(frozen=True)
class _Board:
    """A board as it was drawn, and how the request went that it answers."""

    pieces: Fragment
    version: int
    status: int


def _obey(tables: Tables, table_id: str, body: bytes, reader: Reader) -> _Board:
    try:
        sent = Sent.model_validate_json(body)
    except ValidationError:
        raise Problem(400, UNREADABLE) from None
    table = tables.at_hand(table_id) or tables.open(table_id)  # what others have changed, `submit` reads
    try:
        table.submit(
            Command(sent.id, sent.version, sent.kind, sent.seat, reader.browser, sent.action)  # type: ignore[arg-type]
        )
    except (IllegalAction, Stale) as error:
        table.catch_up()  # the answer shows how it is now
        problem = as_problem(error)
        return _board(tables, table, reader, sent.seat, problem.text, problem.status_code)
    return _board(tables, table, reader, sent.seat)


def _board(
    tables: Tables,
    table: Table,
    reader: Reader,
    seat: int | None,
    notice: Text | None = None,
    status: int = 200,
) -> _Board:
    context = _context(tables, table, reader, seat, notice)
    return _Board(pieces("board.html", reader, **context), context["version"], status)


def _context(
    tables: Tables, table: Table, reader: Reader, seat: int | None, notice: Text | None = None
) -> dict[str, Any]:
    """What a board shows, and its maker also whom he has invited to the seats that are free."""
    context = board_context(table, reader, seat, tables.people.known, notice)
    inviting = context["maker"] and not all(one["taken"] for one in context["seats"])
    asked = tables.finding.invitations.at_table(table.id) if inviting else {}
    return context | {"invited_to": asked}


def _told(request: Request, reader: Reader, board: _Board) -> Response:
    """A board as it is sent: told from the one that the browser has, if that was sent lately, else all."""
    boards: Boards = request.app.state.boards
    has = request.headers.get("farmtable-shown", "")
    told = boards.changes(reader.browser, has, board.pieces)
    headers = {
        "farmtable-mark": boards.keep(reader.browser, board.pieces),
        "farmtable-version": str(board.version),
        "content-language": reader.language,
    }
    if told is None:
        return HTMLResponse("".join(board.pieces), board.status, headers)
    return Response(told, board.status, headers | {"farmtable-changes": has}, media_type="application/json")


def _numbers(text: str) -> list[int]:
    parts = [part for part in text.split(",") if part]
    if len(parts) > MOST_PREVIEWS or not all(part.isascii() and part.isdecimal() for part in parts):
        raise Problem(400, UNREADABLE)
    if any(len(part) > 15 for part in parts):
        raise Problem(400, UNREADABLE)
    return [int(part) for part in parts]


def _previewed(
    seen: Perspective, action: int, reader: Reader, names: list[str], wait: Refusal | None
) -> dict[str, Any]:
    """One action: what it is called, what the log would tell of it and what it brings, or why not."""
    try:
        refusal = wait or seen.why_not(action)
    except FarmtableError:
        refusal = None
    legal = wait is None and action in seen.legal_actions()
    told = seen.foretell(action) if legal else None
    return {
        "action": action,
        "legal": legal,
        "text": seen.describe(action) if legal else None,
        "told": None if told is None else reader.say(told, names),
        "why": None if legal or refusal is None else reader.say(refused(refusal), names),
        "gains": seen.preview(action) if legal else None,
    }
