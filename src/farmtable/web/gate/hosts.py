"""Under which names this server may be asked.

Links carry the name that a browser asked for, and a form's origin is compared with it. So a name that is not
this server's own is refused: nobody can have private links written for another site, and a site that lets its
own name point here (DNS rebinding) reads nothing.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import socket
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from farmtable.core import BadOption, Text
from farmtable.web.gate.plain import plain_answer
from farmtable.web.watch.requests import HEALTH, Traffic

logger = logging.getLogger(__name__)

ANY: Final = "*"
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
AT_HOME: Final = ("", ".local", ".lan", ".home.arpa")
"""What a router or a system at home may add to the name of a machine; none of these can be bought."""

LONGEST: Final = 300
"""A name has at most 253 letters (RFC 1035), and a port comes after it."""

NOT_HERE: Final = Text(
    "This server does not answer to this name. Whoever runs it can allow the name with FARMTABLE_HOSTS."
)

_HOST: Final = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.]+)\]|(?P<name>[A-Za-z0-9._-]+))(?::[0-9]{0,5})?")


@dataclass(frozen=True)
class Hosts:
    """The names that are allowed, at any port; those of this machine itself always are.

    With `as_found`, so is the address at which a request has arrived. `everything` allows all. `bound` is the
    address at which the server listens, empty where that is not known.
    """

    names: frozenset[str] = LOOPBACK
    as_found: bool = False
    everything: bool = False
    bound: str = ""

    @classmethod
    def read(cls, allowed: str | None, bound: str) -> Hosts:
        """What was said, names with commas between them; unless anything was, what a home network needs.

        `bound` is the address at which the server listens. Raises BadOption for what is no name.
        """
        said = [part.strip() for part in (allowed or "").split(",") if part.strip()]
        if ANY in said:
            return cls(everything=True, bound=bound)
        if not said:
            return cls(LOOPBACK | _own_names() | _known(bound), as_found=True, bound=bound)
        names = [name_in(part) or name_in(f"[{part}]") for part in said]
        for part, name in zip(said, names, strict=True):
            if name is None:
                raise BadOption(
                    f"FARMTABLE_HOSTS (--hosts): {part!r} is no name of a host; it looks like farm.example, "
                    "or 192.168.1.5"
                )
        return cls(LOOPBACK | {name for name in names if name is not None}, bound=bound)

    def and_of(self, url: str) -> Hosts:
        """These, and the name in the URL at which people reach this server: links in mails lead there.

        Raises BadOption for what is no such URL, one with a path too: pages stand at the root of a host.
        """
        if not url:
            return self
        name = _name_of(url)
        if name is None:
            raise BadOption(
                f"FARMTABLE_URL is where people reach this server, as https://club.example, with no path; "
                f"not {url!r}"
            )
        return replace(self, names=self.names | {name})

    def allow(self, host: str, arrived: str | None) -> bool:
        """Whether a request for `host` (the header) that has `arrived` at an address of ours is answered."""
        name = name_in(host)
        if name is None:
            return self.everything and not host  # who says nothing asks for no other
        return self.everything or name in self.names or (self.as_found and name == _address(arrived or ""))


class HostCheck:
    """Refuses what asks for another host (421). Whether a server is well is told under any name."""

    def __init__(self, app: ASGIApp, hosts: Hosts, traffic: Traffic) -> None:
        self.app = app
        self.hosts = hosts
        self.traffic = traffic
        self._warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(HEALTH) or self._is_ours(scope):
            await self.app(scope, receive, send)
            return
        self.traffic.refuse("hosts")
        if not self._warned:
            self._warned = True
            logger.warning("asked by a name that is not allowed; FARMTABLE_HOSTS says which are")
        await plain_answer(421, NOT_HERE)(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        server = scope.get("server")
        return self.hosts.allow(Headers(scope=scope).get("host", ""), server[0] if server else None)


def name_in(host: str) -> str | None:
    """The name or address in a Host header, as it is compared; None for what is none."""
    return _name_in(host) if len(host) <= LONGEST else None


@lru_cache(256)
def _name_in(host: str) -> str | None:
    found = _HOST.fullmatch(host)
    if found is None:
        return None
    if found["six"] is not None:
        return _address(found["six"])
    name = str(found["name"])
    return _address(name) or name.lower().removesuffix(".") or None


@lru_cache(256)
def _address(text: str) -> str | None:
    """An address as it is compared, None for what is none."""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(address)


def _name_of(url: str) -> str | None:
    """The host in the URL of a whole server, None for what is none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    more = parts.path or parts.query or parts.fragment
    return None if more or parts.scheme not in ("http", "https") else name_in(parts.netloc)


def _known(bound: str) -> frozenset[str]:
    name = _address(bound) or name_in(bound)
    return frozenset() if name is None else frozenset({name})


def _own_names() -> frozenset[str]:
    """What this machine may be called in a network at home."""
    full = socket.gethostname().lower()
    own = full.partition(".")[0]
    return frozenset({full, *(own + ending for ending in AT_HOME)} if own else ())
