"""The application: everything put together around one `Tables`."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect

from farmtable.core import FarmtableError
from farmtable.tables import StorageError, Tables, Thinkers
from farmtable.web import advice, devices, lobby, play, review, seating
from farmtable.web.ahead import routes as ahead
from farmtable.web.analyst import Analyst
from farmtable.web.beside import again, learning, leaving, listed, look, past, shelf
from farmtable.web.beside.static import FOLDER, Editions
from farmtable.web.changes import Boards
from farmtable.web.chat import routes as chats
from farmtable.web.clocks import routes as clocks
from farmtable.web.clocks.timekeeper import Timekeeper
from farmtable.web.drawing.room import Room
from farmtable.web.finding import inviting, pairing
from farmtable.web.finding import routes as finding
from farmtable.web.gate.cookies import OwnCookies
from farmtable.web.gate.floods import REQUESTS, THINKING, UPLOADS, Shares, SlowFloods
from farmtable.web.gate.hosts import HostCheck, Hosts
from farmtable.web.guard import BodyLimit, PlainQuery, SafeHeaders, https_lasts
from farmtable.web.hints import Hints
from farmtable.web.identity import Identity, IdentityMiddleware
from farmtable.web.live import Live
from farmtable.web.notifications import routes as notifications
from farmtable.web.notifications.sender import Sender
from farmtable.web.notifications.settings import Sending
from farmtable.web.opponents import Opponents
from farmtable.web.pages import page
from farmtable.web.people import account, away, entrance, older, passkeys, profile
from farmtable.web.problems import UNREADABLE, Problem, as_problem
from farmtable.web.reader import reader_of
from farmtable.web.stream import routes as stream
from farmtable.web.stream.listening import Listening
from farmtable.web.watch import health
from farmtable.web.watch.limits import Streams
from farmtable.web.watch.requests import Traffic, WatchRequests, note_request
from farmtable.web.watch.together import keep_noting

logger = logging.getLogger(__name__)


def create_app(
    tables: Tables,
    begin: Callable[[], None] | None = None,
    metrics: bool = False,
    hosts: Hosts | None = None,
    chat: bool = True,
    sending: Sending | None = None,
    thinkers: Thinkers | None = None,
) -> FastAPI:
    """The web application for these tables. It plays for their bots while it runs, and does not close them.

    `begin`, a function that can be pickled, is called first in each process in which bots think. `metrics`
    says whether Prometheus metrics are served to anybody who asks; `hosts` are the host names that the server
    answers to (None: all); `chat` says whether people may write to each other; `sending` has the channels on
    which they are notified (None: none). `thinkers` are closed at the end (None: processes of this machine).
    """
    hosts = hosts or Hosts(everything=True)
    traffic = Traffic()
    identity = Identity(tables.secret("browsers").hex())
    app = FastAPI(
        title="farmtable",
        openapi_url=None,
        lifespan=_lifespan,
        middleware=[
            Middleware(WatchRequests, traffic=traffic),
            Middleware(SafeHeaders, lasting=https_lasts(os.environ)),
            Middleware(HostCheck, hosts=hosts, traffic=traffic),
            Middleware(OwnCookies),
            Middleware(SlowFloods, shares=Shares(REQUESTS, traffic.refuse)),
            # Level 6: a board in two milliseconds. Event streams are not compressed.
            Middleware(GZipMiddleware, minimum_size=500, compresslevel=6),
            Middleware(IdentityMiddleware, identity=identity, people=tables.people),
            Middleware(BodyLimit, refuse=traffic.refuse),
            Middleware(PlainQuery),
        ],
    )
    app.state.tables = tables
    app.state.identity = identity
    app.state.traffic = traffic
    app.state.hosts = hosts
    app.state.metrics = metrics
    app.state.chat = chat
    app.state.sending = sending or Sending()
    app.state.streams = Streams(traffic.refuse)
    app.state.uploads = Shares(UPLOADS, traffic.refuse)
    app.state.thinking = Shares(THINKING, traffic.refuse)
    tables.people.limits.on_refusal = traffic.refuse
    tables.add_listener(lambda _table, _version: traffic.changes.inc())
    app.state.live = Live(tables)
    app.state.boards = Boards()
    app.state.room = Room()
    app.state.listening = Listening()
    app.state.at_end = lambda: None
    app.state.thinkers = thinkers or Thinkers(begin=begin)
    health.watch(traffic, tables, app.state.live, app.state.thinkers)
    app.state.hints = Hints(app.state.thinkers)
    app.state.analyst = Analyst(tables, app.state.thinkers)
    for routes in (
        play,
        stream,
        lobby,
        advice,
        seating,
        devices,
        past,
        review,
        again,
        leaving,
        look,
        learning,
        clocks,
        chats,
        ahead,
        notifications,
        shelf,
        listed,
        entrance,
        older,
        account,
        away,
        passkeys,
        profile,
        pairing,
        finding,
        inviting,
        health,
    ):
        app.include_router(routes.router)
    app.mount("/static", Editions(directory=FOLDER))
    for kind in (HTTPException, FarmtableError, RequestValidationError, ClientDisconnect, Exception):
        app.add_exception_handler(kind, _show_problem)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    opponents = Opponents(app.state.tables, app.state.thinkers)
    timekeeper = Timekeeper(app.state.tables)
    sender = Sender(app.state.tables, app.state.sending)
    app.state.live.start(opponents.wake, app.state.analyst.wake)
    timekeeper.start()
    sender.start()
    opponents.start()
    noting = asyncio.create_task(keep_noting(app.state.traffic.note))
    try:
        yield
    finally:  # asked twice, uvicorn leaves out what follows
        app.state.at_end()
    noting.cancel()
    app.state.live.stop()
    await asyncio.gather(timekeeper.stop(), sender.stop(), opponents.stop(), app.state.analyst.stop())
    await asyncio.to_thread(app.state.thinkers.close)


async def _show_problem(request: Request, error: Exception) -> HTMLResponse:
    unreadable = isinstance(error, (RequestValidationError, ClientDisconnect))
    problem = Problem(400, UNREADABLE) if unreadable else as_problem(error)
    if isinstance(error, StorageError):
        note_request(logger, request.scope, error)
    reader = reader_of(request)
    table_id = request.path_params.get("table_id") if problem.status_code != 404 else None
    return page(
        "error.html",
        reader,
        problem.status_code,
        dict(problem.headers or {}),
        code=problem.status_code,
        message=reader.say(problem.text),
        table_id=table_id,
    )
