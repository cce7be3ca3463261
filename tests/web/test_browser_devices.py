"""The panel of devices in real browsers: a phone is ended from the computer and shows its seat no more."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.web.chromium import DESKTOP, PHONE, SCREENSHOTS, Person, wait_for
from tests.web.process import Server

pytestmark = pytest.mark.browser


def open_panel(person: Person) -> None:
    person.page.click("#open-devices")
    wait_for(person.page, "#devices[open] .device-list")


@pytest.mark.parametrize(("size", "other"), [(DESKTOP, PHONE), (PHONE, DESKTOP)])
def test_a_device_is_ended_from_another(
    browser: Browser, club: Server, size: tuple[int, int], other: tuple[int, int]
) -> None:
    anna, friend = Person(browser, club.address, size), Person(browser, club.address, other)
    address = anna.set_up("local", "friend", game="aehre", seat0="Anna")
    open_panel(anna)
    link = anna.page.locator("#link-0")
    passed_on = link.input_value()
    friend.page.goto(passed_on)
    friend.page.click("button.main")
    wait_for(friend.page, "#table[data-seat='0'] .tray .tile")
    anna.page.click("#devices button.main")  # closed and opened again it knows of the friend
    open_panel(anna)
    panel = anna.page.locator("#devices")
    devices = panel.locator(".device-list li")
    expect(devices).to_have_count(2)
    expect(devices.nth(0)).to_contain_text("Chrome on Linux")
    expect(devices.nth(0)).to_contain_text("this device")
    # told in the reader's own zone and language, not as the server wrote it
    expect(devices.nth(1).locator("time").first).to_have_text(re.compile(r"^\d{1,2} \w+ \d{4},? .*\d\d:\d\d"))
    expect(devices.nth(1).locator("time").first).not_to_have_text(re.compile("UTC"))
    box = panel.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    anna.page.screenshot(path=SCREENSHOTS / f"devices-{size[0]}.png")

    devices.nth(1).locator("button").click()
    expect(devices).to_have_count(1)
    assert anna.page.url == address
    wait_for(friend.page, "#table[data-seat=''] .notice.ended")  # at once, and without a hand on it
    assert friend.page.locator(".tray .tile").count() == 0
    expect(friend.page.locator(".notice.ended")).to_contain_text("no longer plays for Anna")
    assert friend.page.locator("#open-devices").count() == 0
    friend.page.screenshot(path=SCREENSHOTS / f"devices-ended-{other[0]}.png")
    friend.page.goto(passed_on)
    expect(friend.page.locator("main")).to_contain_text("or no longer")

    renewed = link.input_value()
    assert renewed != passed_on
    panel.locator("button.link").click()
    expect(link).not_to_have_value(renewed)
    anna.page.click("#devices button.main")
    wait_for(anna.page, "#table[data-seat='0'] .tray .tile")  # the seat itself can be played on
    # That its board is refused is how the ended device learns of it; HTMX says so on its console.
    friend.errors = [error for error in friend.errors if "Error Code 403" not in error]
    for person in (anna, friend):
        person.close()
