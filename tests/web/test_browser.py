"""Games in a real browser: from the lobby to the replay, over reloads, kills and passed screens."""

from __future__ import annotations

import itertools
import re
import time

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.web.chromium import DESKTOP, PHONE, People, Person, in_order, wait_for
from tests.web.process import Server

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_game_from_the_lobby_to_the_replay(person: People, size: tuple[int, int]) -> None:
    anna = person(size, "dark" if size == PHONE else "light")
    anna.set_up_by_hand("local", "bot", game="market_day", seat0="Anna")
    page = anna.page
    while True:
        wait_for(page, "#table[data-turn], #table[data-over]")
        if page.locator("#table[data-over]").count():
            break
        anna.decide()
    expect(page.locator("#sheet")).to_be_visible()
    assert page.locator("#sheet tfoot td").count() == 2
    page.click("#sheet a:has-text('Replay')")
    page.wait_for_url("**/replay")
    page.wait_for_load_state("load")
    last = int(page.locator("#at").get_attribute("max") or 0)
    page.click("[data-step=first]")
    wait_for(page, "#table[data-at='0']")
    page.keyboard.press("Escape")
    page.locator("body").press("ArrowRight")
    wait_for(page, "#table[data-at='1']")
    page.locator("#at").fill(str(last))
    wait_for(page, f"#table[data-at='{last}']")
    assert page.locator("#eyes").input_value() == "0", "it opens as its only player saw it"
    page.select_option("#eyes", "")
    wait_for(page, "#table[data-seat='']")
    page.select_option("#eyes", "0")
    wait_for(page, "#table[data-seat='0']")
    assert f"at={last}" in page.url
    page.click("[data-step=play]")
    wait_for(page, "#table[data-at='2']")
    page.keyboard.press("End")
    wait_for(page, f"#table[data-at='{last}']")
    page.keyboard.press("Shift+ArrowLeft")
    wait_for(page, f"#table:not([data-at='{last}'])")
    said, player = page.locator("#say").bounding_box(), page.locator("#player").bounding_box()
    assert said is not None
    assert player is not None
    assert said["y"] >= 0, "what happened is in sight, above the player"
    assert said["y"] + said["height"] <= player["y"] + 1
    assert player["y"] + player["height"] <= size[1] + 1
    page.click("#log li.now a")
    before = int(page.locator("#log li:has(+ .now) a").get_attribute("data-to") or 0)
    page.click("#log li:has(+ .now) a")
    wait_for(page, f"#table[data-at='{before}']")
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    page.select_option("#speed", "4")
    page.reload(wait_until="load")
    assert page.locator("#speed").input_value() == "4"
    with page.expect_download() as download:
        page.click(".side-links a[download]")
    assert download.value.suggested_filename.startswith("market_day-")


def test_a_replay_leads_on_without_its_script_and_over_lost_answers(person: People) -> None:
    anna = person()
    page = finished(anna)
    page.route("**/static/*/replay.js", lambda route: route.abort())
    page.goto(page.url + "/replay?at=2&seat=0")
    page.click("[data-step=on]")
    wait_for(page, "#table[data-at='3'][data-seat='0']")
    page.click("[data-step=back]")
    wait_for(page, "#table[data-at='2'][data-seat='0']")
    page.unroute("**/static/*/replay.js")
    page.reload(wait_until="load")
    page.route("**/replay/board*", lambda route: route.abort(), times=2)
    page.click("[data-step=on]")
    expect(page.locator("#lost")).to_be_visible()
    wait_for(page, "#table[data-at='3']")
    expect(page.locator("#lost")).to_be_hidden()
    page.route("**/replay/board*", lambda route: route.fulfill(status=503), times=2)
    page.click("[data-step=on]")
    wait_for(page, "#table[data-at='4']")
    expect(page.locator("#lost")).to_be_hidden()
    page.route("**/replay/board*", lambda route: route.fulfill(status=404), times=1)
    with page.expect_navigation(url="**/replay?at=4&seat=0"):  # what the page of a table that is gone says
        page.click("[data-step=on]")
    anna.errors.clear()  # what was refused


