"""A clock goes on between two boards, on both widths, and stands still in a pause."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.chromium import DESKTOP, PHONE, Person, in_order
from tests.web.process import Server

pytestmark = pytest.mark.browser

LYING = (640, 360)
OVERFLOWS = """() => {
  const lies = (element) => element.getBoundingClientRect();
  const bad = (clock) => {
    const [box, seat] = [lies(clock), lies(clock.closest(".seat"))];
    const points = lies(clock.closest(".seat").querySelector(".points"));
    const apart = box.left >= points.right || box.top >= points.bottom - 4;
    return !box.width || box.right > seat.right || box.bottom > seat.bottom || !apart;
  };
  const clocks = [...document.querySelectorAll(".clock .left")];
  return document.documentElement.scrollWidth > innerWidth || clocks.some(bad);
}"""
LEFT = ".clock[data-clock-runs] .left"


def seconds(page: Page) -> int:
    """What the clock that runs shows."""
    minutes, rest = page.locator(LEFT).inner_text().split(":")
    return 60 * int(minutes) + int(rest)


def overflows(page: Page) -> bool:
    """Whether the page is too wide, or a clock leaves its seat or lies over the points."""
    return bool(page.evaluate(OVERFLOWS))


def test_clocks_in_the_browser(browser: Browser, club: Server) -> None:
    anna, ben = Person(browser, club.address, DESKTOP), Person(browser, club.address, PHONE)
    page = anna.page
    page.goto("/?game=market_day&players=4")
    in_order(page)
    page.select_option("#kind-1", "friend")
    page.locator("#friend-1").wait_for()
    in_order(page)
    page.fill("#name-0", "Anna")
    page.click("summary:has-text('Options')")
    page.select_option("#clock", label="10 min, plus 20 s each turn")
    in_order(page)
    page.click("button:has-text('Start')")
    page.wait_for_url("**/table/*")
    ben.take_a_seat(page.locator("input[data-absolute]").input_value(), "Ben")
    expect(page.locator(".clock")).to_have_count(2)
    anna.decide()
    for one in (page, ben.page):
        one.locator(LEFT).wait_for()
        before = seconds(one)
        expect(one.locator(LEFT)).to_have_attribute("aria-live", "off")
        one.wait_for_timeout(1500)
        assert before - 4 <= seconds(one) < before
        assert not overflows(one)
    ben.page.set_viewport_size({"width": LYING[0], "height": LYING[1]})
    assert not overflows(ben.page)
    page.click("button:has-text('Pause')")
    ben.page.get_by_text("Asking for a pause: Anna").wait_for()
    ben.page.click("button:has-text('Pause')")
    page.locator("button:has-text('Start the clocks')").wait_for()
    expect(page.locator(LEFT)).to_have_count(0)
    assert not anna.errors + ben.errors
    anna.context.close()
    ben.context.close()


def test_five_clocks_of_days_stay_in_their_seats(browser: Browser, club: Server) -> None:
    anna = Person(browser, club.address, PHONE)
    anna.set_up_by_hand(*["local"] * 5, game="aehre", clock="3 days for each turn")
    # The longest words for days and hours.
    anna.context.add_cookies([{"name": "farmtable_language", "value": "de", "url": club.address}])
    anna.page.reload()
    anna.page.click(".curtain button")
    anna.page.click(".clocks button")
    expect(anna.page.locator(LEFT)).to_have_text("2 T. 23 h")
    assert not overflows(anna.page)
    anna.close()
