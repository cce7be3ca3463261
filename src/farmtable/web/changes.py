"""What changed from one board to the next: a browser that still has a board is sent only the difference.

A board is a list of pieces (`drawing/kept.py`). Those that two boards have in common are not looked into;
what else there is, is cut after every tag. The next board is told as a list: `[from, to]` stands for this
part of the text of the board before, a string for what is new. So it works for the templates of any game.
"""

from __future__ import annotations

import json
import re
import secrets
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from itertools import accumulate
from threading import Lock
from typing import Final

MOST_KEPT: Final = 96_000_000
"""So many characters of boards are kept: one or two for each page where a thousand tables have two open."""
REFERENCE: Final = 8
"""A piece of a board that others have, too, counted as characters."""
_TAG = re.compile(r"[^>]*>|[^>]+$")


def difference(before: Sequence[str], after: Sequence[str]) -> list[list[int] | str]:
    """How the text of `after` is put together from parts of the text of `before` and new text.

    Places in a text are told as browsers count: in units of UTF-16.
    """
    common = set(before) & set(after)
    old = _cut(before, common)
    ends = list(accumulate(len(piece) if piece.isascii() else _units(piece) for piece in old))
    where = dict(zip(reversed(old), reversed(range(len(old))), strict=True))  # the first of several
    told: list[list[int] | str] = []
    following = -1  # the place of the piece before which the last part of the old text ends
    for piece in _cut(after, common):
        if 0 <= following < len(old) and old[following] == piece:
            part = told[-1]
            assert isinstance(part, list)
            part[1] = ends[following]
            following += 1
        elif piece in where:
            place = where[piece]
            told.append([ends[place - 1] if place else 0, ends[place]])
            following = place + 1
        else:
            if told and isinstance(told[-1], str):
                told[-1] += piece
            else:
                told.append(piece)
            following = -1
    return told


def _cut(pieces: Iterable[str], whole: set[str]) -> list[str]:
    cut: list[str] = []
    for piece in pieces:
        cut += (piece,) if piece in whole else _TAG.findall(piece)
    return cut


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


class Boards:
    """The boards that browsers were sent last, each under its mark, to tell the next ones from.

    They have so many characters at `most`, what several have in common counted once; those go first that were
    not asked for for the longest time. Whoever comes with one that is gone gets his next board as a whole.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._kept: OrderedDict[tuple[str, str], Sequence[str]] = OrderedDict()
        self._shared: dict[int, int] = {}  # in how many boards each piece is
        self._size = 0
        self._most = most
        self._lock = Lock()

    @property
    def size(self) -> int:
        """How many characters are kept."""
        return self._size

    def keep(self, browser: str, board: Sequence[str]) -> str:
        """Keep a board that this browser is sent; its mark."""
        mark = secrets.token_urlsafe(9)  # no other process gives the same
        with self._lock:
            self._kept[browser, mark] = board
            self._count(board, 1)
            while self._size > self._most:
                self._count(self._kept.popitem(last=False)[1], -1)
        return mark

    def changes(self, browser: str, mark: str, board: Sequence[str]) -> str | None:
        """`board` as JSON, told from the one with this mark; None if this browser was not sent it lately."""
        with self._lock:
            kept = self._kept.get((browser, mark))
            if kept is None:
                return None
            self._kept.move_to_end((browser, mark))
        return json.dumps(difference(kept, board), ensure_ascii=False, separators=(",", ":"))

    def _count(self, board: Sequence[str], more: int) -> None:
        """Count a board that comes (1) or goes (-1)."""
        shared = self._shared
        self._size += more * REFERENCE * len(board)
        for piece in board:
            place = id(piece)  # it stays the same as long as the piece is in any of them
            before = shared.get(place, 0)
            if before + more == 0:
                del shared[place]
            else:
                shared[place] = before + more
            if before == 0 or before + more == 0:
                self._size += more * len(piece)
