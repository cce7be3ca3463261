"""Where the focus is when a board comes: at what is asked, and never taken from what somebody is at."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.games.agricola.scenarios import harvest
from tests.web import test_browser_aehre as aehre
from tests.web import test_browser_agricola as agricola
from tests.web.chromium import People, wait_for
from tests.web.test_agricola_table import draw

pytestmark = pytest.mark.browser

LIT = {"agricola": ".space.can", "aehre": ".tile[data-tile]"}
ANSWER = {"agricola": agricola.answer, "aehre": aehre.answer}
MINE = "#table[data-turn], #finish"


# A board with another question comes, drawn by a test.
NEW_BOARD = """(html) => {
  const drawn = document.createElement("template");
  drawn.innerHTML = html;
  const board = document.getElementById("table").cloneNode(true);
  board.dataset.version += "1";
  for (const part of [".agricola", ".agricola-ask"]) {
    board.querySelector(part).replaceWith(drawn.content.querySelector(part));
  }
  document.getElementById("table").replaceWith(board);
  document.dispatchEvent(new CustomEvent("htmx:afterSwap", { detail: {} }));
}"""


def at(page: Page) -> str:
    found: str = page.evaluate("document.activeElement.id || document.activeElement.dataset.tile")
    return found


def changed(page: Page, name: str, before: str | None) -> None:
    wait_for(page, f"#table:not([data-{name}='{before}']):not([aria-busy=true])")


@pytest.mark.parametrize("game", ["agricola", "aehre"])
def test_nobody_is_led_away_from_where_he_is(person: People, game: str) -> None:
    """By who sits down meanwhile, nor from a message half written when the turn comes."""
    anna, ben, cleo = person(), person(), person()
    anna.set_up("local", "friend", "friend", game=game, options={"cards": "none"}, seat0="Anna")
    acting = anna.page.locator(".seat.now").evaluate("(one) => [...one.parentElement.children].indexOf(one)")
    links = [link.input_value() for link in anna.page.locator("input[data-absolute]").all()]
    first, second = links if acting < 2 else reversed(links)
    ben.take_a_seat(first, "Ben")
    actor, other = (anna, ben) if acting == 0 else (ben, anna)
    page = actor.page
    page.locator(LIT[game]).nth(1).focus()
    page.keyboard.press("Shift")
    here, stamp = at(page), page.locator("#table").get_attribute("data-stamp")
    cleo.take_a_seat(second, "Cleo")
    changed(page, "stamp", stamp)
    assert at(page) == here
    for waiting in (other, cleo):
        waiting.page.locator("[data-chat-open]").click()
        waiting.page.locator("#chat-text").press_sequentially("you")
    while page.locator(MINE).count():
        ANSWER[game](page, False)
    for waiting in (other, cleo):  # the turn is now one of theirs
        wait_for(waiting.page, f"#table[data-version='{actor.version()}']")
        waiting.page.keyboard.type(" all")
        expect(waiting.page.locator("#chat-text")).to_have_value("you all")


def test_without_keys_the_focus_goes_on_to_finishing_the_turn(person: People) -> None:
    """As with a screen reader, whose Enter is a click: not to what takes back what has just been decided."""
    anna = person()
    anna.set_up("local", "bot", seat0="Anna")
    page = anna.page
    wait_for(page, "#table[data-turn]")
    page.locator("#action-6").focus()
    page.locator("#action-6").evaluate("one => one.click()")
    wait_for(page, "#table[data-held]:not([aria-busy=true])")
    expect(page.locator("#finish")).to_be_focused()


def test_who_has_fed_the_family_is_led_on_not_to_eating_what_is_left(person: People) -> None:
    """And is done by a key, as wherever more could be done; nobody begs by it."""
    page = agricola.sit_down(person)
    asked = {}
    for food in (0, 4):
        family = {
            "improvements": ["fireplace_2"],
            "pastures": [["D3", "E3"]],
            "goods": {"food": food, "sheep": 3},
        }
        asked[food] = draw(harvest(family).seen_by(0))
    page.keyboard.press("Shift")
    for food, key in ((0, "cook-sheep"), (4, "done")):
        page.evaluate(NEW_BOARD, asked[food])
        assert page.evaluate("document.activeElement.dataset.key") == key
        assert page.locator("#ask [data-key=done]:not(.warn)").count() == (key == "done")
    done = page.locator("#ask [data-key=done]").get_attribute("data-action")
    with page.expect_request("**/command") as sent:
        page.keyboard.press("0")
    assert f'"action":{done}}}' in (sent.value.post_data or "")


def test_who_reads_the_log_stays_at_the_line_while_others_act(person: People) -> None:
    anna, ben = person(), person()
    anna.set_up("local", "friend", game="agricola", options={"cards": "none"}, seat0="Anna")
    ben.take_a_seat(anna.page.locator("input[data-absolute]").input_value(), "Ben")
    reading, acting = (anna, ben) if anna.page.locator("#table[data-turn]").count() else (ben, anna)
    page = reading.page
    reading.decide()
    wait_for(acting.page, "#table[data-turn]")
    line = page.locator("#log button[data-points-at]").last
    line.focus()
    said, stamp = line.inner_text(), page.locator("#table").get_attribute("data-stamp")
    acting.decide()
    changed(page, "stamp", stamp)
    assert page.evaluate("document.activeElement.textContent") == said
    expect(page.locator(".space.pointed-at")).to_have_count(1)


@pytest.mark.parametrize("game", ["market_day", "aehre", "agricola", "mi_tierra"])
def test_the_second_key_of_a_page_leads_to_what_is_asked(person: People, game: str) -> None:
    """Past whatever else the Tab key stops at."""
    anna = person()
    anna.set_up("local", "bot", game=game, seat0="Anna")
    page = anna.page
    wait_for(page, "#table[data-turn]", timeout=60_000)
    for key in ("Tab", "Tab", "Enter"):
        page.keyboard.press(key)
    answers = ".tile[data-tile], #ask [data-action], .space.can, .zone.can > button"
    page.wait_for_function("(answers) => document.activeElement.matches(answers)", arg=answers)
