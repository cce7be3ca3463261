"""Two are paired and their pages go to one table; who watches is counted at the table."""

from __future__ import annotations

import contextlib
import sqlite3
import time

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page, expect

from tests.web.chromium import DESKTOP, PHONE, Person
from tests.web.process import Server

pytestmark = pytest.mark.browser


def fits(page: Page) -> None:
    """Nothing hangs over the edge, and whoever cannot see can use it."""
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_two_browsers_are_paired_and_a_third_watches(browser: Browser, server: Server) -> None:
    anna, ben, cleo = (Person(browser, server.address, size) for size in (DESKTOP, PHONE, DESKTOP))
    for one, name in ((anna, "Anna"), (ben, "Ben")):
        one.page.goto("/find")
        one.page.select_option("#pair-kind", "market_day 2")
        one.page.fill("#guest-name", name)
        fits(one.page)
        one.page.locator("#pair").press("Enter")
        if one is anna:
            said = one.page.locator(".notice", has_text="Looking for players: Market Day")
            said.wait_for()
            assert said.evaluate("notice => getComputedStyle(notice).paddingLeft") != "0px"
            fits(one.page)
    for one in (anna, ben):
        one.page.wait_for_url("**/table/*")
    assert anna.page.url == ben.page.url
    cleo.page.goto("/find")
    fits(cleo.page)
    cleo.page.get_by_role("link", name="Watch").press("Enter")
    for one in (cleo, anna):
        expect(one.page.locator("#watching")).to_have_text("1 is watching")
    fits(cleo.page)
    assert not cleo.page.locator("[data-turn]").count()
    cleo.page.goto("about:blank")
    expect(anna.page.locator("#watching")).to_have_text("")
    for one in (anna, ben, cleo):
        one.close()


def test_nobody_is_sent_to_a_table_with_somebody_who_has_just_closed_his_page(
    browser: Browser, server: Server
) -> None:
    anna, ben = Person(browser, server.address), Person(browser, server.address)
    for one in (anna, ben):
        one.page.goto("/find")
        one.page.select_option("#pair-kind", "market_day 2")
    anna.page.click("#pair")
    anna.page.get_by_text("Looking for players: Market Day").wait_for()
    with anna.page.expect_response("**/find/events"):
        anna.page.reload()
    anna.page.goto("about:blank")
    while _somebody_is_there(server):  # the server hears of it a moment later
        time.sleep(0.05)
    ben.page.click("#pair")
    ben.page.get_by_text("Looking for players: Market Day").wait_for()
    anna.page.goto("/find")
    for one in (anna, ben):
        one.page.wait_for_url("**/table/*")
        one.close()


def _somebody_is_there(server: Server) -> bool:
    """Whether somebody waits to be paired who has not left since he began to."""
    with contextlib.closing(sqlite3.connect(server.db.removeprefix("sqlite:///"))) as database:
        there = "SELECT count(*) FROM farmtable_seekers WHERE table_id IS NULL AND seen >= since"
        return bool(database.execute(there).fetchone()[0])


def test_an_open_table_fills_before_ones_eyes(browser: Browser, server: Server) -> None:
    anna, ben = Person(browser, server.address, PHONE), Person(browser, server.address)
    ben.page.goto("/find")
    anna.page.goto("/?game=market_day&players=3&kind_1=open&kind_2=open&name_0=Anna")
    anna.page.click("button:has-text('Start')")
    anna.page.wait_for_url("**/find/*")
    fits(anna.page)
    ben.page.get_by_role("button", name="Join").press("Enter")
    ben.page.wait_for_url("**/find/*")
    expect(anna.page.locator("#room li")).to_have_text(["Anna guest", "Player 2 guest", "free"])
    ben.page.get_by_role("button", name="Leave").press("Enter")
    expect(anna.page.locator("#room")).to_contain_text("2 seats are free.")
    for one in (anna, ben):
        one.close()
