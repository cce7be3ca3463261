"""In a browser: marks where the others acted, lines of the log that point at the board, pieces that move."""

from __future__ import annotations

import math
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.web.chromium import DESKTOP, PHONE, People, Person, wait_for

pytestmark = pytest.mark.browser


def until_marked(person: Person) -> None:
    """Play until it is one's turn and the other has acted somewhere."""
    page = person.page
    wait_for(page, "#table[data-turn]", 30_000)
    while not page.locator("#happened").count():
        person.decide()
        wait_for(page, "#table[data-turn]", 30_000)


def click_a_space(page: Page) -> None:
    page.locator(".space.can").last.click()
    wait_for(page, "#table:not([aria-busy=true])")


@pytest.mark.parametrize(("size", "scheme"), [(DESKTOP, "light"), (PHONE, "dark")])
def test_the_last_action_of_another_is_marked_until_ones_own(
    person: People, size: tuple[int, int], scheme: str
) -> None:
    anna = person(size, scheme)
    anna.set_up("local", "bot", game="agricola", options={"cards": "none"}, seat0="Anna")
    page = anna.page
    until_marked(anna)
    marked = page.locator(".space.others-acted").first
    expect(marked.locator(".mark.seat-1")).to_be_visible()
    # Whose it is says a letter, of a piece or a badge, once; it covers no word.
    expect(marked.locator(".mark .badge, .person.seat-1")).to_have_count(1)
    expect(marked).to_have_accessible_name(re.compile("Greedy’s last turn"))
    elsewhere = page.locator(".space:not(.others-acted)").first
    expect(elsewhere).not_to_have_accessible_name(re.compile("’s last turn"))
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    # What lies below a mark is what a pointer meets.
    below = marked.evaluate(
        "e => { const b = e.querySelector('.mark').getBoundingClientRect();"
        " return document.elementFromPoint(b.x + b.width / 2, b.bottom - 3)?.closest('.mark') }"
    )
    assert below is None
    click_a_space(page)
    expect(page.locator(".mark")).to_have_count(0)
    page.keyboard.press("u")
    wait_for(page, ".mark")


def test_a_board_that_comes_while_the_page_still_loads_keeps_its_marks(person: People) -> None:
    anna, ben = person(), person()
    anna.set_up("local", "friend", game="agricola", options={"cards": "none"}, seat0="Anna")
    ben.take_a_seat(anna.page.locator("input[data-absolute]").input_value(), "Ben")
    anna.page.reload()
    acting, seeing = (anna, ben) if anna.page.locator("#table[data-turn]").count() else (ben, anna)
    page, scripts = seeing.page, list[Route]()

    def hold_script(route: Route) -> None:
        scripts.append(route)

    page.route("**/static/*/explain.js", hold_script)
    with page.expect_request("**/events*"):
        page.reload(wait_until="commit")
    before = seeing.version()
    acting.decide()
    page.wait_for_function(
        "before => Number(document.getElementById('table').dataset.version) > before", arg=before
    )
    scripts[0].continue_()
    expect(page.locator(".space.others-acted .mark")).to_be_visible()


def test_a_line_of_the_log_points_at_its_place_and_brings_it_into_sight(person: People) -> None:
    anna = person(PHONE)
    anna.set_up("local", "bot", game="agricola", options={"cards": "none"}, seat0="Anna")
    page = anna.page
    until_marked(anna)
    line = page.locator("#log button[data-points-at*='space-']").last
    line.focus()
    for place in (".top", "#main"):  # as where a page scrolls under a pointer that rests
        page.locator(place).dispatch_event("pointerover")
        expect(page.locator(".space.pointed-at")).to_have_count(1)
    page.locator("#main").focus()
    expect(page.locator(".pointed-at")).to_have_count(0)
    page.click("button[data-part=farms]")
    line.click()
    expect(page.locator(".space.found")).to_be_in_viewport()
    page.keyboard.press("Shift")
    expect(page.locator(".found")).to_have_count(0)


def test_the_log_is_one_stop_of_the_tab_key_and_ends_with_its_newest_line(person: People) -> None:
    anna = person()
    anna.set_up("local", "bot", game="agricola", options={"cards": "none"}, seat0="Anna")
    page = anna.page
    until_marked(anna)
    lines = page.locator("#log li > button")
    page.locator("#log").focus()
    page.keyboard.press("ArrowUp")
    expect(lines.last).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#log")).to_be_focused()
    page.keyboard.press("Tab")
    assert not page.evaluate("Boolean(document.activeElement.closest('#log'))")

    # Others come to watch: their line takes height from a log that has more than it can show.
    page.evaluate("""() => {
      const turn = document.querySelector("#log .turn");
      for (let n = 0; n < 40; n += 1) turn.before(turn.cloneNode(true));
      const log = document.querySelector("#log");
      log.scrollTop = log.scrollHeight;
      document.querySelector("#watching").style.height = "40px";
    }""")
    page.wait_for_function("""() => {
      const { scrollHeight, scrollTop, clientHeight } = document.querySelector("#log");
      return clientHeight < scrollHeight && scrollHeight - scrollTop - clientHeight < 2;
    }""")


def test_a_line_of_a_finished_game_leads_into_its_replay(person: People) -> None:
    anna = person()
    anna.set_up("local", "bot", seat0="Anna")
    page = anna.page
    wait_for(page, "#table[data-turn], #table[data-over]")
    while not page.locator("#table[data-over]").count():
        anna.decide()
        wait_for(page, "#table[data-turn], #table[data-over]")
    page.keyboard.press("Escape")
    line = page.locator("#log a").nth(3)
    said = line.inner_text()
    expect(page.locator("#log .turn > h3").first).to_be_visible()
    line.click()
    page.wait_for_url("**/replay?step=*")
    expect(page.locator("#say")).to_contain_text(said)
    expect(page.locator("#log li.now")).to_contain_text(said)


