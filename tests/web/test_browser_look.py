"""Light and dark and large text in a real browser: at once, remembered, and without sideways scrolling."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from farmtable.i18n import LANGUAGES
from farmtable.web.reader import LANGUAGE_COOKIE
from tests.web.chromium import PHONE, People, wait_for

pytestmark = pytest.mark.browser

PAPER = "getComputedStyle(document.body).backgroundColor"
DARK = "rgb(31, 30, 26)"
# How far the page can be pushed sideways, and whether its bar stays in sight.
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def choose(page: Page, name: str, value: str) -> None:
    """Choose by keys, in the menu of the page."""
    if page.locator(".menu[open]").count() == 0:
        page.locator(".menu summary").press("Enter")
    with page.expect_response("**/look"):
        page.locator(f".menu [name={name}][value='{value}']").press("Enter")


def test_a_theme_holds_at_once_and_from_the_first_stroke_of_the_next_page(person: People) -> None:
    anna = person()
    anna.set_up("local", "bot", seat0="Anna")
    page = anna.page
    assert page.evaluate(PAPER) != DARK
    table = page.url
    choose(page, "theme", "dark")
    assert page.url == table
    assert page.evaluate(PAPER) == DARK
    expect(page.locator(".menu [aria-pressed=true]")).to_have_text(["dark", "normal", "normal", "shown"])
    page.keyboard.press("Escape")
    expect(page.locator(".menu summary")).to_be_focused()
    expect(page.locator(".menu-list")).to_be_hidden()
    # Without any script the page is dark: nothing can flash.
    page.route("**/*.js", lambda route: route.abort())
    page.goto("/")
    assert page.evaluate(PAPER) == DARK


def test_larger_text_takes_the_layout_that_has_room_for_it(person: People) -> None:
    """At once, on the next page, and back."""
    anna = person((1200, 720))
    anna.set_up("local", "bot", game="aehre", seat0="Anna")
    table = anna.page.locator("#table")
    expect(table).to_have_css("display", "grid")
    choose(anna.page, "text", "130")
    expect(table).to_have_css("display", "flex")
    anna.page.reload()
    expect(table).to_have_css("display", "flex")
    choose(anna.page, "text", "100")
    expect(table).to_have_css("display", "grid")
    expect(anna.page.locator("link[rel=stylesheet]")).to_have_count(6)


def test_the_menu_of_a_table_is_whole_on_a_phone(person: People) -> None:
    anna = person(PHONE)
    anna.set_up("local", "bot", game="aehre", seat0="Anna")
    choose(anna.page, "text", "130")
    anna.page.keyboard.press("Escape")
    menu = anna.page.locator(".menu summary")
    expect(menu).to_have_accessible_name("Menu")
    expect(menu.locator("svg")).to_be_in_viewport(ratio=1)
    expect(menu).to_be_in_viewport(ratio=1)


def test_five_names_can_be_read_on_a_phone_in_large_text(person: People) -> None:
    anna = person((375, 740))
    anna.set_up("local", *["bot"] * 4, game="aehre", bot="search:2", seat0="Martina")
    name = anna.page.locator(".seat .who").first
    cut = "one => one.scrollWidth > one.clientWidth"
    choose(anna.page, "text", "130")
    assert not name.evaluate(cut)
    tops = {box["y"] for seat in anna.page.locator(".seat").all() if (box := seat.bounding_box())}
    assert len(tops) == 2
    choose(anna.page, "text", "100")
    expect(anna.page.locator("link[rel=stylesheet]")).to_have_count(6)
    tops = {box["y"] for seat in anna.page.locator(".seat").all() if (box := seat.bounding_box())}
    assert len(tops) == 1


def test_the_links_beside_a_table_stand_in_one_line(person: People) -> None:
    """In every language, at the table that has least room for them, while one is to decide."""
    anna = person()
    anna.set_up("local", "bot", game="mi_tierra", seat0="Anna")
    page = anna.page
    wait_for(page, "#table[data-turn]", timeout=60_000)
    for language in LANGUAGES:
        anna.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": page.url}])
        page.reload()
        links = [link.bounding_box() for link in page.locator(".side-links > *").all()]
        assert len(links) == 4
        assert len({box and box["y"] for box in links}) == 1, language


@pytest.mark.parametrize("game", ["market_day", "aehre", "agricola", "mi_tierra"])
def test_large_text_fits_a_phone(person: People, game: str) -> None:
    anna = person(PHONE)
    anna.set_up("local", "bot", game=game, seat0="Anna")
    page = anna.page
    wait_for(page, "#table[data-turn]", timeout=60_000)
    small = page.locator("#ask .say, #ask .asked strong").first.bounding_box()
    choose(page, "text", "130")
    page.keyboard.press("Escape")
    large = page.locator("#ask .say, #ask .asked strong").first.bounding_box()
    assert small is not None
    assert large is not None
    assert large["height"] > 1.2 * small["height"]
    for part in page.locator(".parts [data-part]").all() or [page.locator("#ask .asked, #ask .say").first]:
        part.click()
        assert page.evaluate(TOO_WIDE) == 0
        bar = page.locator("#ask").bounding_box()
        assert bar is not None
        assert bar["y"] + bar["height"] <= PHONE[1] + 1
    page.goto("/")
    assert page.evaluate(TOO_WIDE) == 0
    page.goto(f"/rules/{game}")
    assert page.evaluate(TOO_WIDE) == 0


def test_on_a_phones_side_no_question_lies_over_the_link_for_a_friend(person: People) -> None:
    anna = person((740, 360))
    for _ in range(20):  # until Anna begins
        anna.set_up("local", "friend", game="aehre", seat0="Anna")
        if anna.page.locator("#table[data-turn]").count():
            break
    button, bar = (anna.page.locator(one).bounding_box() for one in (".invite button", "#ask"))
    assert button is not None
    assert bar is not None
    assert button["y"] + button["height"] <= bar["y"]


@pytest.mark.parametrize(
    ("game", "parts"),
    [("aehre", ".crop-area, .barn"), ("agricola", ".space, .stage"), ("mi_tierra", ".zone")],
)
def test_a_tablet_on_its_side_shows_a_whole_board(person: People, game: str, parts: str) -> None:
    """In the two columns of a phone, half of it lay below the window."""
    anna = person((1024, 768))
    anna.set_up("local", "bot", game=game, seat0="Anna")
    page = anna.page
    wait_for(page, "#table[data-turn]", timeout=60_000)
    bar = page.locator("#ask").bounding_box()
    assert bar is not None
    for part in page.locator(parts).all():
        box = part.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= bar["y"], part
    assert page.evaluate(TOO_WIDE) == 0


def test_what_is_lit_and_chosen_is_seen_in_the_readers_own_colours(person: People) -> None:
    """Forced colours take shadows away: a lit space has a frame, and the focus one of another colour."""
    anna = person()
    anna.page.emulate_media(forced_colors="active")
    anna.set_up("local", "bot", game="agricola", seat0="Anna")
    page = anna.page
    wait_for(page, "#table[data-turn]", timeout=60_000)
    frame = "one => getComputedStyle(one).outlineStyle + getComputedStyle(one).outlineColor"
    lit = page.locator(".space.can").nth(1)
    framed = lit.evaluate(frame)
    assert framed.startswith("solid")
    page.locator(".space.can").first.press("ArrowDown")
    page.keyboard.press("Tab")
    focused = page.locator(".space.can:focus-visible")
    expect(focused).to_have_count(1)
    assert focused.evaluate(frame) not in {framed, "none"}
    background = "one => getComputedStyle(one).backgroundColor"
    chips = page.locator(".chip")
    chosen, other = (chips.and_(page.locator(f"[aria-pressed={on}]")).first for on in ("true", "false"))
    assert chosen.evaluate(background) != other.evaluate(background)


@pytest.mark.parametrize("size", [PHONE, (640, 360)])
def test_the_player_of_a_replay_hides_nothing_that_has_the_focus(
    person: People, size: tuple[int, int]
) -> None:
    """On a phone, and at 200 % on a small screen."""
    anna = person(size)
    anna.set_up("local", "bot", seat0="Anna")
    while not anna.page.locator("#table[data-over]").count():
        anna.take_turn()
        wait_for(anna.page, "#table:is([data-turn], [data-over])")
    page = anna.page
    page.goto(f"{page.url}/replay?at=3")
    wait_for(page, ".past")
    page.locator("#main").focus()
    covered = """() => {
        const one = document.activeElement;
        if (!one.closest("#table")) return null;
        const { x, y, width, height } = one.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return one.contains(top) || top?.contains(one) ? "" : one.outerHTML;
    }"""
    page.keyboard.press("Tab")
    while (found := page.evaluate(covered)) is not None:
        assert found == ""
        page.keyboard.press("Tab")


def test_the_keyboard_does_not_get_behind_the_curtain(person: People) -> None:
    """Whoever gets the screen says first who he is: nothing else of the table can be reached."""
    anna = person()
    anna.set_up("local", "local", seat0="Anna", seat1="Ben")
    page = anna.page
    expect(page.locator("#unveil")).to_be_visible()
    page.locator("#main").focus()
    page.keyboard.press("Tab")
    expect(page.locator("#unveil")).to_be_focused()
    page.keyboard.press("Tab")
    assert not page.evaluate("document.activeElement.matches('#table *')")


def test_no_name_of_a_score_sheet_is_cut_on_a_phone(person: People) -> None:
    """Four columns are narrow; names stand upright over them."""
    anna = person(PHONE)
    anna.set_up("local", "bot", "bot", "bot", seat0="Bartholomäus der Ältere")
    page = anna.page
    page.locator(".side [data-open=sheet]").click()
    cut = """names => names.filter(name => name.scrollWidth > name.clientWidth + 1
        || name.scrollHeight > name.clientHeight + 1).map(name => name.textContent)"""
    names = page.locator("#sheet .whose")
    expect(names).to_have_count(4)
    assert names.evaluate_all(cut) == []
    assert page.locator("#sheet").evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth")


@pytest.mark.parametrize("size", [PHONE, (740, 360)], ids=["upright", "on its side"])
def test_the_totals_of_a_long_score_sheet_are_in_sight_at_once(person: People, size: tuple[int, int]) -> None:
    anna = person(size)
    anna.set_up("local", "bot", game="agricola", seat0="Anna")
    page = anna.page
    page.locator(".side [data-open=sheet]").click()
    sheet = page.locator("#sheet")
    assert sheet.evaluate("sheet => sheet.scrollHeight > sheet.clientHeight")
    expect(sheet.locator("tfoot")).to_be_in_viewport(ratio=1)
    sheet.evaluate("sheet => sheet.scrollTo(0, sheet.scrollHeight)")
    totals, buttons = (sheet.locator(one).bounding_box() for one in ("tfoot", ".dialog-buttons"))
    assert totals is not None
    assert buttons is not None
    assert totals["y"] + totals["height"] <= buttons["y"]


@pytest.mark.parametrize("size", [PHONE, (1366, 768)], ids=["phone", "laptop"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_chosen_for_a_new_table_can_be_read(
    person: People, language: str, size: tuple[int, int]
) -> None:
    """On one line, or on two where the browser breaks it."""
    anna = person(size)
    anna.page.goto("/?game=agricola")
    anna.context.add_cookies([{"name": LANGUAGE_COOKIE, "value": language, "url": anna.page.url}])
    anna.page.reload()
    anna.page.click(".more > summary")
    cut = """all => all.filter((one) => {
      const style = getComputedStyle(one);
      const pen = document.createElement("canvas").getContext("2d");
      pen.font = style.font;
      const room = one.clientWidth - 46;  // beside padding and arrow
      const isBroken = style.whiteSpace === "normal" && one.clientHeight >= 2.4 * parseFloat(style.fontSize);
      return pen.measureText(one.selectedOptions[0].textContent.trim()).width > room * (isBroken ? 1.7 : 1);
    }).map((one) => one.id)"""
    assert anna.page.locator("#setup select").evaluate_all(cut) == []


def test_the_title_of_a_game_is_not_cut_on_a_phone(person: People) -> None:
    """Beside four buttons a long one has two lines."""
    anna = person(PHONE)
    anna.set_up("local", "bot", game="aehre", seat0="Anna")
    title = anna.page.locator(".where")
    expect(title).to_have_text("Eine Frage der Ähre")
    fits = "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
    assert title.evaluate(fits)
    assert title.evaluate("one => one.clientHeight <= one.closest('.top').clientHeight")


@pytest.mark.parametrize("size", [PHONE, (320, 256)], ids=["phone", "at 400 %"])
@pytest.mark.parametrize("game", ["aehre", "mi_tierra"])
def test_on_a_phone_what_has_the_focus_lies_under_no_bar(
    person: People, game: str, size: tuple[int, int]
) -> None:
    """Neither under the question at the lower edge, nor under the tabs at the upper one."""
    anna = person(size)
    anna.set_up("local", "bot", "bot", game=game, bot="random", seat0="Anna")
    page = anna.page
    wait_for(page, "#table[data-turn]", timeout=60_000)
    covered = """() => {
        const one = document.activeElement;
        if (!one.closest(".game, .side")) return "";
        const { x, y, width, height } = one.getBoundingClientRect();
        const free = [.1, .9].every((part) => {
            const top = document.elementFromPoint(x + width / 2, y + height * part);
            return one.contains(top) || top?.contains(one);
        });
        return free || height > innerHeight / 2 ? "" : one.outerHTML;
    }"""
    for key in ("Tab", "Shift+Tab"):
        for _ in range(40):
            page.keyboard.press(key)
            assert page.evaluate(covered) == ""


def test_seats_keep_their_colours_among_the_readers_own(person: People) -> None:
    """Their pieces on the boards are pictures, and do: badges are told apart as these are."""
    anna = person()
    anna.page.emulate_media(forced_colors="active")
    anna.set_up("local", "bot", "bot", seat0="Anna")
    colours = "badges => badges.map(badge => getComputedStyle(badge).backgroundColor)"
    assert len(set(anna.page.locator(".seat .badge").evaluate_all(colours))) == 3


def test_stripes_and_switches_stay_among_the_readers_own_colours(person: People) -> None:
    """They are painted as backgrounds, which such colours replace."""
    anna = person()
    anna.page.emulate_media(forced_colors="active")
    anna.set_up("local", "bot", game="mi_tierra", seat0="Anna")
    page = anna.page
    painted = "one => getComputedStyle(one, '::before').backgroundImage"
    zone = page.locator("#zone-forest").locator("..")
    assert zone.evaluate(painted) == "none"
    zone.evaluate("one => one.classList.add('closed')")
    assert zone.evaluate(painted).startswith("repeating-linear-gradient")
    face = zone.locator(".face").first
    face.evaluate("one => one.classList.add('shown')")
    expect(face).to_have_css("outline-style", "solid")
    page.click("[data-open=calls]")
    knob = "one => getComputedStyle(one, '::after').backgroundImage"
    switch = page.locator("#sounds")
    off = switch.evaluate(knob)
    switch.click()
    assert switch.evaluate(knob) != off
