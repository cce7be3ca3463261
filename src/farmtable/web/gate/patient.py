"""How long a connection may take to say what it wants; a server that waits for ever can be filled up.

The head of a request is watched here, its body in `farmtable.web.guard`: only there is somebody to answer to.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from farmtable.web.gate.floods import is_here

HEAD_SECONDS: Final = 15.0
"""From when a connection is made, or from the first letter of another request, to the end of its head."""
MOST_CONNECTIONS: Final = 1000
"""So many may come from one address at a time, in each process; from this machine, and from a proxy
that is named (`FORWARDED_ALLOW_IPS`), any number."""


MANY_FILES: Final = 65_536


def make_room() -> None:
    """Let this process have as many connections open as the system allows it, where that can be said."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = MANY_FILES if most == resource.RLIM_INFINITY else min(most, MANY_FILES)
        if now != resource.RLIM_INFINITY and now < wanted:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _count_nothing(_: str) -> None:
    pass


class Gate:
    """What all connections of one server share; before it serves it can be pickled."""

    def __init__(self, refuse: Callable[[str], None] = _count_nothing) -> None:
        self.refuse = refuse
        self.connections: Counter[str] = Counter()

    def protocol(self, **made_of: Any) -> PatientProtocol:
        """What speaks on a new connection."""
        return PatientProtocol(self, **made_of)


class PatientProtocol(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, but it hangs up on whoever does not come to the point."""

    def __init__(self, gate: Gate, **made_of: Any) -> None:
        super().__init__(**made_of)
        self._gate = gate
        self._from = ""
        self._head: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Count the connection, and begin to wait for what it wants."""
        super().connection_made(transport)
        self._from = self.client[0] if self.client else ""
        self._gate.connections[self._from] += 1
        if self._gate.connections[self._from] > MOST_CONNECTIONS and not self._is_trusted():
            self._gate.refuse("connections")
            transport.abort()
            return
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        super().connection_lost(exc)
        self._gate.connections[self._from] -= 1
        if not self._gate.connections[self._from]:
            del self._gate.connections[self._from]
        self._let_be()

    def data_received(self, data: bytes) -> None:
        """Something more has come."""
        super().data_received(data)
        self._watch()

    def _is_trusted(self) -> bool:
        """Whether it is this machine, or a proxy that is named as one."""
        named = self.config.forwarded_allow_ips or ""
        proxies = named.split(",") if isinstance(named, str) else named
        return is_here(self._from) or any(proxy.strip() in ("*", self._from) for proxy in proxies)

    def _watch(self) -> None:
        if self.conn.their_state is not h11.IDLE or self.transport.is_closing():
            self._let_be()
        elif self._head is None:
            self._head = self.loop.call_later(HEAD_SECONDS, self._hang_up)

    def _let_be(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _hang_up(self) -> None:
        self._head = None
        self._gate.refuse("slow")
        self.transport.close()
