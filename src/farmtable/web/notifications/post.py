"""To post to an address that somebody has given us: never to a machine that only this server can reach.

A name is resolved once, all that it stands for is looked at, and the connection goes to one of these
addresses: what it is resolved to a moment later is of no matter. Nothing is followed, and nobody keeps us
waiting for long.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final
from urllib.parse import SplitResult, urlsplit

from farmtable.web.notifications.apart import apart

LIMIT: Final = 15.0
"""Seconds for all of it: a name, a connection, an answer."""

IN_USE: Final = ipaddress.IPv6Network("2000::/3")
"""All that has been given to the internet so far. What else can be written is of this machine or its network,
or stands for some other address, as `64:ff9b::` does for translators (NAT64)."""
FOR_EXAMPLES: Final = ipaddress.IPv6Network("3fff::/20")
"""Of these, what Python does not know to be for documents alone."""


class Unreachable(Exception):
    """Nothing could be posted there, or may be; the message says why, without the address."""


@dataclass(frozen=True)
class Target:
    """Where to connect to, and what to ask for there."""

    ip: str
    port: int
    parts: SplitResult

    @property
    def url(self) -> str:
        """The URL with the number in the place of the name."""
        host = f"[{self.ip}]" if ":" in self.ip else self.ip
        return self.parts._replace(netloc=f"{host}:{self.port}", fragment="").geturl()


async def post(url: str, body: bytes, headers: Mapping[str, str], private: bool) -> int:
    """Post, and return the status of the answer. Raises Unreachable."""
    import httpx

    try:
        async with asyncio.timeout(LIMIT):
            target = await resolved(url, private)
            async with httpx.AsyncClient(verify=_trust(), trust_env=False, timeout=LIMIT) as client:
                request = client.build_request(
                    "POST",
                    target.url,
                    content=body,
                    headers={"host": target.parts.netloc, **headers},
                    extensions={"sni_hostname": target.parts.hostname or ""},
                )
                answer = await client.send(request, stream=True)  # what it says beside its status is not read
                await answer.aclose()
                return answer.status_code
    except (httpx.HTTPError, httpx.InvalidURL, OSError, TimeoutError, ValueError) as error:
        raise Unreachable(type(error).__name__) from None


async def resolved(url: str, private: bool) -> Target:
    """Where a URL leads. Raises Unreachable where it leads nowhere, or to where we do not go."""
    parts = check(url, private)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    try:
        found = await apart(socket.getaddrinfo, parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Unreachable("the name is not known") from None
    ips = [str(info[4][0]) for info in found]
    if not ips or not (private or all(map(is_public, ips))):
        raise Unreachable("the address is not a public one")
    return Target(ips[0], port, parts)


def check(url: str, private: bool) -> SplitResult:
    """The parts of a URL that may be posted to as far as can be seen. Raises Unreachable."""
    try:
        parts = urlsplit(url)
        named = bool(parts.hostname) and parts.username is None and parts.port != 0
    except ValueError:
        raise Unreachable("this is no address") from None
    if parts.scheme not in (("https", "http") if private else ("https",)):
        raise Unreachable("the address does not begin with https://")
    if not named or not url.isascii() or not url.isprintable() or " " in url:
        raise Unreachable("this is no address")
    return parts


def is_public(ip: str) -> bool:
    """Whether everybody can reach this address, so that we give nothing away by going there."""
    address = ipaddress.ip_address(ip.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            return is_public(str(address.ipv4_mapped))
        if address not in IN_USE or address in FOR_EXAMPLES or address.teredo is not None:
            return False
        address = address.sixtofour or address
    return address.is_global and not address.is_multicast


@cache
def _trust() -> ssl.SSLContext:
    return ssl.create_default_context()
