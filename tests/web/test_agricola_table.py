"""The table of Agricola, drawn for every seat and a spectator at every step of random games."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from farmtable import Match, Rng
from farmtable.core import Perspective, Text
from farmtable.games.agricola.position import actions, nouns
from farmtable.games.agricola.position.facts import GOOD_NAMES, MAJOR_IDS, SPACE_IDS
from farmtable.i18n import LANGUAGES
from farmtable.web.board import scene
from farmtable.web.pages import environment
from farmtable.web.reader import Reader
from tests.games.agricola.scenarios import finished, position

GAME = "agricola"
NAMES = ["Anna", "Ben", "Chiara", "Émile"]
LONE = {"input", "br", "link", "meta"}


class Checked(HTMLParser):
    """HTML whose tags are closed in order; keeps what can be played from it, and what the CSP forbids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.actions: list[int] = []
        self.then: set[int] = set()
        self.ask: dict[str, Any] | None = None
        self.forbidden: list[str] = []
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in LONE:
            self.open.append(tag)
        self._note(dict(attrs))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def _note(self, attrs: dict[str, str | None]) -> None:
        self.forbidden += [name for name in attrs if name == "style" or name.startswith("on")]
        self.ids += [attrs["id"] or ""] if "id" in attrs else []
        if "data-action" in attrs:
            self.actions.append(int(attrs["data-action"] or ""))
        if "data-exchange" in attrs:
            self.actions.append(int(attrs["data-exchange"] or ""))
        if "data-then" in attrs:
            self.then.add(int(attrs["data-then"] or ""))
        if "data-ask" in attrs:
            self.ask = json.loads(attrs["data-ask"] or "")


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


def offered(page: Checked) -> set[int]:
    """Every action that can be played from this page: by a button, with a tool, or as a pasture drawn."""
    found = set(page.actions)
    ask = page.ask or {}
    for tool in ask.get("tools", []):
        found |= {one["action"] for one in tool["cells"]}
    if ask.get("fencing"):
        found |= {ask["fencing"]["first"] + shape for shape in ask["fencing"]["legal"]}
    return found


PLAIN = {"cards": "none", "side_job": "yes", "stage_order": "chosen"}
DRAFT = {"hands": "drafted"}
CHOICE = {"hands": "chosen"}


@pytest.mark.parametrize(
    ("players", "options", "expected"),
    [
        (1, PLAIN, {"order", "place", "menu", "feed"}),
        *((players, PLAIN | {"variant_tile": "yes"}, {"order", "menu", "feed"}) for players in (2, 3, 4)),
        *((players, {}, {"place", "menu", "feed"}) for players in (1, 2, 3, 4)),
        (3, DRAFT, {"pick", "place", "menu", "feed"}),
        (1, CHOICE, {"pick", "place", "menu", "feed"}),
        (2, {"hands": "of_ten"}, {"give_back", "place", "menu", "feed"}),
        (3, {"redraw": "yes"}, {"redraw", "place", "menu", "feed"}),
    ],
)
def test_every_step_is_drawn_and_offers_exactly_what_is_legal(
    players: int, options: dict[str, str], expected: set[str]
) -> None:
    rng = Rng(players)
    steps = set()
    match = Match(GAME, players=players, seed=players, **options)
    while match.state.to_play >= 0:
        acting = match.state.to_play
        seen = match.state.seen_by(acting)
        legal = [int(action) for action in seen.legal_actions()]
        step = seen.view()["step"]
        if step != "place" or match.state.seen_by(None).view()["round"] % 3 == 1:
            page = Checked(draw(seen))
            assert offered(page) == set(legal)
            assert not page.forbidden
            assert len(page.ids) == len(set(page.ids))
            if rng.below(4) == 0:
                watching = Checked(draw(match.state.seen_by((acting + 1) % players if players > 1 else None)))
                assert not watching.actions
                assert watching.ask is None
        steps.add(step)
        match.play(legal[rng.below(len(legal))])
    assert expected <= steps
    assert not Checked(draw(match.state.seen_by(None))).actions


def test_each_exchange_can_be_had_after_it_was_asked_for() -> None:
    """R8.1: the page plays EXCHANGE and then what was chosen."""
    match = Match(GAME, players=2, seed=1)
    while True:
        legal = [int(action) for action in match.state.legal_actions()]
        page = Checked(draw(match.state.seen_by(match.state.to_play)))
        if len(page.then) > 1:
            break
        match.play(legal[0])
    match.play("exchange")
    assert {int(action) for action in match.state.legal_actions()} <= page.then


