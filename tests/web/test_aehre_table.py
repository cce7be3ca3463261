"""The table of Eine Frage der Ähre, drawn for every seat and a spectator at every step of random games."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from farmtable import Match, Rng
from farmtable.core import Perspective
from farmtable.i18n import LANGUAGES
from farmtable.web.board import scene
from farmtable.web.pages import environment
from farmtable.web.reader import Reader
from tests.games.aehre.scenarios import Scenario

GAME = "aehre"
NAMES = ["Anna", "Ben", "Chiara", "Dario", "Émile"]
LONE = {"input", "br", "link", "meta"}


class Checked(HTMLParser):
    """HTML whose tags are closed in order; keeps its actions, its tiles, and what a strict CSP forbids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.actions: set[int] = set()
        self.tiles: set[str] = set()
        self.forbidden: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in LONE:
            self.open.append(tag)
        self._note(attrs)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(attrs)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def _note(self, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name == "data-action":
                self.actions.add(int(value or ""))
            elif name == "data-tile":
                self.tiles.add(value or "")
            elif name == "style" or name.startswith("on"):
                self.forbidden.append(name)


def draw(seen: Perspective, language: str = "en") -> str:
    """The three parts that the frame shows, for whoever's perspective it is."""
    names = NAMES[: seen.players]
    context: dict[str, Any] = scene(seen, Reader("browser", language, "token"), names) | {
        "initials": [name[0] for name in names],
        "actions": [(int(action), seen.describe(action)) for action in seen.legal_actions()],
    }
    templates = environment(language)
    parts = [templates.get_template(f"games/{GAME}/{part}.html").render(context) for part in ("table", "ask")]
    seat = templates.get_template(f"games/{GAME}/seat.html")
    return "".join(parts + [seat.render(context | {"seat_index": index}) for index in range(seen.players)])


def offered(page: Checked, seen: Perspective) -> set[int]:
    """Every action that can be played from this page."""
    view = seen.view()
    if view["step"] != "place" or not len(seen.legal_actions()):
        return page.actions
    small = view["codes"]["small"]
    return {
        int(action)
        for action in seen.legal_actions()
        if f"k{action // 256}" in page.tiles
        or any(f"s-{crop}" in page.tiles for crop, first in small.items() if first <= action < first + 64)
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_step_is_drawn_and_offers_exactly_what_is_legal(players: int) -> None:
    rng = Rng(players)
    steps = set()
    match = Match(GAME, players=players, seed=players)
    while match.state.to_play >= 0:
        acting = match.state.to_play
        seen = match.state.seen_by(acting)
        legal = [int(action) for action in seen.legal_actions()]
        step = seen.view()["step"]
        # Whole positions are drawn of each kind of question; of placings, the commonest, every third.
        if step != "place" or match.state.seen_by(None).view()["round"] % 3 == 1:
            page = Checked(draw(seen))
            assert offered(page, seen) == set(legal)
            assert not page.forbidden
            watching = Checked(draw(match.state.seen_by((acting + 1) % players)))
            assert not watching.actions | watching.tiles
        steps.add(step)
        # Barn steps rather than points, so that livestock and farms come into play.
        scoring = step == "score" and len(legal) > 1
        match.play(legal[1] if scoring else legal[rng.below(len(legal))])
    assert {"place", "score", "farm", "level"} <= steps
    spectator = draw(match.state.seen_by(None))
    assert not Checked(spectator).tiles


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_drawn_in_every_language(language: str) -> None:
    match = Match(GAME, players=3, seed=1)
    html = draw(match.state.seen_by(match.state.to_play), language)
    Checked(html)
    assert not re.search(r"%\(\w+\)s", html)


def test_only_its_owner_is_shown_a_hand_and_livestock_values() -> None:
    match = Match(GAME, players=2, seed=4)
    mine, other = (draw(match.state.seen_by(seat)) for seat in (0, 1))
    spectator = draw(match.state.seen_by(None))
    hand = match.state.seen_by(0).view()["seats"][0]["hand"]
    assert match.state.seen_by(1).view()["seats"][0]["hand"] is None
    assert mine.count('class="tile"') == len(hand) + 5
    assert mine != other
    assert 'class="tile"' not in spectator


def test_the_livestock_on_top_is_named() -> None:
    """Set-up: from top to bottom cow, pig and chicken; who comes to a pile takes its topmost tile (R42)."""
    top = "whoever moves a cube up to here takes the livestock on top: "
    new = draw(Match(GAME, players=3, seed=1).state.seen_by(0))
    assert set(re.findall(top + r"(\w+)", new)) == {"cow"}
    one_gone = draw(Scenario(3).gone(1, "W", "cow", 13).state().seen_by(0))
    assert set(re.findall(r"wheat, row \d+: " + top + r"(\w+)", one_gone)) == {"pig"}
