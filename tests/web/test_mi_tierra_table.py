"""The table of Mi Tierra, drawn for every seat and a spectator at many steps of random games."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from farmtable import Match, Rng
from farmtable.core import Perspective, Text
from farmtable.games.mi_tierra.page import cards
from farmtable.games.mi_tierra.position import nouns
from farmtable.games.mi_tierra.position.facts import DEVELOPMENTS, EVENT_IDS, GOOD_IDS, GOODS, ZONE_IDS
from farmtable.games.mi_tierra.state import MiTierraState
from farmtable.i18n import LANGUAGES
from farmtable.web.board import scene
from farmtable.web.pages import environment
from farmtable.web.reader import Reader
from tests.games.mi_tierra.scenarios import activated

GAME = "mi_tierra"
NAMES = ["Anna", "Ben", "Chiara", "Émile"]
LONE = {"input", "br", "link", "meta"}


class Checked(HTMLParser):
    """HTML whose tags are closed in order; keeps what can be played from it, and what the CSP forbids."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.actions: set[int] = set()
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
            self.actions.add(int(attrs["data-action"] or ""))


def draw(seen: Perspective, language: str = "en") -> str:
    """The parts that the frame shows, for whoever's perspective it is."""
    names = NAMES[: seen.players]
    context: dict[str, Any] = scene(seen, Reader("browser", language, "token"), names) | {
        "initials": [name[0] for name in names],
        "thrown": None,
        "actions": [(int(action), seen.describe(action)) for action in seen.legal_actions()],
    }
    templates = environment(language)
    parts = [templates.get_template(f"games/{GAME}/{part}.html").render(context) for part in ("table", "ask")]
    seat = templates.get_template(f"games/{GAME}/seat.html")
    return "".join(parts + [seat.render(context | {"seat_index": index}) for index in range(seen.players)])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_step_is_drawn_and_offers_exactly_what_is_legal(players: int) -> None:
    rng = Rng(players)
    drawn: dict[str, int] = {}
    match = Match(GAME, players=players, seed=players)
    while match.state.to_play >= 0:
        acting = match.state.to_play
        seen = match.state.seen_by(acting)
        legal = [int(action) for action in seen.legal_actions()]
        step = seen.view()["step"]
        drawn[step] = drawn.get(step, 0) + 1
        if drawn[step] <= 6 or drawn[step] % 60 == 0:
            page = Checked(draw(seen))
            assert page.actions == set(legal)
            assert not page.forbidden
            assert len(page.ids) == len(set(page.ids))
            assert not Checked(draw(match.state.seen_by((acting + 1) % players))).actions
        match.play(legal[rng.below(len(legal))])
    assert {"place", "offered", "reorder", "develop", "farm", "sell", "trade"} <= drawn.keys()
    assert not Checked(draw(match.state.seen_by(None))).actions


def test_of_many_numbers_the_middle_is_laid_open_on_demand() -> None:
    goods = {"apple": 38, "wheat": 4}
    state = activated({"goods": goods}, placed={"Official Market": [0]}, market=["generic 3/4", "apple 4x4"])
    state.play("sell to generic 3/4")
    seen = state.seen_by(0)
    html = draw(seen)
    assert Checked(html).actions == {int(action) for action in seen.legal_actions()}
    row = re.sub(r"<details class=\"more-numbers\".*?</details>", "", html, flags=re.S)
    shown = [seen.describe(action) for action in sorted(Checked(row).actions)]
    assert shown == [
        *("offer apple", "offer 2 apple", "offer 38 apple"),
        *("offer wheat", "offer 2 wheat", "offer 3 wheat", "offer 4 wheat"),
    ]


def test_who_has_nothing_to_sell_is_not_told_to_choose_a_sale() -> None:
    for goods, told in (({"apple": 4}, "Choose a sale"), ({"milk": 4}, "You have nothing that can be sold")):
        stalls = ["apple 4x4", "apple 3x6"]
        state = activated({"goods": goods}, placed={"Official Market": [0]}, market=stalls)
        assert told in draw(state.seen_by(0))


def test_the_words_of_a_market_say_no_more_than_its_arrow() -> None:
    """R12, R13: on the official market a card may be soon closing; on the closing line it has no arrow."""
    match = Match(GAME, players=2, seed=1, start="1")
    while match.state.round_number() < 2:
        match.play("stop")
    stalls = re.findall(r'<li class="(stall.*?)</li>', draw(match.state.seen_by(0)), re.DOTALL)
    assert ["closing" in stall[:20] for stall in stalls] == [False, False, True, True]
    for stall in stalls:
        assert ("⇥" in stall) == ("soon closing" in stall) == (stall in stalls[:2])


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_drawn_in_every_language(language: str) -> None:
    match = Match(GAME, players=3, seed=1)
    html = draw(match.state.seen_by(match.state.to_play), language)
    Checked(html)
    assert not re.search(r"%\(\w+\)s|\{\w+\}", html.replace("{}", ""))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_board_and_the_log_call_things_by_the_same_names(language: str) -> None:
    reader = Reader("browser", language, "token")
    state = Match(GAME, players=2, seed=1).state
    assert isinstance(state, MiTierraState)
    said: Any = (
        environment(language)
        .get_template(f"games/{GAME}/words.html")
        .make_module({"view": state.seen_by(0).view()})
    )

    def spoken(text: Text) -> str:
        return reader.say(text, [])

    assert list(said.good_words.items()) == list(zip(GOOD_IDS, map(spoken, nouns.GOODS), strict=True))
    assert list(said.zone_words.items()) == list(zip(ZONE_IDS, map(spoken, nouns.ZONES), strict=True))
    assert list(said.event_words.items()) == list(zip(EVENT_IDS, map(spoken, nouns.EVENTS), strict=True))
    for good in range(GOODS):
        for n in (1, 2):
            assert said.amount(GOOD_IDS[good], n) == spoken(nouns.amount(good, n))
    for card in range(DEVELOPMENTS):
        told = said.card_does(cards.development_card(state, card))
        assert told == spoken(nouns.effect_of_card(state.facts, card))


def test_market_cards_and_events_are_told_as_in_the_log() -> None:
    reader = Reader("browser", "en", "token")
    state = Match(GAME, players=2, seed=1).state
    assert isinstance(state, MiTierraState)
    said: Any = (
        environment("en")
        .get_template(f"games/{GAME}/words.html")
        .make_module({"view": state.seen_by(0).view()})
    )
    for kind in range(int(state.facts.kinds)):
        told = said.card_words(cards.market_card(state, kind))
        assert told == reader.say(nouns.name_of_kind(state.facts, kind), [])
    for event in range(len(EVENT_IDS)):
        told = reader.say(nouns.effect_of_event(state.facts, event), [])
        assert said.event_does(cards.event_view(state, event)) == told
