"""Eine Frage der Ähre in a real browser: whole games by mouse and finger, a turn by keys, a spot's say."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.chromium import DESKTOP, PHONE, People, wait_for

pytestmark = pytest.mark.browser

MY_TURN = ".aehre:not([data-asks=''])"


def sit_down(person: People, size: tuple[int, int] = DESKTOP, seats: int = 2) -> Page:
    anna = person(size)
    anna.set_up("local", *["bot"] * (seats - 1), game="aehre", seat0="Anna")
    wait_for(anna.page, MY_TURN, timeout=60_000)  # four bots may begin
    return anna.page


def choose(page: Page, number: int) -> None:
    """Choose a tile of the tray, and turn it until it fits somewhere."""
    page.locator(".tile[data-tile]").nth(number).click()
    wait_for(page, ".cell.can, .cell.cannot")
    for _ in range(4):
        if page.locator(".cell.can").count() or page.locator("[data-rotate]").is_disabled():
            return
        page.click("[data-rotate]")


def place(page: Page, touch: bool) -> None:
    """Lay the first tile of the tray that fits anywhere on one of its spots in the middle."""
    for number in range(page.locator(".tile[data-tile]").count()):
        choose(page, number)
        spots = page.locator(".cell.can")
        if spots.count():
            break
    spot = spots.nth(spots.count() // 2)
    if touch:
        spot.tap(force=True)
        page.locator("[data-lay]:enabled").tap()
    else:
        spot.locator("rect").first.click(force=True)


def answer(page: Page, touch: bool) -> None:
    """Decide once, whatever is asked."""
    version = page.locator("#table").get_attribute("data-version")
    asks = page.locator(".aehre").get_attribute("data-asks")
    if asks == "place":
        place(page, touch)
    elif asks == "farm":
        page.locator(".cell[data-action]").last.click(force=True)
    elif asks:
        page.locator("#ask [data-action]").last.click()
    else:
        page.click("#finish")
    wait_for(page, f"#table:not([data-version='{version}']):not([aria-busy=true])")


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


def test_a_board_never_comes_under_a_pressed_pointer(person: People) -> None:
    """A click is lost if the button it went down on is replaced before the pointer is up."""
    page = sit_down(person)
    tile = page.locator(".tile[data-tile]").first
    tile.hover()
    page.mouse.down()
    with page.expect_response("**/board*"):
        page.evaluate(
            "import(document.querySelector('script[src*=table]').src).then((table) => table.refresh())"
        )
    page.mouse.up()
    wait_for(page, ".tile[aria-pressed=true]")
    wait_for(page, ".cell.can, .cell.cannot")


def test_a_lost_preview_is_asked_for_again(person: People) -> None:
    page = sit_down(person)
    page.route("**/preview*", lambda route: route.abort(), times=2)
    page.locator(".tile[data-tile]").first.click()
    wait_for(page, ".cell.can, .cell.cannot")
    expect(page.locator("#lost")).to_be_hidden()


# An owner's figures: more tiles go back to the box, so that a game ends after two thirds of its turns.
SHORT = "[setup.players.2]\nremoved = 32\n[setup.players.5]\nremoved = 10\n"


@pytest.mark.slow
@pytest.mark.parametrize(("size", "seats"), [(DESKTOP, 2), (PHONE, 5)], ids=["desktop", "phone"])
def test_a_whole_game_against_greedy(person: People, size: tuple[int, int], seats: int) -> None:
    anna = person(size)
    anna.set_up_by_hand("local", *["bot"] * (seats - 1), game="aehre", figures=SHORT, seat0="Anna")
    page = anna.page
    touch = size == PHONE
    asked = set()
    while True:
        wait_for(page, f"{MY_TURN}, #finish, #table[data-over]", timeout=60_000)
        if page.locator("#table[data-over]").count():
            break
        asked.add(page.locator(".aehre").get_attribute("data-asks"))
        main = "#finish" if page.locator("#finish").count() else "[data-lay], #ask [data-action], .asked"
        assert in_sight(page, main)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        answer(page, touch)
    assert {"place", "score"} <= asked
    expect(page.locator("#sheet")).to_be_visible()
    assert page.locator("#sheet tfoot td").count() == seats


def test_a_turn_by_keys_alone(person: People) -> None:
    page = sit_down(person)
    keys = page.keyboard
    version = page.locator("#table").get_attribute("data-version")
    keys.press("1")
    wait_for(page, ".cell:focus")
    for key in ["ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft", "r"] * 6:
        if page.locator("[data-lay]:enabled").count():
            break
        keys.press(key)
    assert "points" in page.locator(".hint").inner_text()
    keys.press("Enter")
    wait_for(page, f"#table:not([data-version='{version}'])")
    for _ in range(3):  # at most: which tile goes underneath, the first field, the second
        if page.locator("#finish").count():
            break
        wait_for(page, "#ask [data-action]:focus")
        version = page.locator("#table").get_attribute("data-version")
        keys.press("Enter")
        wait_for(page, f"#table:not([data-version='{version}'])")
    wait_for(page, "#finish:focus")
    keys.press("Enter")
    expect(page.locator("#log")).to_contain_text("Anna lays")
    wait_for(page, ".aehre[data-asks=place]")


def test_a_spot_says_what_it_brings_or_which_rule_forbids_it(person: People) -> None:
    page = sit_down(person)
    choose(page, 0)
    page.locator(".cell.can rect").first.hover()
    expect(page.locator(".hint")).to_contain_text(re.compile(r"points \d+"))
    expect(page.locator(".ghost .note")).not_to_have_count(0)
    page.locator(".cell.cannot rect").first.hover()
    expect(page.locator(".hint.warn")).to_contain_text(re.compile(r"R\d+"))
    expect(page.locator("[data-lay]")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(page.locator(".ghost *")).to_have_count(0)


def test_a_tile_is_turned_by_key_wheel_and_button_and_dragged(person: People) -> None:
    page = sit_down(person)
    choose(page, 0)
    page.locator("[data-cell='24'] rect").first.hover()

    upright = page.locator(".ghost .outline[height='126']")
    expect(upright).to_have_count(0)
    page.keyboard.press("r")
    expect(upright).to_have_count(1)
    page.mouse.wheel(0, 100)
    expect(upright).to_have_count(0)
    page.click("[data-rotate]")
    expect(upright).to_have_count(1)
    version = page.locator("#table").get_attribute("data-version")
    spot = page.locator(".cell.can rect").first
    page.locator(".tile[data-tile]").first.hover()
    page.mouse.down()
    spot.hover(force=True)
    page.mouse.up()
    wait_for(page, f"#table:not([data-version='{version}'])")


def test_fingers_find_what_they_press(person: People) -> None:
    page = sit_down(person, PHONE)
    for target in page.locator(".tile[data-tile], .cell, [data-lay], [data-rotate]").all():
        box = target.bounding_box()
        assert box is not None
        assert box["width"] >= 44
        assert box["height"] >= 44


STOPS = """() => {
  const one = document.activeElement;
  const tray = one.closest(".tray")?.getBoundingClientRect();
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const room = tray && Math.min(left - tray.left, tray.right - right, top - tray.top, tray.bottom - bottom);
  return [one.dataset.tile ?? one.dataset.cell ?? one.tagName, !tray || room >= 3];
}"""


def test_the_tray_is_near_for_the_keyboard_and_shown_whole_on_a_phone(person: People) -> None:
    """One stop for the land, then each tile, with room for the frame of the focus; none is out of sight."""
    page = sit_down(person, PHONE)
    page.locator("#main").focus()
    tiles = [tile.get_attribute("data-tile") for tile in page.locator(".tile[data-tile]").all()]
    shown = "tray => tray.scrollWidth <= tray.clientWidth"
    assert page.locator(".tray").evaluate(shown)
    stops = []
    for _ in range(1 + len(tiles)):
        page.keyboard.press("Tab")
        stops.append(page.evaluate(STOPS))
    assert stops == [["0", True], *([tile, True] for tile in tiles)]
