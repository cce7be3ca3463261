"""Several processes that serve at one socket, and the one that looks after them (ADR 28).

uvicorn's own supervisor does the work: it starts another process where one has died or does not answer,
ends all where it is asked to end (SIGTERM, Ctrl-C), and at SIGHUP replaces one after the other, each once
the new one serves. What it leaves to be done is here.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import socket
import threading
from typing import Final

import uvicorn
from uvicorn.supervisors import Multiprocess

logger = logging.getLogger(__name__)

START: Final = 60
"""Seconds in which a process has to be ready, or to say that it is alive; else another takes its place."""
ENDS: Final = (signal.SIGTERM, signal.SIGINT)


class Workers(Multiprocess):
    """Serves at `listening` with as many processes as `config` says, each of which loads its own app."""

    def __init__(self, config: uvicorn.Config, listening: socket.socket) -> None:
        super().__init__(config, [listening])
        self.should_exit = _Ending(self.signal_queue)

    def keep_subprocess_alive(self) -> None:
        """Start another process for each that has died or does not answer, and say so."""
        before = list(self.processes)
        super().keep_subprocess_alive()
        for process in before:
            if process not in self.processes:  # found by now, and not before: it may die while it is asked
                logger.warning(
                    "server process %s has ended (%s); another is started", process.pid, process.exitcode
                )


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
