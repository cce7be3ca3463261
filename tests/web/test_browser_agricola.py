"""Agricola in a real browser: whole games by mouse and finger, pastures drawn, exchanges, a turn by keys."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from farmtable.web.reader import LANGUAGE_COOKIE
from tests.web.chromium import DESKTOP, PHONE, People, wait_for

pytestmark = pytest.mark.browser

MY_TURN = ".agricola:not([data-asks=''])"
PLAIN = {"cards": "none"}
MAIN = "#finish, #ask [data-build], #ask [data-tool], #ask [data-action], .asked"


def sit_down(
    person: People, size: tuple[int, int] = DESKTOP, seats: int = 2, options: Mapping[str, str] = PLAIN
) -> Page:
    anna = person(size)
    anna.set_up("local", *["bot"] * (seats - 1), game="agricola", options=options, seat0="Anna")
    wait_for(anna.page, MY_TURN, timeout=60_000)
    return anna.page


def asked(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.locator(".agricola").get_attribute("data-ask") or "null") or {}
    return found


def settle(page: Page, version: str | None) -> None:
    wait_for(page, f"#table:not([data-version='{version}']):not([aria-busy=true])")


def press(target: Locator, touch: bool) -> None:
    target.evaluate("one => one.scrollIntoView({block: 'center'})")  # clear of the bar at the lower edge
    if touch:
        target.tap(force=True)
    else:
        target.click(force=True)


def answer(page: Page, touch: bool) -> str:
    """Decide once, whatever is asked; says what was asked."""
    version = page.locator("#table").get_attribute("data-version")
    step = page.locator(".agricola").get_attribute("data-asks") or "finish"
    ask = asked(page)
    if step == "finish":
        press(page.locator("#finish"), touch)
    elif step in ("place", "again") and ask["places"]:
        lit = page.locator(".space.can")
        press(lit.nth(int(version or 0) % lit.count()), touch)
    elif ask.get("fencing"):
        step = "fences"
        draw_pasture(page, ask["fencing"], touch)
    elif ask.get("tools"):
        step = ask["tools"][-1]["tool"]
        press(page.locator(f"[data-tool={step}]"), touch)
        press(page.locator(".cell.can[data-action] rect").first, touch)
    elif ask.get("plays") or ask.get("picks"):
        step = "card"
        press(page.locator(".hand-card.can").last, touch)
        if touch:
            press(page.locator("#large-card [data-play]"), touch)
    elif ask.get("majors") or ask.get("returns"):
        step = "major"
        press(page.locator(".major.can").last, touch)
    else:
        press(page.locator("#ask .answers-row [data-action]").last, touch)
    settle(page, version)
    return step


def draw_pasture(page: Page, fencing: dict[str, Any], touch: bool) -> None:
    """The smallest pasture that can be built, space by space."""
    press(page.locator("[data-tool=fence]"), touch)
    shapes = json.loads(page.locator("[data-shapes]").get_attribute("data-shapes") or "")
    shape = shapes[fencing["legal"][0]]
    for cell in range(15):
        if shape >> cell & 1:
            press(page.locator(f"[data-cell='{cell}'] rect"), touch)
    expect(page.locator("[data-build]")).to_be_enabled()
    press(page.locator("[data-build]"), touch)


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
@pytest.mark.parametrize(
    ("size", "seats", "options"),
    [
        (PHONE, 1, PLAIN),
        (DESKTOP, 2, {}),
        (DESKTOP, 1, {"hands": "chosen"}),
    ],
    ids=["plain-solo-phone", "hands", "chosen-solo"],
)
def test_a_whole_game_against_greedy(
    person: People, size: tuple[int, int], seats: int, options: dict[str, str]
) -> None:
    anna = person(size)
    anna.set_up_by_hand("local", *["bot"] * (seats - 1), game="agricola", options=options, seat0="Anna")
    page = anna.page
    done = set()
    while not is_over(page):
        done.add(answer_in_sight(page, size))
    assert {"finish", "place"} < done
    expect(page.locator("#sheet")).to_be_visible()
    assert page.locator("#sheet tfoot td").count() == seats


def test_a_hand_is_drafted_with_a_finger(person: People) -> None:
    page = sit_down(person, PHONE, 3, {"hands": "drafted", "pack_size": "8"})
    expect(page.locator(".hand-card.can")).to_have_count(8)
    steps: list[str] = []
    while steps.count("place") < 2:
        assert not is_over(page)
        steps.append(answer_in_sight(page, PHONE))
    assert steps[: steps.index("place")].count("card") >= 12  # the last of a pack is nobody's choice


def is_over(page: Page) -> bool:
    """Wait for a question or for the end; whether it is the end."""
    wait_for(page, f"{MY_TURN}, #finish, #table[data-over]", timeout=60_000)
    return page.locator("#table[data-over]").count() > 0


def answer_in_sight(page: Page, size: tuple[int, int]) -> str:
    """Decide once, on a page that fits the screen; says what was asked."""
    assert in_sight(page, MAIN)
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    return answer(page, touch=size == PHONE)


def until(page: Page, wanted: Callable[[dict[str, Any]], bool], space: str = ".space.can") -> dict[str, Any]:
    """Play on, the person in question going to `space` where that is lit, until the question is as wanted."""
    while True:
        wait_for(page, f"{MY_TURN}, #finish", timeout=60_000)
        ask = asked(page)
        if ask and wanted(ask):
            return ask
        lit = page.locator(f"{space}.can")
        if lit.count():
            version = page.locator("#table").get_attribute("data-version")
            press(lit.first, touch=False)
            settle(page, version)
        else:
            answer(page, touch=False)


def test_a_pasture_is_dragged_and_said_before_it_is_built(person: People) -> None:
    """The fences a pasture would need are drawn, with what they cost; a room among its spaces is refused."""
    page = sit_down(person, seats=1)  # nobody else takes the spaces
    fencing = page.locator("#space-fencing.can")
    until(page, lambda ask: "places" in ask and fencing.count() > 0, "#space-forest")
    version = page.locator("#table").get_attribute("data-version")
    page.click("#space-fencing")
    settle(page, version)
    cells = [page.locator(f"[data-cell='{cell}'] rect") for cell in (4, 9)]
    cells[0].hover()
    page.mouse.down()
    cells[1].hover()
    page.mouse.up()
    wood = asked(page)["fencing"]["wood"]
    if wood >= 6:
        expect(page.locator(".hint")).to_have_text("new fences 6, wood 6, room for 4")
    page.locator("[data-cell='9'] rect").click()
    expect(page.locator("[data-build]")).to_have_text("Build for 4 wood")
    expect(page.locator(".ghost-rail")).to_have_count(1)
    page.locator("[data-cell='5'] rect").click()
    expect(page.locator(".hint.warn")).to_be_visible()
    expect(page.locator("[data-build]")).to_be_disabled()
    page.keyboard.press("Escape")
    expect(page.locator(".ghost-rail")).to_have_count(0)
    page.locator("[data-cell='4'] rect").click()
    version = page.locator("#table").get_attribute("data-version")
    page.keyboard.press("b")
    settle(page, version)
    expect(page.locator(".farmyard[role=grid] .pasture")).to_have_count(1)


def test_an_exchange_is_one_click_and_two_commands(person: People) -> None:
    """R8.1."""
    page = sit_down(person, seats=1)  # nobody else takes the spaces
    grain = '"grain"'
    until(page, lambda ask: "places" in ask and grain in json.dumps(ask["exchanges"]), "#space-grain_seeds")
    log = page.locator("#log li").count()
    page.click("#exchange summary")
    page.click("#exchange [data-back]")
    expect(page.locator("#exchange .exchange-list")).to_be_hidden()
    expect(page.locator("#exchange summary")).to_be_focused()
    page.click("#exchange summary")
    page.click("[data-then='46']")
    wait_for(page, ".agricola[data-asks=place]")
    expect(page.locator("#log li")).not_to_have_count(log)
    assert "grain" not in [one["good"] for one in asked(page)["exchanges"]]


def test_a_space_says_what_it_brings_or_which_rule_forbids_it(person: People) -> None:
    page = sit_down(person, seats=4, options={})
    assert in_sight(page, MAIN)
    assert page.evaluate("document.documentElement.scrollWidth") <= DESKTOP[0]
    page.locator("#space-forest").hover()
    expect(page.locator("#explained")).to_contain_text("Forest")
    page.locator("#space-farm_expansion").click(force=True)  # greyed out, but it answers
    expect(page.locator(".hint.warn")).to_contain_text(re.compile(r"R\d+"))


def test_other_farms_are_one_tap_away(person: People) -> None:
    page = sit_down(person, PHONE, 4)
    page.click("[data-part=farms]")
    page.locator(".farm-chips [data-farm='2']").tap()
    expect(page.locator("[data-farm-of='2']")).to_be_visible()
    expect(page.locator("[data-farm-of='0']")).to_be_hidden()
    page.locator("[data-part=majors]").tap()
    expect(page.locator(".major").first).to_be_visible()


def test_a_turn_by_keys_alone(person: People) -> None:
    page = sit_down(person)
    keys = page.keyboard
    page.locator("#ask").focus()
    for _ in range(2):
        until_key(page, "?", "#keys[open]")
        keys.press("Escape")
    page.locator(".space.can").first.focus()
    start = page.evaluate("document.activeElement.id")
    for key in ("ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp"):
        keys.press(key)
    assert page.evaluate("document.activeElement.closest('.space') !== null")
    page.locator(f"#{start}").focus()
    page.locator("#space-farmland").focus()
    version = page.locator("#table").get_attribute("data-version")
    keys.press("Enter")
    settle(page, version)
    wait_for(page, ".cell.can:focus")
    version = page.locator("#table").get_attribute("data-version")
    keys.press("Enter")
    settle(page, version)
    wait_for(page, "#finish:focus")
    keys.press("Enter")
    expect(page.locator(".farmyard[role=grid] use[href='#tile-field']")).to_have_count(1)


def until_key(page: Page, key: str, shown: str) -> None:
    page.keyboard.press(key)
    wait_for(page, shown)


def test_fingers_find_what_they_press(person: People) -> None:
    page = sit_down(person, PHONE)
    for part, things in (("board", ".space"), ("farms", ".cell, .chip"), ("majors", ".major")):
        page.locator(f"[data-part={part}]").tap()
        for target in page.locator(f"{things}, [data-part]").all():
            box = target.bounding_box()
            if box is not None:
                assert box["width"] >= 44, target
                assert box["height"] >= 44, target


def test_little_room_cuts_no_words_of_a_space(person: People) -> None:
    page = sit_down(person, (1100, 720))
    # The mark of where another seat has acted lies around its space, and has no words in sight.
    page.evaluate("document.querySelectorAll('.space .mark').forEach((mark) => mark.remove())")
    cut = page.evaluate(
        "[...document.querySelectorAll('.space')].filter((one) => one.scrollHeight > one.clientHeight"
        " || one.scrollWidth > one.clientWidth).map((one) => one.id)"
    )
    assert cut == []


def test_beside_four_seats_the_log_has_some_lines_in_sight(person: People) -> None:
    page = sit_down(person, (1280, 800), 4)
    assert page.locator("#log").evaluate("(one) => one.offsetHeight") >= 120
    tops = page.locator(".side-links > *").evaluate_all("(all) => all.map((one) => one.offsetTop)")
    assert len(set(tops)) == 1


def test_why_something_is_refused_has_room(person: People) -> None:
    page = sit_down(person, DESKTOP)
    page.locator("[data-why]").first.click(force=True)
    expect(page.locator(".agricola-ask .hint.warn")).to_be_visible()
    assert page.locator(".agricola-ask .hint").evaluate("(one) => one.offsetWidth") > 400


def test_all_improvements_and_the_strength_of_a_computer_fit_in_french(person: People) -> None:
    """At 1280 x 720 nothing of them is scrolled, and no line ends within "ordi, niveau 1"."""
    anna = person(DESKTOP)
    anna.set_up("local", "bot", game="agricola", options=PLAIN, bot="search:1", seat0="Anna")
    page = anna.page
    page.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": "fr", "url": page.url}])
    page.reload()
    wait_for(page, ".major")
    scrolled = "(one) => one.scrollHeight - one.clientHeight"
    for part in (".majors.part", ".farms.part"):
        assert page.locator(part).evaluate(scrolled) <= 0
    assert page.locator(".who small").last.inner_text() == "ordi, niveau 1"
    lines = page.locator(".who small").last.evaluate(
        "(one) => { const text = document.createRange(); text.selectNodeContents(one);"
        " return text.getClientRects().length; }"
    )
    assert lines == 1


def test_on_a_phone_the_focus_is_never_left_on_what_is_not_shown(person: People) -> None:
    """A space is chosen without a key, as screen readers do; the question is answered in another part."""
    page = sit_down(person, PHONE)
    page.locator("#space-farmland").focus()
    version = page.locator("#table").get_attribute("data-version")
    page.locator("#space-farmland").evaluate("one => one.click()")
    settle(page, version)
    expect(page.locator(".farms.part")).to_be_visible()
    assert page.evaluate("Boolean(document.activeElement.closest('#table')?.checkVisibility())")


def test_who_plays_by_keys_is_led_past_what_is_folded(person: People) -> None:
    page = sit_down(person)
    page.keyboard.press("Shift")
    found = page.evaluate("""async () => {
      const { PartedTable } = await import(document.querySelector("link[href*='parts.js']").href);
      const root = document.getElementById("table");
      const bar = document.createElement("div");
      bar.innerHTML = `<details><summary>Exchange</summary><button>folded</button></details>
        <button>Done</button>`;
      root.querySelector(".ask").append(bar);
      root.dataset.version += "1"; // nobody is led twice by one board
      new PartedTable(root, root.querySelector(".agricola"), bar, "board").lead(null);
      return document.activeElement.textContent;
    }""")
    assert found == "Done"
