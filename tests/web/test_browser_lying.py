"""A phone on its side, in a real browser: the board has the height, the question stands beside it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.web.chromium import Person, wait_for
from tests.web.process import Server

pytestmark = pytest.mark.browser

LYING = [(740, 360), (915, 412)]
LARGEST_HINT = 1 / 3
SMALLEST_TEXT = 13
# What one chooses from or looks at first, and how much of it must be seen at once.
SEEN = {
    "aehre": (".crop-area, .barn", 2),
    "agricola": (".space", 10),
    "mi_tierra": (".zone", 8),
    "market_day": ("#ask [data-action]", 1),
}

WHOLE = """things => things.filter(thing => {
  const { left, right, top, bottom } = thing.getBoundingClientRect();
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  const met = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return inside && (thing.contains(met) || met.contains(thing));
}).length"""
TEXT_SIZES = """() => {
  const walker = document.createTreeWalker(document.querySelector("#table"), NodeFilter.SHOW_TEXT);
  const sizes = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const one = node.parentElement;
    const read = node.data.trim() && one.checkVisibility() && !one.closest(".unseen, svg");
    if (read) sizes.push(parseFloat(getComputedStyle(one).fontSize));
  }
  return sizes;
}"""


@pytest.mark.parametrize("game", SEEN)
def test_a_phone_on_its_side_shows_a_board_and_its_question(
    browser: Browser, club: Server, game: str
) -> None:
    anna = Person(browser, club.address, LYING[0])
    options = {"cards": "none"} if game == "agricola" else {}
    anna.set_up("local", "bot", game=game, options=options, bot="random", seat0="Anna")
    page = anna.page
    wait_for(page, "#table[data-turn]", 30_000)
    things, at_least = SEEN[game]
    for width, height in LYING:
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(things).evaluate_all(WHOLE) >= at_least, (game, width)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert min(page.evaluate(TEXT_SIZES)) >= SMALLEST_TEXT
        expect(page.locator("#ask")).to_be_in_viewport(ratio=1)
        # The question stays in sight however far one scrolls, and covers nothing of the board.
        page.evaluate("window.scrollTo(0, 150)")
        expect(page.locator("#ask")).to_be_in_viewport(ratio=1)
        edges = "one => one.getBoundingClientRect().toJSON()"
        assert page.locator(".game").evaluate(edges)["right"] <= page.locator("#ask").evaluate(edges)["left"]
        page.evaluate("window.scrollTo(0, 0)")
    page.click("#ask-hint")
    wait_for(page, ".advice-table", 30_000)
    hint = page.locator("#advice").bounding_box()
    assert hint is not None
    assert hint["width"] * hint["height"] <= LARGEST_HINT * width * height
    expect(page.locator("#advice")).to_be_in_viewport(ratio=1)
    anna.close()
