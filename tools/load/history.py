"""What every client sent, was answered and saw, a line of JSON each, to be read once all is over.

Times are those of this machine's monotonic clock, which all its processes share.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

now = time.monotonic

_TOKEN: Final = re.compile(r'(?<=name="token" value=")[^"]*')
"""Made anew, by lot, whenever a form is drawn."""


class History:
    """A file that is written while its clients play; with `texts` it has the boards themselves, too."""

    def __init__(self, path: Path, texts: bool = False) -> None:
        self.texts = texts
        self._file = path.open("w", encoding="utf-8", buffering=1)  # whole lines, whatever happens

    def seated(self, page: str, table: str, seat: int | None, browser: str, secrets: list[str]) -> None:
        """A page was opened by a browser; its `secrets` are nobody else's business."""
        self._note("seated", page, table=table, seat=seat, browser=browser, secrets=secrets)

    def sent(self, page: str, command: dict[str, Any]) -> None:
        """A command goes out, for the first time."""
        self._note("sent", page, command=command)

    def answered(self, page: str, id: str, status: int, version: int | None) -> None:
        """The server has said what became of a command."""
        self._note("answered", page, id=id, status=status, version=version)

    def viewed(self, page: str, asked: float | None, version: int, stamp: str, html: str) -> None:
        """A board came that was asked for at `asked`; None: the stream of events has told it."""
        text = {"text": html} if self.texts else {}
        self._note("viewed", page, asked=asked, version=version, stamp=stamp, digest=digest(html), **text)

    def told(self, page: str, stamp: str) -> None:
        """The stream of events has told of a version."""
        self._note("told", page, stamp=stamp)

    def wrong(self, page: str, said: str) -> None:
        """The server has answered as it never should."""
        self._note("wrong", page, said=said)

    def close(self) -> None:
        """Write the rest."""
        self._file.close()

    def _note(self, what: str, page: str, **more: Any) -> None:
        line = {"what": what, "page": page, "at": now(), **more}
        self._file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def read(folder: Path) -> Iterator[dict[str, Any]]:
    """All that was noted by all clients, in the order in which it happened."""
    lines = [
        json.loads(line) for path in sorted(folder.glob("*.jsonl")) for line in path.open(encoding="utf-8")
    ]
    yield from sorted(lines, key=lambda line: float(line["at"]))


def digest(html: str) -> str:
    """A short word for a board, the same for the same board only, but for the token of its forms."""
    return hashlib.blake2b(_TOKEN.sub("", html).encode(), digest_size=12).hexdigest()
