"""What explanations are made of: rules that there are, and what the log would say of an action."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fastapi import FastAPI

from farmtable import game as load_game
from farmtable.i18n import LANGUAGES
from farmtable.web import create_app
from farmtable.web.pages import TEMPLATES
from farmtable.web.rules import rules_page
from tests.web.exhibition import SOME, Exhibition
from tests.web.visitor import Visitor

GAMES = ("aehre", "agricola", "mi_tierra")


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_a_template_names_stands_on_the_page_of_rules(game: str) -> None:
    folder = TEMPLATES / "games" / game
    templates = "".join(file.read_text(encoding="utf-8") for file in folder.glob("*.html"))
    named = set(re.findall(r'"(R\d+(?:\.\d+)?)"', templates))
    assert named
    for language in LANGUAGES:
        assert named <= set(re.findall(r'id="(R[\d.]+)"', rules_page(load_game(game), language).html))


def test_an_action_is_told_as_the_log_would_tell_it(anna: Visitor) -> None:
    """In the fourth game, which does nothing for it."""
    table = anna.set_up("local", "bot", name_0="Anna")
    answers = anna.get(f"/table/{table}/preview", seat=0, actions="5,6,1").json()
    assert answers[0]["told"] == "Anna reaches into the bag."
    assert re.fullmatch(r"Anna takes \w+ from the stall\.", answers[1]["told"])
    assert answers[2]["told"] is None
    assert answers[2]["why"]


# What can be seen and means something without words of its own.
SYMBOLS = {
    "n",
    "icon",
    "badge",
    "points",
    "clock",
    "worker",
    "roman",
    "die",
    "crop-chip",
    "worth",
    "of-round",
    "dot",
}
EXPLAINED = {"data-explain", "data-explain-by", "data-action", "data-why", "title"}
# The question and its answers are told by the server, lines of the log and sheets are words.
ELSEWHERE = {"ask", "log", "sheet", "happened"}
LONE = {"input", "br", "img", "link", "meta", "hr"}


class Unexplained(HTMLParser):
    """Looks through a board for symbols and numbers that nothing around them explains."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.inside: list[bool] = []
        self.path: list[str] = []
        self.found: list[str] = []
        self.named: set[str] = set()
        self.ids: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        covered = self._look(tag, dict(attrs))
        if tag not in LONE:
            self.inside.append(covered)
            self.path.append(self.get_starttag_text() or "")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._look(tag, dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        self.inside.pop()
        self.path.pop()

    def _look(self, tag: str, attrs: dict[str, str | None]) -> bool:
        covered = any(self.inside[-1:]) or not EXPLAINED.isdisjoint(attrs)
        covered = covered or attrs.get("id") in ELSEWHERE or "hidden" in attrs or tag == "dialog"
        symbol = not SYMBOLS.isdisjoint((attrs.get("class") or "").split())
        if symbol and not covered:
            self.found.append(" ".join([*self.path[-3:], self.get_starttag_text() or ""]))
        self.ids.add(attrs.get("id") or "")
        self.named.add(attrs.get("data-explain-by") or "")
        return covered


@pytest.fixture(scope="module")
def exhibition(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Exhibition, FastAPI]]:
    path: Path = tmp_path_factory.mktemp("explained")
    found = Exhibition(f"sqlite:///{path}/tables.sqlite", "http://testserver")
    app = create_app(found.tables)
    yield found, app
    app.state.thinkers.close()
    found.tables.close()


@pytest.mark.parametrize("game", [*GAMES, "market_day"])
def test_every_symbol_and_number_says_what_it_is(game: str, exhibition: tuple[Exhibition, FastAPI]) -> None:
    """For those who play and those who watch; the fourth game does nothing for it."""
    shown, app = exhibition
    table = shown._played(game, SOME[game])
    watching, playing = Visitor(app), Visitor(app)
    playing.client.cookies.set(shown.cookie["name"], shown.cookie["value"])
    for visitor in (watching, playing):
        board = Unexplained(visitor.get(f"/table/{table.id}/board").text)
        assert board.found == []
        assert board.named - {""} <= board.ids
        assert not board.inside
