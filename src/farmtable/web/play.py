"""The table: its page, its board, previews, and the commands of its players."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from farmtable.core import FarmtableError, IllegalAction, Perspective, Refusal
from farmtable.tables import Command, RetiredRules, RetiredTable, Stale, Tables
from farmtable.web.board import names_of
from farmtable.web.changes import Boards
from farmtable.web.chat.shown import has_chat
from farmtable.web.drawing.boards import Drawn, draw, table_context
from farmtable.web.drawing.room import Room
from farmtable.web.pages import page
from farmtable.web.problems import UNREADABLE, Problem, as_problem, refused
from farmtable.web.reader import Reader
from farmtable.web.stream.listening import Listening
from farmtable.web.wiring import TheReader, TheTables, check_origin

router = APIRouter()

MOST_PREVIEWS = 256


@router.get("/table/{table_id}")
def table_page(table_id: str, request: Request, tables: TheTables, reader: TheReader) -> Response:
    """The whole page. For a browser with several seats it begins behind a curtain, so that a reload shows no
    hand.

    A game of a retired rules version can only be viewed, once it is over; until then it waits.
    """
    table = tables.find(table_id)
    if isinstance(table, RetiredTable):
        if table.over:
            return RedirectResponse(f"/table/{table_id}/replay", 303)
        listed = any(one.id == table_id for one in tables.lists.listing(reader.browser))
        why = reader.say(RetiredRules(table).text)
        return page("retired.html", reader, game=table.game, table_id=table_id, why=why, listed=listed)
    told = tables.channels.has_any(reader.browser)
    if told:
        tables.outbox.seen(table.id, table.seats_of(reader.browser))
    context = table_context(tables, table, reader, None)
    tells = told or request.app.state.sending.any
    return page("table.html", reader, chat=has_chat(request, table), told=told, tells=tells, **context)


@router.get("/table/{table_id}/board")
async def board(
    table_id: str, request: Request, tables: TheTables, reader: TheReader, seat: int | None = None
) -> Response:
    """The board alone, as the browser's own `seat` sees it."""

    def drawn() -> Response:
        return _told(request, reader, draw(tables, tables.open(table_id), reader, seat))

    return await _made(request, reader, drawn)


@router.get("/table/{table_id}/preview")
def preview(table_id: str, seat: int, actions: str, tables: TheTables, reader: TheReader) -> JSONResponse:
    """What some actions of the browser's own seat would do, or why they are not allowed.

    While somebody can still take a decision back, its consequences do not exist yet.
    """
    table = tables.open(table_id).as_it_stands()
    table.check_owner(seat, reader.browser)
    seen, names, wait = table.perspective(seat), names_of(table, reader), table.why_wait(seat)
    asked = _numbers(actions)
    told = {action: _previewed(seen, action, reader, names, wait) for action in dict.fromkeys(asked)}
    return JSONResponse([told[action] for action in asked])


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
    """Carry out one command and answer with the resulting board, for the seat that acted.

    The status says how it went: 200 done (or done before), 409 too late, 422 against the rules.
    """
    check_origin(request, request.headers.get("farmtable-token", ""))
    body = await request.body()
    return await _made(
        request, reader, lambda: _told(request, reader, *_obey(tables, table_id, body, reader))
    )


async def _made(request: Request, reader: Reader, what: Callable[[], Response]) -> Response:
    """A response with a board, made by the threads that draw boards; meanwhile the page's stream sends
    none."""
    room: Room = request.app.state.room
    listening: Listening = request.app.state.listening
    with listening.asking(reader.browser, _page_of(request)):
        return await room.make(what)


def _page_of(request: Request) -> str:
    """The name that the requesting page has given itself, "" if none."""
    return request.headers.get("farmtable-page", "")


def _obey(tables: Tables, table_id: str, body: bytes, reader: Reader) -> tuple[Drawn, int]:
    """Carry out a command: the resulting board, and the status of the response."""
    try:
        sent = Sent.model_validate_json(body)
    except ValidationError:
        raise Problem(400, UNREADABLE) from None
    table = tables.at_hand(table_id) or tables.open(table_id)  # `submit` reads others' changes
    try:
        table.submit(
            Command(sent.id, sent.version, sent.kind, sent.seat, reader.browser, sent.action)  # type: ignore[arg-type]
        )
    except (IllegalAction, Stale) as error:
        table.catch_up()  # the response shows the current state
        problem = as_problem(error)
        return draw(tables, table, reader, sent.seat, problem.text), problem.status_code
    return draw(tables, table, reader, sent.seat), 200


def _told(request: Request, reader: Reader, board: Drawn, status: int = 200) -> Response:
    """A board as it is sent: as changes to the browser's board, if that was sent lately, else whole."""
    boards: Boards = request.app.state.boards
    has = request.headers.get("farmtable-shown", "")
    told = boards.changes(reader.browser, has, board.pieces)
    mark = boards.keep(reader.browser, board.pieces)
    listening: Listening = request.app.state.listening
    listening.sent(reader.browser, _page_of(request), mark, board.stamp)
    headers = {
        "farmtable-mark": mark,
        "farmtable-version": str(board.version),
        "content-language": reader.language,
    }
    if told is None:
        return HTMLResponse("".join(board.pieces), status, headers)
    return Response(told, status, headers | {"farmtable-changes": has}, media_type="application/json")


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
    """One action: its name, what the log would say about it and what it gains, or why it is not allowed."""
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
