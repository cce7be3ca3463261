"""Hints and the analysis in a real browser: by mouse and by key, at desktop and phone width."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.chromium import DESKTOP, PHONE, People, wait_for

pytestmark = pytest.mark.browser

LONG = 120_000


def is_within(page: Page) -> bool:
    """Whether nothing sticks out at the side of the page."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"))


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_hint_is_shown_marked_and_played(person: People, size: tuple[int, int]) -> None:
    anna = person(size)
    anna.set_up("local", "bot", seat0="Anna", bot="random")
    page = anna.page
    wait_for(page, "#table[data-turn]")
    board = page.locator(".game").bounding_box()
    if size == DESKTOP:
        page.keyboard.press("h")
    else:
        page.click("#ask-hint")
    expect(page.locator("#advice")).to_contain_text("Thinking …")
    rows = page.locator(".advice-table tbody tr")
    rows.first.wait_for(timeout=LONG)
    assert is_within(page)
    assert page.locator(".game").bounding_box() == board, "no piece moves under the pointer"
    assert page.locator("#advice").evaluate("one => one.offsetHeight") <= size[1] / 3
    best = rows.first.locator("button")
    action = best.get_attribute("data-action")
    marked = page.locator(".hinted-best")
    expect(marked).to_have_count(1)
    assert marked.get_attribute("data-action") == action
    expect(page.locator(".hinted")).to_have_count(rows.count() - 1)
    style = "one => getComputedStyle(one).outlineStyle"
    assert marked.evaluate(style) == "double", "one line is the focus"
    if size == DESKTOP:
        marked.focus()
        assert "rgb" in marked.evaluate("one => getComputedStyle(one).boxShadow"), "which is seen within"
        page.keyboard.press("h")
    else:
        bar = page.locator("#ask").bounding_box()
        assert bar is not None
        assert abs(bar["y"] + bar["height"] - size[1]) <= 1, "the question lies at the lower edge"
        page.click("#ask-hint")
    expect(page.locator("#advice")).to_be_hidden()
    expect(page.locator(".hinted-best, .hinted")).to_have_count(0)
    page.keyboard.press("H")
    rows.first.wait_for(timeout=LONG)
    page.keyboard.press("Escape")
    expect(page.locator("#advice")).to_be_hidden()
    expect(page.locator("#ask-hint")).to_be_focused()
    page.keyboard.press("H")
    rows.first.wait_for(timeout=LONG)
    version = anna.version()
    best.click()
    expect(page.locator("#table")).not_to_have_attribute("data-version", str(version))
    expect(page.locator("#advice")).to_be_hidden()


def test_a_hint_in_a_game_that_draws_its_own_table(person: People) -> None:
    anna = person()
    anna.set_up("local", game="agricola", options={"cards": "none"})
    page = anna.page
    wait_for(page, "#table[data-turn]")
    page.click("#ask-hint")
    page.locator(".advice-table tbody tr").first.wait_for(timeout=LONG)
    expect(page.locator(".space.hinted-best")).to_have_count(1)
    assert is_within(page)
    # A game may mark the place of the best choice later; behind the hint nobody would see it.
    page.evaluate("""() => {
      const { left, top } = document.querySelector("#advice").getBoundingClientRect();
      const place = document.createElement("i");
      place.id = "behind";
      place.style = `position: fixed; left: ${left + 9}px; top: ${top + 9}px; width: 30px; height: 30px`;
      document.querySelector(".game").append(place);
      for (const one of document.querySelectorAll(".game .hinted-best")) one.classList.remove("hinted-best");
      place.className = "hint-place";
    }""")
    page.wait_for_function("""() => {
      const boxOf = (one) => document.querySelector(one).getBoundingClientRect();
      const [hint, place] = [boxOf("#advice"), boxOf("#behind")];
      return hint.bottom <= place.top && hint.top >= 0;
    }""")


def test_a_game_is_analysed_and_leads_into_its_replay(person: People) -> None:
    anna = person()
    anna.set_up("local", "bot", seat0="Anna", bot="random")
    page = anna.page
    while True:
        wait_for(page, "#table[data-turn], #table[data-over]")
        if page.locator("#table[data-over]").count():
            break
        anna.decide()
    page.keyboard.press("Escape")
    page.click(".frame-buttons a:has-text('Analysis')")
    page.wait_for_url("**/analysis")
    expect(page.locator("#review")).to_contain_text("The game is being analysed.", timeout=LONG)
    page.locator("#mistakes-1").wait_for(timeout=LONG)
    read_analysis(page)
    # It takes long and is kept, so a phone is handed the same one.
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    page.emulate_media(color_scheme="dark")
    page.reload()
    read_analysis(page)
    dear = page.locator(".mistakes li").first
    at = re.search(r"Step (\d+)", dear.inner_text())
    assert at
    dear.locator("a").click()
    wait_for(page, f"#table[data-at='{at[1]}']")
    better = page.locator(".in-replay dt:has-text('Better')")
    expect(better).to_be_hidden()  # above the board of a phone only what it cost has room
    page.click(".in-replay summary")
    expect(better).to_be_visible()
    page.set_viewport_size({"width": 740, "height": 360})
    page.reload()
    expect(better).to_be_visible()
    assert page.locator("#ask").evaluate("one => one.scrollWidth <= one.clientWidth")
    buttons = page.locator(".player-buttons").bounding_box()
    choices = page.locator(".player-choices").bounding_box()
    assert buttons is not None
    assert choices is not None
    assert buttons["y"] == choices["y"]
    page.click("[data-step=on]")
    wait_for(page, f"#table[data-at='{int(at[1]) + 1}']")
    assert is_within(page)
    page.goto(page.url.partition("/replay")[0] + "/analysis")
    part = page.locator(".curve-chances .chart-over a").nth(4)
    there = re.search(r"at=(\d+)", part.get_attribute("href") or "")
    assert there
    part.click()
    wait_for(page, f"#table[data-at='{there[1]}']")


def read_analysis(page: Page) -> None:
    """Look at both curves and at the table, and come back to them."""
    expect(page.locator(".curve-chances [role=img]")).to_be_visible()
    expect(page.locator(".curve-points [role=img]")).to_be_hidden()
    assert is_within(page)
    page.locator("#show-chances").press("ArrowRight")
    expect(page.locator(".curve-points [role=img]")).to_be_visible()
    expect(page.locator(".curve-chances [role=img]")).to_be_hidden()
    assert is_within(page)
    name = page.locator(".curve-chances [role=img]").get_attribute("aria-label") or ""
    assert re.search(r"Anna: \d+% at the start, \d+% at the end", name)
    page.click("summary:has-text('As a table')")
    assert page.locator(".review-table tbody tr").count() > 10
    assert is_within(page)
    page.reload()
    expect(page.locator("#mistakes-1")).to_be_visible()
