"""Invitations to people with an account, and who keeps whom away."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path
from fastapi.responses import RedirectResponse, Response

from farmtable.tables import Person, Tables
from farmtable.web.finding.routes import CHANNEL
from farmtable.web.problems import NO_PAGE, UNREADABLE, Problem
from farmtable.web.wiring import PostedForm, TheLive, TheReader, TheSession, TheTables, whole_number

router = APIRouter()

SeatNumber = Annotated[int, Path(ge=0, lt=100)]


@router.post("/table/{table_id}/invite")
def invite(
    table_id: str,
    form: PostedForm,
    session: TheSession,
    tables: TheTables,
    reader: TheReader,
    live: TheLive,
) -> Response:
    """Ask somebody by name to take a seat of one's own table, or (`back`) no longer."""
    seat = whole_number(form.get("seat"))
    if seat is None:
        raise Problem(400, UNREADABLE)
    tables.open(table_id).invite(seat, reader.browser)  # is it his to give away?
    asked, name = tables.finding.invitations, str(form.get("name", ""))
    if "back" in form:
        asked.withdraw(table_id, seat, name)
    else:
        asked.invite(table_id, seat, session.person, name)
    live.wake(CHANNEL)
    return RedirectResponse(f"/table/{table_id}", 303)


@router.post("/invitations/{table_id}/{seat}/accept")
def accept(
    table_id: str, seat: SeatNumber, form: PostedForm, session: TheSession, tables: TheTables
) -> Response:
    """Take the seat that one was invited to."""
    tables.accept(table_id, seat, session.person)
    return RedirectResponse(f"/table/{table_id}", 303)


@router.post("/invitations/{table_id}/{seat}/decline")
def decline(
    table_id: str, seat: SeatNumber, form: PostedForm, session: TheSession, tables: TheTables, live: TheLive
) -> Response:
    """Do not take it."""
    tables.finding.invitations.decline(table_id, seat, session.person)
    live.wake(CHANNEL)
    return RedirectResponse("/find", 303)


@router.post("/people/{person_id}/block")
def block(person_id: str, form: PostedForm, session: TheSession, tables: TheTables) -> Response:
    """Be brought together with somebody no more, or (`back`) again."""
    other = _other(person_id, session.person, tables)
    if "back" in form:
        tables.finding.blocks.unblock(session.person, other)
    else:
        tables.finding.blocks.block(session.person, other)
    return RedirectResponse(f"/people/{person_id}", 303)


@router.post("/table/{table_id}/public")
def make_public(
    table_id: str, form: PostedForm, tables: TheTables, reader: TheReader, live: TheLive
) -> Response:
    """Let anybody find one's own table and watch, or (`back`) no longer."""
    tables.open(table_id).make_public(reader.browser, "back" not in form)
    live.wake(CHANNEL)
    return RedirectResponse(f"/table/{table_id}", 303)


def _other(person_id: str, person: Person, tables: Tables) -> Person:
    other = tables.people.by_id(person_id)
    if other is None or other.id == person.id:
        raise Problem(404, NO_PAGE)
    return other
