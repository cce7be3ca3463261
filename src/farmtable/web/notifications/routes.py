"""The page on which one chooses how one is told what happens at one's tables, and the addresses that mails
offer."""

from __future__ import annotations

import asyncio
import secrets
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse, Response
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from farmtable.core import Text
from farmtable.core.errors import BadRecord
from farmtable.tables import NoSuchTable, TableError, Tables
from farmtable.tables.notifications.channel import EVENTS, INTERVALS, Channel
from farmtable.tables.notifications.channels import Whose
from farmtable.tables.people.limits import Limit
from farmtable.web.agents import describe
from farmtable.web.beside.static import FOLDER
from farmtable.web.board import names_of
from farmtable.web.devices import device_title
from farmtable.web.notifications.links import Links
from farmtable.web.notifications.post import Unreachable, check
from farmtable.web.notifications.push import public_key
from farmtable.web.notifications.settings import Sending, is_address
from farmtable.web.notifications.words import WANTED, WHERE
from farmtable.web.pages import page
from farmtable.web.people.proof import check_it_is_he, refused_to_script
from farmtable.web.problems import NO_PAGE, UNREADABLE, Problem, as_problem
from farmtable.web.reader import Reader
from farmtable.web.wiring import PostedByScript, PostedForm, TheReader, TheSession, TheTables, whole_number

router = APIRouter()

DAY: Final = 24 * 3600.0
ASKED_BY_PERSON: Final = Limit("addresses to confirm by person", 5, DAY)
ASKED_OF_ADDRESS: Final = Limit("mails that ask an address", 3, DAY)
SUBSCRIBED: Final = Limit("devices told of by browser", 60, DAY)

NO_ADDRESS: Final = Text("This is not an email address.")
NO_HOOK: Final = Text("This address cannot be used. It must begin with https:// and lead to a public server.")
ASKED: Final = Text("An email is on its way to you. Follow the link in it to confirm the address.")
KEPT: Final = Text("Your choices have been saved.")
EVERY: Final = {
    0: Text("at once"),
    3600: Text("at most one email an hour"),
    86400: Text("at most one email a day"),
}


@router.get("/notifications")
def notifications(
    request: Request, tables: TheTables, reader: TheReader, table: str = "", done: str = ""
) -> HTMLResponse:
    """How one is told things; with `table`, whether of that one."""
    said = {"asked": ASKED, "kept": KEPT}.get(done)
    return _page(request, tables, reader, table, done=said)


