"""Four people and four bots play by correspondence; one of the people hears of her turns by mail alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from farmtable.tables.notifications.outbox import LEASE
from tests.web import test_browser_aehre as aehre
from tests.web import test_browser_agricola as agricola
from tests.web.chromium import DESKTOP, PHONE, Person, wait_for
from tests.web.process import Server
from tests.web.receivers import Sink, mail_sink
from tests.web.test_browser_clocks import overflows
from tools.load.servers import free_port

pytestmark = pytest.mark.browser

FAST = 20
# As `farmtable serve`, but its clocks go faster: what waits for twenty seconds waits for one.
CODE = f"""
import sys, time
from functools import partial
from farmtable.tables.notifications import outbox
from farmtable.web import server
from farmtable.web.notifications import sender

server.Tables = partial(server.Tables, clock=lambda: {FAST} * time.time())
outbox.LEASE *= {FAST}  # a minute, as ever
sender.LOOK_EVERY /= {FAST}
server.serve(port=int(sys.argv[1]), db=sys.argv[2], open_browser=False)
"""
DAYS = "3 days for each turn"
PASSWORD = "wheat and barley"
MINE = "#table[data-turn], #table[data-held] #finish"


@pytest.fixture
def mails() -> Iterator[Sink]:
    with mail_sink() as sink:
        yield sink


@pytest.fixture
def server(tmp_path: Path, mails: Sink) -> Iterator[Server]:
    port = free_port()
    settings = {
        "FARMTABLE_URL": f"http://127.0.0.1:{port}",
        "FARMTABLE_SMTP_HOST": "127.0.0.1",
        "FARMTABLE_SMTP_PORT": str(mails.port),
        "FARMTABLE_SMTP_SECURITY": "none",
        "FARMTABLE_SMTP_FROM": "tables@club.example",
    }
    found = Server(tmp_path, port, CODE, settings)
    yield found
    found.close()


class ByMail:
    """Somebody with an account and without an open page: what she is to do stands in her mails."""

    def __init__(self, person: Person, mails: Sink) -> None:
        self.page = person.page
        self.turns = 0
        self.seen = 0
        self._mails = mails
        self._read = 0

    @property
    def mails(self) -> list[EmailMessage]:
        """All hers. What a server sent but did not live to write down comes twice: it counts once."""
        return list({mail["Message-ID"]: mail for mail in self._mails.mails}.values())

    def links(self) -> list[str]:
        """Those of the next mail that she has not followed, once it has come."""
        for _ in range(int(10 * (LEASE + 30))):
            if len(self.mails) > self._read:
                break
            self.page.wait_for_timeout(100)
        mail = self.mails[self._read]
        self._read += 1
        return re.findall(r"http://\S+", mail.get_content())

    def enter(self) -> None:
        """Make an account, and give and confirm an address."""
        page = self.page
        page.goto("/sign-up")
        page.fill("#name", "Dora")
        page.fill("#password", PASSWORD)
        page.click("button:has-text('Make')")
        page.goto("/notifications")
        page.fill("#address", "dora@example.org")
        page.fill("#mail-password", PASSWORD)
        page.click("button:has-text('confirm')")
        page.goto(self.links()[0])
        page.click("main button")
        page.get_by_text("is confirmed").wait_for()

    def sign_in_elsewhere(self, person: Person, link: str) -> None:
        """From now on read mails on another device, which does not know her yet."""
        self.page = person.page
        self.page.goto(link)
        self.page.fill("#name", "Dora")
        self.page.fill("#password", PASSWORD)
        self.page.click("main button.main")

    def decide_and_go(self) -> None:
        """Take the turn that the page shows, and leave no page open."""
        self.page.wait_for_url("**/table/*")
        play(self.page)
        self.go()
        self.turns += 1

    def go(self) -> None:
        """Leave no page open, and keep in mind which version of the table was seen last."""
        self.seen = version_of(self.page)
        self.page.goto("about:blank")


def version_of(page: Page) -> int:
    """Which version of its table a page shows."""
    return int(page.locator("#table").get_attribute("data-version") or 0)


def play(page: Page) -> None:
    """Decide until others are to."""
    wait_for(page, MINE, timeout=30_000)  # a server that was killed is succeeded within seconds
    game = aehre if page.locator("#table.game-aehre").count() else agricola
    touch = page.viewport_size == {"width": PHONE[0], "height": PHONE[1]}
    assert not (touch and overflows(page))
    while page.locator(MINE).count():
        game.answer(page, touch)


def sit_down(anna: Person, ben: Person, dora: ByMail) -> None:
    """Set a table up for three, with a bot."""
    anna.set_up_by_hand("local", "friend", "friend", "bot", game="agricola", clock=DAYS, seat0="Anna")
    for_ben, for_dora = (one.input_value() for one in anna.page.locator("input[data-absolute]").all())
    ben.take_a_seat(for_ben, "Ben")
    dora.page.goto(for_dora)
    dora.page.click("button:has-text('Take the seat')")
    wait_for(dora.page, "#table[data-seat]:not([data-seat=''])")
    dora.page.wait_for_load_state("load")  # before that no click is heard
    if dora.page.locator(MINE).count():  # who begins is drawn, and what she sees no mail tells her
        play(dora.page)
    dora.go()


def test_one_of_four_hears_of_her_turns_by_mail_alone(browser: Browser, server: Server, mails: Sink) -> None:
    sizes = (DESKTOP, DESKTOP, PHONE, PHONE, PHONE, PHONE)
    anna, ben, cleo, at_home, on_the_way, nobody = (Person(browser, server.address, size) for size in sizes)
    dora = ByMail(at_home, mails)
    dora.enter()
    sit_down(anna, ben, dora)
    cleo.set_up_by_hand("local", "bot", "bot", "bot", game="aehre", clock=DAYS, seat0="Cleo")

    def until_dora() -> None:
        """Anna and Ben play until it is Dora's turn, which may come before either of theirs."""
        while not (version_of(anna.page) > dora.seen and anna.page.locator(".seat-2.now").count()):
            for one in (anna, ben):
                if one.page.locator(MINE).count():
                    play(one.page)
            anna.page.wait_for_timeout(50)

    until_dora()
    play(cleo.page)
    dora.page.goto(dora.links()[0])
    dora.decide_and_go()
    until_dora()
    server.kill()  # before anybody tells her, or at it: then she is told when his lease is over
    server.start()
    table, _, stop, _ = dora.links()
    dora.sign_in_elsewhere(on_the_way, table)
    nobody.page.goto(stop)  # before she decides: her next turn may come at once
    nobody.page.click("main button")
    nobody.page.get_by_text("Nothing more will be sent to dora@example.org").wait_for()
    dora.decide_and_go()
    play(cleo.page)
    until_dora()
    anna.page.wait_for_timeout(2000)  # longer than anybody is left to see by himself what there is
    assert len(dora.mails) == 1 + dora.turns, "one for each turn, and one that asked for the address"
    for one in (anna, ben, cleo, at_home, on_the_way, nobody):
        one.close()
