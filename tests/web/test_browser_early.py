"""Who presses before a table's scripts have come is heard once they are there, and only once."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from tests.web.chromium import People, Person, wait_for

pytestmark = pytest.mark.browser

COMMANDS = """() => {
  window.sent = 0;
  const fetch = window.fetch;
  window.fetch = (address, ...how) => {
    window.sent += String(address).endsWith("/command");
    return fetch(address, ...how);
  };
}"""


def come_again(person: Person, names: str) -> list[Route]:
    """The page of the table anew: what is drawn is there, these scripts are on their way until let go."""
    held: list[Route] = []
    page = person.new_page()
    page.route(names, lambda route: held.append(route))  # noqa: PLW0108 - it must be a function of Python's
    page.goto(person.page.url, wait_until="commit")
    person.page.close()
    person.page = page
    wait_for(page, "#table[data-turn]")
    page.evaluate(COMMANDS)
    return held


def let_go(held: list[Route]) -> None:
    assert held
    for route in held:
        route.continue_()


@pytest.mark.parametrize("names", ["**/table.js*", "**/explain.js*", "**/aehre.js*"])
def test_a_press_before_the_scripts_are_there_is_done_later(person: People, names: str) -> None:
    anna = person()
    anna.set_up("local", "bot", game="aehre", seat0="Anna")
    wait_for(anna.page, "#table[data-turn] .tile[data-tile]")
    held = come_again(anna, names)
    page = anna.page
    page.locator(".tile[data-tile]").first.click()
    page.wait_for_timeout(200)
    assert not page.locator(".tile[aria-pressed=true]").count()
    let_go(held)
    expect(page.locator(".tile[data-tile]").first).to_have_attribute("aria-pressed", "true")


def test_who_presses_twice_decides_once(person: People) -> None:
    anna = person()
    anna.set_up("local", "bot", seat0="Anna")
    wait_for(anna.page, "#table[data-turn] [data-action]")
    held = come_again(anna, "**/table.js*")
    page = anna.page
    version = anna.version()
    page.locator("#table [data-action]").first.click(click_count=2)
    page.locator(".menu summary").click()
    expect(page.locator(".menu")).to_have_attribute("open", "")  # what needs no script happens at once
    let_go(held)
    wait_for(page, f"#table:not([data-version='{version}'])")
    page.wait_for_load_state("load")
    assert page.evaluate("window.sent") == 1


def test_where_one_script_never_comes_the_others_do(person: People) -> None:
    anna = person()
    anna.set_up("local", "bot", seat0="Anna")
    wait_for(anna.page, "#table[data-turn] [data-action]")
    page = anna.page
    page.route("**/explain.js*", lambda route: route.abort())
    page.reload()
    version = anna.version()
    page.locator("#table [data-action]").first.click()
    wait_for(page, f"#table:not([data-version='{version}'])")
