"""Mi Tierra in a real browser: whole games by mouse and finger, what an answer brings, a turn by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.web.chromium import DESKTOP, PHONE, Person, chromium
from tests.web.process import Server

pytestmark = pytest.mark.browser

People = Callable[..., Person]
MY_TURN = ".mi-tierra:not([data-asks=''])"
MAIN = "#finish, #ask [data-action], .asked"
LIT = "button[data-action]:not(:disabled)"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[People]:
    people: list[Person] = []

    def come(size: tuple[int, int] = DESKTOP) -> Person:
        people.append(Person(browser, server.address, size))
        return people[-1]

    yield come
    for one in people:
        one.close()


def sit_down(person: People, size: tuple[int, int] = DESKTOP, seats: int = 2) -> Page:
    anna: Person = person(size)
    anna.set_up("local", *["bot"] * (seats - 1), game="mi_tierra", seat0="Anna")
    anna.page.wait_for_selector(MY_TURN, timeout=60_000)
    return anna.page


def settle(page: Page, version: str | None) -> None:
    page.wait_for_selector(f"#table:not([data-version='{version}']):not([aria-busy=true])")


def press(target: Locator, touch: bool) -> None:
    target.evaluate("one => one.scrollIntoView({block: 'center'})")  # clear of the bar at the lower edge
    if touch:
        target.tap(force=True)
    else:
        target.click(force=True)


def answer(page: Page, touch: bool) -> str:
    """Decide once, whatever is asked, with something that is in sight; says what was asked."""
    version = page.locator("#table").get_attribute("data-version")
    step = page.locator(".mi-tierra").get_attribute("data-asks") or "finish"
    if step == "finish":
        press(page.locator("#finish"), touch)
    else:
        seen = page.locator(f".mi-tierra {LIT}:visible, #ask {LIT}:visible")
        wanted = page.locator(f".mi-tierra {LIT}:visible, #ask {LIT}:not(.leave):visible")
        lit = wanted if wanted.count() else seen
        press(lit.nth(7 * int(version or 0) % lit.count()), touch)
    settle(page, version)
    return step


def in_sight(page: Page, selector: str) -> bool:
    box = page.locator(selector).first.bounding_box()
    window = page.viewport_size
    assert window is not None
    return (
        box is not None
        and box["x"] >= 0
        and box["y"] >= 0
        and box["x"] + box["width"] <= window["width"] + 0.5
        and box["y"] + box["height"] <= window["height"] + 0.5
    )


@pytest.mark.slow
@pytest.mark.parametrize(("size", "seats"), [(DESKTOP, 4), (PHONE, 2)], ids=["desktop", "phone"])
def test_a_whole_game_against_greedy(person: People, size: tuple[int, int], seats: int) -> None:
    page = sit_down(person, size, seats)
    done = set()
    while True:
        page.wait_for_selector(f"{MY_TURN}, #finish, #table[data-over]", timeout=60_000)
        if page.locator("#table[data-over]").count():
            break
        assert in_sight(page, MAIN)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        done.add(answer(page, touch=size == PHONE))
    assert {"finish", "place", "farm"} < done
    expect(page.locator("#sheet")).to_be_visible()
    assert page.locator("#sheet tfoot td").count() == seats
