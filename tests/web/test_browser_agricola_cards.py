"""Agricola's hand cards in a real browser: found, kept, read large, played, and seen to act."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.chromium import DESKTOP, PHONE, People, wait_for
from tests.web.test_browser_agricola import MY_TURN, answer, press, settle, sit_down

pytestmark = pytest.mark.browser

LESSONS, FOREST = "#space-lessons", "#space-forest"


def version(page: Page) -> str | None:
    return page.locator("#table").get_attribute("data-version")


def finish(page: Page) -> None:
    """Confirm the end of the turn if that is asked."""
    while page.locator("#finish").count():
        answer(page, touch=False)
        wait_for(page, f"{MY_TURN}, #finish")


def press_card(page: Page, card: str, touch: bool) -> None:
    """Play or keep a card: on a phone it is read first."""
    before = version(page)
    press(page.locator(f"#card-{card}"), touch)
    if touch:
        expect(page.locator("#large-card .card-text")).to_be_visible()
        page.locator("#large-card [data-play]").tap()
    settle(page, before)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_card_is_found_kept_played_and_seen_to_act(person: People, size: tuple[int, int]) -> None:
    touch = size == PHONE
    page = sit_down(person, size, 1, {"hands": "chosen"})
    page.fill("#card-search", "wood accumulation additional")
    page.fill("#card-search", "no such words")
    expect(page.locator(".nothing-found")).to_be_visible()
    page.fill("#card-search", "Wood Cutter")
    expect(page.locator(".pack .hand-card:visible")).to_have_count(1)
    press_card(page, "wood_cutter", touch)
    expect(page.locator("#card-search")).to_have_value("")
    while "picks" in (page.locator(".agricola").get_attribute("data-ask") or ""):
        press_card(page, str(page.locator(".pack .hand-card").first.get_attribute("data-card")), touch)
        finish(page)
    expect(page.locator(".rounds .now")).to_have_text("1")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    before = version(page)
    press(page.locator(LESSONS), touch)
    settle(page, before)
    expect(page.locator("#card-wood_cutter")).to_be_visible()  # the hand has come by itself
    if touch:  # and the tabs, which count what else can be chosen, stay wherever the page is scrolled to
        for to in (0, 10_000):
            page.evaluate(f"window.scrollTo(0, {to})")
            expect(page.locator(".parts")).to_be_in_viewport(ratio=1)
    press_card(page, "wood_cutter", touch)
    finish(page)
    before = version(page)
    press(page.locator(FOREST), touch)
    settle(page, before)
    expect(page.locator(".front [data-show-card=wood_cutter].acted")).to_have_count(1)
    expect(page.locator("#log li").last).to_contain_text("Wood Cutter")


def test_cards_are_one_key_away_and_say_why_they_wait(person: People) -> None:
    page = sit_down(person, options={})
    page.keyboard.press("c")
    expect(page.locator(".hand-card:focus")).to_have_count(1)
    expect(page.locator(".board.part")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator("#large-card")).to_be_visible()
    expect(page.locator("#large-card .large-why")).not_to_be_empty()
    expect(page.locator("#large-card [data-play]")).to_be_hidden()
    page.keyboard.press("Escape")
    expect(page.locator("#large-card")).to_be_hidden()
    page.keyboard.press("c")
    expect(page.locator(".board.part")).to_be_visible()


def test_on_a_phone_major_improvements_come_before_the_hand(person: People) -> None:
    """Both can be built; the tab of the hand counts what it has."""
    page = sit_down(person, PHONE, 1, {})
    menu = {"majors": ["well"], "returns": [], "tools": [], "fencing": None, "plays": [1, 2], "bakes": []}
    asked = json.dumps(menu | {"renovations": [], "parts": ["improvement"], "exchanges": [], "uses": []})

    def ask(route: Route) -> None:
        html = route.fetch().text()
        html = re.sub(r"data-asks=\"place\" data-ask='[^']*'", f"data-asks=\"menu\" data-ask='{asked}'", html)
        route.fulfill(body=html, content_type="text/html")

    page.route(page.url, ask)
    page.reload()
    expect(page.locator("[data-part=majors]")).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".major").first).to_be_visible()


CUT = """() => [...document.querySelectorAll(".hand-card")]
  .filter((one) => one.scrollHeight > one.clientHeight || one.scrollWidth > one.clientWidth).length"""


@pytest.mark.parametrize("size", [(1440, 800), (1920, 1080)], ids=["1440", "1920"])
def test_on_a_wide_screen_the_hand_lies_beside_the_board(person: People, size: tuple[int, int]) -> None:
    page = sit_down(person, size, options={})
    for key in ("", "c", "c"):
        if key:
            page.keyboard.press(key)
        for part in (".board.part", ".farms.part", ".majors.part", ".cards.part"):
            expect(page.locator(part)).to_be_visible()
    board, farms, hand = (
        page.locator(f".{part}.part").bounding_box() for part in ("board", "farms", "cards")
    )
    assert board is not None
    assert farms is not None
    assert hand is not None
    assert board["x"] + board["width"] <= farms["x"]
    assert farms["x"] + farms["width"] <= hand["x"]
    assert hand["height"] >= board["height"] - 1
    assert page.evaluate(CUT) == 0
    assert page.locator(".majors.part").evaluate("one => one.scrollHeight <= one.clientHeight")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.locator(".hand-card").first.click()
    expect(page.locator("#large-card")).to_be_visible()


def test_fingers_find_the_cards(person: People) -> None:
    page = sit_down(person, PHONE, options={})
    page.locator("[data-part=cards]:visible").tap()
    expect(page.locator(".hand-card")).to_have_count(14)
    page.locator(".hand-card").nth(1).tap()
    expect(page.locator("#large-card")).to_be_visible()
    box = page.locator("#large-card").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]
    for target in page.locator("#large-card button:visible").all():
        size = target.bounding_box()
        assert size is not None
        assert size["height"] >= 44


def test_a_card_that_is_cut_at_the_edge_of_a_phone_comes_into_sight_with_the_focus(person: People) -> None:
    page = sit_down(person, PHONE, options={})
    page.locator("button[data-part=cards]:visible").first.press("Enter")
    page.locator(".hand-card:visible").first.focus()
    for _ in range(4):
        page.keyboard.press("Tab")
        box = page.locator(".hand-card:focus").bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= PHONE[0] - box["width"]


def test_a_card_that_is_shown_large_is_read_out(person: People) -> None:
    page = sit_down(person, PHONE, options={})
    page.locator("button[data-part=cards]:visible").first.press("Enter")
    page.locator(".hand-card:visible").first.press("Enter")
    expect(page.locator("#large-card .large-face")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".hand-card").first).to_be_focused()
