"""What changed from one board to the next: a browser that still has a board is sent only the difference.

A board is a list of pieces (`drawing/kept.py`). Pieces that both boards have are not examined; everything
else is split after every tag. The next board is sent as a list: `[from, to]` stands for this part of the text
of the previous board, a string for new text. So it works for the templates of any game.
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
"""Characters of boards kept in all: one or two boards a page if a thousand tables have two pages open
each."""
REFERENCE: Final = 8
"""What a piece that other boards also have counts as, in characters."""
_TAG = re.compile(r"[^>]*>|[^>]+$")


def difference(before: Sequence[str], after: Sequence[str]) -> list[list[int] | str]:
    """How the text of `after` is put together from parts of the text of `before` and new text.

    Positions in a text are counted as browsers do: in UTF-16 units.
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
    """The boards that browsers were sent last, each under its mark, as the basis for the next differences.

    Together they have at most `most` characters, with shared pieces counted once; the least recently used are
    dropped first. A browser whose board has been dropped gets its next board as a whole.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._kept: OrderedDict[tuple[str, str], Sequence[str]] = OrderedDict()
        self._shared: dict[int, int] = {}  # in how many boards each piece occurs
        self._size = 0
        self._most = most
        self._lock = Lock()

    @property
    def size(self) -> int:
        """How many characters are kept."""
        return self._size

    def keep(self, browser: str, board: Sequence[str]) -> str:
        """Keep a board that this browser is sent; returns its mark."""
        mark = secrets.token_urlsafe(9)  # unique among all processes
        with self._lock:
            self._kept[browser, mark] = board
            self._count(board, 1)
            while self._size > self._most:
                self._count(self._kept.popitem(last=False)[1], -1)
        return mark

    def changes(self, browser: str, mark: str, board: Sequence[str]) -> str | None:
        """`board` as JSON, as changes to the one with this mark; None if that was not sent to this browser
        lately."""
        with self._lock:
            kept = self._kept.get((browser, mark))
            if kept is None:
                return None
            self._kept.move_to_end((browser, mark))
        return json.dumps(difference(kept, board), ensure_ascii=False, separators=(",", ":"))

    def _count(self, board: Sequence[str], more: int) -> None:
        """Count a board that is added (1) or dropped (-1)."""
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
