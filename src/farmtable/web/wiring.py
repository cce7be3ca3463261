"""Dependencies that routes share: tables, the reader, and forms that are checked."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Annotated, Final

from fastapi import Depends, Request
from starlette.datastructures import FormData

from farmtable.tables import Session, Tables
from farmtable.web.analyst import Analyst
from farmtable.web.gate.floods import Shares, address_of
from farmtable.web.hints import Hints
from farmtable.web.identity import Identity, same_origin
from farmtable.web.live import Live
from farmtable.web.problems import FORGED, SIGN_IN_FIRST, UNREADABLE, Problem
from farmtable.web.reader import Reader, reader_of
from farmtable.web.watch.limits import count_table

LONGEST_KIND: Final = 300
"""The maximum length of a form's content type; browsers send about a hundred characters."""
_NUMBER: Final = re.compile("[0-9]{1,9}")

# What only looks at the request needs no thread: handing it to one and back costs more.


async def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


async def _live(request: Request) -> Live:
    live: Live = request.app.state.live
    return live


async def _analyst(request: Request) -> Analyst:
    analyst: Analyst = request.app.state.analyst
    return analyst


async def _hints(request: Request) -> Hints:
    hints: Hints = request.app.state.hints
    return hints


def _check_known(request: Request) -> None:
    """Raises StorageError if the database could not say who is asking."""
    if request.state.trouble is not None:
        raise request.state.trouble


async def _reader(request: Request) -> Reader:
    _check_known(request)
    return reader_of(request)


async def _signed_in(request: Request) -> Session:
    """Who is signed in. Raises a Problem (403) for a guest."""
    session = (await _reader(request)).session
    if session is None:
        raise Problem(403, SIGN_IN_FIRST)
    return session


def check_origin(request: Request, token: str) -> None:
    """Raises a Problem (403) for a post that did not come from a page of this browser's own."""
    identity: Identity = request.app.state.identity
    _check_known(request)
    if not same_origin(request.headers) or not identity.is_token(token, request.state.form_key):
        raise Problem(403, FORGED)


async def _posted_json(request: Request) -> None:
    check_origin(request, request.headers.get("farmtable-token", ""))


async def _posted_form(request: Request) -> FormData:
    return await _read_form(request, max_files=0)


async def _posted_files(request: Request) -> AsyncIterator[FormData]:
    form = await _read_form(request, max_files=10)
    yield form
    await form.close()


async def _read_form(request: Request, max_files: int) -> FormData:
    # The sender may name any codec that Python has. Some take seconds for a full body, while everybody waits,
    # and some produce what no text can contain; browsers name none, or UTF-8. Other long content types are
    # slow to parse, too.
    kind = request.headers.get("content-type", "").lower()
    if len(kind) > LONGEST_KIND or "charset" in kind.replace("charset=utf-8", ""):
        raise Problem(400, UNREADABLE)
    form = await request.form(max_files=max_files, max_fields=100)
    check_origin(request, str(form.get("token", "")))
    return form


def local_path(path: object) -> str:
    """`path` if it leads to a page of this server, else the lobby."""
    text = str(path or "/")
    safe = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable()
    return text if safe else "/"


def whole_number(text: object) -> int | None:
    """The number in a form field, of nine digits at most; None for anything else."""
    return int(text) if isinstance(text, str) and _NUMBER.fullmatch(text) else None


def bring_file(request: Request) -> None:
    """Count one upload against this browser's limit. Raises TooOften."""
    uploads: Shares = request.app.state.uploads
    uploads.take(request.state.browser, address_of(request))


def think(request: Request, seconds: float) -> None:
    """Count so many seconds of thinking against this browser's limit. Raises TooOften."""
    thinking: Shares = request.app.state.thinking
    thinking.take(request.state.browser, address_of(request), seconds)


TheTables = Annotated[Tables, Depends(_tables)]
TheLive = Annotated[Live, Depends(_live)]
TheAnalyst = Annotated[Analyst, Depends(_analyst)]
TheHints = Annotated[Hints, Depends(_hints)]
TheReader = Annotated[Reader, Depends(_reader)]
TheSession = Annotated[Session, Depends(_signed_in)]
PostedByScript = Depends(_posted_json)
PostedForm = Annotated[FormData, Depends(_posted_form)]
PostedFiles = Annotated[FormData, Depends(_posted_files)]


def _counted_table(request: Request, _: PostedForm) -> None:
    """Count a table that a page of this browser's own creates against its limit. Raises TooOften."""
    count_table(request.app.state.tables, request.state.browser, address_of(request))


MakesATable = Depends(_counted_table)