def test_no_board_of_a_replay_comes_under_a_pressed_pointer(person: People) -> None:
    """While it plays one comes each second: who clicks on a line of the log would often do so in vain."""
    page = finished(person())
    page.goto(page.url + "/replay?at=4&seat=0", wait_until="load")
    line = page.locator("#log a[data-to]").first
    at = line.get_attribute("data-to")
    line.hover()
    page.mouse.down()
    with page.expect_response("**/replay/board?at=5*"):
        page.keyboard.press("ArrowRight")
    page.mouse.up()
    wait_for(page, f"#table[data-at='{at}']")
    line.hover()
    page.mouse.down()
    with page.expect_response("**/replay/board?*"):
        page.keyboard.press("End")
    page.mouse.move(5, 5)
    page.mouse.up()  # nothing was clicked: what was held back comes
    wait_for(page, f"#table[data-at='{page.locator('#at').get_attribute('max')}']")


def finished(anna: Person) -> Page:
    """A game of Anna's that is over."""
    anna.set_up("local", "bot", seat0="Anna")
    page = anna.page
    while not page.locator("#table[data-over]").count():
        anna.decide()
        wait_for(page, "#table[data-turn], #table[data-over]")
    return page


def test_two_browsers_at_one_table(person: People) -> None:
    anna, ben = person(), person()
    anna.set_up("local", "friend", seat0="Anna")
    link = anna.page.locator("input[data-absolute]").input_value()
    assert link.startswith("http://127.0.0.1:")
    ben.take_a_seat(link, "Ben")
    expect(anna.page.locator(".seat-list")).to_contain_text("Ben")
    expect(anna.page.locator("input[data-absolute]")).to_have_count(0)
    for actor, other in ((anna, ben), (ben, anna)):
        wait_for(actor.page, "#table[data-turn]")
        while actor.page.locator("#table[data-turn]").count():
            before = other.version()
            actor.decide()
            # `decide` may end with a command of two steps; what counts is that the other page follows.
            other.page.wait_for_function(
                "before => Number(document.getElementById('table').dataset.version) > before",
                arg=before,
                timeout=4000,  # what is not heard at once would be found after five seconds
            )
    hidden = [line for line in anna.page.locator("#log li").all_text_contents() if "draws" in line]
    assert any(re.fullmatch(r"Anna draws (apples|beans|carrots|dill)\.", line) for line in hidden)
    seen = ben.page.locator("#log li").all_text_contents()
    assert not any(re.fullmatch(r"Anna draws (?!a crate).*", line) for line in seen)


def test_a_page_need_not_ask_for_what_another_has_decided(person: People) -> None:
    anna, ben = person(), person()
    anna.set_up("local", "friend", game="mi_tierra", seat0="Anna")
    ben.take_a_seat(anna.page.locator("input[data-absolute]").input_value(), "Ben")
    actor, other = (anna, ben) if anna.page.locator("#table[data-turn]").count() else (ben, anna)
    wait_for(actor.page, "#table[data-turn]")
    asked: list[str] = []
    other.page.on("request", lambda request: asked.append(request.url))
    for _ in range(3):
        before = other.version()
        actor.page.locator("#table [data-action]:visible").first.click()
        for one in (actor, other):  # either may hear of it first
            one.page.wait_for_function(
                "before => Number(document.getElementById('table').dataset.version) > before", arg=before
            )
        if not actor.page.locator("#table[data-turn]").count():
            break
    assert not [url for url in asked if "/board" in url]


