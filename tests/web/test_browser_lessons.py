"""A lesson in a real browser: played by keyboard alone, and where its voice stands."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from farmtable.web.reader import LOOK_COOKIE
from tests.web.chromium import DESKTOP, PHONE, Person, wait_for
from tests.web.process import Server

pytestmark = pytest.mark.browser

# The voice and what it speaks of do not lie over each other, nor over a second cell; both are in the window.
WELL_PLACED = """() => {
  const voice = document.getElementById("voice");
  const place = [...document.querySelectorAll(".hinted-best")].find((one) => !voice.contains(one));
  if (!place || !voice.classList.contains("placed")) return false;
  const beside = document.querySelectorAll(".hint-beside");
  const [a, ...all] = [voice, place, ...beside].map((one) => one.getBoundingClientRect());
  const apart = (b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  return all.every(apart) && a.left >= 0 && a.top >= 0 && a.right <= innerWidth && a.bottom <= innerHeight;
}"""

# The voice leaves the question free, too.
QUESTION_FREE = """() => {
  const [a, b] = ["#voice.placed", ".ask"].map((one) => document.querySelector(one)?.getBoundingClientRect());
  return a && (a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top);
}"""
ON_ITS_SIDE = 740, 360

# What has the focus, if the voice lies over it; only the land as a whole is too large.
COVERED = """() => new Promise((tell) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const [one, voice] = [document.activeElement, document.getElementById("voice")];
  const [a, b] = [one, voice].map((each) => each.getBoundingClientRect());
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const passed = voice.contains(one) || !one.closest("#table") || one.matches(".crop-area");
  tell(!passed && wide > 1 && high > 1 && wide * high > .05 * a.width * a.height ? one.outerHTML : "");
})))"""


def learn(person: Person, game: str) -> Page:
    """To the table of a game's first lesson, by its button in the lobby."""
    page = person.page
    page.goto("/")
    page.locator(f"form[action='/learn/{game}/1'] button").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    return page


def step(page: Page) -> str | None:
    wait_for(page, "#voice")
    return page.locator("#voice").get_attribute("data-awaits")


@pytest.mark.parametrize(
    ("game", "length"), [("agricola", 19), ("aehre", 15), ("mi_tierra", 17), ("market_day", 3)]
)
def test_a_lesson_is_played_by_keyboard_alone(browser: Browser, club: Server, game: str, length: int) -> None:
    """Spaces, cells of farms and of the land, a pasture, answers in the bar."""
    anna = Person(browser, club.address, DESKTOP)
    page = learn(anna, game)
    steps = 0
    while step(page) is not None:
        page.wait_for_function(WELL_PLACED)
        version = page.locator("#table").get_attribute("data-version")
        # The focus is led to what is awaited.
        page.wait_for_function("() => document.activeElement.matches('.hinted-best, .hint-key')")
        # A pasture: its two spaces are not chosen yet; each leads to the next, then to the button.
        for _ in range(page.locator(".fencing .hint-place").count()):
            place = page.evaluate_handle("document.activeElement")
            page.keyboard.press("Enter")
            page.wait_for_function(
                "(before) => document.activeElement !== before"
                " && document.activeElement.matches('.hinted-best:not(.chosen)')",
                arg=place,
            )
        page.keyboard.press("Enter")
        wait_for(page, f"#table:not([data-version='{version}']):not([aria-busy=true])")
        steps += 1
    assert steps == length
    assert page.locator("#voice [data-hush]").is_visible()
    page.wait_for_function(QUESTION_FREE.replace("#voice.placed", "#voice"))
    anna.close()


@pytest.mark.parametrize(("game", "text"), [("mi_tierra", "100"), ("aehre", "130")])
def test_the_voice_covers_nothing_that_has_the_focus(
    browser: Browser, club: Server, game: str, text: str
) -> None:
    """Whoever looks round by keys meets the voice nowhere; only the land as a whole is too large."""
    anna = Person(browser, club.address, DESKTOP)
    cookie = {"name": LOOK_COOKIE.format(name="text"), "value": text, "url": club.address}
    anna.context.add_cookies([cookie])  # type: ignore[list-item]
    page = learn(anna, game)
    page.wait_for_function(WELL_PLACED)
    for _ in range(45):
        page.keyboard.press("Tab")
        assert page.evaluate(COVERED) == ""
    anna.close()


