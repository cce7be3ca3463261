"""One is called when it is one's turn: by title and icon always, by a sound and a notification if wanted."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.chromium import DESKTOP, PHONE, People, Person, wait_for

pytestmark = pytest.mark.browser


# What sounds and notifications a page makes is written down; a test says whether they are allowed.
RECORDER = """
window.tones = [];
window.notices = [];
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) {
  window.tones.push(this.frequency.value);
  return start.call(this, at);
};
window.Notification = class extends EventTarget {
  static permission = "default";
  static asked = 0;
  static answer = "granted";
  static async requestPermission() { this.asked += 1; return (this.permission = this.answer); }
  constructor(title, { body }) { super(); window.notices.push(`${title}: ${body}`); }
  close() {}
};
"""
TURN = 587  # Hz


@pytest.fixture
def person(person: People) -> People:
    def come(size: tuple[int, int] = DESKTOP) -> Person:
        found = person(size)
        found.context.add_init_script(RECORDER)
        return found

    return come


def sit_down(anna: Person, ben: Person) -> None:
    anna.set_up("local", "friend", seat0="Anna")
    ben.take_a_seat(anna.page.locator("input[data-absolute]").input_value(), "Ben")
    wait_for(anna.page, "#table[data-turn]")


def icon(page: Page) -> str:
    return str(page.evaluate("document.querySelector('link[rel=icon]').href"))


def switch(person: Person, name: str) -> None:
    person.page.click("[data-open=calls]")
    person.page.click(f"#{name}")
    person.page.keyboard.press("Escape")


def test_title_and_icon_call_the_seat_that_is_to_play(person: People) -> None:
    anna, ben = person(), person()
    sit_down(anna, ben)
    expect(anna.page).to_have_title("● Your turn – Market Day · farmtable")
    expect(ben.page).to_have_title("Market Day · farmtable")
    assert "icon-turn" in icon(anna.page)
    assert "icon-turn" not in icon(ben.page)
    assert ben.page.request.get(icon(anna.page)).ok
    anna.take_turn()
    expect(ben.page).to_have_title("● Your turn – Market Day · farmtable")
    expect(anna.page).to_have_title("Market Day · farmtable")
    assert "icon-turn" in icon(ben.page)
    assert "icon-turn" not in icon(anna.page)


def test_where_several_share_a_screen_the_title_names_who_is_called(person: People) -> None:
    both = person()
    both.set_up("local", "local", seat0="Anna", seat1="Ben")
    expect(both.page).to_have_title("● It is Anna’s turn. – Market Day · farmtable")


def test_a_sound_calls_and_one_switch_ends_all_sounds(person: People) -> None:
    anna, ben = person(), person()
    sit_down(anna, ben)
    ben.page.locator("#main").press("Shift")  # browsers allow sounds after a key
    ben.page.wait_for_timeout(300)
    anna.take_turn()
    ben.page.wait_for_function(f"() => window.tones.includes({TURN})")
    ben.take_turn()
    switch(ben, "sounds")
    ben.page.evaluate("window.tones = []")
    anna.take_turn()
    wait_for(ben.page, "#table[data-turn]")
    assert ben.page.evaluate("window.tones") == []
    ben.page.reload()
    expect(ben.page.locator("#sounds")).to_have_attribute("aria-checked", "false")


def test_a_phone_is_silent_until_it_is_told_to_sound(person: People) -> None:
    anna, ben = person(), person(PHONE)
    sit_down(anna, ben)
    expect(ben.page.locator("#sounds")).to_have_attribute("aria-checked", "false")
    switch(ben, "sounds")
    anna.take_turn()
    ben.page.wait_for_function(f"() => window.tones.includes({TURN})")


def test_a_notification_comes_only_where_it_was_asked_for(person: People) -> None:
    anna, ben = person(), person()
    sit_down(anna, ben)
    behind = "Object.defineProperty(document, 'hidden', { get: () => true })"
    ben.page.evaluate(behind)
    anna.take_turn()
    wait_for(ben.page, "#table[data-turn]")
    assert ben.page.evaluate("[Notification.asked, window.notices.length]") == [0, 0]
    ben.take_turn()
    switch(ben, "notices")
    expect(ben.page.locator("#notices")).to_have_attribute("aria-checked", "true")
    anna.take_turn()
    wait_for(ben.page, "#table[data-turn]")
    assert ben.page.evaluate("window.notices") == ["Market Day · farmtable: Your turn"]


def test_a_refused_notification_is_said_to_be_refused(person: People) -> None:
    anna = person()
    anna.set_up("local", "bot", seat0="Anna")
    anna.page.evaluate("Notification.answer = 'denied'")
    anna.page.click("[data-open=calls]")
    anna.page.click("#notices")
    expect(anna.page.locator("#notices-denied")).to_be_visible()
    expect(anna.page.locator("#notices")).to_have_attribute("aria-checked", "false")
