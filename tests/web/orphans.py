"""Processes that start each other, for a test that kills the one in the middle; light: each imports it."""

from __future__ import annotations

import multiprocessing
import os
import time
from multiprocessing.connection import Connection


def bear(line: Connection) -> None:
    """Start a process, and live on."""
    multiprocessing.get_context("spawn").Process(target=live, args=(line,)).start()
    time.sleep(600)


def live(line: Connection) -> None:
    """Say which process this is, and live as long as the one that started it."""
    from farmtable.web.watch.workers import end_with_parent

    end_with_parent()
    line.send(os.getpid())
    time.sleep(600)
