"""What each page that listens was sent last: from that its stream tells it the next board.

A page gives itself a name, which it tells with all that it asks. While it is being answered with a board its
stream tells it none: that would be the same, or told from one that the page does not have yet. If it lacks
anything then, it asks.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Final, NamedTuple

PATIENCE: Final = 0.1
"""Seconds for which a stream lets an answer at its table go first."""


class Sent(NamedTuple):
    """A board that a page was sent: its mark, and the stamp of its table then, "" where that is unknown."""

    mark: str
    stamp: str


@dataclass
class _Page:
    last: Sent
    streams: int = 0
    asked: int = 0


@dataclass
class _Answers:
    under_way: int = 0
    given: asyncio.Event = field(default_factory=asyncio.Event)


class Listening:
    """The pages that listen, each by its browser and its own name; those without a name are none of them."""

    def __init__(self) -> None:
        self._pages: dict[tuple[str, str], _Page] = {}
        self._answers: dict[str, _Answers] = {}

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

    @contextmanager
    def deciding(self, table_id: str) -> Iterator[None]:
        """Somebody who has decided at a table is answered as long as this lasts."""
        answers = self._answers.setdefault(table_id, _Answers())
        answers.under_way += 1
        try:
            yield
        finally:
            answers.under_way -= 1
            if not answers.under_way:
                del self._answers[table_id]
                answers.given.set()

    async def answered(self, table_id: str) -> None:
        """Wait until who has decided at a table is answered: side by side each board takes twice as long."""
        answers = self._answers.get(table_id)
        if answers is not None:
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    await answers.given.wait()

    def sent(self, browser: str, page: str, mark: str, stamp: str) -> None:
        """A board is on its way to a page."""
        found = self._pages.get((browser, page))
        if found is not None:
            found.last = Sent(mark, stamp)

    def last(self, browser: str, page: str) -> Sent | None:
        """What a page was sent last; None where nothing is known of it, or where it is being answered."""
        found = self._pages.get((browser, page))
        return None if found is None or found.asked or not found.last.mark else found.last