@router.post("/notifications/want")
def want(form: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Choose what one is told, and how often mails come at most. No proof is asked for: what warns somebody
    of a thief is told whatever he wants."""
    wanted = [event for event in EVENTS if event in form]
    interval = whole_number(form.get("interval") or "0")
    if interval not in INTERVALS:
        raise Problem(400, UNREADABLE)
    tables.channels.want(reader.browser, wanted, interval)
    return RedirectResponse("/notifications?done=kept", 303)


@router.post("/notifications/mail")
def add_mail(
    form: PostedForm, request: Request, session: TheSession, tables: TheTables, reader: TheReader
) -> Response:
    """Be told by mail, once the address is confirmed."""
    address = str(form.get("address", "")).strip()
    if _sending(request).mail is None:
        raise Problem(404, NO_PAGE)
    try:
        if not is_address(address):
            raise TableError(NO_ADDRESS)
        check_it_is_he(session, form.get("password"), form.get("proof"), tables)
        tables.people.limits.count(ASKED_BY_PERSON, session.person.id)
        tables.people.limits.count(ASKED_OF_ADDRESS, address.lower())
        whose = Whose(reader.browser, session.person.id)
        tables.channels.add("mail", address, reader.language, whose)
    except TableError as error:
        return _page(request, tables, reader, problem=error, address=address)
    return RedirectResponse("/notifications?done=asked", 303)


@router.post("/notifications/webhook")
def add_webhook(
    form: PostedForm, request: Request, session: TheSession, tables: TheTables, reader: TheReader
) -> Response:
    """Be told at an address of one's own."""
    url, sending = str(form.get("url", "")).strip(), _sending(request)
    if not sending.webhooks:
        raise Problem(404, NO_PAGE)
    try:
        if len(url) > 1000:
            raise TableError(NO_HOOK)
        check(url, sending.private)
        check_it_is_he(session, form.get("password"), form.get("proof"), tables)
        key = {"key": secrets.token_urlsafe(24)}
        tables.channels.add("webhook", url, reader.language, Whose(reader.browser, session.person.id), key)
    except (TableError, Unreachable) as error:
        problem = error if isinstance(error, TableError) else TableError(NO_HOOK)
        return _page(request, tables, reader, problem=problem, url=url[:1000])
    return RedirectResponse("/notifications?done=kept", 303)


class Keys(BaseModel):
    """The keys of a device."""

    model_config = ConfigDict(extra="ignore")

    p256dh: str = Field(pattern=r"^[A-Za-z0-9_-]{80,100}=*$")
    auth: str = Field(pattern=r"^[A-Za-z0-9_-]{16,32}=*$")


class Subscription(BaseModel):
    """What a browser says of itself when it lets itself be told things."""

    model_config = ConfigDict(extra="ignore")

    endpoint: str = Field(max_length=1000)
    keys: Keys
    password: str = Field(default="", max_length=200)
    proof: str = Field(default="", max_length=500)


@router.post("/notifications/push", dependencies=[PostedByScript])
async def subscribe(request: Request, tables: TheTables, reader: TheReader) -> Response:
    """Have this device told."""
    sending = _sending(request)
    if not sending.push:
        raise Problem(404, NO_PAGE)
    try:
        sent = Subscription.model_validate_json(await request.body())
        check(sent.endpoint, sending.private)
    except (ValidationError, Unreachable):
        raise Problem(400, UNREADABLE) from None
    try:
        await asyncio.to_thread(_subscribe, request, tables, reader, sent)
    except TableError as error:
        return refused_to_script(error, reader)
    return Response(status_code=204)


def _subscribe(request: Request, tables: Tables, reader: Reader, sent: Subscription) -> None:
    tables.people.limits.count(SUBSCRIBED, reader.browser)
    title = device_title(*describe(request.headers.get("user-agent", "")), reader)
    session, keys = reader.session, sent.keys.model_dump()
    if session is not None and not _is_told(tables, reader, sent.endpoint, keys):
        check_it_is_he(session, sent.password, sent.proof, tables)
    whose = Whose(
        reader.browser,
        None if session is None else session.person.id,
        None if session is None else session.id,
        title[:64],
    )
    tables.channels.add("push", sent.endpoint, reader.language, whose, keys)


def _is_told(tables: Tables, reader: Reader, endpoint: str, keys: dict[str, str]) -> bool:
    """Whether this device is told already: pages of it keep that up to date by themselves."""
    return any(one.address == endpoint and one.secret == keys for one in tables.channels.of(reader.browser))


@router.post("/notifications/remove")
def remove(form: PostedForm, request: Request, tables: TheTables, reader: TheReader) -> Response:
    """Be told on this way no more. To a confirmed address goes what warns its owner: it is not for a thief to
    take away."""
    named = str(form.get("channel", ""))
    gone = [one for one in tables.channels.of(reader.browser) if named in (one.id, one.address)]
    try:
        if reader.session is not None and any(one.kind == "mail" and one.confirmed for one in gone):
            check_it_is_he(reader.session, form.get("password"), form.get("proof"), tables)
    except TableError as error:
        return _page(request, tables, reader, problem=error)
    for channel in gone:
        tables.channels.retire(channel.id)
    return RedirectResponse("/notifications?done=kept", 303)


@router.post("/notifications/mute")
def mute(form: PostedForm, tables: TheTables, reader: TheReader) -> Response:
    """Hear nothing of a table any more, or again."""
    table_id = str(form.get("table", ""))
    tables.lists.listed(table_id, reader.browser)  # it must be one of his
    tables.channels.mute_for(table_id, reader.browser, form.get("ask") == "mute")
    return RedirectResponse(f"/notifications?done=kept&table={table_id}", 303)


@router.get("/notifications/{what}/{token}")
def offered(what: str, token: str, request: Request, tables: TheTables, reader: TheReader) -> HTMLResponse:
    """What a link of a mail would do: it is done by a button, since mail programs look at links on their
    own."""
    channel, _ = _linked(request, tables, what, token)
    return page(
        "notifications/link.html", reader, what=what, token_of_link=token, address=channel.address, done=False
    )


@router.post("/notifications/{what}/{token}")
def follow(what: str, token: str, request: Request, tables: TheTables, reader: TheReader) -> HTMLResponse:
    """Do it. A mail program may do so by itself (RFC 8058): the token alone says that it may be done."""
    channel, table_id = _linked(request, tables, what, token)
    if what == "confirm":
        tables.channels.confirm(channel.id)
    elif what == "stop":
        tables.channels.remove(channel.id)
    else:
        tables.channels.mute(table_id, channel.holder, True)
    return page(
        "notifications/link.html", reader, what=what, token_of_link=token, address=channel.address, done=True
    )


@router.post("/table/{table_id}/seen", dependencies=[PostedByScript])
def seen(table_id: str, tables: TheTables, reader: TheReader) -> Response:
    """This browser shows the table to somebody: he need not be told how it stands."""
    table = tables.open(table_id)
    tables.outbox.seen(table.id, table.seats_of(reader.browser))
    return Response(status_code=204)


@router.get("/notify-worker.js")
def worker() -> FileResponse:
    """What a browser runs when it is told something; from here it may open every page."""
    return FileResponse(FOLDER / "notify-worker.js", media_type="text/javascript")


def _sending(request: Request) -> Sending:
    sending: Sending = request.app.state.sending
    return sending


def _linked(request: Request, tables: Tables, what: str, token: str) -> tuple[Channel, str]:
    """The channel and the table of a link. Raises a Problem (404) for one that was not made here."""
    found = (
        Links(tables, _sending(request).url).read(what, token)
        if what in ("confirm", "stop", "quiet")
        else None
    )
    if found is None:
        raise Problem(404, NO_PAGE)
    return found


def _page(
    request: Request,
    tables: Tables,
    reader: Reader,
    table_id: str = "",
    problem: TableError | None = None,
    done: Text | None = None,
    **typed: str,
) -> HTMLResponse:
    sending, channels = _sending(request), tables.channels.of(reader.browser)
    failed = None if problem is None else as_problem(problem)
    muted = tables.channels.muted(reader.browser)
    mails = [one for one in channels if one.kind == "mail"]
    return page(
        "notifications/notifications.html",
        reader,
        200 if failed is None else failed.status_code,
        {} if failed is None else dict(failed.headers or {}),
        sending=sending,
        key=public_key(tables.secret("push")) if sending.push else "",
        devices=[one for one in channels if one.kind == "push"],
        mails=mails,
        hooks=[one for one in channels if one.kind == "webhook"],
        events=[(event, reader.say(WANTED[event])) for event in EVENTS],
        wanted=channels[0].events if channels else EVENTS,
        every=[(seconds, reader.say(EVERY[seconds])) for seconds in INTERVALS],
        interval=mails[0].interval if mails else 0,
        this=_table(tables, reader, table_id) if table_id not in muted else None,
        muted=[one for one in (_table(tables, reader, table_id) for table_id in muted) if one],
        problem=None if failed is None else reader.say(failed.text),
        done=None if done is None else reader.say(done),
        typed={"address": "", "url": ""} | typed,
    )


def _table(tables: Tables, reader: Reader, table_id: str) -> dict[str, str] | None:
    """A table of one's own list as the page names it."""
    try:
        tables.lists.listed(table_id, reader.browser)
        table = tables.find(table_id)
    except (TableError, NoSuchTable, BadRecord):
        return None
    names = ", ".join(names_of(table, reader))
    return {"id": table_id, "title": reader.say(WHERE.with_values(game=table.game.title, names=names))}
