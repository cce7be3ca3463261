"""axe-core finds nothing on any page: parts and dialogs, light and dark, wide and narrow, all languages."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page

from farmtable.i18n import LANGUAGES
from farmtable.web.reader import LANGUAGE_COOKIE
from tests.web.exhibition import GAMES, Exhibition
from tests.web.process import Server
from tools.load.servers import free_port

pytestmark = pytest.mark.browser

WIDE, NARROW = (1440, 900), (360, 640)
NAMES = {"label-content-name-mismatch": {"enabled": True}}
# What a theme can change, what it cannot, and what a language can.
CONTRAST: dict[str, Any] = {"runOnly": ["color-contrast"]}
THE_REST: dict[str, Any] = {"rules": NAMES | {"color-contrast": {"enabled": False}}}
NAMED = (
    "button",
    "link",
    "select",
    "summary",
    "input-button",
    "aria-command",
    "aria-input-field",
    "aria-dialog",
)
WORDS: dict[str, Any] = {
    "runOnly": [
        *(f"{kind}-name" for kind in NAMED),
        *(
            "label-content-name-mismatch",
            "label",
            "image-alt",
            "svg-img-alt",
            "role-img-alt",
            "empty-heading",
        ),
        *("document-title", "html-has-lang", "html-lang-valid", "valid-lang"),
    ]
}
OPEN_ALL = "for (const one of document.querySelectorAll('details:not(.menu)')) one.open = true"
DIALOGS = "[...document.querySelectorAll('dialog')].map((one) => one.id)"
PARTS = "[...document.querySelectorAll('.parts [data-part]')].map((one) => one.dataset.part)"
# Contrast is looked at for two of each look that are seen: of what it and all around it is, and how it stands
# (chosen, off, whose it is). The third has the colours of the first two, and axe takes milliseconds for each.
AUDIT = r"""async ({ options, within }) => {
  const whole = within ? document.querySelector(within) : document.body;
  const tells = ({ name, value }) => ["class", "style", "disabled"].includes(name)
    || /^(aria|data)-/.test(name) && !/\d\d|\s/.test(value);
  const look = (one) => one === document.documentElement ? "" : [look(one.parentElement), one.localName,
    ...[...one.attributes].filter(tells).map(({ name, value }) => `${name}=${value}`).sort()].join(" ");
  const isRead = (one) => one.matches("input, select")
    || [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const met = {};
  const isNew = (key) => (met[key] = (met[key] ?? 0) + 1) <= 2;
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true }) && isRead(one);
  const ofEachLook = () => [...whole.querySelectorAll("*")].filter((one) => isSeen(one) && isNew(look(one)));
  const contrast = options.runOnly?.[0] === "color-contrast";
  const where = contrast ? { include: ofEachLook() } : within ? whole : document;
  if (contrast && !where.include.length) return [];
  const found = await axe.run(where, { resultTypes: ["violations"], ...options });
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html, any, all, none }) =>
    `${id}: ${[...any, ...all, ...none].map(({ message }) => message).join(" ")} ${html.slice(0, 200)}`));
}"""


class Auditor:
    """Looks at pages in all their states, and keeps what axe finds."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: dict[str, str] = {}

    def visit(self, path: str) -> None:
        self.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
        self.page.goto(path)
        self.page.evaluate(AXE_SCRIPT)
        self.page.evaluate(OPEN_ALL)

    def audit(self, options: dict[str, Any], within: str | None = None) -> None:
        state = self.page.evaluate(
            "`${location.pathname} ${innerWidth} ${document.documentElement.dataset.theme}`"
        )
        for violation in self.page.evaluate(AUDIT, {"options": options, "within": within}):
            self.found.setdefault(violation, f"{state} {within or ''}")

    def all_states(self, path: str) -> None:
        """A page wide and narrow; a finished table with its dialogs, one to play at with a phone's parts."""
        self.visit(path)
        self.light_and_dark()
        if self.page.locator("#table[data-over]").count():
            for dialog in self.page.evaluate(DIALOGS):
                self.page.evaluate("(id) => document.getElementById(id).showModal()", dialog)
                self.light_and_dark(f"#{dialog}")
                self.page.evaluate("(id) => document.getElementById(id).close()", dialog)
        self.page.set_viewport_size({"width": NARROW[0], "height": NARROW[1]})
        self.audit(THE_REST)
        self.audit(CONTRAST)
        for part in self.page.evaluate(PARTS) if self.page.locator("#table[data-turn]").count() else ():
            self.page.evaluate("(part) => document.querySelector(`.parts [data-part=${part}]`).click()", part)
            self.light_and_dark(f"[data-shows={part}]")

    def light_and_dark(self, within: str | None = None) -> None:
        """Ends in the dark, where all that may differ is the contrast."""
        self.audit(THE_REST, within)
        for theme in ("light", "dark"):
            self.page.evaluate("(theme) => { document.documentElement.dataset.theme = theme; }", theme)
            self.audit(CONTRAST, within)

    def words(self, path: str) -> None:
        """All that is said on a page, seen or not."""
        self.visit(path)
        self.audit(WORDS)


@pytest.fixture(scope="module")
def exhibition(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Exhibition]:
    server = Server(tmp_path_factory.mktemp("axe"), free_port())
    found = Exhibition(server.db, server.address)
    yield found
    found.tables.close()
    server.close()


@pytest.fixture
def auditor(browser: Browser, exhibition: Exhibition) -> Iterator[Auditor]:
    context = browser.new_context(base_url=exhibition.address, locale="en-GB")
    context.add_cookies([exhibition.cookie])
    yield Auditor(context.new_page())
    context.close()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_found_on_the_pages_of_a_game(auditor: Auditor, exhibition: Exhibition, game: str) -> None:
    for path in exhibition.pages(game):
        auditor.all_states(path)
    assert not auditor.found, json.dumps(auditor.found, indent=1)


def test_nothing_is_found_on_the_pages_that_all_games_share(auditor: Auditor, exhibition: Exhibition) -> None:
    for path in exhibition.shared_pages():
        auditor.all_states(path)
    auditor.page.context.add_cookies([exhibition.session])
    for path in exhibition.own_pages:
        auditor.all_states(path)
    assert not auditor.found, json.dumps(auditor.found, indent=1)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_nothing_is_found_in_another_language(
    auditor: Auditor, exhibition: Exhibition, language: str
) -> None:
    context = auditor.page.context
    context.add_cookies([exhibition.cookie_of(LANGUAGE_COOKIE, language)])
    # All that is said stands in the pages.
    context.route(re.compile(r"\.(js|css)\b"), lambda route: route.abort())
    for game in GAMES:
        for path in exhibition.pages(game):
            auditor.words(path)
    for path in exhibition.shared_pages():
        auditor.words(path)
    context.add_cookies([exhibition.session])
    for path in exhibition.own_pages:
        auditor.words(path)
    assert not auditor.found, json.dumps(auditor.found, indent=1)
