"""Coming in and going out: signing up, signing in, signing out. Nobody has to; guests play as well."""

from __future__ import annotations

import secrets

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from farmtable.tables import BadName, BadPassword, NotSignedIn, Person, TableError, Tables, TooOften
from farmtable.tables.people.person import KnownDevice
from farmtable.tables.tokens import digest
from farmtable.web.agents import describe
from farmtable.web.gate.floods import address_of
from farmtable.web.identity import COOKIE, KNOWN_COOKIE, SESSION_COOKIE, Identity, kept_cookie
from farmtable.web.pages import page
from farmtable.web.problems import as_problem
from farmtable.web.reader import Reader
from farmtable.web.wiring import PostedForm, TheReader, TheTables, local_path

router = APIRouter()


@router.get("/sign-in")
def sign_in_page(tables: TheTables, reader: TheReader, back: str = "/") -> Response:
    """Ask for name and password; who is signed in already goes on."""
    if reader.person is not None:
        return RedirectResponse(local_path(back), 303)
    return _entrance("sign_in", tables, reader, local_path(back))


@router.get("/sign-up")
def sign_up_page(tables: TheTables, reader: TheReader, back: str = "/") -> Response:
    """Ask for a name and a password for a new account."""
    if reader.person is not None:
        return RedirectResponse(local_path(back), 303)
    return _entrance("sign_up", tables, reader, local_path(back))


@router.post("/sign-in")
def sign_in(form: PostedForm, request: Request, tables: TheTables, reader: TheReader) -> Response:
    """Sign this browser in."""
    name, password = str(form.get("name", "")), str(form.get("password", ""))
    try:
        person = tables.people.sign_in(name, password, address_of(request), _known(request))
    except (NotSignedIn, TooOften) as error:
        return _entrance("sign_in", tables, reader, local_path(form.get("back")), name, error)
    return come_in(person, form.get("back"), "along" in form, request, tables, reader)


@router.post("/sign-up")
def sign_up(form: PostedForm, request: Request, tables: TheTables, reader: TheReader) -> Response:
    """Make an account and sign this browser in."""
    name, password = str(form.get("name", "")), str(form.get("password", ""))
    try:
        person = tables.people.sign_up(name, password, address_of(request))
    except (BadName, BadPassword, TooOften) as error:
        return _entrance("sign_up", tables, reader, local_path(form.get("back")), name, error)
    return come_in(person, form.get("back"), "along" in form, request, tables, reader)


@router.post("/sign-out")
def sign_out(form: PostedForm, request: Request, tables: TheTables, reader: TheReader) -> Response:
    """Sign this browser out; whoever uses it is a guest again, and may be led to come in anew."""
    if reader.session is not None:
        tables.people.end_sessions(reader.session.person, [reader.session.id])
    return gone(request, local_path(form.get("back")))


def come_in(
    person: Person, back: object, along: bool, request: Request, tables: Tables, reader: Reader
) -> RedirectResponse:
    """Sign this browser in as `person` under a new session, with its tables if they come along.

    Whose tables have come along gets a new id for what he does as a guest: the old one holds nothing.
    """
    if reader.session is not None:
        tables.people.end_sessions(reader.session.person, [reader.session.id])
    response = RedirectResponse(local_path(back), 303)
    secure = request.url.scheme == "https"
    identity: Identity = request.app.state.identity
    if reader.session is None and along:
        tables.people.bring_along(reader.browser, person)
        fresh = identity.write(secrets.token_urlsafe(18))
        response.headers.append("set-cookie", kept_cookie(COOKIE, fresh, secure))
    token = tables.people.begin_session(person, *describe(request.headers.get("user-agent", "")))
    if reader.session is None and along:
        tables.channels.come_along(reader.browser, person, digest(token))
    response.headers.append("set-cookie", session_cookie(token, request))
    response.headers.append("set-cookie", kept_cookie(KNOWN_COOKIE, identity.write_known(person.id), secure))
    return response


def session_cookie(token: str, request: Request) -> str:
    """The header by which this browser shows a session from now on."""
    return kept_cookie(SESSION_COOKIE, token, request.url.scheme == "https")


def gone(request: Request, to: str = "/") -> RedirectResponse:
    """To the lobby, or another page, without a session."""
    response = RedirectResponse(to, 303)
    response.delete_cookie(
        SESSION_COOKIE, httponly=True, samesite="lax", secure=request.url.scheme == "https"
    )
    return response


def _known(request: Request) -> KnownDevice | None:
    """What this device shows of an earlier time at which it signed in."""
    identity: Identity = request.app.state.identity
    return identity.read_known(request.cookies.get(KNOWN_COOKIE))


def _entrance(
    which: str, tables: Tables, reader: Reader, back: str, name: str = "", error: TableError | None = None
) -> HTMLResponse:
    problem = None if error is None else as_problem(error)
    return page(
        f"people/{which}.html",
        reader,
        200 if problem is None else problem.status_code,
        {} if problem is None else dict(problem.headers or {}),
        back_to=back,
        name=name,
        has_tables=reader.session is None and tables.lists.has_any(reader.browser),
        problem=None if problem is None else reader.say(problem.text),
    )
