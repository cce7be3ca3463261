"""Servers that are there at once after a kill: forked from a process in which everything is imported."""

from __future__ import annotations

import faulthandler
import multiprocessing
import os
import signal
import sys
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from tools.load.servers import free_port

_FORKS: Final = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tools.load.serving"])


class ForkedServer:
    """`farmtable.web.serve` in a process of its own, on a port that stays the same over restarts."""

    def __init__(self, db: str, log: Path) -> None:
        self.port = free_port()
        self._db = db
        self._log = log
        self._process: BaseProcess | None = None

    @property
    def pid(self) -> int:
        """The number of its process."""
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether its process has ended."""
        return self._process is None or not self._process.is_alive()

    def start(self) -> None:
        """Begin to start it."""
        self._process = _FORKS.Process(target=serve, args=(self.port, self._db, str(self._log)))
        self._process.start()

    def say_where(self) -> None:
        """Have it write to its log what each of its threads is doing."""
        if not self.ended:
            os.kill(self.pid, signal.SIGUSR1)

    def kill(self) -> None:
        """As a power cut would. Its thinkers notice by themselves."""
        if self._process is not None:
            self._process.kill()
            self._process.join()


def serve(port: int, db: str, log: str) -> None:
    """What happens in the process: what it says goes to a file."""
    from farmtable.core import FarmtableError
    from farmtable.web import serve

    said = os.open(log, os.O_CREAT | os.O_APPEND | os.O_WRONLY, 0o600)
    for descriptor in (1, 2):
        os.dup2(said, descriptor)
    faulthandler.register(signal.SIGUSR1)
    try:
        serve(port=port, db=db, open_browser=False)
    except FarmtableError as error:  # its database is away
        sys.exit(str(error))
