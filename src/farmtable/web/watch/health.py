"""Whether this server is well, and its numbers: for whoever watches over it."""

from __future__ import annotations

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from farmtable.tables import StorageError, Tables, Thinkers
from farmtable.web.live import Live
from farmtable.web.problems import NO_PAGE, Problem
from farmtable.web.watch.metrics import CONTENT_TYPE, gauges
from farmtable.web.watch.requests import Traffic
from farmtable.web.wiring import TheTables

router = APIRouter()

WELL: Final = {"status": "ok"}


@router.get("/health/live")
def live() -> JSONResponse:
    """The process answers."""
    return JSONResponse(WELL)


@router.get("/health")
@router.get("/health/ready")
def ready(tables: TheTables) -> JSONResponse:
    """The database answers, too: requests may be sent here."""
    try:
        tables.check_answers()
    except StorageError:
        return JSONResponse({"status": "the database does not answer"}, 503)
    return JSONResponse(WELL)


@router.get("/metrics")
def metrics(request: Request, tables: TheTables) -> Response:
    """Numbers for Prometheus, where whoever runs the server wants them told."""
    traffic: Traffic = request.app.state.traffic
    if not request.app.state.metrics:
        raise Problem(404, NO_PAGE)
    lines = traffic.lines() + _gauges(traffic, tables, request.app.state.live, request.app.state.thinkers)
    return PlainTextResponse("\n".join(lines) + "\n", media_type=CONTENT_TYPE)


def _gauges(traffic: Traffic, tables: Tables, live: Live, thinkers: Thinkers) -> list[str]:
    return gauges(
        {
            "farmtable_event_streams": ("Pages that listen now.", lambda: traffic.streams),
            "farmtable_tables_listened_to": ("Tables to which a page listens.", lambda: live.tables),
            "farmtable_tables_in_memory": ("Tables that this process keeps folded.", lambda: tables.kept),
            "farmtable_tables_running": ("Tables in the database whose game runs.", tables.running),
            "farmtable_thoughts_waiting": (
                "Bots' and hints' thoughts not done yet.",
                lambda: thinkers.waiting,
            ),
        }
    )