def test_changes_to_a_board_that_is_gone_are_asked_for_anew(person: People) -> None:
    """On a bad line an answer may come so late that the page has given up what it is told from."""
    anna = person()
    anna.set_up("local", "bot", seat0="Anna")

    def from_another(route: Route) -> None:
        answer = route.fetch()
        headers = {**answer.headers, "farmtable-changes": "gone"}
        route.fulfill(status=answer.status, headers=headers, body="[[0, 5]]")
        anna.page.unroute(route_of[route.request.method])

    route_of = {"POST": "**/command", "GET": "**/board*"}
    for pattern in route_of.values():
        anna.page.route(pattern, from_another)
    wait_for(anna.page, "#table[data-turn]")
    before = anna.version()
    anna.page.locator("#table[data-turn] [data-action]").first.click()
    anna.page.wait_for_function(
        "before => Number(document.getElementById('table').dataset.version) > before", arg=before
    )
    wait_for(anna.page, "#table:not([aria-busy=true])")


def test_one_click_leads_two_browsers_on_to_the_next_day_of_the_market(person: People) -> None:
    anna, ben = person(PHONE), person()
    first = anna.set_up("local", "friend", options={"day": "1"}, seat0="Anna")
    ben.take_a_seat(anna.page.locator("input[data-absolute]").input_value(), "Ben")
    while not ben.page.locator("#table[data-over]").count():
        for one in (anna, ben):
            wait_for(one.page, "#table[data-turn], #table[data-over]")
            while one.page.locator("#table[data-turn]").count():
                one.decide()
    for one in (anna, ben):
        expect(one.page.locator("#sheet .standings")).to_be_visible()
        expect(one.page.locator(".standings tbody tr")).to_have_count(2)
        one.page.keyboard.press("Escape")
    anna.page.click("button:has-text('Next game of the series')")
    wait_for(anna.page, "#table[data-seat='0']:not([data-over])")
    assert anna.page.url != first
    expect(ben.page.locator("#say")).to_contain_text("The next game has been set up.")
    ben.page.click("a:has-text('Next game of the series')")
    wait_for(ben.page, "#table[data-seat='1']:not([data-over])")
    assert ben.page.url == anna.page.url


def test_a_reload_in_mid_turn_changes_nothing(person: People) -> None:
    anna = person()
    anna.set_up("local", "bot", seat0="Anna")
    wait_for(anna.page, "#table[data-turn]")
    anna.page.click("#action-6")
    wait_for(anna.page, "#table[data-held]")
    version = anna.version()
    anna.page.reload()
    assert anna.version() == version
    expect(anna.page.locator("#finish")).to_be_visible()
    anna.page.click("#undo")
    wait_for(anna.page, "#table[data-turn]")
    expect(anna.page.locator("#log li.undone")).to_have_count(1)


def test_a_killed_server_comes_back_and_the_click_counts_once(browser: Browser, server: Server) -> None:
    anna = Person(browser, server.address)
    anna.set_up("local", "bot", seat0="Anna")
    wait_for(anna.page, "#table[data-turn]")
    version = anna.version()
    server.kill()
    expect(anna.page.locator("#lost")).to_be_visible()
    anna.page.click("#action-5")
    expect(anna.page.locator("#table")).to_have_attribute("aria-busy", "true")
    assert anna.version() == version
    server.start()
    wait_for(anna.page, "#table[data-held]", timeout=15_000)
    assert anna.version() == version + 1
    expect(anna.page.locator("#lost")).to_be_hidden(timeout=15_000)
    anna.page.click("#finish")
    wait_for(anna.page, "#table[data-turn]")
    anna.page.reload()
    lines = anna.page.locator("#log li[data-version]").all_text_contents()  # not the turns around them
    assert sum("reaches into" in line for line in lines) == 1
    anna.close()


def test_a_double_click_decides_once(person: People) -> None:
    anna = person()
    anna.set_up("local", "bot", seat0="Anna")
    wait_for(anna.page, "#table[data-turn]")
    version = anna.version()
    anna.page.locator("#action-6").dblclick()
    wait_for(anna.page, "#table[data-held]")
    assert anna.version() == version + 1


