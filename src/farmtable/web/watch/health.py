"""Whether this server is well, and its numbers: for whoever watches over it."""

from __future__ import annotations

import hmac
import os
from collections.abc import Mapping
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, disable_created_metrics

from farmtable.tables import StorageError, Tables, Thinkers
from farmtable.web.gate.floods import address_of, is_here
from farmtable.web.live import Live
from farmtable.web.problems import NO_PAGE, Problem
from farmtable.web.watch.requests import Traffic
from farmtable.web.wiring import TheTables

# When a counter began is of no use to anybody here.
disable_created_metrics()  # type: ignore[no-untyped-call]

router = APIRouter()

WELL: Final = {"status": "ok"}

VARIABLE: Final = "FARMTABLE_METRICS_TOKEN"
"""What this says in the environment opens the numbers to whoever shows it, from wherever he asks."""
PASSED_ON: Final = (
    "forwarded",
    "via",
    "x-real-ip",
    "x-forwarded-for",
    "x-forwarded-proto",
    "x-forwarded-host",
)
"""By one of these headers at least a proxy says that somebody else asks."""


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
def metrics(request: Request) -> Response:
    """Numbers for Prometheus, where whoever runs the server wants them told.

    A player must not read them: how many thoughts wait falls when a bot has thought, before it has kept its
    pace (ADR 12).
    """
    traffic: Traffic = request.app.state.traffic
    if not request.app.state.metrics or not _may_count(request):
        raise Problem(404, NO_PAGE)
    return Response(traffic.told(), media_type=CONTENT_TYPE_PLAIN_0_0_4)


def _may_count(request: Request) -> bool:
    """Whether somebody asks on this very machine, through no proxy, or shows the token."""
    token, shown = os.environ.get(VARIABLE, ""), request.headers.get("authorization", "")
    if token and hmac.compare_digest(shown.encode("latin-1"), f"Bearer {token}".encode()):
        return True
    return is_here(address_of(request)) and not any(name in request.headers for name in PASSED_ON)


def token_in_vain(environment: Mapping[str, str], metrics: bool) -> list[str]:
    """That a token is set where no numbers are told: a sentence, or none."""
    if metrics or not environment.get(VARIABLE, ""):
        return []
    return [f"{VARIABLE} opens nothing, as no numbers are told (FARMTABLE_METRICS, --metrics)"]


def watch(traffic: Traffic, tables: Tables, live: Live, thinkers: Thinkers) -> None:
    """Tell how the tables, those who listen and those who think stand, too."""
    traffic.look_at("farmtable_tables_listened_to", "Tables to which a page listens.", lambda: live.tables)
    traffic.look_at("farmtable_tables_in_memory", "Tables that processes keep.", lambda: tables.kept)
    traffic.look_at("farmtable_tables_running", "Tables whose game runs.", tables.running, common=True)
    reported = "Reported messages that nobody has settled."
    traffic.look_at("farmtable_reports", reported, lambda: len(tables.chat.rows.unsettled()), common=True)
    waiting = "Bots' and hints' thoughts not done yet."
    traffic.look_at("farmtable_thoughts_waiting", waiting, lambda: thinkers.waiting)
