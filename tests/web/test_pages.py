"""The pages around the table: lobby, language, rules, errors, and the headers of all."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urljoin

import pytest
from fastapi import FastAPI

from farmtable.core import game
from farmtable.i18n import LANGUAGES
from farmtable.tables import Tables
from farmtable.web import choices, rules
from farmtable.web.beside.static import FOLDER as STATIC
from farmtable.web.board import initials_of
from farmtable.web.pages import environment
from farmtable.web.reader import Reader
from tests.web.visitor import GAME, Visitor


def test_the_lobby_offers_every_game(anna: Visitor) -> None:
    lobby = anna.get("/").text
    assert "Eine Frage der Ähre" in lobby
    assert "Market Day" in lobby


def test_the_form_follows_what_is_chosen(anna: Visitor) -> None:
    form = anna.get("/setup", game=GAME, players=4, kind_0="bot", kind_1="friend", name_2="Zoë").text
    assert 'id="players-4" value="4" checked' in form
    assert 'id="bot-0"' in form
    assert 'id="friend-1"' in form
    assert 'name="name_2" value="Zoë"' in form
    assert 'id="option-prices"' in form
    assert anna.get("/setup", game="aehre", players=99).text.count('class="badge"') == 5
    assert anna.get("/setup", game="aehre", players="many").text.count('class="badge"') == 2


def test_the_form_offers_only_options_that_go_together(anna: Visitor) -> None:
    form = anna.get("/setup", game="agricola", players=3).text
    assert 'id="option-hands"' in form
    assert 'value="drafted"' in form
    for refused in (
        'id="option-pack_size"',
        "chosen freely",
        'id="option-side_job"',
        "option-kept",
        "seat 4",
    ):
        assert refused not in form
    form = anna.get("/setup", game="agricola", players=3, option_hands="drafted", option_pack_size="9").text
    assert '<option value="9" selected>' in form
    form = anna.get("/setup", game="agricola", players=1, option_cards="none", option_hands="drafted").text
    assert 'id="option-hands"' not in form
    assert 'id="option-side_job"' in form


def test_the_form_offers_nothing_that_only_the_next_game_of_a_series_brings(anna: Visitor) -> None:
    form = anna.get("/", game="agricola", players=3, option_campaign="2", option_kept="1:grocer").text
    assert 'id="option-campaign"' in form
    for carried in ("option_kept", "option_extra_food", "option_campaign_points"):
        assert carried not in form
    assert 'id="option-campaign"' not in anna.get("/", game="agricola", players=1).text


def test_a_link_to_a_game_leaves_the_other_choices_as_they_were(anna: Visitor) -> None:
    ticked = 'id="confirm" value="yes" checked'
    assert ticked in anna.get("/").text
    assert ticked in anna.get("/", game="aehre").text
    assert ticked not in anna.get("/setup", game="aehre", delay="1").text


def test_a_seat_that_waits_for_somebody_is_called_as_one_who_has_a_name(anna: Visitor) -> None:
    """Sentences begin with it."""
    table = anna.set_up("local", "friend", name_0="Anna")
    assert not re.search(r"\bseat 2\b", anna.get(f"/table/{table}").text)
    anna.post("/language", language="fr")
    assert "Place 2" in anna.get(f"/table/{table}").text


def test_a_table_is_set_up_and_listed(anna: Visitor, ben: Visitor) -> None:
    table = anna.set_up("local", "bot", name_0="Anna", option_prices="fixed")
    page = anna.get(f"/table/{table}").text
    assert "Anna" in page
    assert "Smallholder" in page
    assert "strength 4" in page
    assert f"/table/{table}" in anna.get("/").text
    assert f"/table/{table}" not in ben.get("/").text


def test_computer_players_are_called_by_their_level(anna: Visitor) -> None:
    bots = {"bot_1": "search:1", "bot_2": "search:1", "bot_3": "greedy"}
    table = anna.set_up("local", "bot", "bot", "bot", name_0="Beginner", **bots)
    names = re.findall(r'class="who">([^<]+)<', anna.board(table).html)
    assert [name.strip() for name in names] == ["Beginner", "Beginner 2", "Beginner 3", "Greedy"]
    told = re.findall(r"<small[^>]*>(computer[^<]*)</small>", anna.board(table).html)
    assert told == ["computer, strength 1", "computer, strength 1", "computer"]
    listed = anna.get("/").text.split('class="people"')[1].split("</ul>")[0]
    assert re.findall(r"<li[^>]*>([^<]+) <b>", listed) == ["Beginner", "Beginner 2", "Beginner 3", "Greedy"]


@pytest.mark.parametrize(
    ("names", "badges"),
    [
        (["Anna", "Ben"], ["A", "B"]),
        (["Anna", "Greedy", "Greedy 2"], ["A", "G", "G2"]),
        (["Greedy 2", "Greedy"], ["G2", "G"]),
        (["Player 1", "Player 2"], ["P1", "P2"]),
        (["Adam", "Alice", "Anna 2"], ["A", "A3", "A2"]),
        (["Anna 7", "7"], ["A", "7"]),
        (["Anna 12", "Adam 12"], ["A", "A2"]),
    ],
)
def test_badges_agree_with_names(names: list[str], badges: list[str]) -> None:
    assert initials_of(names) == badges


def test_who_gave_no_name_is_called_by_a_number_in_the_language_of_each_reader(
    app: FastAPI, anna: Visitor
) -> None:
    table = anna.set_up("local", "local", "local", name_1="Player 3")
    assert {"Player 1", "Player 3", "Player 3 2"} <= set(names_said(anna.get(f"/table/{table}").text))
    assert {"Spieler 1", "Spieler 3"} <= set(names_said(Visitor(app, "de").get(f"/table/{table}").text))


@pytest.mark.parametrize(
    ("language", "points", "lines"), [("en", "−1.5", ["−14", "3"]), ("de", "−1,5", ["−14", "3"])]
)
def test_less_than_nothing_has_one_sign(language: str, points: str, lines: list[str]) -> None:
    assert choices.points(-1.5, Reader("", language, "")) == points
    filled = environment(language).from_string("{{ -14 | number }} {{ 3 | number }}").render()
    assert filled.split() == lines


def names_said(page: str) -> list[str]:
    return [name.strip() for name in re.findall(r'class="who">([^<]+)', page)]


def test_the_lobby_offers_levels_and_takes_no_other_bot(anna: Visitor, tables: Tables) -> None:
    menu = anna.get("/").text.split('id="bot-1"')[1].split("</select>")[0]
    offered = re.findall(r'<option value="([^"]+)"( selected)?>([^<]+)<', menu)
    assert [bot for bot, _, _ in offered] == [
        *(f"search:{level}" for level in range(1, 9)),
        "greedy",
        "random",
    ]
    assert [bot for bot, chosen, _ in offered if chosen] == ["search:4"]
    for forged in ("search:time=3600", "search:8:cores=200", "farmtable.bots:RandomBot", ""):
        table = tables.open(anna.set_up("local", "bot", bot_1=forged))
        assert table.seats[1].bot == "search:4"


def test_who_chooses_an_opponent_is_told_what_it_makes(anna: Visitor) -> None:
    """In the lobby for the game and the seats chosen, at the table for those there are."""
    lobby = anna.get("/setup?game=agricola&players=4&kind_1=bot&bot_1=search:2").text
    said = re.search(
        r'id="how-1">is learning, and often makes mistakes; about (\d+) points against its equals<', lobby
    )
    assert said is not None
    table = anna.set_up("local", "bot", "bot", "bot", game="agricola", bot_1="search:2", bot_2="greedy")
    page = anna.get(f"/table/{table}").text
    assert (
        f"strength 2 of 8, is learning, and often makes mistakes; about {said[1]} points against its equals."
        in page
    )
    assert "Computer: takes whatever is worth most right now." in page
    alone = anna.get("/setup?game=agricola&players=3&kind_1=bot&bot_1=search:2&option_cards=none").text
    assert 'id="how-1">is learning, and often makes mistakes<' in alone


def test_two_persons_of_one_name_are_refused(anna: Visitor, tables: Tables) -> None:
    fields = {"game": GAME, "players": "2", "kind_0": "local", "kind_1": "local"}
    answer = anna.post("/tables", **fields, name_0="Anna", name_1="ANNA")
    assert answer.status_code == 400
    assert "already called" in answer.text
    assert 'value="ANNA"' in answer.text
    assert "None yet" in answer.text


@pytest.mark.parametrize(
    ("path", "status", "said"),
    [
        ("/nothing", 404, "There is no such page."),
        ("/table/AAAAAAAAAAAA", 404, "There is no such table."),
        ("/table/..%2f..", 404, "There is no such"),
        ("/table/AAAAAAAAAAAA/board", 404, "There is no such table."),
        ("/table/AAAAAAAAAAAA/events", 404, "There is no such table."),
        ("/table/AAAAAAAAAAAA/replay", 404, "There is no such table."),
        ("/table/AAAAAAAAAAAA/record.json", 404, "There is no such table."),
        ("/table/AAAAAAAAAAAA/board?seat=x", 400, "This request cannot be read."),
        ("/join/nonsense", 404, "There is no such table."),
        ("/take/nonsense", 404, "There is no such table."),
        ("/rules/chess", 404, "There is no such page."),
        ("/?game=chess", 400, "there is no game"),
        ("/tables", 405, "This address does not accept that kind of request."),
        ("/static/nothing.css", 404, "There is no such page."),
        ("/static/../app.py", 404, "There is no such page."),
    ],
)
def test_errors_are_one_sentence_and_a_way_back(anna: Visitor, path: str, status: int, said: str) -> None:
    answer = anna.get(path)
    assert answer.status_code == status
    assert said in answer.text
    assert 'href="/"' in answer.text
    assert "Traceback" not in answer.text


def test_a_fault_of_ours_shows_no_traceback(
    anna: Visitor, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(browser: str) -> list[object]:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(tables.lists, "listing", broken)
    answer = anna.get("/")
    assert answer.status_code == 500
    assert "Something went wrong here." in answer.text
    assert "secret detail" not in answer.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_speaks_the_readers_language(app: FastAPI, language: str) -> None:
    visitor = Visitor(app, language)
    table = visitor.set_up("local", "friend", name_0="Anna")
    for path in ("/", f"/table/{table}", f"/table/{table}/devices", "/rules/aehre", "/nothing"):
        answer = visitor.get(path)
        assert f'<html lang="{language}"' in answer.text
        assert answer.headers["content-language"] == language


def test_the_language_can_be_chosen(anna: Visitor) -> None:
    answer = anna.post("/language", language="it", back="/rules/aehre")
    assert answer.url.path == "/rules/aehre"
    assert '<html lang="it"' in answer.text
    assert '<html lang="it"' in anna.post("/language", language="tlh", back="/").text


ELSEWHERE = ["https://evil.example/", "//evil.example", "/\\evil.example", "javascript:1", ""]


@pytest.mark.parametrize("back", ELSEWHERE)
def test_the_way_back_stays_here(anna: Visitor, back: str) -> None:
    assert str(anna.post("/language", language="de", back=back).url) == "http://testserver/"


def test_the_rules_are_text_only(anna: Visitor) -> None:
    page = anna.get("/rules/market_day").text
    assert "<h1>Market Day</h1>" in page
    assert '<strong><a href="#M1">M1</a>.</strong>' in page
    assert anna.get("/rules/aehre").status_code == 200


@pytest.mark.parametrize("game", ["aehre", "agricola", "mi_tierra", "market_day"])
def test_a_table_names_every_module_that_playing_needs(anna: Visitor, game: str) -> None:
    check_modules(anna, f"/table/{anna.set_up('local', 'local', game=game)}")


def test_a_page_beside_the_table_names_every_module_that_it_needs(anna: Visitor) -> None:
    for path in ("/find", f"/table/{anna.set_up('local', 'local')}/devices"):
        check_modules(anna, path)


def check_modules(visitor: Visitor, path: str) -> None:
    """Whether a page names all that its first scripts import, each once."""
    page = visitor.get(path).text
    preloaded = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)
    first = re.findall(r'<script src="([^"]+)" type="module"></script>', page)
    assert first
    for address in first + preloaded:
        imported = re.findall(r'from "([^"]+)"', visitor.get(address).text)
        assert {urljoin(address, name) for name in imported} <= {*first, *preloaded}
    assert len(preloaded) == len(set(preloaded))


def test_every_answer_is_kept_to_itself(anna: Visitor) -> None:
    table = anna.set_up("local", "local")
    paths = ("/", f"/table/{table}", f"/table/{table}/board", "/nothing", "/static/table.js", "/rules/aehre")
    for path in paths:
        headers = anna.get(path).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cache-control"] == ("no-cache" if path.startswith("/static/") else "no-store")


def test_nothing_is_inline_and_nothing_comes_from_elsewhere(anna: Visitor) -> None:
    table = anna.set_up("local", "local", game="aehre")
    own = (f"/table/{table}", f"/table/{table}/board?seat=0", f"/table/{table}/devices")
    for path in ("/", *own, "/rules/aehre", "/nothing"):
        page = anna.get(path).text
        assert not re.search(r"<script(?![^>]*\bsrc=)", page), path
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=", page), path
        for address in re.findall(r'(?:src|href|action)="([^"]*)"', page):
            assert address.startswith(("/", "#")), (path, address)
            assert not address.startswith("//")


def test_no_text_is_smaller_than_13_pixels() -> None:
    """But what is drawn: there sizes are in units of the drawing, and such rules name its colour."""
    sizes: list[float] = []
    for sheet in STATIC.rglob("*.css"):
        rules = [line for line in sheet.read_text("utf-8").splitlines() if "fill: " not in line]
        sizes += map(float, re.findall(r"font(?:-size)?: (?:[a-z0-9]+ )?([\d.]+)px", "\n".join(rules)))
    assert len(sizes) > 100
    assert [size for size in sizes if 0 < size < 13] == []


def test_the_cookie_cannot_be_read_by_scripts_or_made_by_hand(app: FastAPI) -> None:
    visitor = Visitor(app)
    cookie = visitor.get("/").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "set-cookie" not in visitor.get("/").headers
    visitor.client.cookies.set("farmtable", "somebody~forged", domain="testserver.local")
    assert "set-cookie" in visitor.get("/").headers


def test_cards_are_found_by_their_words(anna: Visitor) -> None:
    page = anna.get("/rules/agricola").text
    assert "96 cards" in page
    found = anna.get("/rules/agricola", words="FISHING canoe").text
    assert "1 card<" in found
    assert "<h3>Canoe</h3>" in found
    assert "0 cards" in anna.get("/rules/agricola", words="no such words").text
    assert 'id="cards"' not in anna.get("/rules/aehre").text


def test_cards_are_looked_through_once_and_for_so_many_words(
    anna: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    has = rules._has

    def note(card: dict[str, Any], wanted: list[str]) -> bool:
        looked.append(len(wanted))
        return has(card, wanted)

    monkeypatch.setattr(rules, "_has", note)
    few = anna.get("/rules/agricola", words="canoe " * rules.MOST_WORDS)
    many = anna.get("/rules/agricola", words="canoe " * rules.MOST_WORDS + "nonsense " * 4000)
    counts = [re.search(r"\d+ cards?", answer.text) for answer in (few, many)]
    assert counts[0] is not None
    assert counts[1] is not None
    assert counts[0][0] == counts[1][0] != "0 cards"
    assert set(looked) == {rules.MOST_WORDS}
    assert len(looked) == 2 * len(game("agricola").cards())
