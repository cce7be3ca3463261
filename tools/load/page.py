"""A page at a table: it hears of changes, asks for what changed of its board, and sends commands."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import uuid
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from tools.load.browser import Browser
from tools.load.history import History, now
from tools.load.http import Answer, Lost

KEPT: Final = 4
SILENT: Final = 7.0
TRY_EVERY: Final = 0.3
REFUSED: Final = (409, 422)

_HEAD: Final = re.compile(r'<main id="table"[^>]*>')
_ACTION: Final = re.compile(r'data-action="(\d+)"')


@dataclass(frozen=True)
class Board:
    """A board as it came."""

    html: str

    @cached_property
    def head(self) -> str:
        """Its first tag, which says how it stands."""
        found = _HEAD.search(self.html)
        return found[0] if found else ""

    @property
    def version(self) -> int:
        """Of which version of the table it is."""
        return int(self._data("version"))

    @property
    def stamp(self) -> str:
        """The version, and how often somebody has come or gone."""
        return self._data("stamp")

    @property
    def held(self) -> bool:
        """Whether the turn waits to be finished or a decision to be taken back."""
        return " data-held" in self.head

    @property
    def can_decide(self) -> bool:
        """Whether anything is asked of its seat."""
        return self.held or " data-turn" in self.head

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return " data-over" in self.head

    @property
    def actions(self) -> list[int]:
        """All that can be clicked."""
        return sorted({int(action) for action in _ACTION.findall(self.html)})

    @property
    def can_undo(self) -> bool:
        """Whether the last decision can be taken back."""
        return 'data-command="undo"' in self.html

    def _data(self, name: str) -> str:
        found = re.search(rf' data-{name}="([^"]*)"', self.head)
        return found[1] if found else ""


class Page:
    """The page of `browser` at `table`, which holds `seat` or watches; each board goes to `on_board`."""

    def __init__(
        self,
        name: str,
        browser: Browser,
        table: str,
        seat: int | None,
        history: History,
        on_board: Callable[[Page], None],
    ) -> None:
        self.name = name
        self.seat = seat
        self.board = Board("")
        self._browser = browser
        self._table = table
        self._history = history
        self._on_board = on_board
        self._boards: OrderedDict[str, str] = OrderedDict()
        self._told = (0, 0)
        self._busy = False
        self._id = uuid.uuid4().hex
        self._listening: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Load the page, then its board, and listen from then on."""
        answer = await self._browser.get(f"/table/{self._table}")
        self._check(answer, "its page")
        await self._refresh()
        self._listening = asyncio.create_task(self._listen())

    async def command(self, kind: str, action: int | None = None) -> int:
        """Send a command for the board that is shown, until it is answered; the status says how it went."""
        id = uuid.uuid4().hex
        sent = {"id": id, "version": self.board.version, "kind": kind, "seat": self.seat, "action": action}
        self._history.sent(self.name, sent)
        self._busy, asked = True, now()
        headers = {"content-type": "application/json", "farmtable-token": self._browser.token}
        try:
            answer = await self._browser.reach(
                "POST", f"/table/{self._table}/command", headers | self._having(), json.dumps(sent).encode()
            )
        finally:
            self._busy = False
        version = answer.headers.get("farmtable-version")
        self._history.answered(self.name, id, answer.status, None if version is None else int(version))
        if answer.status in REFUSED or answer.status == 200:
            # What was refused says so on the board; as a view it would be one of its own.
            self._take(answer, asked, seen=answer.status == 200)
        else:
            self._history.wrong(self.name, f"a command was answered {answer.status}")
        self._catch_up()
        return answer.status

    async def possible(self, actions: list[int]) -> list[int]:
        """Which of these actions are allowed now, as the server says."""
        asked = ",".join(map(str, actions))
        answer = await self._browser.reach(
            "GET", f"/table/{self._table}/preview?seat={self.seat}&actions={asked}"
        )
        if not self._check(answer, "a preview"):
            return []
        return [one["action"] for one in json.loads(answer.text) if one["legal"]]

    async def settle(self) -> None:
        """Ask for the board once more, whatever is known."""
        await self._refresh()

    def close(self) -> None:
        """The page is closed."""
        for task in (self._listening, self._asking):
            if task is not None:
                task.cancel()
        self._browser.close()

    async def _listen(self) -> None:
        while True:
            path = f"/table/{self._table}/events?page={self._id}&shown={self._newest}"
            with contextlib.suppress(Lost):
                async with contextlib.aclosing(
                    self._browser.line().events(path, self._browser.headers(), SILENT)
                ) as events:
                    async for name, data in events:
                        if name == "version":
                            self._hear(data)
                        elif name == "board":
                            self._hear_board(json.loads(data))
            await asyncio.sleep(TRY_EVERY)

    def _hear(self, stamp: str) -> None:
        self._history.told(self.name, stamp)
        told = _numbers(stamp)
        self._told = max(self._told[0], told[0]), max(self._told[1], told[1])
        self._catch_up()

    def _hear_board(self, sent: dict[str, Any]) -> None:
        """The stream has told a board; from one that is not here (any more) it says nothing."""
        before = self._boards.get(sent["from"])
        if before is not None:
            board = Board(self._keep(sent["mark"], put_together(before, sent["told"])))
            self._history.viewed(self.name, None, board.version, board.stamp, board.html)
            if not self._busy:
                self._show(board)
        self._hear(sent["stamp"])

    def _catch_up(self) -> None:
        shown = _numbers(self.board.stamp)
        behind = shown[0] < self._told[0] or shown[1] < self._told[1]
        if behind and not self._busy and self._asking is None:
            self._asking = asyncio.create_task(self._ask())

    async def _ask(self) -> None:
        try:
            await self._refresh()
        finally:
            self._asking = None
        self._catch_up()

    async def _refresh(self) -> None:
        seat = "" if self.seat is None else f"?seat={self.seat}"
        asked = now()
        answer = await self._browser.reach("GET", f"/table/{self._table}/board{seat}", self._having())
        if self._check(answer, "its board"):
            self._take(answer, asked)

    def _check(self, answer: Answer, what: str) -> bool:
        if answer.status != 200:
            self._history.wrong(self.name, f"{what} was answered {answer.status}")
        return answer.status == 200

    def _having(self) -> dict[str, str]:
        named = {"farmtable-page": self._id}
        return named | {"farmtable-shown": self._newest} if self._newest else named

    @property
    def _newest(self) -> str:
        """The mark of the newest board that came, "" before there is one."""
        return next(reversed(self._boards), "")

    def _take(self, answer: Answer, asked: float, seen: bool = True) -> None:
        html = self._board_of(answer)
        if html is None:  # told from one that is gone: it is asked for anew
            self._told = max(self._told, (int(answer.headers["farmtable-version"]), 0))
            return
        board = Board(html)
        if seen:
            self._history.viewed(self.name, asked, board.version, board.stamp, board.html)
        self._show(board)

    def _show(self, board: Board) -> None:
        if not self.board.html or board.version >= self.board.version:
            self.board = board
            self._on_board(self)

    def _board_of(self, answer: Answer) -> str | None:
        """The board that an answer brings, whole or as changes (`changes.js`)."""
        html, before = answer.text, answer.headers.get("farmtable-changes")
        if before is not None:
            if before not in self._boards:
                return None
            html = put_together(self._boards[before], json.loads(html))
        return self._keep(answer.headers["farmtable-mark"], html)

    def _keep(self, mark: str, html: str) -> str:
        self._boards[mark] = html
        if len(self._boards) > KEPT:
            self._boards.popitem(last=False)
        return html


def put_together(before: str, told: list[Any]) -> str:
    """A board that is told from another one (`farmtable.web.changes`)."""
    units = before.encode("utf-16-le", "surrogatepass")  # as browsers count
    parts = (one if isinstance(one, str) else _part(units, *one) for one in told)
    return "".join(parts)


def _part(units: bytes, first: int, end: int) -> str:
    return units[2 * first : 2 * end].decode("utf-16-le", "surrogatepass")


def _numbers(stamp: str) -> tuple[int, int]:
    version, _, changes = stamp.partition(".")
    return int(version or 0), int(changes or 0)
