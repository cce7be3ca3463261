"""What people write at a table, and what they do about what others have written.

Every answer is the panel as it is then; `static/chat.js` takes from it what is new.
"""

from __future__ import annotations

import logging

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from farmtable.core import Text
from farmtable.tables import NotYourSeat, Table, TableError, Tables, TooOften
from farmtable.tables.chat.message import BadMessage, MayNotWrite
from farmtable.web.board import names_of
from farmtable.web.chat.shown import author_of, has_chat, panel
from farmtable.web.gate.floods import address_of
from farmtable.web.pages import page
from farmtable.web.problems import NO_PAGE, UNREADABLE, Problem, as_problem
from farmtable.web.reader import Reader
from farmtable.web.wiring import PostedForm, TheReader, TheSession, TheTables, whole_number

router = APIRouter()
logger = logging.getLogger(__name__)

REPORTED = Text("Whoever runs this server will see that message and those around it.")
HIDDEN = Text("You will no longer see what {name} writes.")


@router.get("/table/{table_id}/chat")
def chat(table_id: str, request: Request, tables: TheTables, reader: TheReader) -> HTMLResponse:
    """The panel as it is now."""
    return _panel(tables, _table(table_id, request, tables), reader)


@router.post("/table/{table_id}/chat")
def write(
    table_id: str, form: PostedForm, request: Request, tables: TheTables, reader: TheReader
) -> HTMLResponse:
    """Say something, in words or by a sign."""
    table = _table(table_id, request, tables)
    text, sign = str(form.get("text", "")), str(form.get("sign", ""))
    seat = whole_number(form.get("seat"))
    try:
        tables.chat.write(table, reader.browser, reader.own_name, address_of(request), text, sign, seat)
    except (BadMessage, MayNotWrite, NotYourSeat, TooOften) as error:
        return _panel(tables, table, reader, error, "" if sign else text)
    return _panel(tables, table, reader)


@router.post("/table/{table_id}/chat/about")
def about(
    table_id: str, form: PostedForm, request: Request, tables: TheTables, reader: TheReader
) -> HTMLResponse:
    """Hide who wrote a message, here or (an account) everywhere, report it, or show somebody again."""
    table = _table(table_id, request, tables)
    n, done = whole_number(form.get("n")), None
    try:
        match form.get("ask"):
            case "mute" | "block" as ask if n is not None:
                done = _hide(tables, table, reader, n, everywhere=ask == "block")
            case "report" if n is not None:
                tables.chat.report(table, reader.browser, n)
                logger.warning("a message was reported: `farmtable admin reports` shows it")
                done = REPORTED
            case "show":
                tables.chat.read_again(reader.browser, str(form.get("who", "")), table.id)
            case _:
                raise Problem(400, UNREADABLE)
    except (BadMessage, TooOften) as error:
        return _panel(tables, table, reader, error)
    return _panel(tables, table, reader, done=done)


@router.post("/account/blocked")
def unblock(form: PostedForm, session: TheSession, tables: TheTables, reader: TheReader) -> Response:
    """Read somebody again whom this account has blocked."""
    tables.chat.read_again(reader.browser, str(form.get("who", "")))
    return RedirectResponse("/account", 303)


def _table(table_id: str, request: Request, tables: Tables) -> Table:
    """Raises a Problem (404) where nobody writes."""
    table = tables.open(table_id)
    if not has_chat(request, table):
        raise Problem(404, NO_PAGE)
    return table


def _hide(tables: Tables, table: Table, reader: Reader, n: int, everywhere: bool) -> Text:
    if everywhere and reader.person is None:
        raise Problem(400, UNREADABLE)
    message = tables.chat.readable(table, reader.browser, n)
    called = author_of(message, names_of(table, reader), reader)
    author = tables.people.with_holder(message.author) if everywhere else None
    if reader.person is not None and author is not None and author.id != reader.person.id:
        tables.finding.blocks.block(reader.person, author)  # by that nothing of him is read, either
    else:
        tables.chat.ignore(table, reader.browser, n, called, everywhere)
    return HIDDEN.with_values(name=called)


def _panel(
    tables: Tables,
    table: Table,
    reader: Reader,
    error: TableError | None = None,
    typed: str = "",
    done: Text | None = None,
) -> HTMLResponse:
    problem = None if error is None else as_problem(error)
    return page(
        "chat/panel.html",
        reader,
        200 if problem is None else problem.status_code,
        {} if problem is None else dict(problem.headers or {}),
        **panel(tables, table, reader),
        typed=typed,
        problem=None if problem is None else reader.say(problem.text),
        done=None if done is None else reader.say(done),
    )
