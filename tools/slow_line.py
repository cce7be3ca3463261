"""Measures what a slow line makes of the table: `python -m tools.slow_line [GAME …]`, in a checkout.

Starts the server and plays the first lesson of each game over a line of 400 ms and 400 kbit/s. Prints how
long a first visit takes until one can play, and a second one; how long a click until its board is here;
how many bytes of the answer travel. Aims: 2.5 s, 0.9 s and 6 kB; the command ends with 1 where one is missed.
"""

from __future__ import annotations

import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, Page

from farmtable.web.setup import all_games
from tests.web.chromium import chromium
from tests.web.process import Server
from tools.load.servers import free_port

LATENCY_MS: Final = 400
BYTES_A_SECOND: Final = 400_000 / 8
MOST_START: Final = 2.5
MOST_CLICK: Final = 0.9
MOST_BYTES: Final = 6_000
STEPS: Final = 12

# When all is there that playing needs: the page, its styles, the scripts that do not come after all else.
PLAYABLE: Final = """() => {
  const later = "[fetchpriority=low]";
  const needed = `link[rel=stylesheet], link[rel=modulepreload], script[type=module]:not(${later})`;
  const names = [...document.querySelectorAll(needed)].map(({ href, src }) => href || src);
  const entries = performance.getEntriesByType("resource").filter(({ name }) => names.includes(name));
  const [page] = performance.getEntriesByType("navigation");
  return Math.max(page.domInteractive, ...entries.map(({ responseEnd }) => responseEnd)) / 1000;
}"""
# Click, and wait for the board that comes of it: seconds.
CLICK: Final = """() => new Promise((done) => {
  const version = () => document.getElementById("table").dataset.version;
  const [before, start] = [version(), performance.now()];
  new MutationObserver((_, watch) => {
    if (version() === before) return;
    watch.disconnect();
    requestAnimationFrame(() => done((performance.now() - start) / 1000));
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
  document.getElementById("voice-do").click();
})"""


@dataclass
class Measured:
    """Of one game: seconds until one can play, seconds of each click, bytes of each answer."""

    first: float = 0.0
    second: float = 0.0
    clicks: list[float] = field(default_factory=list)
    bytes: list[int] = field(default_factory=list)

    def is_good(self) -> bool:
        """Whether nothing that mostly happens takes longer than it should."""
        starts_well = max(self.first, self.second) <= MOST_START
        return starts_well and median(self.clicks) <= MOST_CLICK and median(self.bytes) <= MOST_BYTES


def main() -> None:
    """Measure the games named, or all that have a lesson."""
    games = sys.argv[1:] or [game.id for game in all_games() if game.lessons]
    good = True
    print(f"{'':12}{'first visit':>13}{'second':>9}{'click':>9}{'longest':>9}{'bytes':>9}{'most':>9}")
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        server = Server(Path(folder), free_port())
        try:
            for game in games:
                found = _measure(browser, server.address, game)
                print(
                    f"{game:12}{found.first:11.2f} s{found.second:7.2f} s{median(found.clicks):7.2f} s"
                    f"{max(found.clicks):7.2f} s{median(found.bytes):9.0f}{max(found.bytes):9}",
                    flush=True,
                )
                good &= found.is_good()
        finally:
            server.close()
    sys.exit(0 if good else 1)


def _measure(browser: Browser, address: str, game: str) -> Measured:
    """Begin a lesson on a fast line, then come to its table as a browser that has seen nothing yet."""
    before = browser.new_context(base_url=address)
    page = before.new_page()
    page.goto("/")
    page.click(f"form[action='/learn/{game}/1'] button")
    page.wait_for_url("**/table/*")
    cookies = before.storage_state()
    before.close()
    context = browser.new_context(base_url=address, storage_state=cookies)
    found = Measured(first=_visit(context, page.url)[1])
    page, found.second = _visit(context, page.url)
    _play(page, found)
    context.close()
    return found


def _visit(context: BrowserContext, address: str) -> tuple[Page, float]:
    """The page of a table over a slow line, and after how many seconds one can play there."""
    page = context.new_page()
    network = context.new_cdp_session(page)
    network.send("Network.enable")
    slow = {"offline": False, "latency": LATENCY_MS, "downloadThroughput": BYTES_A_SECOND}
    network.send("Network.emulateNetworkConditions", slow | {"uploadThroughput": BYTES_A_SECOND})
    page.goto(address, wait_until="load", timeout=60_000)
    return page, float(page.evaluate(PLAYABLE))


def _play(page: Page, found: Measured) -> None:
    """Some steps of a lesson, each by one click."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    answers: set[str] = set()

    def ask(event: Any) -> None:
        if event["request"]["url"].endswith("/command"):
            answers.add(event["requestId"])

    def finish(event: Any) -> None:
        if event["requestId"] in answers:
            found.bytes.append(int(event["encodedDataLength"]))

    network.on("Network.requestWillBeSent", ask)
    network.on("Network.loadingFinished", finish)
    while len(found.clicks) < STEPS and page.locator("#voice[data-awaits]").count():
        page.wait_for_timeout(1_000)  # what one reads meanwhile
        found.clicks.append(float(page.evaluate(CLICK)))
    page.wait_for_timeout(1_000)


if __name__ == "__main__":
    main()
