"""One's own account: where one is signed in, another password, all that is kept, and the end of it."""

from __future__ import annotations

import json
from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from farmtable.core import Text
from farmtable.tables import BadPassword, NotSignedIn, Session, TableError, Tables, TooOften
from farmtable.tables.tokens import digest
from farmtable.web.devices import device_title, shown_time
from farmtable.web.identity import Identity
from farmtable.web.levels import DEFAULT_BOT, level_of
from farmtable.web.pages import page
from farmtable.web.people.away import away_told
from farmtable.web.people.entrance import gone, session_cookie
from farmtable.web.people.passkeys import shown_passkey
from farmtable.web.people.proof import check_it_is_he
from farmtable.web.problems import as_problem
from farmtable.web.reader import Reader
from farmtable.web.wiring import PostedForm, TheReader, TheSession, TheTables

router = APIRouter(prefix="/account")

CHANGED = Text("Your password has been changed. All other devices have been signed out.")


@router.get("")
def account(tables: TheTables, reader: TheReader) -> Response:
    """The page of one's own account; a guest is asked to sign in."""
    if reader.session is None:
        return RedirectResponse("/sign-in?back=/account", 303)
    return _account(reader.session, tables, reader)


@router.post("/sessions/end")
def end_session(form: PostedForm, session: TheSession, tables: TheTables) -> Response:
    """Sign the device out that the form names; where it names none, all others."""
    named = str(form.get("session", ""))
    if named:
        tables.people.end_sessions(session.person, [named])
    else:
        tables.people.end_others(session)
    return RedirectResponse("/account", 303)


@router.post("/password")
def change_password(
    form: PostedForm, request: Request, session: TheSession, tables: TheTables, reader: TheReader
) -> HTMLResponse:
    """Another password; whoever knows the old one, or has a copy of a cookie, is signed out."""
    try:
        check_it_is_he(session, form.get("old_password"), form.get("proof"), tables)
        token = tables.people.change_password(session, str(form.get("password", "")))
    except (NotSignedIn, BadPassword, TooOften) as error:
        return _account(session, tables, reader, error)
    identity: Identity = request.app.state.identity
    session = replace(session, id=digest(token), person=replace(session.person, has_password=True))
    reader = replace(reader, session=session, token=identity.token(session.id))
    response = _account(session, tables, reader, done=CHANGED)
    response.headers.append("set-cookie", session_cookie(token, request))
    return response


@router.get("/export.json")
def export(session: TheSession, tables: TheTables) -> Response:
    """All that is kept of one, as a file. Of a running game only what everybody at its table knows."""
    return Response(
        json.dumps(tables.export(session.person), ensure_ascii=False, indent=1),
        media_type="application/json",
        headers={"content-disposition": 'attachment; filename="farmtable-account.json"'},
    )


@router.get("/delete")
def delete_page(session: TheSession, reader: TheReader) -> HTMLResponse:
    """What it means to delete the account, and the button that does."""
    return _delete(session, reader)


@router.post("/delete")
def delete(
    form: PostedForm, request: Request, session: TheSession, tables: TheTables, reader: TheReader
) -> Response:
    """Leave all tables and end the account."""
    try:
        check_it_is_he(session, form.get("password"), form.get("proof"), tables)
    except (NotSignedIn, TooOften) as error:
        return _delete(session, reader, error)
    tables.end_account(session.person, DEFAULT_BOT)
    return gone(request)


def _account(
    session: Session,
    tables: Tables,
    reader: Reader,
    error: TableError | None = None,
    done: Text | None = None,
) -> HTMLResponse:
    problem = None if error is None else as_problem(error)
    return page(
        "people/account.html",
        reader,
        200 if problem is None else problem.status_code,
        {} if problem is None else dict(problem.headers or {}),
        sessions=[
            {
                "id": one.id,
                "title": device_title(one.program, one.system, reader),
                "since": shown_time(one.since, reader),
                "seen": None if one.id == session.id else shown_time(one.seen, reader),
                "here": one.id == session.id,
            }
            for one in tables.people.sessions_of(session.person)
        ],
        passkeys=[shown_passkey(one, reader) for one in tables.people.passkeys.of(session.person.id)],
        kept_apart=tables.finding.blocks.of(session.person),
        blocked=tables.chat.ignored(reader.browser),
        away=away_told(session, tables, reader),
        problem=None if problem is None else reader.say(problem.text),
        done=None if done is None else reader.say(done),
    )


def _delete(session: Session, reader: Reader, error: TableError | None = None) -> HTMLResponse:
    problem = None if error is None else as_problem(error)
    return page(
        "people/delete.html",
        reader,
        200 if problem is None else problem.status_code,
        {} if problem is None else dict(problem.headers or {}),
        level=level_of(DEFAULT_BOT),
        problem=None if problem is None else reader.say(problem.text),
    )
