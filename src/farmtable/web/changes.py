"""What changed from one board to the next: a browser that still has a board is sent only the difference.

A board is cut after every tag. The next one is told as a list: `[from, to]` stands for these pieces of
the board before, a string for what is new. So it works for the templates of any game.
"""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from collections import OrderedDict
from threading import Lock

BOARDS_KEPT = 5000
"""Some twelve kB each: two for each page where a thousand tables have two pages open, and more."""
_PIECE = re.compile(r"[^>]*>|[^>]+$")


def pieces_of(html: str) -> list[str]:
    """A board cut after every `>`; the pieces together are the board."""
    return _PIECE.findall(html)


def difference(before: str, after: str) -> list[list[int] | str]:
    """How `after` is put together from pieces of `before` and new text."""
    old = pieces_of(before)
    where: dict[str, int] = {}
    for place, piece in enumerate(old):
        where.setdefault(piece, place)
    told: list[list[int] | str] = []
    for piece in pieces_of(after):
        last = told[-1] if told else None
        if isinstance(last, list) and last[1] < len(old) and old[last[1]] == piece:
            last[1] += 1
        elif piece in where:
            told.append([where[piece], where[piece] + 1])
        elif isinstance(last, str):
            told[-1] = last + piece
        else:
            told.append(piece)
    return told


class Boards:
    """The boards that browsers were sent last, each under its mark, to tell the next ones from."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._lock = Lock()

    def keep(self, browser: str, html: str) -> str:
        """Keep a board that this browser is sent; its mark."""
        mark = hashlib.sha256(html.encode()).hexdigest()[:16]
        with self._lock:
            self._kept[browser, mark] = zlib.compress(html.encode(), 1)
            self._kept.move_to_end((browser, mark))
            while len(self._kept) > BOARDS_KEPT:
                self._kept.popitem(last=False)
        return mark

    def changes(self, browser: str, mark: str, html: str) -> str | None:
        """`html` as JSON, told from the board with this mark; None if this browser was not sent it lately."""
        with self._lock:
            kept = self._kept.get((browser, mark))
        if kept is None:
            return None
        told = difference(zlib.decompress(kept).decode(), html)
        return json.dumps(told, ensure_ascii=False, separators=(",", ":"))
