"""Two players and one who watches write to each other in real browsers: wide, on a phone, by keyboard."""

from __future__ import annotations

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from tests.web.chromium import DESKTOP, PHONE, Person, in_order
from tests.web.process import Server

pytestmark = pytest.mark.browser

AUDIT = """async () => {
  const rules = { "label-content-name-mismatch": { enabled: true } };
  const { violations } = await axe.run(document, { rules });
  return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html.slice(0, 120))}`);
}"""
# Whether the sheet lies over the board, or the page is wider than the window.
IN_THE_WAY = """() => {
  const sheet = document.getElementById("chat").getBoundingClientRect();
  window.scrollTo(0, document.documentElement.scrollHeight);
  const things = [...document.querySelectorAll("#table .game, #ask")];
  const over = (thing) => {
    const { left, right, top, bottom } = thing.getBoundingClientRect();
    return left < sheet.right && right > sheet.left && top < sheet.bottom && bottom > sheet.top + 1;
  };
  return things.some(over) || document.documentElement.scrollWidth > innerWidth;
}"""

# Whether what is open at a message lies within the part of it that is shown.
ALL_IN_SIGHT = """() => {
  const shown = document.getElementById("chat-scroll").getBoundingClientRect();
  const menu = document.querySelector(".message-more[open]").getBoundingClientRect();
  return menu.top >= shown.top - 1 && menu.bottom <= shown.bottom + 1;
}"""


def table_of_two(anna: Person, ben: Person) -> str:
    page = anna.page
    page.goto("/?game=market_day&players=2")
    in_order(page)
    page.select_option("#kind-1", "friend")
    page.locator("#friend-1").wait_for()
    in_order(page)
    page.fill("#name-0", "Anna")
    page.click("button:has-text('Start')")
    page.wait_for_url("**/table/*")
    ben.page.goto(page.locator(".invite input").first.input_value())
    ben.page.fill("#name", "Ben")
    ben.page.click("main button")
    ben.page.wait_for_url("**/table/*")
    return page.url


def write(page: Page, text: str) -> None:
    page.fill("#chat-text", text)
    page.keyboard.press("Enter")
    expect(page.locator("#chat-log .message-text").last).to_contain_text(text)


def test_people_write_to_each_other(browser: Browser, club: Server) -> None:
    anna, ben = Person(browser, club.address, DESKTOP), Person(browser, club.address, PHONE)
    watcher = Person(browser, club.address, DESKTOP)
    address = table_of_two(anna, ben)
    watcher.page.goto(address)
    opener = anna.page.locator("[data-chat-open]")
    opener.focus()
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator("#chat-text")).to_be_focused()
    write(anna.page, "<b>good luck</b> https://evil.example")
    assert anna.page.locator("#chat-log a, #chat-log b").count() == 0
    anna.page.locator("#chat .chat-signs button").nth(1).click()
    expect(anna.page.locator("#chat-log .message-text").last).to_contain_text("Well played!")

    count = ben.page.locator("[data-chat-unread]")
    expect(count).to_have_text("2")
    expect(ben.page.locator("#chat-live")).to_contain_text("Anna: ")
    ben.page.locator("[data-chat-open]").click()
    expect(count).to_be_hidden()
    expect(ben.page.locator("#chat-log .message")).to_have_count(2)
    for page in (anna.page, ben.page):
        assert not page.evaluate(IN_THE_WAY)
        page.evaluate(AXE_SCRIPT)
        assert page.evaluate(AUDIT) == []
    ben.page.fill("#chat-text", "half a sen")
    write(anna.page, "your turn")
    expect(ben.page.locator("#chat-log .message")).to_have_count(3)
    assert ben.page.locator("#chat-text").input_value() == "half a sen"
    assert "UTC" not in ben.page.locator("#chat-log time").first.inner_text()

    watcher.page.locator("[data-chat-open]").click()
    expect(watcher.page.locator("#chat-panel")).to_contain_text("need an account")
    assert watcher.page.locator("#chat-log .message").count() == 0

    menu = ben.page.locator(".message-more").last
    menu.locator("summary").click()
    expect(menu.get_by_text("Report this message")).to_be_in_viewport()
    assert ben.page.evaluate(ALL_IN_SIGHT), "not only in the window, but in what scrolls there"
    menu.get_by_text("Report this message").click()
    expect(ben.page.locator("#chat-done")).to_contain_text("Whoever runs this server will see")
    expect(menu).not_to_have_attribute("open", "")
    menu.locator("summary").click()  # who has reported a message may still hide who wrote it
    menu.get_by_text("Hide Anna").click()
    expect(ben.page.locator("#chat-log .message")).to_have_count(0)
    ben.page.click(".chat-muted summary")
    ben.page.click(".chat-muted button")
    expect(ben.page.locator("#chat-log .message")).to_have_count(3)
    ben.page.keyboard.press("Escape")
    expect(ben.page.locator("#chat")).to_be_hidden()
    anna.page.reload()
    expect(anna.page.locator("[data-chat-open]")).to_be_visible()
    expect(anna.page.locator("[data-chat-unread]")).to_be_hidden()
    anna.page.locator(".menu summary").click()
    anna.page.click("[data-look] [name=chat][value=off]")
    expect(anna.page.locator("[data-chat-open]")).to_be_hidden()
    for each in (anna, ben, watcher):
        assert each.errors == []
