"""Who is asking: a random browser id in a signed cookie, and the token that guards every form.

There are no accounts. A browser is known by the id in its cookie, seats belong to that id, and a
post is believed only with a token that was made from the same id and the server's key, so that no
other site can make a browser play.
"""

from __future__ import annotations

import hmac
import secrets
from http.cookies import CookieError, SimpleCookie
from urllib.parse import urlsplit

from itsdangerous import BadSignature, Signer
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "farmtable"
TWO_YEARS = 2 * 365 * 24 * 3600


class Identity:
    """Signs and reads browser ids and form tokens with the server's `key`."""

    def __init__(self, key: str) -> None:
        self._browsers = Signer(key, salt="farmtable.browser", sep="~")
        self._tokens = Signer(key, salt="farmtable.form", sep="~")

    def read(self, cookie: str | None) -> str | None:
        """The browser id in a cookie, or None if there is none that this server signed."""
        try:
            return self._browsers.unsign(cookie or "").decode()
        except (BadSignature, UnicodeDecodeError):
            return None

    def write(self, browser: str) -> str:
        """The cookie for a browser id."""
        return self._browsers.sign(browser).decode()

    def token(self, browser: str) -> str:
        """What this browser's forms must carry.

        Each page gets another: pages are compressed and repeat what an address brings, so of a token
        that stays the same their lengths could tell one letter after the other (BREACH).
        """
        return self._salted(secrets.token_urlsafe(9), browser)

    def is_token(self, token: str, browser: str) -> bool:
        """Whether `token` was made here for this browser."""
        salt = token.partition(".")[0]
        return hmac.compare_digest(token.encode(), self._salted(salt, browser).encode())

    def _salted(self, salt: str, browser: str) -> str:
        return f"{salt}.{self._tokens.get_signature(f'{salt}.{browser}').decode()}"


class IdentityMiddleware:
    """Puts the browser's id into `request.state.browser`, giving a new id to who has none."""

    def __init__(self, app: ASGIApp, identity: Identity) -> None:
        self.app = app
        self.identity = identity

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        known = self.identity.read(_cookie(Headers(scope=scope).get("cookie", "")))
        browser = known or secrets.token_urlsafe(18)
        scope.setdefault("state", {})["browser"] = browser
        secure = "; Secure" if scope["scheme"] == "https" else ""
        kept = f"Path=/; Max-Age={TWO_YEARS}; HttpOnly; SameSite=Lax{secure}"
        cookie = f"{COOKIE}={self.identity.write(browser)}; {kept}"

        wanted = known is None and not scope["path"].startswith("/static/")

        async def send_with_cookie(message: Message) -> None:
            if wanted and message["type"] == "http.response.start":
                MutableHeaders(scope=message).append("set-cookie", cookie)
            await send(message)

        await self.app(scope, receive, send_with_cookie)


def same_origin(headers: Headers) -> bool:
    """Whether a post comes from a page of this very server, as far as its headers say."""
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == headers.get("host")
    except ValueError:  # no address at all
        return False


def _cookie(header: str) -> str | None:
    jar: SimpleCookie = SimpleCookie()
    try:
        jar.load(header)
    except CookieError:
        return None
    return jar[COOKIE].value if COOKIE in jar else None
