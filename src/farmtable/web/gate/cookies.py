"""Our own cookies are looked at, and no others; and by which names browsers keep them.

A browser sends along what other programs of the same domain have given it, and anybody sends what he likes.
Libraries read all of it for each request, quoted values by a code that older Pythons have which takes seconds
for some kilobytes, and everybody else waits. So the rest is left out before anything reads it; to refuse it
would lock people out for what other programs have done.

Over https those by which somebody is known are called `__Host-…` outside: no other host of the domain, and
nobody on a line without https, can plant such a one. The rest of the house knows only their short names. A
browser that has been here before has such short ones; since anybody may have planted them, nobody is known by
them over https, but what the guest of before holds may be taken along (`older.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from farmtable.web.identity import COOKIE, KNOWN_COOKIE, LONGEST, OLDER_COOKIE, SESSION_COOKIE, cookies_in
from farmtable.web.reader import LANGUAGE_COOKIE, LOOK_COOKIE, LOOKS

KNOWN_BY: Final = (COOKIE, SESSION_COOKIE, KNOWN_COOKIE)
"""The cookies by which somebody is known."""
PREFIX: Final = "__Host-"
OURS: Final = frozenset({*KNOWN_BY, LANGUAGE_COOKIE}) | {LOOK_COOKIE.format(name=name) for name in LOOKS}

_Headers = Iterable[tuple[bytes, bytes]]


class OwnCookies:
    """Leaves of a request's cookies only what may be ours: by their names, short, and never in quotes."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        secure = scope["scheme"] == "https"
        sent = b";".join(value for name, value in scope["headers"] if name == b"cookie")
        cookies = cookies_in(sent.decode("latin-1")) if sent else {}
        if sent:
            others = [pair for pair in scope["headers"] if pair[0] != b"cookie"]
            scope["headers"] = [*others, (b"cookie", _ours(cookies, secure).encode("latin-1"))]
        if secure and not scope["path"].startswith("/static/"):
            send = _by_outer_names(send)
        await self.app(scope, receive, send)


def _ours(cookies: Mapping[str, str], secure: bool) -> str:
    """The header that the rest of the house reads."""
    named = {name: value for name, value in cookies.items() if name in OURS}
    if secure:  # without https no browser sends these, so whoever does is none
        outer = {name: cookies.get(PREFIX + name) for name in KNOWN_BY} | {OLDER_COOKIE: named.get(COOKIE)}
        named = {name: value for name, value in named.items() if name not in KNOWN_BY}
        named |= {name: value for name, value in outer.items() if value is not None}
    return "; ".join(
        f"{name}={value}" for name, value in named.items() if len(value) <= LONGEST and '"' not in value
    )


def _by_outer_names(send: Send) -> Send:
    """Sends cookies by their outer names."""

    async def send_renamed(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = list(_renamed(message.get("headers", ())))
        await send(message)

    return send_renamed


def _renamed(headers: _Headers) -> Iterator[tuple[bytes, bytes]]:
    """The same; a cookie that is taken away goes by both of its names, the older one by its own."""
    for name, value in headers:
        inner = value.partition(b"=")[0].decode("latin-1") if name == b"set-cookie" else ""
        if inner in KNOWN_BY:
            yield name, PREFIX.encode() + value
        if inner == OLDER_COOKIE:
            yield name, COOKIE.encode() + value.removeprefix(OLDER_COOKIE.encode())
        elif inner not in KNOWN_BY or b"max-age=0" in value.lower():
            yield name, value
