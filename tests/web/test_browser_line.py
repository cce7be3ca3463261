"""A page knows when it hears nothing, says so, and is right again soon after the line is back."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from farmtable.tables import Tables
from tests.retirement import retire
from tests.web.chromium import Person, wait_for
from tests.web.process import Server
from tests.web.proxy import Proxy

pytestmark = pytest.mark.browser

SAID_WITHIN = 10_000
RIGHT_WITHIN = 2_000
AT_ONCE = 3_500  # silence would not be noticed sooner than after four seconds
STARTED_WITHIN = 5_000  # its first boards take longer than others
SECOND_TRY = 6_000  # it is made after two seconds; what is not answered counts as lost after eight


@pytest.fixture
def proxy(club: Server) -> Iterator[Proxy]:
    found = Proxy(club.port)
    yield found
    found.close()


@pytest.fixture
def anna(browser: Browser, club: Server) -> Iterator[Person]:
    """Anna's line to the server is good."""
    found = Person(browser, club.address)
    yield found
    found.close()


@pytest.fixture
def ben(browser: Browser, proxy: Proxy) -> Iterator[Person]:
    """Ben comes through the proxy."""
    found = Person(browser, proxy.address)
    yield found
    found.close()


def sit_down(anna: Person, ben: Person) -> None:
    anna.set_up("local", "friend", seat0="Anna")
    link = anna.page.locator("input[data-absolute]").input_value()
    ben.take_a_seat(link[link.index("/join") :], "Ben")
    wait_for(anna.page, "#table[data-turn]")


def ready(person: Person) -> None:
    """A page that did not get its scripts yet hears nothing and says nothing."""
    wait_for(person.page, "#table[data-seat='1']")
    person.page.wait_for_load_state("load")


def use_up_dead_connections() -> None:
    """A browser keeps up to six and does not know that they are dead; each try, one a second, takes one."""
    time.sleep(7)


def shows_version(person: Person, version: int, within: int) -> None:
    wait_for(person.page, f"#table[data-version='{version}']", within)


def test_a_silent_line_is_noticed_and_the_board_is_right_soon_after_it_is_back(
    anna: Person, ben: Person, proxy: Proxy
) -> None:
    """Where a machine does much else at the same time, the best of three counts."""
    sit_down(anna, ben)
    for _ in range(3):
        if (took := silence(anna, ben, proxy)) < RIGHT_WITHIN:
            break
    assert took < RIGHT_WITHIN


def silence(anna: Person, ben: Person, proxy: Proxy) -> float:
    """Anna plays while Ben hears nothing; how many milliseconds after the line is back he sees it."""
    wait_for(anna.page, "#table[data-turn]")
    before = ben.version()
    proxy.swallow()
    anna.take_turn()
    expect(ben.page.locator("#lost")).to_be_visible(timeout=SAID_WITHIN)
    expect(ben.page.locator("#lost")).to_contain_text("Connection lost, trying again")
    assert ben.version() == before < anna.version()
    use_up_dead_connections()
    proxy.let_go()
    began = time.monotonic()
    shows_version(ben, anna.version(), SAID_WITHIN)
    took = 1000 * (time.monotonic() - began)
    expect(ben.page.locator("#lost")).to_be_hidden()
    ben.take_turn()
    shows_version(anna, ben.version(), SAID_WITHIN)
    return took


def test_a_click_into_a_silent_line_counts_once_it_is_back(anna: Person, ben: Person, proxy: Proxy) -> None:
    sit_down(anna, ben)
    anna.take_turn()
    wait_for(ben.page, "#table[data-turn]")
    before = ben.version()
    proxy.swallow()
    ben.page.locator("#table[data-turn] [data-action]").first.click()
    expect(ben.page.locator("#table")).to_have_attribute("aria-busy", "true")
    expect(ben.page.locator("#lost")).to_be_visible(timeout=SAID_WITHIN)
    use_up_dead_connections()
    proxy.let_go()
    wait_for(ben.page, "#table:not([aria-busy=true])[data-held]", SAID_WITHIN)
    assert ben.version() == before + 1
    expect(ben.page.locator("#lost")).to_be_hidden()


@pytest.mark.parametrize("word", [b"/command HTTP", b"farmtable-version:"], ids=["asking", "answering"])
def test_a_click_whose_connection_dies_without_a_word_counts_once_and_soon(
    anna: Person, ben: Person, proxy: Proxy, word: bytes
) -> None:
    """A second try goes beside the first: whether or not the server has heard the first, it is done once."""
    sit_down(anna, ben)
    anna.take_turn()
    wait_for(ben.page, "#table[data-turn]")
    before = ben.version()
    proxy.swallow_at(word)
    ben.page.locator("#table[data-turn] [data-action]").first.click()
    wait_for(ben.page, "#table:not([aria-busy=true])[data-held]", SECOND_TRY)
    assert ben.version() == before + 1
    expect(ben.page.locator("#lost")).to_be_hidden()


def test_whoever_looks_again_sees_the_board_of_now(anna: Person, ben: Person, proxy: Proxy) -> None:
    """A lid is opened: the page has slept over what happened, and its stream is dead without a word."""
    sit_down(anna, ben)
    ben.page.clock.install()
    with ben.page.expect_response("**/events*"):
        ben.page.reload()
    ready(ben)
    ben.page.clock.pause_at(time.time() + 1)  # asleep: no timer runs
    proxy.swallow_events()
    anna.take_turn()
    assert ben.version() < anna.version()
    ben.page.clock.set_system_time(time.time() + 3600)
    ben.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    shows_version(ben, anna.version(), AT_ONCE)


