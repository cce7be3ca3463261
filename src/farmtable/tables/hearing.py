"""Notifications of changes by other processes that share a PostgreSQL."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from farmtable.tables.revisions import CHANNEL

logger = logging.getLogger(__name__)

PAUSE: Final = 1.0
"""Seconds between two checks whether to stop, and between two attempts to reach the database."""


class Ear:
    """Listens in a thread of its own until it is closed. A database that is away is tried again and again.

    `heard` is called with the id of each table that somebody else has changed, and with None whenever there
    may have been changes without notification: at the beginning, and once the database is back.
    """

    def __init__(self, engine: Engine, origin: str, heard: Callable[[str | None], None]) -> None:
        self._engine = engine
        self._origin = origin
        self._heard = heard
        self._closed = threading.Event()
        self._is_deaf = False
        self._thread = threading.Thread(target=self._listen, name="ear", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._closed.set()
        self._thread.join()

    def _listen(self) -> None:
        while not self._closed.is_set():
            try:
                with contextlib.closing(self._line()) as line:
                    line.execute(f"LISTEN {CHANNEL}")
                    self._note_heard()
                    self._heard(None)
                    while not self._closed.is_set():
                        for note in line.notifies(timeout=PAUSE):
                            self._tell(note.payload)
            except Exception as error:  # whatever error the driver raises for a cut connection
                self._note_deaf(error)
                self._closed.wait(PAUSE)

    def _note_deaf(self, error: Exception) -> None:
        """Report it once, until something is received again."""
        if not self._is_deaf:
            self._is_deaf = True
            logger.warning("nothing is heard of other servers; tried again until it is: %r", error)

    def _note_heard(self) -> None:
        if self._is_deaf:
            self._is_deaf = False
            logger.warning("other servers are heard again")

    def _line(self) -> Any:
        """A driver connection that nobody else uses."""
        try:
            pooled = self._engine.raw_connection()
        except DBAPIError as error:
            raise ConnectionError(str(error.orig)) from None
        line = pooled.driver_connection
        assert line is not None
        pooled.detach()
        line.autocommit = True
        return line

    def _tell(self, payload: str) -> None:
        origin, _, table_id = payload.partition(" ")
        if origin != self._origin:
            self._heard(table_id)
