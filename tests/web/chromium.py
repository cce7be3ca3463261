"""A real browser for the tests: where it is, and pages that tell of every error."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, expect, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""The first is Chromium without all that is around a page: tests of pages take about half as long in it."""
FIELDS = {"local": "name", "friend": "friend", "bot": "bot"}
DESKTOP, PHONE = (1280, 720), (360, 640)
SCREENSHOTS = Path(__file__).parent / "screenshots"
expect.set_options(timeout=15_000)  # as long as a slow machine may take; what is promised sooner says so


def executable() -> str | None:
    """The Chromium of this machine: `$CHROMIUM`, or what is on the path."""
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser. Where there is none the test is skipped, except in CI, where it fails."""
    path = executable()
    if path is None:
        if os.environ.get("CI") == "true":
            pytest.fail("CI must have Chromium: these tests may not be skipped there")
        pytest.skip("no Chromium on this machine (set CHROMIUM to its path)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-background-networking"]
        )
        yield browser
        browser.close()


def wait_for(page: Page, selector: str, timeout: float | None = None) -> None:
    """Wait until the first element of these is in sight, for at most `timeout` milliseconds.

    Nothing is returned: a handle, as from `page.wait_for_selector`, would keep every board in memory.
    """
    page.locator(selector).first.wait_for(timeout=timeout)


def in_order(page: Page) -> None:
    """Wait until the lobby's form has come back: a button that is replaced while pressed is not pressed."""
    wait_for(page, "#setup:not(.htmx-request)")


class Person:
    """Somebody with a browser of his own; whatever goes wrong in his pages is kept in `errors`."""

    marks = count(1)

    def __init__(
        self, browser: Browser, address: str, size: tuple[int, int] = DESKTOP, scheme: str = "light"
    ) -> None:
        self.mark = next(self.marks)
        width, height = size
        touch = width < 500
        self.context = browser.new_context(
            base_url=address,
            viewport={"width": width, "height": height},
            color_scheme="dark" if scheme == "dark" else "light",
            has_touch=touch,
            locale="en-GB",
        )
        self.context.set_default_timeout(30_000)  # none waits so long where nothing else goes on
        self.errors: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._hear)
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        # What the network says while the server is away is expected; what a page does wrong never is.
        expected = ("net::", "status of", "htmx:", "[object Event]")
        if message.type == "error" and not any(part in message.text for part in expected):
            self.errors.append(message.text)

    def set_up(
        self,
        *kinds: str,
        game: str = "market_day",
        options: Mapping[str, str] = MappingProxyType({}),
        bot: str = "greedy",
        **names: str,
    ) -> str:
        """A table as the form of the lobby makes it, which is sent without being shown; its address."""
        form = {"game": game, "players": str(len(kinds)), "delay": "0", "confirm": "yes"}
        form |= {f"kind_{seat}": kind for seat, kind in enumerate(kinds)}
        form |= {f"bot_{seat}": bot for seat, kind in enumerate(kinds) if kind == "bot"}
        form |= {f"name_{place.removeprefix('seat')}": name for place, name in names.items()}
        form |= {f"option_{name}": choice for name, choice in options.items()}
        token = re.search(r'name="token" value="([^"]+)"', self.context.request.get("/").text())
        assert token
        asked: Any = form | {"token": token[1]}
        made = self.context.request.post("/tables", form=asked, max_redirects=0)
        assert made.status == 303, made.text()
        self.page.goto(made.headers["location"])
        return self.page.url

    def set_up_by_hand(
        self,
        *kinds: str,
        game: str,
        figures: str = "",
        options: Mapping[str, str] = MappingProxyType({}),
        clock: str = "",
        **names: str,
    ) -> str:
        """The same, all of it chosen in the lobby, with a file of `figures` if there are any.

        `clock` is what its clocks are called in the list of them.
        """
        page = self.page
        page.goto("/")
        page.click(f"label:has(#game-{game})")
        in_order(page)
        page.click(f"label:has(#players-{len(kinds)})")
        expect(page.locator("[id^=kind-]")).to_have_count(len(kinds))
        in_order(page)
        for seat, kind in enumerate(kinds):
            page.select_option(f"#kind-{seat}", kind)
            page.locator(f"#{FIELDS[kind]}-{seat}").wait_for()
            if kind == "bot":
                page.select_option(f"#bot-{seat}", "greedy")
        in_order(page)
        for place, name in names.items():
            page.fill(f"#name-{place.removeprefix('seat')}", name)
        page.click("summary:has-text('Options')")
        page.select_option("#delay", "0")
        for name, choice in options.items():
            page.select_option(f"#option-{name}", choice)
            in_order(page)
        if clock:
            page.select_option("#clock", label=clock)
            in_order(page)
        if figures:
            own = {"name": "own.toml", "mimeType": "application/toml", "buffer": figures.encode()}
            page.set_input_files(f"#file-{game}-components", own)  # type: ignore[arg-type]
        in_order(page)
        page.click("button:has-text('Start')")
        page.wait_for_url("**/table/*")
        return page.url

    def take_a_seat(self, link: str, name: str) -> None:
        """Follow an invitation and sit down; then a click is heard, as before the page has loaded none is."""
        self.page.goto(link)
        self.page.fill("#name", name)
        self.page.click("button:has-text('Take the seat')")
        wait_for(self.page, "#table[data-seat]:not([data-seat=''])")
        self.page.wait_for_load_state("load")

    def version(self) -> int:
        return int(self.page.locator("#table").get_attribute("data-version") or -1)

    def decide(self) -> None:
        """Take the first answer offered, and finish the turn if asked."""
        self.page.locator("#table[data-turn] [data-action]").first.click()
        wait_for(self.page, "#table:not([aria-busy=true])")
        finish = self.page.locator("#finish")
        if finish.count():
            finish.click()
            wait_for(self.page, "#table:not([data-held])")

    def take_turn(self) -> None:
        """Decide until others are to play."""
        wait_for(self.page, "#table[data-turn]")
        while self.page.locator("#table[data-turn]").count():
            self.decide()

    def close(self) -> None:
        """Leave a picture of each open page, to be looked at, and see that nothing went wrong in any."""
        test = re.sub(
            r"\W+", "-", os.environ.get("PYTEST_CURRENT_TEST", "page").split("::")[-1].split(" ")[0]
        )
        SCREENSHOTS.mkdir(exist_ok=True)
        for number, page in enumerate(self.context.pages):
            page.screenshot(path=SCREENSHOTS / f"{test}{self.mark}-{number}.png")
        self.context.close()
        assert not self.errors, self.errors


People = Callable[..., Person]
"""Brings somebody, to a screen of some size, as often as called."""
