"""An end that comes: whoever is asked to end waits for nobody for ever.

A database that has stopped, or a disk that hangs, never answers, and a thread that waits for it cannot be
called off. All that anybody was told is committed by then, so nothing is lost by going.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import threading
import time

logger = logging.getLogger(__name__)

LONGEST = 10.0
"""Seconds in which a process that is asked to end may do so in good order. It had about two before, for the
requests under way; who looks after several waits fifteen, containers twenty."""


def end_in_time() -> None:
    """From now on this process has LONGEST seconds to end; then it is ended, and who thinks for it."""
    threading.Thread(target=_end, name="ending", daemon=True).start()


def _end() -> None:
    time.sleep(LONGEST)
    logger.error("the server has not ended in time (is the database there?): it ends without waiting")
    for child in multiprocessing.active_children():
        child.kill()
    logging.shutdown()
    os._exit(1)