def test_a_network_that_was_switched_is_tried_at_once(anna: Person, ben: Person, proxy: Proxy) -> None:
    sit_down(anna, ben)
    proxy.swallow_events()
    anna.take_turn()
    ben.page.evaluate("window.dispatchEvent(new Event('online'))")
    shows_version(ben, anna.version(), AT_ONCE)
    # It is said only until the line is there again, which may be soon.
    ben.page.evaluate("""() => {
      const lost = document.getElementById("lost");
      new MutationObserver(() => { window.wasLost ||= !lost.hidden; }).observe(lost, { attributes: true });
      window.dispatchEvent(new Event("offline"));
    }""")
    ben.page.wait_for_function("window.wasLost")
    expect(ben.page.locator("#lost")).to_be_hidden(timeout=AT_ONCE)


def test_a_server_that_was_started_again_is_found_soon(browser: Browser, server: Server) -> None:
    """Where a machine does much else at the same time, the best of three counts."""
    anna = Person(browser, server.address)
    address = anna.set_up("local", "bot", seat0="Anna")
    tab = anna.new_page()
    tab.goto(address)
    wait_for(anna.page, "#table[data-turn]")
    for _ in range(3):
        if (took := power_cut(anna, tab, server)) < STARTED_WITHIN:
            break
        anna.page.click("#undo")
        wait_for(tab, "#table:not([data-held])", SAID_WITHIN)
    assert took < STARTED_WITHIN
    anna.close()


def test_a_page_whose_table_is_gone_or_waits_for_its_rules_says_so(browser: Browser, server: Server) -> None:
    """Else it would ask for ever, and say that the connection is lost."""
    anna = Person(browser, server.address)
    for gone, words in ((erase, "There is no such table"), (wait, "This game is waiting")):
        table = anna.set_up("local", "bot", seat0="Anna").rpartition("/")[2]
        anna.page.wait_for_load_state("load")
        server.kill()
        expect(anna.page.locator("#lost")).to_be_visible(timeout=SAID_WITHIN)
        gone(server.db, table)
        server.start()
        expect(anna.page.locator("#main")).to_contain_text(words, timeout=30_000)
        expect(anna.page.locator("#lost")).to_have_count(0)
    anna.context.close()


def test_a_page_whose_stream_is_refused_for_no_reason_is_loaded_anew_only_once(anna: Person) -> None:
    """Else it would be loaded for ever: the page is there each time."""
    anna.set_up("local", "bot", seat0="Anna")
    page, refused, loads = anna.page, list[str](), list[str]()

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=404)

    page.on("request", lambda request: loads.append(request.url) if request.is_navigation_request() else None)
    page.route("**/events*", refuse)
    page.goto(page.url, wait_until="commit")  # it may be loaded anew before it has been loaded
    while len(refused) < 12:
        page.wait_for_timeout(200)
    expect(page.locator("#lost")).to_be_visible()
    assert len(loads) == 2
    page.unroute("**/events*")
    expect(page.locator("#lost")).to_be_hidden()


def test_an_analysis_says_that_nobody_answers_and_that_its_game_is_gone(anna: Person) -> None:
    anna.set_up("local", "bot", seat0="Anna")
    page = anna.page
    page.goto(page.url + "/analysis?seat=0", wait_until="load")
    expect(page.locator("#review")).to_contain_text("no decision to judge")  # the page has asked its last
    ask = "() => window.htmx.ajax('GET', `${location.pathname}/now?seat=0`, '#review')"
    page.route("**/analysis/now*", lambda route: route.abort(), times=1)
    page.evaluate(f"({ask})().catch(() => {{}})")
    expect(page.locator("#lost")).to_be_visible()
    page.evaluate(ask)
    expect(page.locator("#lost")).to_be_hidden()
    page.route("**/analysis/now*", lambda route: route.fulfill(status=404), times=1)
    with page.expect_navigation(url="**/analysis?seat=0"):
        page.evaluate(f"void ({ask})()")
    anna.errors.clear()  # what was refused


def erase(database: str, table: str) -> None:
    tables = Tables(database)
    tables.erase(table)
    tables.close()


def wait(database: str, _table: str) -> None:
    retire(database)


def power_cut(anna: Person, tab: Page, server: Server) -> float:
    """Anna decides while the server is away; how many milliseconds after its start her other tab shows it."""
    server.kill()
    expect(tab.locator("#lost")).to_be_visible(timeout=SAID_WITHIN)
    anna.page.locator("#table[data-turn] [data-action]").first.click()
    time.sleep(8)  # who asked ever more rarely would now wait as long again
    server.start()
    began = time.monotonic()
    wait_for(tab, "#table[data-held]", 2 * SAID_WITHIN)
    took = 1000 * (time.monotonic() - began)
    expect(tab.locator("#lost")).to_be_hidden()
    return took


def test_a_quiet_table_does_not_look_lost(anna: Person) -> None:
    """Heartbeats are heard while nothing happens."""
    anna.set_up("local", "friend", seat0="Anna")
    anna.page.evaluate(
        """() => {
            const lost = document.getElementById("lost");
            new MutationObserver(() => { window.seen ||= !lost.hidden; }).observe(lost, { attributes: true });
        }"""
    )
    anna.page.wait_for_timeout(12_000)
    assert not anna.page.evaluate("window.seen")
