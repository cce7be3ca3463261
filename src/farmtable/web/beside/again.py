"""After a game: the next of its series, a rematch, or playing on from one of its positions."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import RedirectResponse, Response

from farmtable.tables import SeatPlan, Table
from farmtable.web.levels import DEFAULT_BOT, is_offered
from farmtable.web.problems import UNREADABLE, Problem
from farmtable.web.wiring import MakesATable, PostedForm, TheReader, TheTables, whole_number

router = APIRouter()


@router.post("/table/{table_id}/next")
def go_on(table_id: str, form: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Go on to the next game of a series, on the same seats; who comes first sets its table up."""
    following = tables.follow(tables.open(table_id), reader.browser)
    return RedirectResponse(f"/table/{following.id}", 303)


@router.post("/table/{table_id}/rematch")
def rematch(table_id: str, form: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Play the same once more, everybody a seat further on; who comes first sets the table up."""
    following = tables.rematch(tables.open(table_id), reader.browser)
    return RedirectResponse(f"/table/{following.id}", 303)


@router.post("/table/{table_id}/play-on", dependencies=[MakesATable])
def play_on(table_id: str, form: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Take one seat of a finished game at one of its positions, against computer players."""
    at, seat = whole_number(form.get("at")), whole_number(form.get("seat"))
    table = tables.open(table_id)
    if at is None or seat is None or seat >= len(table.seats):
        raise Problem(400, UNREADABLE)
    found = tables.play_on(table, at, _against_bots(table, seat), reader.browser)
    return RedirectResponse(f"/table/{found.id}", 303)


def _against_bots(table: Table, own: int) -> list[SeatPlan]:
    """A person on the seat `own`; bots that sat at the table sit there again."""
    return [
        SeatPlan("local", table.planned[own].name)
        if seat.index == own
        else SeatPlan("bot", bot=seat.bot if is_offered(seat.bot) else DEFAULT_BOT)
        for seat in table.seats
    ]
