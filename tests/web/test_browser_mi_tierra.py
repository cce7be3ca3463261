"""Mi Tierra in a real browser: whole games by mouse and finger, what an answer brings, a turn by keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from farmtable.games.mi_tierra.position.facts import GOOD_IDS
from farmtable.web.reader import LANGUAGE_COOKIE
from tests.games.mi_tierra.scenarios import activated
from tests.web.chromium import DESKTOP, PHONE, People, wait_for
from tests.web.test_mi_tierra_table import draw

pytestmark = pytest.mark.browser

MY_TURN = ".mi-tierra:not([data-asks=''])"
MAIN = "#finish, #ask [data-action], .asked"
LIT = "button[data-action]:not(:disabled)"
NEW_BOARD = """(html) => {
  const drawn = document.createElement("template");
  drawn.innerHTML = html;
  for (const part of [".mi-tierra", ".mi-tierra-ask"]) {
    document.querySelector(part).replaceWith(drawn.content.querySelector(part));
  }
}"""


def sit_down(person: People, size: tuple[int, int] = DESKTOP, seats: int = 2) -> Page:
    anna = person(size)
    anna.set_up("local", *["bot"] * (seats - 1), game="mi_tierra", seat0="Anna")
    wait_for(anna.page, MY_TURN, timeout=60_000)
    return anna.page


def settle(page: Page, version: str | None) -> None:
    wait_for(page, f"#table:not([data-version='{version}']):not([aria-busy=true])")


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


# An owner's figures: most of deck A goes back to the box, markets do not stay, and the first permanent event
# ends the game. Some games are long even so, least often with four at the table.
SHORT = "[start]\ncards_removed = 28\n[events]\nlast_permanent = 1\nquiet_rounds = 1\n"


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_whole_game_against_greedy(person: People, size: tuple[int, int]) -> None:
    anna = person(size)
    anna.set_up_by_hand("local", *["bot"] * 3, game="mi_tierra", figures=SHORT, seat0="Anna")
    page = anna.page
    done = set()
    while True:
        wait_for(page, f"{MY_TURN}, #finish, #table[data-over]", timeout=60_000)
        if page.locator("#table[data-over]").count():
            break
        assert in_sight(page, MAIN)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        done.add(answer(page, touch=size == PHONE))
    assert {"finish", "place"} < done
    expect(page.locator("#sheet")).to_be_visible()
    assert page.locator("#sheet tfoot td").count() == 4


def until(page: Page, step: str) -> None:
    """Play on until Anna is asked a question of this kind."""
    while True:
        wait_for(page, f"{MY_TURN}, #finish", timeout=60_000)
        if page.locator(f".mi-tierra[data-asks='{step}']").count():
            return
        answer(page, touch=False)


def choose(page: Page, selector: str) -> None:
    version = page.locator("#table").get_attribute("data-version")
    press(page.locator(selector).first, touch=False)
    settle(page, version)


def test_a_zone_says_what_it_does_and_which_rule_forbids_it(person: People) -> None:
    page = sit_down(person)
    page.locator("#zone-oven").hover()
    expect(page.locator("#explained")).to_contain_text("Oven Pay 8")
    choose(page, "#zone-turn_order")
    until(page, "place")
    page.locator("#zone-turn_order").click(force=True)  # no second worker there, but it answers
    expect(page.locator(".hint.warn")).to_contain_text("R")
    expect(page.locator(".hint.warn")).to_have_attribute("aria-live", "polite")  # read out, too


def apples(page: Page) -> int:
    """How many apples the owner of the farm that is shown has."""
    shown = page.locator(".farm:not([hidden]) .goods .n").filter(has=page.get_by_role("img", name="apples"))
    return int(shown.locator("b").inner_text())


def test_an_answer_says_what_it_brings(person: People) -> None:
    page = sit_down(person)
    choose(page, ".farm:not([hidden]) .field[data-action]")
    until(page, "farm")
    work = page.locator("#ask [data-key^='work']").first
    work.hover()
    explained = page.locator("#explained")
    expect(explained).to_contain_text("apples +")
    told = re.search(r"apples \+(\d)", explained.inner_text())  # how many depends on what was planted before
    assert told
    before = apples(page)
    choose(page, "#ask [data-key^='work']")
    assert apples(page) - before == int(told[1]) >= 1


def test_prices_of_the_black_market_are_buttons_for_who_trades(person: People) -> None:
    """Which cards lie in the market is up to chance: a few tables are tried until one sells something."""
    for _ in range(6):
        page = sit_down(person)
        choose(page, "#zone-official_market")
        until(page, "sell")
        choose(page, "[data-key='to-black']")
        sales = page.locator("details.black .sale")
        if page.locator("#finish").count() or sales.count() == 0:
            continue  # nothing to sell, nothing to pay with
        expect(sales.first).to_be_visible()
        assert all(box.bounding_box() is not None for box in sales.all())
        return
    raise AssertionError("no table of six had anything for sale on its black market")


def test_other_farms_and_parts_are_one_tap_away(person: People) -> None:
    page = sit_down(person, PHONE, 4)
    page.locator("[data-part=farms]").tap()
    page.locator(".farm-chips [data-farm='2']").tap()
    expect(page.locator("[data-farm-of='2']")).to_be_visible()
    expect(page.locator("[data-farm-of='0']")).to_be_hidden()
    page.locator("[data-part=markets]").tap()
    expect(page.locator(".stall").first).to_be_visible()
    page.locator("[data-part=village]").tap()
    page.locator("#zone-own_farm").tap()
    expect(page.locator("[data-farm-of='0'] .field.can").first).to_be_visible()


def test_a_turn_by_keys_alone(person: People) -> None:
    page = sit_down(person)
    keys = page.keyboard
    page.locator("#ask").focus()
    keys.press("?")
    wait_for(page, "#keys[open]")
    keys.press("Escape")
    page.locator("#zone-forest").focus()
    for key in ("ArrowRight", "ArrowDown", "ArrowLeft"):
        keys.press(key)
    assert page.evaluate("document.activeElement.id") == "zone-cattle_farm"
    version = page.locator("#table").get_attribute("data-version")
    keys.press("Enter")
    settle(page, version)
    expect(page.locator("#zone-cattle_farm .worker").first).to_be_visible()
    wait_for(page, "#finish:focus")
    keys.press("Enter")
    wait_for(page, MY_TURN, timeout=60_000)
    keys.press("m")
    expect(page.locator(".mi-tierra")).to_have_attribute("data-shown", "markets")
    keys.press("0")
    wait_for(page, "#finish")


# Zones whose name lies below the button for two workers, or does not fit.
COVERED = """() => [...document.querySelectorAll(".zone:has(.place-pair)")].filter((zone) => {
  const name = zone.querySelector("em"), range = document.createRange();
  range.selectNodeContents(name);
  const pair = zone.querySelector(".place-pair").getBoundingClientRect();
  const right = zone.getBoundingClientRect().right;
  return [...range.getClientRects()].some((line) =>
    line.right > right || (line.bottom > pair.top + 1 && line.right > pair.left));
}).length"""


def test_two_workers_at_once_leave_the_name_of_a_zone_to_be_read(person: People) -> None:
    anna = person()
    anna.set_up("local", "bot", game="mi_tierra", seat0="Anna")
    page = anna.page
    anna.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": "de", "url": page.url}])
    page.reload()
    wait_for(page, f"{MY_TURN} .place-pair", timeout=60_000)
    assert page.locator(".place-pair").count() == 2
    for width, height in ((1110, 700), (1280, 720), (1600, 900), (900, 800), (360, 640), (800, 380)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(COVERED) == 0, width


def test_parts_stay_at_hand_while_a_phone_is_scrolled(person: People) -> None:
    page = sit_down(person, PHONE)
    page.evaluate("window.scrollTo(0, 500)")
    expect(page.locator(".parts")).to_be_in_viewport(ratio=1)
    page.locator("[data-part=farms]").tap()
    expect(page.locator("[data-farm-of='0']")).to_be_visible()


def test_the_order_of_cards_seen_can_be_kept_at_once(person: People) -> None:
    page = sit_down(person)
    while page.locator(".mi-tierra[data-asks=reorder]").count() == 0:
        version = page.locator("#table").get_attribute("data-version")
        tower = page.locator("#zone-clock_tower[data-action]")
        ways = [
            page.locator("#finish"),
            tower,
            page.locator("#ask .leave"),
            page.locator("#ask [data-action]"),
        ]
        next(way for way in ways if way.count()).first.click()
        settle(page, version)
        wait_for(page, f"{MY_TURN}, #finish", timeout=60_000)
    cards = page.locator("#ask .card-seen small:first-child").count()
    page.click("[data-keep]")
    wait_for(page, ".mi-tierra:not([data-asks=reorder])")
    assert cards > 1
    wait_for(page, "#table:not([aria-busy=true])")
    assert page.locator("#log li:has-text(' next.')").count() >= cards - 1


def test_fingers_find_what_they_press(person: People) -> None:
    page = sit_down(person, PHONE)
    for part in ("village", "markets", "farms"):
        page.locator(f"[data-part={part}]").tap()
        for target in page.locator(f".mi-tierra {LIT}, .chip, [data-part], #ask {LIT}").all():
            box = target.bounding_box()
            if box is not None:
                assert box["width"] >= 44, target
                assert box["height"] >= 44, target


def test_who_trades_sees_all_of_the_black_market(person: People) -> None:
    """With five of everything and money for all of it, on small laptops."""
    page = sit_down(person)
    goods = dict.fromkeys(GOOD_IDS[:-3], 5)  # the last are animals
    state = activated(
        {"goods": goods, "money": 60}, placed={"Official Market": [0]}, market=["generic 3/4", "apple 4x4"]
    )
    state.play("black market")
    page.evaluate(
        NEW_BOARD,
        draw(state.seen_by(0)),
    )
    expect(page.locator("details.black .sale").first).to_be_visible()
    hidden = "one => one.scrollHeight - one.clientHeight"
    for width, height in ((1110, 700), (1280, 720), (1366, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".markets").evaluate(hidden) == 0, width


def test_in_a_low_window_what_lies_below_the_village_scrolls_with_it(person: People) -> None:
    """Not in strips of their own, of which hardly a line was seen."""
    page = sit_down(person, (1100, 560))
    page.click("details.black summary")
    strips = """parts => parts.filter((part) => getComputedStyle(part).overflowY !== "visible"
        && part.scrollHeight > part.clientHeight && part.clientHeight < 200).length"""
    assert page.locator(".mi-tierra .part").evaluate_all(strips) == 0
    assert page.locator(".mi-tierra").evaluate("one => one.scrollHeight > one.clientHeight")
    page.locator("details.black tr").last.scroll_into_view_if_needed()
    expect(page.locator("details.black tr").last).to_be_in_viewport()
    expect(page.locator(".chip").first).to_be_in_viewport(ratio=1)  # the farms stay
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_by_keys_one_is_led_to_what_is_offered_not_to_leaving_it(person: People) -> None:
    page = sit_down(person)
    choose(page, "#zone-forest")
    while not page.locator(".mi-tierra[data-asks=offered]").count():
        page.keyboard.press("f" if page.locator("#finish").count() else "0")
        wait_for(page, f"{MY_TURN}, #finish", timeout=60_000)
        wait_for(page, "#table:not([aria-busy=true])")
    assert page.locator("#ask .leave").count() == 1
    page.wait_for_function("() => document.activeElement.matches('#ask button:not(.leave)')")


def test_on_a_phone_all_buttons_share_the_line_below_the_question(person: People) -> None:
    """They are long in German: beside the question, and below, they took a quarter of the screen."""
    page = sit_down(person, PHONE)
    page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": "de", "url": page.url}])
    page.reload()
    wait_for(page, MY_TURN)
    boxes = [page.locator(one).bounding_box() for one in (".asked", "#ask [data-key=leave]", "#ask-hint")]
    asked, leave, hint = [box for box in boxes if box]
    assert asked["y"] + asked["height"] <= leave["y"] == hint["y"]


def test_on_a_phone_done_is_in_sight_however_much_can_be_sold(person: People) -> None:
    page = sit_down(person, PHONE)
    goods = dict.fromkeys(GOOD_IDS[:-3], 5)  # the last are animals
    state = activated({"goods": goods}, placed={"Official Market": [0]}, market=["generic 3/4", "apple 4x4"])
    state.play("sell to generic 3/4")
    state.play(int(state.legal_actions()[0]))  # one sale at least, then one may stop
    page.evaluate(NEW_BOARD, draw(state.seen_by(0)))
    done = page.locator("#ask [data-key=leave]")
    expect(done).to_have_text("Done")
    expect(done).to_be_in_viewport(ratio=1)
    page.locator("#ask .answers-row").evaluate("one => one.scrollTo(0, one.scrollHeight)")
    boxes = [one.bounding_box() for one in (page.locator("#ask .counted button").last, done)]
    last, below = [box for box in boxes if box]
    assert last["y"] + last["height"] <= below["y"], "what is last can be seen, too"
