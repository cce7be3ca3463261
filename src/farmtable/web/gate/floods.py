"""What one browser and one address may ask of this process at a time: a flood slows the flooder alone."""

from __future__ import annotations

import ipaddress
import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from farmtable.core import Text
from farmtable.tables import TooOften
from farmtable.web.gate.buckets import Buckets, Size
from farmtable.web.gate.plain import plain_answer
from farmtable.web.identity import COOKIE, SESSION_COOKIE

STATIC: Final = "/static/"

FLOOD: Final = Text("Too many requests at once. Please wait a moment, then load the page again.")


@dataclass(frozen=True)
class Allowance:
    """How much there is of something for each browser, and for each address, behind which may be a club."""

    purpose: str
    by_browser: Size
    by_address: Size


LONGEST: Final = 100
"""No address is as long."""

REQUESTS: Final = Allowance("requests", Size(600, 60), Size(3000, 300))
UPLOADS: Final = Allowance("uploads", Size(30, 0.1), Size(300, 1))
THINKING: Final = Allowance("thinking", Size(300, 0.5), Size(1500, 2))
"""In seconds that hints, analyses and what to decide ahead take to think."""


class Shares:
    """Takes from the buckets of browser and address, or from none. On this very machine, where the server may
    be one's own, all have the same address, and it is not counted."""

    def __init__(self, allowance: Allowance, refuse: Callable[[str], None]) -> None:
        self.purpose = allowance.purpose
        self._browsers = Buckets(allowance.by_browser)
        self._addresses = Buckets(allowance.by_address)
        self._refuse = refuse

    def wait(self, browser: str, address: str, much: float = 1.0) -> float:
        """Take so much; where there is too little take nothing, and say for how many seconds."""
        counted = [(self._browsers, browser)] if browser else []
        if not is_here(address):
            counted.append((self._addresses, address))
        wait = max((buckets.wait(who, much) for buckets, who in counted), default=0.0)
        if wait:
            self._refuse(self.purpose)
            return wait
        for buckets, who in counted:
            buckets.take(who, much)
        return 0.0

    def take(self, browser: str, address: str, much: float = 1.0) -> None:
        """The same. Raises TooOften where there is too little."""
        wait = self.wait(browser, address, much)
        if wait:
            raise TooOften(wait)


class SlowFloods:
    """Refuses requests over the allowance (429) before anything is asked of the database.

    A browser is known by whatever cookie it shows, be it true or not: whoever invents one has his address.
    """

    def __init__(self, app: ASGIApp, shares: Shares) -> None:
        self.app = app
        self.shares = shares

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            wait = self.shares.wait(_shown(scope), address_of(Request(scope)))
            if wait:
                seconds = {"retry-after": str(math.ceil(wait))}
                await plain_answer(429, FLOOD, seconds)(scope, receive, send)
                return
        await self.app(scope, receive, send)


def _shown(scope: Scope) -> str:
    """What a browser shows; nothing for files, of which one page may want a lot."""
    if scope["path"].startswith(STATIC):
        return ""
    cookies = Request(scope).cookies
    return cookies.get(SESSION_COOKIE) or cookies.get(COOKIE) or ""


def address_of(request: Request) -> str:
    """Where a request comes from: an address or, of the sixth version, the network that one household has."""
    text = "" if request.client is None else request.client.host
    return _household(text) if len(text) <= LONGEST else text


@lru_cache(4096)
def _household(text: str) -> str:
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if not isinstance(address, ipaddress.IPv6Address) or address.is_loopback:
        return text
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address.packed[:8] + bytes(8), 64)))


@lru_cache(4096)
def is_here(address: str) -> bool:
    """Whether a request comes from this very machine, or through no network at all: then it has no address.

    What a proxy has been told, and is no address, comes from anywhere.
    """
    try:
        return not address or ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