def test_a_second_tab_follows_and_neither_is_doubled(person: People) -> None:
    anna = person()
    address = anna.set_up("local", "bot", seat0="Anna")
    tab = anna.new_page()
    # This tab gets no new board, so what it sends is too late.
    tab.route("**/board*", lambda route: route.abort())
    tab.goto(address)
    wait_for(tab, "#table[data-turn]")
    anna.page.click("#action-6")
    wait_for(anna.page, "#table[data-held]")
    tab.click("#action-5")
    expect(tab.locator("#notice")).to_contain_text("moved on")
    expect(tab.locator("#finish")).to_be_visible()
    assert int(tab.locator("#table").get_attribute("data-version") or -1) == anna.version()


def test_the_screen_is_passed_behind_a_curtain(person: People) -> None:
    both = person()
    both.set_up("local", "local", seat0="Anna", seat1="Ben")
    page = both.page
    for name in ("Anna", "Ben", "Anna"):
        expect(page.locator(".curtain")).to_contain_text(f"Pass the screen to {name}")
        assert page.locator("[data-action]").count() == 0
        page.click(f"button:has-text('I am {name}')")  # its answer comes at once, and must not be held back
        wait_for(page, "#table[data-turn]")
        while page.locator(".curtain").count() == 0:
            both.decide()
            wait_for(page, "#table[data-turn], .curtain")


def test_by_keyboard_alone(person: People) -> None:
    anna = person()
    anna.set_up("local", "bot", seat0="Anna")
    page = anna.page
    wait_for(page, "#table[data-turn]")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == "action-6":
            break
    page.keyboard.press("Enter")
    wait_for(page, "#table[data-held]")
    expect(page.locator("#live")).to_contain_text("Anna takes")
    page.keyboard.press("u")
    wait_for(page, "#table[data-turn]")
    page.locator("#action-6").focus()
    page.keyboard.press("Enter")
    wait_for(page, "#table[data-held]")
    page.keyboard.press("f")
    wait_for(page, "#table[data-turn]")
    assert page.evaluate("document.getElementById('ask').contains(document.activeElement)")
    page.locator("#action-0").focus()
    page.keyboard.press("Enter")
    wait_for(page, "#table[data-held]")
    page.locator("#ask").focus()
    page.keyboard.press("Enter")
    wait_for(page, "#table:not([data-held])")


