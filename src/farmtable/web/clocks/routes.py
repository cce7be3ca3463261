"""What people ask of the clocks at their table."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response

from farmtable.web.problems import UNREADABLE, Problem
from farmtable.web.wiring import PostedForm, TheReader, TheTables

router = APIRouter()


@router.post("/table/{table_id}/clocks")
def ask(table_id: str, form: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Wish for a pause, or no longer; end it; come back to a seat for which a bot stands in."""
    table = tables.open(table_id)
    match form.get("ask"):
        case "pause":
            table.wish_pause(reader.browser)
        case "no-pause":
            table.wish_pause(reader.browser, wish=False)
        case "go-on":
            table.go_on(reader.browser)
        case "back":
            table.come_back(reader.browser)
        case _:
            raise Problem(400, UNREADABLE)
    return RedirectResponse(f"/table/{table_id}", 303)
