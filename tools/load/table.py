"""The people of one table: they set it up, sit down, and decide by turns, each decision when it is due.

Decisions are due at fixed times, whether or not the server keeps up: who clicks late because the board was
late has waited, too. So nothing that a slow server holds up is left out of what is measured.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from tools.load.browser import Browser
from tools.load.hands import guesses
from tools.load.history import History, now
from tools.load.page import REFUSED, Page

_INVITE: Final = re.compile(r'value="(/join/[^"]+)"')
UNDO: Final = 0.15
"""How often somebody who may take a decision back does."""
GUESSES: Final = 30


@dataclass(frozen=True)
class Kind:
    """What is set up: the game with its options ("agricola cards=base"), its seats, whether turns are
    confirmed, and who only watches."""

    game: str = "aehre"
    people: int = 2
    bots: int = 0
    confirm: bool = False
    watching: int = 0


@dataclass
class Measured:
    """What came of the clicks: for each, when it was due, when it was made, and when each other page had
    its changed board."""

    seen: list[tuple[float, float, float]] = field(default_factory=list)
    answered: list[tuple[float, float]] = field(default_factory=list)
    refused: int = 0
    games: int = 0
    wrong: int = 0
    unanswered: int = 0


@dataclass
class _Click:
    version: int
    page: Page
    due: float
    at: float
    unseen: set[str]


class Table:
    """Browsers that play game after game with each other."""

    def __init__(
        self,
        name: str,
        kind: Kind,
        servers: Sequence[tuple[str, int]],
        history: History,
        measured: Measured,
        rng: random.Random,
    ) -> None:
        self._name = name
        self._kind = kind
        self._servers = servers
        self._history = history
        self._measured = measured
        self._rng = rng
        self._pages: list[Page] = []
        self._clicks: list[_Click] = []
        self._refused: set[tuple[int, int]] = set()  # versions with actions
        self._changed = asyncio.Event()

    async def set_up(self) -> None:
        """Make a table and seat everybody, each with a browser of his own."""
        kind, number = self._kind, self._measured.games
        self._measured.games += 1
        name = f"{self._name}.{number}"
        browsers = [self._browser(place) for place in range(kind.people + kind.watching)]
        await browsers[0].get("/")
        seats = ["local", *["friend"] * (kind.people - 1), *["bot"] * kind.bots]
        fields = {f"kind_{index}": seat for index, seat in enumerate(seats)}
        fields |= {f"bot_{index}": "random" for index in range(kind.people, len(seats))}
        game, *options = kind.game.split()
        fields |= {f"option_{name}": value for name, _, value in (one.partition("=") for one in options)}
        fields |= {"game": game, "players": str(len(seats)), "delay": "0", "name_0": "Anna"}
        made = await browsers[0].post("/tables", **fields, **({"confirm": "yes"} if kind.confirm else {}))
        if "location" not in made.headers:
            raise RuntimeError(f"a table was refused: {made.status}")
        path = made.headers["location"]
        invites = _INVITE.findall((await browsers[0].get(path)).text)
        for place, invite in enumerate(invites, 1):
            await browsers[place].get(invite)
            await browsers[place].post(invite, name=f"Ben{place}")
        table = path.removeprefix("/table/")
        self._pages = []
        for place, browser in enumerate(browsers):
            if place >= kind.people:
                await browser.get("/")
            seat = place if place < kind.people else None
            page = Page(f"{name}.{place}", browser, table, seat, self._history, self._note_board)
            secrets = [browser.cookie] + ([invites[place - 1]] if 0 < place < kind.people else [])
            self._history.seated(page.name, table, seat, browser.cookie, secrets)
            self._pages.append(page)
        for page in self._pages:
            await page.open()

    async def play(self, start: float, every: float, going: Callable[[], bool]) -> None:
        """Decide once in `every` seconds from `start` on, as long as it is `going` on."""
        due = start + self._rng.random() * every
        while going():
            await asyncio.sleep(max(due - now(), 0))
            page = await self._who_decides(going)
            if page is None:
                if going():  # the game is over
                    self.close()
                    await self.set_up()
                    due = now() + every
                continue
            if await self._decide(page, due):
                due += every

    async def settle(self) -> None:
        """Let every page load its board once more."""
        for page in self._pages:
            await page.settle()

    def close(self) -> None:
        """Close all pages."""
        for page in self._pages:
            page.close()

    async def _who_decides(self, going: Callable[[], bool]) -> Page | None:
        """The page that is asked something, as soon as one is; None where the game is over."""
        while going():
            if any(page.board.over for page in self._pages):
                return None
            asked = [page for page in self._pages if page.seat is not None and page.board.can_decide]
            if asked:
                # The board of another may be old, and only look as if it were its turn.
                return max(asked, key=lambda page: page.board.version)
            self._changed.clear()
            try:
                async with asyncio.timeout(1.0):
                    await self._changed.wait()
            except TimeoutError:
                continue
        return None

    async def _decide(self, page: Page, due: float) -> bool:
        """One click; whether it counted."""
        kind, action = await self._choose(page)
        others = {other.name for other in self._pages if other is not page}
        click = _Click(page.board.version, page, due, now(), others)
        self._clicks.append(click)
        status = await page.command(kind, action)
        if status == 200:
            self._measured.answered.append((click.at, now()))
            return True
        if click in self._clicks:
            self._clicks.remove(click)
        if status in REFUSED:
            self._measured.refused += 1
            if status == 422 and action is not None:
                self._refused.add((click.version, action))
        else:
            self._measured.wrong += 1
            await asyncio.sleep(0.2)
        return False

    async def _choose(self, page: Page) -> tuple[str, int | None]:
        board, rng = page.board, self._rng
        if board.can_undo and rng.random() < UNDO:
            return "undo", None
        if board.held:
            return "finish", None
        actions = board.actions
        for _ in range(GUESSES):
            if left := [action for action in actions if (board.version, action) not in self._refused]:
                return "play", rng.choice(left)
            actions = await page.possible(guesses(board.html, rng))
        raise RuntimeError(f"nothing can be clicked on a board of {self._kind.game}: {board.head}")

    def _note_board(self, page: Page) -> None:
        arrived = now()
        self._changed.set()
        for click in list(self._clicks):
            if click.version < page.board.version and page.name in click.unseen:
                click.unseen.discard(page.name)
                self._measured.seen.append((click.due, click.at, arrived))
                if not click.unseen:
                    self._clicks.remove(click)

    def _browser(self, place: int) -> Browser:
        host, port = self._servers[(hash(self._name) + place) % len(self._servers)]
        a, b, c = (self._rng.randrange(1, 255) for _ in range(3))
        return Browser(host, port, f"10.{a}.{b}.{c}")
