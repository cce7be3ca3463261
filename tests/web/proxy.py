"""A proxy between browser and server that can fall silent: it takes everything, and nothing gets through."""

from __future__ import annotations

import contextlib
import socket
import threading


class Connection:
    """What a browser opened; once `dead` it swallows all, for ever, as behind a router that forgot it."""

    def __init__(self, near: socket.socket) -> None:
        self.near = near
        self.dead = False
        self.carries_events = False

    def join(self, proxy: Proxy) -> None:
        try:
            far = socket.create_connection(("127.0.0.1", proxy.to))
        except OSError:
            self.near.close()
            return
        for source, sink in ((self.near, far), (far, self.near)):
            threading.Thread(target=self._pass, args=(source, sink, proxy), daemon=True).start()

    def _pass(self, source: socket.socket, sink: socket.socket, proxy: Proxy) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                self.carries_events |= b"/events?" in data
                self.dead |= proxy.is_last_word(data)
                if not self.dead:
                    sink.sendall(data)
            if not self.dead:
                sink.shutdown(socket.SHUT_WR)


class Proxy:
    """Passes bytes on to `port` on this machine, until it swallows them."""

    def __init__(self, port: int) -> None:
        self.to = port
        self.silent = False
        self._last_word: bytes | None = None
        self._connections: list[Connection] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def swallow(self) -> None:
        """From now on all is swallowed, also what comes new."""
        self.silent = True
        for one in self._connections:
            one.dead = True

    def swallow_events(self) -> None:
        """Streams of events that are open now are dead; all else goes on."""
        for one in self._connections:
            one.dead |= one.carries_events

    def swallow_at(self, word: bytes) -> None:
        """The next connection that is to carry this word, there or back, is dead; all else goes on."""
        self._last_word = word

    def is_last_word(self, data: bytes) -> bool:
        """Whether a connection dies of carrying this."""
        if self._last_word is None or self._last_word not in data:
            return False
        self._last_word = None
        return True

    def let_go(self) -> None:
        """What comes new gets through."""
        self.silent = False

    def close(self) -> None:
        self._listening.close()
        for one in self._connections:
            one.near.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                self._connections.append(Connection(near))
                self._connections[-1].dead = self.silent
                if not self.silent:
                    self._connections[-1].join(self)