@pytest.mark.parametrize(
    ("goods", "exchange"),
    [({"wood": 2, "food": 3}, False), ({"wood": 2, "grain": 1}, True), ({"food": 3}, False)],
)
def test_giving_back_for_nothing_is_no_answer_to_anything(goods: dict[str, int], exchange: bool) -> None:
    """R8.5: it stays possible, beside what one has; an exchange is offered where it brings something."""
    html = draw(position({"goods": goods}).seen_by(0))
    farms, bar = html.split('class="agricola-ask')
    assert ('id="exchange"' in bar) == exchange
    gone = {actions.DISCARD + GOOD_NAMES.index(good) for good in goods}
    assert Checked(html).then >= gone
    assert not any(f'data-then="{action}"' in bar for action in gone)
    assert all(f'data-then="{action}"' in farms for action in gone)


def test_a_stage_says_whether_the_order_of_its_cards_is_known() -> None:
    """R1.2; R13.1: who lays the order out knows it, and the page shows it."""
    match = Match(GAME, players=1, seed=1, stage_order="chosen")
    unknown = "nobody knows in advance which comes when"
    assert draw(match.state.seen_by(0)).count(unknown) == 6
    while match.state.seen_by(0).view()["step"] == "order":
        match.play(int(match.state.legal_actions()[0]))
    assert unknown not in draw(match.state.seen_by(0))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_space_leads_to_a_rule_that_holds_for_it(players: int) -> None:
    """R2.5 is about goods that pile up, R14.1 about hints: neither is for other spaces."""
    tile = "yes" if players > 1 else "no"
    match = Match(GAME, players=players, seed=1, cards="none", side_job="yes", variant_tile=tile)
    seen = match.state.seen_by(match.state.to_play)
    rules = dict(re.findall(r'id="space-(\w+)"[^>]*data-rule="([R0-9.]+)"', draw(seen)))
    assert rules["side_job"] == "R14.2"
    spaces = seen.view()["spaces"]
    assert not [space for space, rule in rules.items() if rule == "R2.5" and spaces[space]["good"] is None]


def test_a_suggested_space_says_what_its_star_means() -> None:
    state = Match(GAME, players=2, seed=1, cards="none", hints="yes").state
    seen = state.seen_by(state.to_play)
    explained = dict(re.findall(r'id="space-(\w+)"[^>]*data-explain="([^"]*)"', draw(seen)))
    starred = {space for space, words in explained.items() if words.endswith(", suggested")}
    assert starred == set(seen.view()["ask"]["suggested"]) != set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_drawn_in_every_language(language: str) -> None:
    match = Match(GAME, players=3, seed=1)
    html = draw(match.state.seen_by(match.state.to_play), language)
    Checked(html)
    assert not re.search(r"%\(\w+\)s", html)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_and_the_log_call_things_by_the_same_names(language: str) -> None:
    reader = Reader("browser", language, "token")
    view = Match(GAME, players=2, seed=1).state.seen_by(0).view()
    templates = environment(language)
    goods: Any = templates.get_template(f"games/{GAME}/goods.html").make_module()
    said: Any = templates.get_template(f"games/{GAME}/words.html").make_module({"view": view})

    def spoken(texts: tuple[Text, ...]) -> list[str]:
        return [reader.say(text, []) for text in texts]

    assert list(goods.good_words.values()) == spoken(nouns.GOODS)
    assert tuple(goods.good_words) == GOOD_NAMES
    assert list(said.space_words.values()) == spoken(nouns.SPACES)
    assert tuple(said.space_words) == SPACE_IDS
    assert list(said.major_words.values()) == spoken(nouns.MAJORS)
    assert tuple(said.major_words) == MAJOR_IDS


def test_points_are_told_card_by_card() -> None:
    """R12.1, R12.3: what is printed on improvements and cards in front, with what else each brings."""
    seat = {
        "improvements": ["well", "joinery"],
        "goods": {"wood": 5},
        "front": ["mantlepiece", "grocer"],
        "house": "clay",
    }
    state = finished(seat, cards="base")
    seen = state.seen_by(0)
    names = NAMES[:2]
    context: dict[str, Any] = scene(seen, Reader("browser", "en", "token"), names) | {
        "initials": [name[0] for name in names]
    }
    html = environment("en").get_template(f"games/{GAME}/sheet.html").render(context)
    told = {
        name: int(points.replace("−", "-"))
        for name, points in re.findall(r'brought">([^<]+) <b>([^<]+)<', html)
    }
    assert told["Well"] == 4
    assert told["Joinery"] == 4, "two that are printed, and two for five wood"
    lines = {str(text): points for text, points in seen.score_sheet(0)}
    cards = [points for line, points in lines.items() if "improvement" in line or "bonus" in line]
    assert sum(told.values()) == sum(cards)
    assert f"{names[1]}:" not in html, "there is nothing to tell of a seat without cards"
