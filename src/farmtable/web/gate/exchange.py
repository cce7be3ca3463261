"""Connections change hands: what is asked of a table goes to the one process that keeps it (ADR 35).

Whoever accepts a connection at a port that several processes share reads what it asks first. If another of
them keeps that table, the open socket and what was read are handed to it through a socket of this machine.
Any process can answer for any table, so where that fails, he who has the connection answers.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import secrets
import socket
import time
from array import array
from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

MOST_HANDED: Final = 60_000
"""So many bytes of a request are handed over at most; who has sent more at once stays where he is."""
LOOK_EVERY: Final = 1.0
"""Seconds for which a process knows the others without looking."""

_TABLE: Final = re.compile(rb"(?:GET|POST) /table/([A-Za-z0-9_-]{1,64})[/? ]")


def is_possible() -> bool:
    """Whether this system can hand an open socket from one process to another."""
    return hasattr(socket, "AF_UNIX") and hasattr(socket, "SCM_RIGHTS")


def table_asked(data: bytes) -> bytes | None:
    """The id of the table that a request is for, which begins so; None for all else."""
    found = _TABLE.match(data)
    return None if found is None else found[1]


class Exchange:
    """One process among those of a `folder`, in which each has a socket. To be made in its event loop.

    `take` is called with each connection that another hands over, and what was read of it.
    """

    def __init__(self, folder: Path, take: Callable[[socket.socket, bytes], object]) -> None:
        self._folder = folder
        self._take = take
        self.name = secrets.token_hex(8)
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(str(folder / self.name))
        self._known: tuple[str, ...] = ()
        self._look_at = 0.0
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._socket, self._receive)

    def keeper(self, table: bytes) -> str:
        """The process that keeps this table, by the name of its socket: the same one for all that ask."""
        now = time.monotonic()
        if now >= self._look_at:
            self._look_at = now + LOOK_EVERY
            self._known = self._look()
        return _first(self._known, table) if self._known else self.name

    def hand_over(self, connection: Any, data: bytes, keeper: str) -> bool:
        """Give an open socket to another process; False where it stays here, as that one takes none."""
        try:
            handed = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [connection.fileno()]))]
            self._socket.sendmsg([data], handed, 0, str(self._folder / keeper))  # `send_fds` takes no address
        except (ConnectionRefusedError, FileNotFoundError):
            self._forget(keeper)
            return False
        except OSError:  # it has enough to do, or this system sends no more than a little at once
            return False
        return True

    def leave(self) -> None:
        """Take nothing more than what is on its way."""
        with contextlib.suppress(OSError):
            (self._folder / self.name).unlink()

    def close(self) -> None:
        """Take nothing any more."""
        self.leave()
        self._loop.remove_reader(self._socket)
        self._socket.close()

    def _look(self) -> tuple[str, ...]:
        try:
            return tuple(sorted(os.listdir(self._folder)))
        except OSError:  # who has started all of them has ended
            return ()

    def _forget(self, dead: str) -> None:
        self._look_at = 0.0
        with contextlib.suppress(OSError):
            (self._folder / dead).unlink()

    def _receive(self) -> None:
        with contextlib.suppress(BlockingIOError, InterruptedError):
            while True:
                data, handed, _, _ = socket.recv_fds(self._socket, MOST_HANDED, 1)
                for number in handed:
                    self._take(socket.socket(fileno=number), data)


@lru_cache(10_000)
def _first(processes: tuple[str, ...], table: bytes) -> str:
    """The one of them that comes first for this table (rendezvous hashing): when one goes or comes, no
    tables move but its own."""
    return max(processes, key=lambda name: blake2b(table, key=name.encode(), digest_size=8).digest())
