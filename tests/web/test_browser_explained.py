"""Explanations in a real browser: beside the pointer, on focus, under a finger that stays, not in the way."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Page, expect

from tests.web.chromium import DESKTOP, PHONE, People, wait_for

pytestmark = pytest.mark.browser

BOX = "#explained"


def sit_down(person: People, game: str, size: tuple[int, int] = DESKTOP) -> Page:
    anna = person(size)
    anna.set_up("local", "bot", game=game, seat0="Anna")
    wait_for(anna.page, "#table[data-turn]", timeout=60_000)
    return anna.page


def box_of(page: Page, selector: str) -> FloatRect:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box


def overlap(one: FloatRect, other: FloatRect) -> bool:
    beside = one["x"] >= other["x"] + other["width"] or other["x"] >= one["x"] + one["width"]
    above = one["y"] >= other["y"] + other["height"] or other["y"] >= one["y"] + one["height"]
    return not (beside or above)


@pytest.mark.parametrize(
    ("game", "thing", "said"),
    [
        ("agricola", "#space-forest", "3 wood (3 more each round)wood +3"),
        ("agricola", "#space-farm_expansion", "you have 0 wood and 0 reed"),
        ("agricola", ".supply [data-explain-by]", "for rooms of a wooden house"),
        ("agricola", "#major-well", "costs 1 wood, 3 stone"),
        ("mi_tierra", "#zone-oven", "9 Oven Pay 8: 1 cake from 2 eggs and 1 milk Rule R35"),
        ("mi_tierra", ".goods [data-explain-by=means-apple]", "on the black market"),
        ("aehre", ".barn [data-explain]", "wheat, row"),
        ("agricola", ".seat .points", "The score sheet shows"),
        ("agricola", ".rounds li >> nth=3", "a harvest at its end"),
        ("mi_tierra", ".hut", "out of all the workers a player has"),
        ("mi_tierra", ".black summary", "at poor prices"),
        ("aehre", ".stacks", "6+1 stack follows"),
        ("market_day", ".seat .badge", "belongs to this seat"),
        ("market_day", "#ask [data-action] >> nth=1", "from the stall."),
    ],
)
def test_what_a_thing_is_stands_beside_it(person: People, game: str, thing: str, said: str) -> None:
    """The fourth game, which knows nothing of this, says what the log would."""
    page = sit_down(person, game)
    page.mouse.move(3, 3)
    page.locator(thing).first.hover(force=True)
    expect(page.locator(BOX)).to_contain_text(said)
    assert not overlap(box_of(page, BOX), box_of(page, thing))
    assert page.locator(f"{BOX} a:visible").count() == len(
        re.findall(r"\bR\d", page.locator(BOX).inner_text())
    )
    version = page.locator("#table").get_attribute("data-version")
    page.keyboard.press("Escape")
    expect(page.locator(BOX)).to_be_hidden()
    assert page.locator("#table").get_attribute("data-version") == version


def test_its_rule_is_a_click_away_and_all_else_lets_clicks_through(person: People) -> None:
    page = sit_down(person, "agricola")
    page.locator("#space-forest").hover()
    expect(page.locator(BOX)).to_be_visible()
    covered = page.evaluate(
        """() => {
          const { left, top } = document.querySelector("#explained").getBoundingClientRect();
          return !document.elementFromPoint(left + 3, top + 3).closest("#explained");
        }"""
    )
    assert covered
    with page.context.expect_page() as opened:
        page.locator(f"{BOX} a").click()
    assert opened.value.url.endswith("/rules/agricola#R2.5")
    opened.value.close()


def test_keys_come_by_it_too(person: People) -> None:
    page = sit_down(person, "agricola")
    page.keyboard.press("Tab")
    page.locator("#space-forest").focus()
    expect(page.locator("#space-forest")).to_have_attribute("aria-describedby", "explained")
    expect(page.locator(BOX)).to_be_visible()
    page.keyboard.press("i")
    expect(page.locator(f"{BOX} a")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#space-forest")).to_be_focused()
    expect(page.locator(BOX)).to_be_hidden()


def touch(page: Page, selector: str, held_ms: int) -> None:
    """A finger on the middle of a thing, for so long. Chromium sends a click after it."""
    box = box_of(page, selector)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    line = page.context.new_cdp_session(page)
    line.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.wait_for_timeout(held_ms)
    line.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    line.detach()


def test_a_finger_that_stays_reads_and_does_not_play(person: People) -> None:
    page = sit_down(person, "agricola", PHONE)
    version = page.locator("#table").get_attribute("data-version")
    page.focus("[data-ask-hint]")  # where one tapped before; lifting the finger takes the focus from there
    touch(page, "#space-day_laborer", 700)
    expect(page.locator("#space-day_laborer")).to_be_focused()
    expect(page.locator(BOX)).to_contain_text("Day Laborer")
    expect(page.locator(BOX)).to_be_visible()
    box = box_of(page, BOX)
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE[0]
    page.wait_for_timeout(300)
    assert page.locator("#table").get_attribute("data-version") == version
    touch(page, "#space-day_laborer", 50)
    wait_for(page, f"#table:not([data-version='{version}'])")
    expect(page.locator(BOX)).to_be_hidden()


def test_a_card_is_read_large_where_it_lies(person: People) -> None:
    page = sit_down(person, "agricola")
    page.keyboard.press("c")
    page.mouse.move(3, 3)
    card = page.locator(".hand-card").first
    card.hover()
    text = page.locator(f"{BOX} .large-face .card-text")
    expect(text).to_have_text(card.locator(".card-text").inner_text())
    expect(text).to_have_css("font-size", re.compile(r"^(1[6-9]|[2-9]\d)(\.\d+)?px$"))
