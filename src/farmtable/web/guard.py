"""What stands before every page: limits on what may be sent here, and headers that keep a page to itself."""

from __future__ import annotations

import time
from string import printable
from urllib.parse import quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from farmtable.core import Text
from farmtable.web.problems import Problem

BODY_LIMIT = 64 * 1024
DRAIN_LIMIT = 32 * 1024 * 1024
DRAIN_SECONDS = 10.0

# Everything comes from this server and nothing is inline, so a name or a log line can never become a script.
CONTENT_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    # An invitation's address must not travel to other sites, but our own forms must name their origin.
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class BodyLimit:
    """Refuses bodies over `BODY_LIMIT`, announced or streamed, with a `Problem` that becomes a 413 page."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        received = BODY_LIMIT + 1 if _is_over(announced) else 0

        async def limited() -> Message:
            nonlocal received
            message = await receive()
            received += len(message.get("body", b""))
            if received > BODY_LIMIT:
                await _drain(message, receive)
                raise Problem(413, Text("That was too much at once: at most 64 KB can be sent to a table."))
            return message

        await self.app(scope, limited, send)


class PlainQuery:
    """Writes what is no ASCII in a query as addresses write it: the rest of the house reads nothing else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        query = scope.get("query_string", b"")
        if not query.isascii():
            scope = {**scope, "query_string": quote(query, safe=printable).encode()}
        await self.app(scope, receive, send)


def _is_over(announced: str) -> bool:
    """Whether a length that a request tells is over the limit; it may have more digits than a number can."""
    return announced.isdecimal() and (len(announced) > 18 or int(announced) > BODY_LIMIT)


async def _drain(message: Message, receive: Receive) -> None:
    """Read on and forget: who is still sending would never see the answer."""
    left, until = DRAIN_LIMIT, time.monotonic() + DRAIN_SECONDS
    while message.get("more_body") and left > 0 and time.monotonic() < until:
        message = await receive()
        left -= len(message.get("body", b""))


class SafeHeaders:
    """Adds the headers above to every answer, and keeps pages out of all caches; static files say more."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        caching = "no-cache" if scope["path"].startswith("/static/") else "no-store"

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                headers.setdefault("cache-control", caching)
            await send(message)

        await self.app(scope, receive, send_safely)
