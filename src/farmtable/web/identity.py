"""Who sends a request: a random browser id in a signed cookie, or a session; and the token that guards every
form.

A guest's browser is known by the id in its cookie, and seats belong to that id. If somebody is signed in, a
second cookie identifies their session, and their account acts in place of the browser. A post is accepted
only with a token made from the same id or session and the server's key, so that no other site can make a
browser play.
"""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from farmtable.tables import People, StorageError
from farmtable.tables.people.person import KnownDevice
from farmtable.web.agents import describe

COOKIE = "farmtable"
SESSION_COOKIE = "farmtable_session"
KNOWN_COOKIE = "farmtable_known"
OLDER_COOKIE = "farmtable_older"
"""The guest that a browser was before it used https; browsers have no cookie of this name."""
TWO_YEARS = 2 * 365 * 24 * 3600
LONGEST = 2000
"""Anything longer is not one of our cookies, and is not cached."""


class Identity:
    """Signs and reads browser ids and form tokens with the server's `key`."""

    def __init__(self, key: str) -> None:
        self._browsers = Signer(key, salt="farmtable.browser", sep="~")
        self._devices = Signer(key, salt="farmtable.device", sep="~")
        self._tokens = Signer(key, salt="farmtable.form", sep="~")

    def read(self, cookie: str | None) -> str | None:
        """The browser id in a cookie, or None if there is none that this server signed."""
        return _unsigned(self._browsers, cookie) if cookie and len(cookie) <= LONGEST else None

    def write(self, browser: str) -> str:
        """The cookie for a browser id."""
        return self._browsers.sign(browser).decode()

    def read_known(self, cookie: str | None) -> KnownDevice | None:
        """The person as whom this device has signed in before; None for a cookie that this server has not
        signed."""
        try:
            device, _, person = self._devices.unsign(cookie or "").decode().partition(".")
        except (BadSignature, UnicodeDecodeError):
            return None
        return KnownDevice(device, person)

    def write_known(self, person: str) -> str:
        """The cookie for a device that has just signed in as this person (an id)."""
        return self._devices.sign(f"{secrets.token_urlsafe(9)}.{person}").decode()

    def token(self, browser: str) -> str:
        """The token that this browser's forms must send.

        It differs on each page: pages are compressed and repeat text from their address, so the lengths of
        pages with a constant token could reveal it letter by letter (BREACH).
        """
        return self._salted(secrets.token_urlsafe(9), browser)

    def is_token(self, token: str, browser: str) -> bool:
        """Whether `token` was made here for this browser."""
        salt = token.partition(".")[0]
        return hmac.compare_digest(token.encode(), self._salted(salt, browser).encode())

    def _salted(self, salt: str, browser: str) -> str:
        return f"{salt}.{self._tokens.get_signature(f'{salt}.{browser}').decode()}"


class IdentityMiddleware:
    """Identifies who sends each request, and gives a new id to a browser that has none.

    It sets in `request.state`: `browser`, who acts at tables; `session`, or None for a guest; `form_key`,
    from which the tokens of forms are made; `trouble`, the error if the database could not be asked;
    `locked`, whether this is a guest only because their account was locked; `older`, the id in a cookie that
    anybody may have planted ("": none).
    """

    def __init__(self, app: ASGIApp, identity: Identity, people: People) -> None:
        self.app = app
        self.identity = identity
        self.people = people

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers, static = Headers(scope=scope), scope["path"].startswith("/static/")
        cookies = _cookies(headers.get("cookie", ""))
        known = self.identity.read(cookies.get(COOKIE))
        browser = known or secrets.token_urlsafe(18)
        state = scope.setdefault("state", {})
        state |= {"browser": browser, "session": None, "form_key": browser, "trouble": None, "locked": False}
        state["older"] = self.identity.read(cookies.get(OLDER_COOKIE)) or ""
        if SESSION_COOKIE in cookies and not static:
            await self._find_session(state, cookies, headers.get("user-agent", ""))

        async def send_with_cookie(message: Message) -> None:
            if known is None and not static and message["type"] == "http.response.start":
                cookie = kept_cookie(COOKIE, self.identity.write(browser), scope["scheme"] == "https")
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        await self.app(scope, receive, send_with_cookie)

    async def _find_session(self, state: dict[str, Any], cookies: Mapping[str, str], agent: str) -> None:
        try:
            session = await asyncio.to_thread(self.people.session, cookies[SESSION_COOKIE], *describe(agent))
            if session is None:
                # This tells nobody else about the lock: the device has shown an ended session and who started
                # it.
                known = self.identity.read_known(cookies.get(KNOWN_COOKIE))
                state["locked"] = known is not None and await asyncio.to_thread(self._is_locked, known.person)
        except StorageError as error:
            state["trouble"] = error
            return
        if session is not None:
            state |= {"session": session, "browser": session.person.holder, "form_key": session.id}

    def _is_locked(self, person_id: str) -> bool:
        person = self.people.by_id(person_id)
        return person is not None and person.locked


def kept_cookie(name: str, value: str, secure: bool) -> str:
    """The header that stores a cookie which no script and no other site can read."""
    kept = f"Path=/; Max-Age={TWO_YEARS}; HttpOnly; SameSite=Lax{'; Secure' if secure else ''}"
    return f"{name}={value}; {kept}"


def same_origin(headers: Headers) -> bool:
    """Whether a post comes from a page of this very server, as far as its headers say."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # not an address at all
        return False


@lru_cache(4096)
def _unsigned(signer: Signer, cookie: str) -> str | None:
    try:
        return signer.unsign(cookie).decode()
    except (BadSignature, UnicodeDecodeError):
        return None


def cookies_in(header: str) -> dict[str, str]:
    """The cookies of a header, undecoded; if several have the same name, the last."""
    pairs = (part.partition("=") for part in header.split(";"))
    return {name.strip(): value.strip() for name, between, value in pairs if between}


def _cookies(header: str) -> Mapping[str, str]:
    return _remembered(header) if len(header) <= LONGEST else cookies_in(header)


@lru_cache(4096)
def _remembered(header: str) -> Mapping[str, str]:
    return cookies_in(header)
