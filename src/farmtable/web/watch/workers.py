"""Several processes that serve at one socket, and the one that looks after them (ADR 28).

uvicorn's own supervisor does the work: it ends all where it is asked to end (SIGTERM, Ctrl-C), and at SIGHUP
replaces one after the other, each once the new one serves. What it would wait for is done here: whether they
live is asked without waiting for an answer, so that a signal is seen to at once, and who does not end is
killed.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from typing import Final

import uvicorn
from uvicorn.config import STARTUP_FAILURE
from uvicorn.supervisors import Multiprocess
from uvicorn.supervisors.multiprocess import Process

logger = logging.getLogger(__name__)

START: Final = 60
"""Seconds in which a process has to be ready, or to say that it is alive; else another takes its place."""
END: Final = 15
"""Seconds in which all processes have to end, once they are asked to."""
ENDS: Final = (signal.SIGTERM, signal.SIGINT)


class Workers(Multiprocess):
    """Serves at `listening` with as many processes as `config` says, each of which loads its own app."""

    def __init__(self, config: uvicorn.Config, listening: socket.socket) -> None:
        super().__init__(config, [listening])
        self.should_exit = _Ending(self.signal_queue)
        self.is_hopeless = False
        """Whether all has ended because one could not begin to serve, so that another could not either."""
        self._asked: dict[Process, float] = {}

    def keep_subprocess_alive(self) -> None:
        """Start another process for each that has died or does not answer, and say so."""
        self._asked = {process: at for process, at in self._asked.items() if process in self.processes}
        for index, process in enumerate(self.processes):
            if self.should_exit.is_set():
                return
            if not self._is_well(process):
                process.kill()
                process.join()
                self._replace(index, process)

    def join_all(self) -> None:
        """Wait until all have ended, and end whoever does not."""
        until = time.monotonic() + END
        for process in self.processes:
            process.process.join(max(0.0, until - time.monotonic()))
            if process.process.is_alive():
                logger.warning("server process %s does not end; it is killed", process.pid)
                process.kill()
                process.join()

    def _is_well(self, process: Process) -> bool:
        """Whether it lives, and has answered when it was asked last or still has time for that."""
        if not process.process.is_alive():
            return False
        try:
            if process in self._asked and process.parent_conn.poll():
                process.parent_conn.recv()
                del self._asked[process]
            if process not in self._asked:
                process.parent_conn.send(b"ping")
                self._asked[process] = time.monotonic()
        except (OSError, EOFError):
            return False
        return time.monotonic() - self._asked[process] < self.config.timeout_worker_healthcheck

    def _replace(self, index: int, process: Process) -> None:
        if process.exitcode == STARTUP_FAILURE:
            self.is_hopeless = True
            self.should_exit.set()
            return
        logger.warning("server process %s has ended (%s); another is started", process.pid, process.exitcode)
        self.processes[index] = Process(self.config, self.sockets)
        self.processes[index].start()


class _Ending(threading.Event):
    """Whether all is to end. Asked for while processes are being replaced, this is not waited for."""

    def __init__(self, signals: list[int]) -> None:
        super().__init__()
        self._signals = signals

    def is_set(self) -> bool:
        """Whether it was said, or a signal that says so waits to be seen to."""
        return super().is_set() or any(one in ENDS for one in self._signals)


def end_with_parent() -> None:
    """From now on this process ends, in good order, when the one that started it is gone, however it went."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_for_the_end_of, args=(parent,), name="orphan", daemon=True).start()


def _wait_for_the_end_of(parent: multiprocessing.process.BaseProcess) -> None:
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
