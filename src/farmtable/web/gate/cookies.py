"""Our own cookies are looked at, and no others.

A browser sends along what other programs of the same domain have given it, and anybody sends what he likes.
Libraries read all of it for each request, quoted values by a code that older Pythons have which takes seconds
for some kilobytes, and everybody else waits. So the rest is left out before anything reads it; to refuse it
would lock people out for what other programs have done.
"""

from __future__ import annotations

from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

from farmtable.web.identity import COOKIE, KNOWN_COOKIE, LONGEST, SESSION_COOKIE, cookies_in
from farmtable.web.reader import LANGUAGE_COOKIE, LOOK_COOKIE, LOOKS

OURS: Final = frozenset({COOKIE, SESSION_COOKIE, KNOWN_COOKIE, LANGUAGE_COOKIE}) | {
    LOOK_COOKIE.format(name=name) for name in LOOKS
}


class OwnCookies:
    """Leaves of a request's cookies only what may be ours: by their names, short, and never in quotes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and any(name == b"cookie" for name, _ in scope["headers"]):
            sent = b";".join(value for name, value in scope["headers"] if name == b"cookie")
            others = [pair for pair in scope["headers"] if pair[0] != b"cookie"]
            scope["headers"] = [*others, (b"cookie", _ours(sent.decode("latin-1")).encode("latin-1"))]
        await self.app(scope, receive, send)


def _ours(header: str) -> str:
    return "; ".join(
        f"{name}={value}"
        for name, value in cookies_in(header).items()
        if name in OURS and len(value) <= LONGEST and '"' not in value
    )
