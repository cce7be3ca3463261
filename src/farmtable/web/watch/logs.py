"""What a server writes down: a line of JSON for each thing, for machines that gather such lines."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime

from farmtable.tables import StorageError


class Lines(logging.Formatter):
    """A record as one line of JSON. An error comes with where it happened, without what was in hand there."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        told |= getattr(record, "told", {})
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def note_trouble(logger: logging.Logger, what: str, error: BaseException, **told: object) -> None:
    """Write down what has failed: in one line where the database is away, else with where it happened."""
    if isinstance(error, StorageError) and error.is_away:
        told |= {"database": error.why}
        logger.error("%s: the database does not answer (%s)", what, error.why, extra={"told": told})
    else:
        logger.error("%s", what, exc_info=error, extra={"told": told})


class Trouble:
    """What fails as long as something is away, a database above all: told once, and once it works again."""

    def __init__(self, logger: logging.Logger, what: str, again: str) -> None:
        self._logger = logger
        self._what = what
        self._again = again
        self._is_told = False

    def note(self, error: BaseException) -> None:
        """It has failed; it will be tried again."""
        if not self._is_told:
            self._is_told = True
            note_trouble(self._logger, self._what, error)

    def over(self) -> None:
        """It works."""
        if self._is_told:
            self._is_told = False
            self._logger.warning("%s", self._again)


def write_lines() -> None:
    """Write what is logged, requests too, to standard error as lines of JSON."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(Lines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("farmtable").setLevel(logging.INFO)
