"""Taking a seat: by a friend's invitation, or with another device by a private link.

Opening a link never takes a seat (chat programs open every link for a preview): the page that it opens has a
button that does.
"""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from farmtable.tables import BadName, Table
from farmtable.web.board import names_of
from farmtable.web.pages import page
from farmtable.web.reader import Reader
from farmtable.web.wiring import PostedForm, TheReader, TheTables

router = APIRouter()


@router.get("/join/{invite}")
def invitation(invite: str, tables: TheTables, reader: TheReader) -> Response:
    """Ask an invited friend for a name; somebody who already has the seat goes straight to the table."""
    table = tables.of_token(invite)
    seat = table.invited_seat(invite)
    if seat in table.seats_of(reader.browser):
        return RedirectResponse(f"/table/{table.id}", 303)
    if reader.person is not None:
        tables.check_may_join(table, reader.person)
    return _join_page(table, invite, reader)


@router.post("/join/{invite}")
def join(invite: str, form: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Take the seat of an invitation."""
    table = tables.of_token(invite)
    if table.invited_seat(invite) in table.seats_of(reader.browser):  # a second click
        return RedirectResponse(f"/table/{table.id}", 303)
    if reader.person is not None:
        tables.check_may_join(table, reader.person)
    name = str(form.get("name", ""))
    try:
        tables.people.check_called(reader.person, name)
        table.claim(invite, reader.browser, name)
    except BadName as error:
        return _join_page(table, invite, reader, name, error)
    return RedirectResponse(f"/table/{table.id}", 303)


@router.get("/take/{key}")
def take_page(key: str, tables: TheTables, reader: TheReader) -> HTMLResponse:
    """Ask whether this device is to have the seat."""
    table = tables.of_token(key)
    table.linked_seat(key)
    return page("take.html", reader, key=key, game=table.game)


@router.post("/take/{key}")
def take(key: str, form: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Give this device the seat of a private link."""
    table = tables.of_token(key)
    table.take_along(key, reader.browser)
    return RedirectResponse(f"/table/{table.id}", 303)


def _join_page(
    table: Table, invite: str, reader: Reader, name: str = "", error: BadName | None = None
) -> HTMLResponse:
    seat = table.invited_seat(invite)
    names = names_of(table, reader)
    return page(
        "join.html",
        reader,
        200 if error is None else 400,
        invite=invite,
        game=table.game,
        taken=table.seats[seat].taken,
        others=[names[other.index] for other in table.seats if other.taken and other.kind != "bot"],
        name=name or table.seats[seat].name or reader.own_name,
        problem=None if error is None else reader.say(error.text),
    )