COUNT_FLIGHTS = """() => {
  window.flown = 0;
  new MutationObserver((changes) => {
    const added = changes.flatMap((change) => [...change.addedNodes]);
    window.flown += added.filter((node) => node.matches?.(".flying")).length;
  }).observe(document.body, { childList: true, subtree: true });
}"""


def at_a_farm(person: Person) -> Page:
    person.set_up("local", "local", game="agricola", options={"cards": "none"}, seat0="Anna", seat1="Ben")
    page = person.page
    wait_for(page, ".space.can")
    page.evaluate(COUNT_FLIGHTS)
    return page


def test_people_walk_and_goods_fly_without_holding_anything_up(person: People) -> None:
    page = at_a_farm(person())
    page.evaluate("document.documentElement.dataset.motion = 'slow'")
    page.click("#space-clay_pit")
    wait_for(page, ".flying.person")
    # Already there, and seen once it has arrived.
    assert page.locator("#space-clay_pit svg.person").count() == 1
    assert page.locator(".flying").count() >= 2, "the clay flies, too"
    assert page.locator(".sky").evaluate("sky => getComputedStyle(sky).pointerEvents") == "none"
    page.click("#finish")
    wait_for(page, "#table:not([data-held])")
    wait_for(page, ".space.can")
    page.click("#space-forest")
    page.locator("#space-forest svg.person").wait_for()
    page.keyboard.press("Shift")  # any key: all is where it belongs
    expect(page.locator(".flying")).to_have_count(0)


def test_motion_ends_by_itself_and_leaves_nothing(person: People) -> None:
    page = at_a_farm(person())
    page.evaluate("document.documentElement.dataset.motion = 'fast'")
    page.click("#space-clay_pit")
    page.locator("#space-clay_pit svg.person").wait_for()
    expect(page.locator(".sky")).to_have_count(0)
    assert page.evaluate("window.flown") >= 2
    assert page.locator("#space-clay_pit svg.person").evaluate("one => getComputedStyle(one).opacity") == "1"


@pytest.mark.parametrize("how", ["reduced", "off"])
def test_nothing_moves_for_who_does_not_want_it(person: People, how: str) -> None:
    page = at_a_farm(person())
    if how == "reduced":
        page.emulate_media(reduced_motion="reduce")
    else:
        page.click(".menu summary")
        page.click(".menu [name=motion][value=off]")
        page.click(".menu summary")
    page.click("#space-clay_pit")
    page.locator("#space-clay_pit svg.person").wait_for()
    page.wait_for_timeout(200)
    assert page.evaluate("window.flown") == 0
    assert page.locator("#space-clay_pit svg.person").evaluate("one => getComputedStyle(one).opacity") == "1"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_die_rolls_to_where_it_then_lies(person: People, motion: str) -> None:
    anna = person()
    anna.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    anna.set_up("local", "bot", game="mi_tierra", bot="random", seat0="Anna")
    page = anna.page
    page.evaluate("""() => {
      const animate = Element.prototype.animate;
      window.rolled = 0;
      Element.prototype.animate = function (...how) {
        window.rolled += this.matches(".die");
        return animate.apply(this, how);
      };
    }""")
    while not page.locator(".zone .thrown .die").count():
        wait_for(page, "#table[data-turn]", 30_000)
        anna.decide()
    expect(page.locator(".zone .thrown .die").first).to_be_visible()
    page.wait_for_timeout(100)
    assert bool(page.evaluate("window.rolled")) == (motion == "no-preference")
    wait_for(page, "#table[data-turn]", 30_000)  # from now on nobody else throws any
    lay = page.locator(".zone .thrown").get_attribute("data-thrown")
    page.reload()
    assert page.locator(".zone .thrown").get_attribute("data-thrown") == lay


def test_a_mark_is_told_from_rings_by_its_shape(person: People) -> None:
    """Hints and the focus draw rings; where others acted there are four corners, in pictures as well."""
    anna = person()
    anna.set_up("local", "bot", game="agricola", options={"cards": "none"}, seat0="Anna")
    until_marked(anna)
    mask = "one => getComputedStyle(one, '::before').maskImage"
    assert "conic-gradient" in anna.page.locator(".space > .mark").first.evaluate(mask)
    anna.set_up("local", "bot", game="aehre", seat0="Anna")
    page = anna.page
    wait_for(page, "#table[data-turn]", 30_000)
    while not page.locator("#happened").count():
        lay_or_answer(page)
        wait_for(page, "#table[data-turn], #finish", 30_000)
    dashes = page.locator(".mark .mark-line").first.get_attribute("stroke-dasharray")
    assert dashes
    lengths = [float(length) for length in dashes.split()]
    assert sum(lengths) == pytest.approx(4 * (64 - 2 * 8) + 2 * math.pi * 8), "once around a cell"
    assert sum(lengths[1::2]) > 64, "with a gap in each side"


def lay_or_answer(page: Page) -> None:
    """Decide something in Eine Frage der Ähre, whatever is asked."""
    version = page.locator("#table").get_attribute("data-version")
    if page.locator("[data-lay]").count():
        page.locator(".tile[data-tile]").last.click()
        page.locator(".cell.can").first.click(force=True)
    else:
        page.locator("#ask [data-action], .cell.can[data-action], #finish").first.click(force=True)
    wait_for(page, f"#table:not([data-version='{version}']):not([aria-busy=true])")
