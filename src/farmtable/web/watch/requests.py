"""Every request counted and, where it is wanted, written down: by its route's pattern, never by its address.

An address may be a private link or an invitation; a pattern is `/take/{key}` for all of them.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable
from typing import Final, Literal

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from farmtable.tables import StorageError
from farmtable.web.watch.logs import note_trouble
from farmtable.web.watch.together import all_of

logger = logging.getLogger("farmtable.requests")

UNKNOWN: Final = "none"
STREAMS: Final = "/events"
HEALTH: Final = "/health"
"""Asked every few seconds; in the log is only that something was wrong."""


class Traffic:
    """What has been asked since the server began, and who listens now: numbers for Prometheus.

    Labels are few and known: a route's pattern, never an address, so that no private link can be among them.
    """

    def __init__(self) -> None:
        self.numbers = CollectorRegistry()
        self.requests = Counter(
            "farmtable_requests_total",
            "Requests by method, route and status.",
            ("method", "route", "status"),
            registry=self.numbers,
        )
        self.seconds = Histogram(
            "farmtable_request_seconds",
            "Seconds to answer, by route; not of streams.",
            ("route",),
            registry=self.numbers,
        )
        self.changes = Counter(
            "farmtable_changes_total",
            "Decisions, undone ones and taken seats entered here.",
            registry=self.numbers,
        )
        self.refused = Counter(
            "farmtable_refused_total",
            "What was refused, by the limit that it went over.",
            ("limit",),
            registry=self.numbers,
        )
        self.streams = self._gauge("farmtable_event_streams", "Pages that listen now.", "livesum")
        self._own: list[tuple[Gauge, Callable[[], float]]] = []
        self._common: list[tuple[Gauge, Callable[[], float]]] = []

    def refuse(self, limit: str) -> None:
        """Count what a limit has refused. Limits are few, and each has a name."""
        self.refused.labels(limit).inc()

    def look_at(self, name: str, words: str, value: Callable[[], float], common: bool = False) -> None:
        """Tell a number as it is when it is asked for; a `common` one is the same in all processes."""
        if common:
            self._common.append((self._gauge(name, words, "livemostrecent"), value))
        else:
            self._own.append((self._gauge(name, words, "livesum"), value))

    def note(self) -> None:
        """Write down how this process stands now."""
        for gauge, value in self._own:
            gauge.set(value())

    def told(self) -> bytes:
        """All numbers as Prometheus reads them, together with those of the processes beside this one."""
        self.note()
        for gauge, value in self._common:
            try:
                gauge.set(value())
            except StorageError:  # nobody knows; all else is told most of all when something is wrong
                gauge.set(math.nan)
        return generate_latest(all_of(self.numbers))

    def _gauge(self, name: str, words: str, together: Literal["livesum", "livemostrecent"]) -> Gauge:
        return Gauge(name, words, registry=self.numbers, multiprocess_mode=together)


class WatchRequests:
    """Counts each request once it is answered."""

    def __init__(self, app: ASGIApp, traffic: Traffic) -> None:
        self.app = app
        self.traffic = traffic

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500
        stream = scope["path"].endswith(STREAMS)

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        self.traffic.streams.inc(stream)
        try:
            await self.app(scope, receive, watched)
        finally:
            self.traffic.streams.dec(stream)
            self._note(scope, status, None if stream else time.perf_counter() - began)

    def _note(self, scope: Scope, status: int, seconds: float | None) -> None:
        method, route = known_method(scope["method"]), pattern_of(scope)
        self.traffic.requests.labels(method, route, str(status)).inc()
        if seconds is not None:
            self.traffic.seconds.labels(route).observe(seconds)
        if route.startswith(HEALTH) and status < 400:
            return
        told = {"method": method, "route": route, "status": status}
        if seconds is not None:
            told["milliseconds"] = round(1000 * seconds, 1)
        logger.info("request", extra={"told": told})


def note_request(logger: logging.Logger, scope: Scope, error: BaseException) -> None:
    """Write down that a request could not be answered, or not to its end."""
    told = {"method": known_method(scope["method"]), "route": pattern_of(scope)}
    note_trouble(logger, f"{told['method']} {told['route']}", error, **told)


def pattern_of(scope: Scope) -> str:
    """The pattern of the route that a request was for; `none` where there is no such page."""
    if scope["path"].startswith("/static/"):
        return "/static"
    pattern = getattr(scope.get("route"), "path", None)
    return pattern if isinstance(pattern, str) else UNKNOWN


def known_method(method: str) -> str:
    """The method, where it is one that there is: somebody may send any word."""
    return method if method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") else UNKNOWN
