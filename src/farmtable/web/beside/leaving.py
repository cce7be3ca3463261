"""Leaving a table: to resign, to archive it, to delete it. What each means stands beside its button."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from farmtable.tables import Table
from farmtable.web.board import names_of
from farmtable.web.levels import DEFAULT_BOT, level_of
from farmtable.web.pages import page
from farmtable.web.problems import UNREADABLE, Problem
from farmtable.web.wiring import PostedForm, TheReader, TheTables, whole_number

router = APIRouter()


@router.get("/table/{table_id}/leave")
def leaving(table_id: str, tables: TheTables, reader: TheReader) -> HTMLResponse:
    """What can be done with a table of one's own list."""
    listed = tables.lists.listed(table_id, reader.browser)
    table = tables.find(table_id)
    running = table if isinstance(table, Table) and not table.over else None
    return page(
        "leave.html",
        reader,
        table_id=table_id,
        game=table.game,
        names=names_of(table, reader),
        mine=[] if running is None else running.seats_of(reader.browser),
        first=[] if running is None else running.first_seats(reader.browser),
        maker=isinstance(table, Table) and table.is_creator(reader.browser),
        public=isinstance(table, Table) and table.public,
        alone=tables.lists.plays_alone(table_id, reader.browser),
        counts=running is not None and tables.lists.counts(running),
        unbegun=running is not None and running.rated and not running.everybody_has_decided,
        over=table.over,
        archived=listed.archived,
        level=level_of(DEFAULT_BOT),
    )


@router.post("/table/{table_id}/resign")
def resign(table_id: str, form: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Let the computer play on for a seat."""
    seat = whole_number(form.get("seat"))
    if seat is None:
        raise Problem(400, UNREADABLE)
    tables.resign(tables.open(table_id), seat, reader.browser, DEFAULT_BOT)
    return RedirectResponse(f"/table/{table_id}", 303)


@router.post("/table/{table_id}/archive")
def archive(table_id: str, form: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Put a table into the archive, or (`back`) into the list again."""
    tables.lists.archive(table_id, reader.browser, archived="back" not in form)
    return RedirectResponse("/#mine-title", 303)


@router.post("/table/{table_id}/delete")
def delete(table_id: str, form: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Take a table off the list for good."""
    tables.delete(table_id, reader.browser)
    return RedirectResponse("/#mine-title", 303)
