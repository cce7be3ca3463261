"""How long a connection may take to say what it wants; a server that waits for ever can be filled up.

The head of a request is watched here, its body in `farmtable.web.guard`: only there is somebody to answer to.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import socket
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from farmtable.web.gate import proxies
from farmtable.web.gate.exchange import MOST_HANDED, Exchange, table_asked
from farmtable.web.gate.floods import is_here

logger = logging.getLogger(__name__)

HEAD_SECONDS: Final = 15.0
"""From when a connection is made, or from the first letter of another request, to the end of its head."""
MOST_CONNECTIONS: Final = 1000
"""So many may come from one address at a time, in each process; from this machine, and from a proxy
that is named (`FORWARDED_ALLOW_IPS`), any number."""

KEPT_SECONDS: Final = 130
"""So long a connection is kept that nobody uses. Whoever thinks for a while then decides without making a new
one, a journey sooner; and proxies, which keep theirs for a minute or two, send nothing on one just closed."""
MOST_BESIDE: Final = 65_536
"""So many bytes of one request may be anything but its body: the parser itself knows no bound."""
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


def _end_nothing() -> None:
    pass


class Gate:
    """What all connections of one server share; before it serves it can be pickled.

    With the `folder` of an exchange, connections go to the process that keeps the table they ask for.
    """

    def __init__(self, refuse: Callable[[str], None] = _count_nothing, folder: Path | None = None) -> None:
        self.refuse = refuse
        self.end_streams: Callable[[], object] = _end_nothing
        self.has_warned = False
        self.folder = folder
        self.connections: Counter[str] = Counter()
        self.exchange: Exchange | None = None
        self._taking: set[asyncio.Task[None]] = set()

    def protocol(self, **made_of: Any) -> PatientProtocol:
        """What speaks on a new connection. Who has had none yet takes none from others."""
        if self.exchange is None and self.folder is not None:
            self.exchange = Exchange(self.folder, partial(self._take, made_of))
        return PatientProtocol(self, **made_of)

    def leave(self) -> None:
        """Let other processes hand nothing over any more, and all streams end: this one is about to."""
        self.end_streams()
        if self.exchange is not None:
            self.exchange.leave()

    def _take(self, made_of: Mapping[str, Any], connection: socket.socket, data: bytes) -> None:
        """Speak on a connection that another process has handed over, of which this was read."""
        taking = asyncio.get_running_loop().create_task(self._speak(made_of, connection, data))
        self._taking.add(taking)
        taking.add_done_callback(self._taking.discard)

    async def _speak(self, made_of: Mapping[str, Any], connection: socket.socket, data: bytes) -> None:
        connection.setblocking(False)
        speaker = partial(PatientProtocol, self, data, **made_of)
        try:
            await asyncio.get_running_loop().connect_accepted_socket(speaker, connection)
        except OSError:  # whoever asked has gone
            connection.close()


class PatientProtocol(HttpToolsProtocol):
    """HTTP/1.1 as uvicorn speaks it, but it hangs up on whoever does not come to the point, or to an end."""

    def __init__(self, gate: Gate, handed: bytes = b"", **made_of: Any) -> None:
        """`handed` is what another process has read of the connection."""
        super().__init__(**made_of)
        self._gate = gate
        self._handed = handed
        self._from = ""
        self._beside = 0
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
        if self._handed:
            self._hear(self._handed)
        else:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """It is over."""
        super().connection_lost(exc)
        self._gate.connections[self._from] -= 1
        if not self._gate.connections[self._from]:
            del self._gate.connections[self._from]
        self._let_be()

    def data_received(self, data: bytes) -> None:
        """Something more has come; a new request may be for another process."""
        if not self._is_handed_over(data):
            self._hear(data)

    def shutdown(self) -> None:
        """The server is about to end: others hand nothing over any more."""
        self._gate.leave()
        super().shutdown()

    def _is_handed_over(self, data: bytes) -> bool:
        exchange = self._gate.exchange
        if exchange is None or self._beside or self._is_answering() or len(data) > MOST_HANDED:
            return False
        if (table := table_asked(data)) is None or self.transport.get_write_buffer_size():
            return False
        keeper = exchange.keeper(table)
        if keeper == exchange.name:
            return False
        if not exchange.hand_over(self.transport.get_extra_info("socket"), data, keeper):
            return False
        self.transport.abort()  # it closes what this process has of it, no more
        return True

    def _hear(self, data: bytes) -> None:
        self._beside += len(data)
        super().data_received(data)
        if self._beside > MOST_BESIDE and not self.transport.is_closing():
            self._gate.refuse("endless")
            self.send_400_response("Invalid HTTP request received.")
        self._watch()

    def on_headers_complete(self) -> None:
        """A head is there. That somebody speaks for others who is not believed is said once."""
        if not self._gate.has_warned and any(name in proxies.SAID for name, _ in self.headers):
            self._check_proxy()
        super().on_headers_complete()

    def _check_proxy(self) -> None:
        if not proxies.believes(self.config.forwarded_allow_ips, self._from):
            self._gate.has_warned = True
            logger.warning(
                "X-Forwarded-For or -Proto comes from %s and is not believed; if that is your proxy, %s "
                "must name it",
                self._from if proxies.is_at_home(self._from) else "somewhere else",
                proxies.VARIABLE,
            )

    def on_body(self, body: bytes) -> None:
        """Something of a body has come, which `farmtable.web.guard` counts."""
        self._beside -= len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """A request has come to its end."""
        self._beside = 0
        super().on_message_complete()

    def _is_trusted(self) -> bool:
        """Whether it is this machine, or a proxy that is named as one."""
        return is_here(self._from) or proxies.believes(self.config.forwarded_allow_ips, self._from)

    def _watch(self) -> None:
        if self._is_answering() or self.transport.is_closing():
            self._let_be()
        elif self._head is None:
            self._head = self.loop.call_later(HEAD_SECONDS, self._hang_up)

    def _is_answering(self) -> bool:
        """Whether the head of a request is there that has no answer yet."""
        return self.cycle is not None and not self.cycle.response_complete

    def _let_be(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _hang_up(self) -> None:
        self._head = None
        self._gate.refuse("slow")
        self.transport.close()
