"""What each page that listens was sent last: from that its stream tells it the next board.

A page gives itself a name, which it tells with all that it asks. While it is being answered with a board its
stream tells it none: that would be the same, or told from one that the page does not have yet. If it lacks
anything then, it asks.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple


class Sent(NamedTuple):
    """A board that a page was sent: its mark, and the stamp of its table then, "" where that is unknown."""

    mark: str
    stamp: str


@dataclass
class _Page:
    last: Sent
    streams: int = 0
    asked: int = 0


class Listening:
    """The pages that listen, each by its browser and its own name; those without a name are none of them."""

    def __init__(self) -> None:
        self._pages: dict[tuple[str, str], _Page] = {}

    @contextmanager
    def stream(self, browser: str, page: str, mark: str) -> Iterator[None]:
        """A page listens as long as this lasts; `mark` is that of the newest board that it has."""
        if not page:
            yield
            return
        found = self._pages.setdefault((browser, page), _Page(Sent(mark, "")))
        if mark != found.last.mark:
            found.last = Sent(mark, "")
        found.streams += 1
        try:
            yield
        finally:
            found.streams -= 1
            if not found.streams:
                del self._pages[browser, page]

    @contextmanager
    def asking(self, browser: str, page: str) -> Iterator[None]:
        """A page is answered with a board as long as this lasts."""
        found = self._pages.get((browser, page))
        if found is None:
            yield
            return
        found.asked += 1
        try:
            yield
        finally:
            found.asked -= 1

    def sent(self, browser: str, page: str, mark: str, stamp: str) -> None:
        """A board is on its way to a page."""
        found = self._pages.get((browser, page))
        if found is not None:
            found.last = Sent(mark, stamp)

    def last(self, browser: str, page: str) -> Sent | None:
        """What a page was sent last; None where nothing is known of it, or where it is being answered."""
        found = self._pages.get((browser, page))
        return None if found is None or found.asked or not found.last.mark else found.last
