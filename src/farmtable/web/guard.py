"""Middleware for every page: limits on what may be sent here, and headers that protect pages."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from string import printable
from urllib.parse import quote

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from farmtable.core import BadOption, Text
from farmtable.web.problems import Problem

BODY_LIMIT = 64 * 1024
DRAIN_LIMIT = 32 * 1024 * 1024
DRAIN_SECONDS = 10.0
BODY_SECONDS = 20.0

TOO_MUCH = Text("That was too much at once: you can send at most 64 KB to a table.")
TOO_SLOW = Text("Your request arrived too slowly. Please try again.")

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
    # No other site can show or measure what is meant for its reader alone.
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
VARIABLE = "FARMTABLE_HSTS"
LASTS = {"": "", "yes": f"max-age={365 * 24 * 3600}", "no": "max-age=0"}
_SAFE = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_SAFE_NAMES = frozenset(name for name, _ in _SAFE)


class BodyLimit:
    """Refuses bodies over `BODY_LIMIT`, announced or streamed, with a `Problem` that becomes a 413 page, and
    those that are still incomplete `BODY_SECONDS` after the head (408)."""

    def __init__(self, app: ASGIApp, refuse: Callable[[str], None]) -> None:
        self.app = app
        self.refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        names = {name for name, _ in scope["headers"]} if scope["type"] == "http" else set()
        if not names & {b"content-length", b"transfer-encoding"}:  # then there is no body
            await self.app(scope, receive, send)
            return
        announced = Headers(scope=scope).get("content-length", "0")
        received = BODY_LIMIT + 1 if _is_over(announced) else 0
        until: float | None = asyncio.get_running_loop().time() + BODY_SECONDS

        async def limited() -> Message:
            nonlocal received, until
            try:
                async with asyncio.timeout_at(until):
                    message = await receive()
            except TimeoutError:
                self.refuse("slow")
                raise Problem(408, TOO_SLOW, {"connection": "close"}) from None
            if not message.get("more_body"):
                until = None  # all that follows is that the client has gone, perhaps hours later
            received += len(message.get("body", b""))
            if received > BODY_LIMIT:
                await _drain(message, receive)
                raise Problem(413, TOO_MUCH, {"connection": "close"})
            return message

        await self.app(scope, limited, send)


class PlainQuery:
    """Percent-encodes non-ASCII characters in a query: nothing behind it can read anything else."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        query = scope.get("query_string", b"")
        if not query.isascii():
            scope = {**scope, "query_string": quote(query, safe=printable).encode()}
        await self.app(scope, receive, send)


def _is_over(announced: str) -> bool:
    """Whether the length that a request announces is over the limit; it may have more digits than int()
    accepts."""
    return announced.isdecimal() and (len(announced) > 18 or int(announced) > BODY_LIMIT)


async def _drain(message: Message, receive: Receive) -> None:
    """Read on and discard: a client that is still sending would never see the answer."""
    left = DRAIN_LIMIT
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(DRAIN_SECONDS):
            while message.get("more_body") and left > 0:
                message = await receive()
                left -= len(message.get("body", b""))


def https_lasts(environment: Mapping[str, str]) -> str:
    """The value of the Strict-Transport-Security header that these environment variables ask for.

    By default there is none, because browsers would then use only https at all ports of the host. Raises
    BadOption.
    """
    said = environment.get(VARIABLE, "").strip().lower()
    if said not in LASTS:
        raise BadOption(f"{VARIABLE} is yes or no, not {environment[VARIABLE]!r}")
    return LASTS[said]


class SafeHeaders:
    """Adds the headers above to every answer, and keeps pages out of all caches; static files set their own.

    `lasting` is the value of Strict-Transport-Security for answers over https (`https_lasts`).
    """

    def __init__(self, app: ASGIApp, lasting: str = "") -> None:
        self.app = app
        self.lasting = [(b"strict-transport-security", lasting.encode())] if lasting else []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        safe = _SAFE + self.lasting if scope["scheme"] == "https" else _SAFE
        caching = b"no-cache" if scope["path"].startswith("/static/") else b"no-store"

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                said = message.get("headers", ())
                kept = [pair for pair in said if pair[0] not in _SAFE_NAMES]
                if not any(name == b"cache-control" for name, _ in kept):
                    kept.append((b"cache-control", caching))
                message["headers"] = kept + safe
            await send(message)

        await self.app(scope, receive, send_safely)