def test_on_a_phone_the_voice_covers_nothing_that_has_the_focus(browser: Browser, club: Server) -> None:
    """There is seldom room for the voice, its place, the question and the focus: the focus is free."""
    anna = Person(browser, club.address, (360, 740))
    page = learn(anna, "mi_tierra")
    for number in range(8):
        page.wait_for_function(WELL_PLACED)
        for _ in range(45 if number > 5 else 0):  # there the place lies in the middle of the window
            page.keyboard.press("Tab")
            assert page.evaluate(COVERED) == ""
        version = page.locator("#table").get_attribute("data-version")
        page.locator("#voice-do").press("Enter")
        wait_for(page, f"#table:not([data-version='{version}']):not([aria-busy=true])")
    anna.close()


def test_on_a_phone_the_voice_leaves_its_place_free(browser: Browser, club: Server) -> None:
    anna = Person(browser, club.address, PHONE)
    page = learn(anna, "mi_tierra")
    for number in range(6):
        assert step(page) is not None
        page.wait_for_function(WELL_PLACED)
        version = page.locator("#table").get_attribute("data-version")
        page.locator("#voice-do" if number else ".hinted-best").tap()
        wait_for(page, f"#table:not([data-version='{version}']):not([aria-busy=true])")
        if number == 0:  # the zone just taken, where the focus still is, is not said to be refused
            page.wait_for_timeout(600)
            assert not page.locator("#explained").is_visible()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE[0]
    anna.close()


def test_on_a_phones_side_the_voice_leaves_the_question_free(browser: Browser, club: Server) -> None:
    anna = Person(browser, club.address, ON_ITS_SIDE)
    page = learn(anna, "agricola")
    for _ in range(5):
        page.wait_for_function(WELL_PLACED)
        page.wait_for_function(QUESTION_FREE)
        version = page.locator("#table").get_attribute("data-version")
        page.locator("#voice-do").click()
        wait_for(page, f"#table:not([data-version='{version}']):not([aria-busy=true])")
    anna.close()


def test_on_a_phones_side_the_voice_leaves_all_of_a_tile_free(browser: Browser, club: Server) -> None:
    anna = Person(browser, club.address, ON_ITS_SIDE)
    page = learn(anna, "aehre")
    wait_for(page, ".hint-beside")
    page.wait_for_function(WELL_PLACED)
    anna.close()


def test_another_action_is_not_played_and_the_voice_stays(browser: Browser, club: Server) -> None:
    anna = Person(browser, club.address, DESKTOP)
    page = learn(anna, "agricola")
    page.wait_for_function(WELL_PLACED)
    page.wait_for_timeout(600)  # long enough for an explanation, which would lie over the voice
    assert not page.locator("#explained").is_visible()
    page.click("#space-day_laborer")
    wait_for(page, "#voice [role='alert']")
    assert "may well be good" in page.locator("#voice [role='alert']").inner_text()
    page.wait_for_function(WELL_PLACED)
    page.click("[data-fold]")
    wait_for(page, "[data-fold][aria-expanded='false']")
    assert not page.locator("#voice-says").is_visible()
    anna.close()


def test_on_a_phone_the_voice_is_no_taller_than_what_it_says(browser: Browser, club: Server) -> None:
    """Nor where the place comes in sight only after it: the farm in which a pasture is drawn."""
    anna = Person(browser, club.address, PHONE)
    page = learn(anna, "agricola")
    for _ in range(9):
        version = page.locator("#table").get_attribute("data-version")
        page.locator("#voice-do").tap()
        wait_for(page, f"#table:not([data-version='{version}']):not([aria-busy=true])")
    wait_for(page, ".fencing .hint-place")
    page.wait_for_function("""() => {
      const [voice, last] = ["#voice.placed", ".voice-buttons"]
        .map((one) => document.querySelector(one)?.getBoundingClientRect());
      return voice && voice.bottom - last.bottom < 30;
    }""")
    anna.close()


def test_on_a_phone_no_page_moves_for_an_answer_in_the_bar(browser: Browser, club: Server) -> None:
    """The bar is always in sight, and so is the land, of which it asks."""
    anna = Person(browser, club.address, PHONE)
    page = learn(anna, "aehre")
    for _ in range(3):  # a tile, and what each of its two fields brings
        page.wait_for_function(WELL_PLACED)
        asked = page.locator(".ask .hinted-best").count()
        assert page.evaluate("scrollY") == 0 or not asked
        version = page.locator("#table").get_attribute("data-version")
        page.locator("#voice-do").tap()
        wait_for(page, f"#table:not([data-version='{version}']):not([aria-busy=true])")
    anna.close()