@pytest.mark.parametrize("game", ["market_day", "aehre"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_table_fits_the_screen(person: People, game: str, scheme: str, size: tuple[int, int]) -> None:
    anna = person(size, scheme)
    anna.set_up("local", "bot", "bot", game=game, seat0="Anna")
    page = anna.page
    wait_for(page, "#table[data-turn]", timeout=30_000)  # two bots may come first, each at its pace
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    box = page.locator("#ask").bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size[1] + 1
    if size == DESKTOP:
        assert page.evaluate("document.documentElement.scrollHeight") <= size[1]
    small = page.evaluate(
        """() => [...document.querySelectorAll("#ask button, .top a, .top button, .top summary")]
            .filter(e => e.checkVisibility() && e.getBoundingClientRect().height < 43.5)
            .map(e => e.outerHTML.slice(0, 120))"""
    )
    assert small == []


def test_the_lobby_fits_a_phone(person: People) -> None:
    anna = person(PHONE)
    for path in ("/", "/rules/aehre", "/nothing"):
        anna.page.goto(path)
        assert anna.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0], path
    anna.page.goto("/")
    for target in (".aside-link a", "#find-title a", "label.kept:has(#confirm)"):
        for box in anna.page.locator(target).evaluate_all("all => all.map((one) => one.offsetHeight)"):
            assert box == 0 or box >= 44, target


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_club_s_long_name_leaves_room_for_the_menu(person: People, size: tuple[int, int]) -> None:
    anna = person(size)
    for path in ("/", anna.set_up("bot")):
        anna.page.goto(path)
        anna.page.evaluate(
            "document.querySelector('.brand span').textContent = 'Wheat and barley '.repeat(3)"
        )
        assert anna.page.evaluate("document.documentElement.scrollWidth") <= size[0]
        summary = anna.page.locator(".top .menu summary")
        assert summary.evaluate("one => one.querySelector('.name').scrollWidth <= one.clientWidth")
        box = summary.bounding_box()
        assert box is not None
        assert box["x"] + box["width"] <= size[0]


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_numbers_of_seats_stand_side_by_side(person: People, size: tuple[int, int]) -> None:
    anna = person(size)
    anna.page.goto("/?game=agricola")
    tops = anna.page.locator(".counts .choice").evaluate_all("all => all.map(e => e.offsetTop)")
    assert len(tops) == 4
    assert len(set(tops)) == 1


def test_a_given_file_stays_when_the_form_changes(person: People) -> None:
    anna = person()
    page = anna.page
    page.goto("/?game=aehre")
    page.click("summary:has-text('Options')")
    given = page.locator("input[type=file]")
    narrow = (
        b"[crop_area]\nlayout = ['WRPBC', 'BCWRP', 'RPBCW', 'CWRPB', 'PBCWR', 'WRPBC', 'BCWRP', 'RPBCW']\n"
    )
    given.set_input_files({"name": "own.toml", "mimeType": "application/toml", "buffer": narrow})
    page.click("label:has(#players-3)")
    page.locator("#kind-2").wait_for()
    in_order(page)
    assert given.evaluate("field => field.files[0].name") == "own.toml"
    for seat in (0, 1):
        page.select_option(f"#kind-{seat}", "local")
        page.locator(f"#name-{seat}").wait_for()
    in_order(page)
    page.fill("#name-0", "Anna")
    page.fill("#name-1", "Anna")
    page.click("button:has-text('Start')")
    expect(page.locator("[role=alert]")).to_contain_text("already called")
    page.click("label:has(#players-2)")  # what came back from the server stays as well
    page.locator("#kind-2").wait_for(state="detached")
    page.fill("#name-1", "Ben")
    in_order(page)
    page.click("button:has-text('Start')")
    page.wait_for_url("**/table/*")
    expect(page.locator("[data-cell]")).to_have_count(5 * 8)


def test_options_stay_open_while_the_form_changes(person: People) -> None:
    page = person().page
    page.goto("/?game=aehre")
    page.click("summary:has-text('Options')")
    expect(page.locator("#delay")).to_be_visible()
    page.click("label:has(#players-3)")
    page.locator("#kind-2").wait_for()
    expect(page.locator("#delay")).to_be_visible()
    page.click("summary:has-text('Options')")
    page.click("label:has(#players-2)")
    page.locator("#kind-2").wait_for(state="detached")
    expect(page.locator("#delay")).to_be_hidden()


def test_what_is_chosen_while_the_form_changes_stays_chosen(person: People) -> None:
    """On a slow line the form comes back as it was when it was sent."""
    page = person().page
    page.goto("/?game=aehre")
    page.click("summary:has-text('Options')")
    slow: list[Route] = []

    def keep(route: Route) -> None:
        slow.append(route)

    page.route("**/setup?*", keep)
    page.click("label:has(#players-3)")
    page.select_option("#delay", "0")
    page.uncheck("#confirm")
    page.wait_for_timeout(100)  # whatever is to be sent has been sent
    for request in slow:
        request.continue_()
    page.locator("#kind-2").wait_for()
    in_order(page)
    expect(page.locator("#delay")).to_have_value("0")
    expect(page.locator("#confirm")).not_to_be_checked()


def test_moves_of_bots_arrive_one_by_one(person: People) -> None:
    anna = person()
    page = anna.page
    page.goto("/")
    page.click("label:has(#game-market_day)")
    page.select_option("#kind-0", "bot")
    page.locator("#bot-0").wait_for()
    page.click("summary:has-text('Options')")
    page.select_option("#delay", "0.4")
    page.click("button:has-text('Start')")
    wait_for(page, "#table")
    seen = {anna.version()}
    until = time.monotonic() + 20
    while len(seen) <= 3 and time.monotonic() < until:
        seen.add(anna.version())
        time.sleep(0.05)
    assert len(seen) > 3


def test_a_form_that_comes_back_while_start_is_pressed_loses_no_click(person: People) -> None:
    page = person().page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.goto("/")
    page.click("summary:has-text('Options')")
    page.route("**/setup?*", hold)
    page.select_option("#delay", "0")
    start = page.locator("button:has-text('Start')")
    start.hover()
    page.mouse.down()
    with page.expect_response("**/setup?*"):
        held[0].continue_()
    page.wait_for_function("() => !document.querySelector('#setup.htmx-request')")
    page.mouse.up()
    page.wait_for_url("**/table/*")


def test_who_does_not_see_hears_whose_turn_it_is_and_what_is_asked(person: People) -> None:
    anna = person()
    anna.set_up("local", "bot", seat0="Anna")
    page = anna.page
    page.evaluate("""() => {
      window.said = [];
      const live = document.getElementById("live");
      new MutationObserver(() => window.said.push(live.textContent)).observe(live, { childList: true });
    }""")
    wait_for(page, "#table[data-turn]")
    anna.take_turn()
    wait_for(page, "#table[data-turn]")
    page.wait_for_function("() => window.said.at(-1)?.endsWith('Your turn – Anna, what do you do?')")
    said = page.evaluate("window.said")
    assert not any(one == before for before, one in itertools.pairwise(said)), "nothing is told twice"
    page.click("#action-6")
    wait_for(page, "#finish")
    assert "Your turn" not in page.evaluate("window.said.at(-1)")


def test_a_dialog_over_a_board_that_changes_stays_as_it_was_and_gives_the_focus_back(person: People) -> None:
    anna = person(PHONE)
    anna.set_up("local", "bot", seat0="Anna")
    page = anna.page
    wait_for(page, "#table[data-turn]")
    opener = page.locator(".side [data-open=sheet]")
    opener.press("Enter")
    wait_for(page, "#sheet[open]")
    page.set_viewport_size({"width": 360, "height": 200})  # so that there is something to scroll
    page.locator("#sheet form button").focus()
    scrolled = page.locator("#sheet").evaluate("sheet => sheet.scrollTop")
    assert scrolled > 0
    page.evaluate("document.getElementById('table').dataset.old = 'yes'")
    with page.expect_response("**/board*"):
        page.evaluate(
            "import(document.querySelector('script[src*=table]').src).then((table) => table.refresh())"
        )
    wait_for(page, "#table:not([data-old])")
    wait_for(page, "#sheet[open]")
    expect(page.locator("#sheet form button")).to_be_focused()
    assert page.locator("#sheet").evaluate("sheet => sheet.scrollTop") == scrolled
    page.set_viewport_size({"width": 360, "height": 640})
    page.keyboard.press("Escape")
    expect(opener).to_be_focused()


def test_the_score_sheet_that_opens_at_the_end_says_who_has_won(person: People) -> None:
    """What is said on the page below a dialog is not read out."""
    anna = person()
    anna.set_up("local", "bot", seat0="Anna")
    while not anna.page.locator("#table[data-over]").count():
        anna.decide()
        wait_for(anna.page, "#table[data-turn], #table[data-over]")
    sheet = anna.page.locator("#sheet[open]")
    expect(sheet).to_have_accessible_description(re.compile("has won|Winners"))
    expect(sheet.locator("#sheet-title")).to_be_focused()
