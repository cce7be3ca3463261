"""A game that lies elsewhere brings its templates, styles, picture and words along."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from farmtable.cli.new_game import new_game
from farmtable.core import adopt, entries
from farmtable.i18n import catalogue_with_games
from farmtable.web.beside.static import modules_of, static
from farmtable.web.pages import environment
from tests.core.installed import installed
from tests.core.sealed_bids import SealedBidsGame
from tests.web.visitor import Visitor

PO = """
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\\n"

msgid "The purse of {seat}"
msgstr "Der Beutel"

msgid "Coins lie here."
msgstr "Hier liegen Münzen."

msgid "Your turn"
msgstr "Nicht zu überschreiben"
"""


class Brings(SealedBidsGame):
    """Sealed bids with a table of their own."""

    id = "brings"
    title = "Brings"


GAME = Brings()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    page = tmp_path / "page"
    (page / "locale/de/LC_MESSAGES").mkdir(parents=True)
    (page / "table.html").write_text('<p class="purse">{{ _("Coins lie here.") }} {{ view.coins }}</p>')
    (page / "brings.css").write_text(".purse { color: gold; }")
    (page / "brings.js").write_text('import { onBoard } from "../../table.js";')
    (page / "picture.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    (page / "locale/de/LC_MESSAGES/brings.po").write_text(PO)
    (tmp_path / "secret.css").write_text("not to be served")
    monkeypatch.setattr(Brings, "pages", page)
    caches = (catalogue_with_games, environment, modules_of)
    for one in caches:
        one.cache_clear()
    with installed("brings", "tests.web.test_own_pages:GAME"):
        yield page
    for one in caches:
        one.cache_clear()


def test_its_table_looks_as_it_says(anna: Visitor, folder: Path) -> None:
    table = anna.set_up("local", "bot", game="brings")
    board = anna.board(table, 0).html
    assert '<p class="purse">Coins lie here. [0, 0]</p>' in board
    page = anna.get(f"/table/{table}").text
    assert static("games/brings/brings.css") in page
    assert static("games/brings/brings.js") in page
    assert static("games/brings/picture.svg") in anna.get("/").text
    for query in ("", "?text=130"):
        sheet = anna.get(static("games/brings/brings.css") + query)
        assert sheet.text == ".purse { color: gold; }"
        assert "immutable" not in sheet.headers.get("cache-control", ""), "it may change while we run"
    (folder / "table.html").write_text("<p>Another</p>")
    assert "<p>Another</p>" in anna.board(table, 0).html, "a template is read again once it has changed"


def test_a_game_without_a_page_shows_its_things_as_cards(anna: Visitor) -> None:
    board = anna.board(anna.set_up("local", "friend", game="market_day"), 0).html
    own, others = re.findall(r'<ul class="by-seat">(.*?)</ul>\s*</dd>', board, re.DOTALL)[:1] or [""], board
    assert own[0].count("<li") >= 5, "the seats, and a card for each crop in one's own cellar"
    assert others.count('class="tiles"') == 1 + 1 + 2 * 2, "prices, one's own cellar, carts and sales of both"
    assert '<li class="none"><b>0</b>' in board
    assert board.count('class="face-down" role="img" aria-label="3 face down"') == 1, "the other's cellar"
    assert board.count("<i></i>") == 3


def test_a_new_game_begins_with_a_page_of_its_own(
    anna: Visitor, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Own seeds are buttons on its table, those of others a number; its styles and picture are served."""
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", list(sys.path))
    new_game("corn_field")
    adopt("corn_field/corn_field/game.py:GAME")
    try:
        table = anna.set_up("local", "friend", game="corn_field")
        board = anna.board(table, 0).html
        assert '<section class="card corn_field">' in board
        assert (
            len(re.findall(r'<button type="button" class="seeds" id="seeds-\d" data-action="\d"', board)) == 1
        )
        assert len(re.findall(r'class="seeds hidden-seeds"><b>0</b> in hand', board)) == 1
        assert 'class="plain"' not in board
        assert ".corn_field .sack" in anna.get(static("games/corn_field/corn_field.css")).text
        assert static("games/corn_field/picture.svg") in anna.get("/").text
    finally:
        del entries.announced()["corn_field"]
        entries.load.cache_clear()
        for name in [name for name in sys.modules if name.partition(".")[0] == "corn_field"]:
            del sys.modules[name]


def test_its_words_are_translated_and_ours_stay(anna: Visitor, folder: Path) -> None:
    table = anna.set_up("local", "bot", game="brings")
    anna.client.headers["accept-language"] = "de"
    assert "Hier liegen Münzen." in anna.board(table, 0).html
    assert catalogue_with_games("de").gettext("Your turn") != "Nicht zu überschreiben"


@pytest.mark.parametrize(
    "path",
    [
        "brings/table.html",
        "brings/locale/de/LC_MESSAGES/brings.po",
        "brings/../secret.css",
        "brings/%2e%2e/secret.css",
        "brings/..%2fsecret.css",
        "brings/none.css",
        "nobody/table.css",
    ],
)
def test_nothing_else_of_the_folder_is_served(anna: Visitor, folder: Path, path: str) -> None:
    assert anna.get(f"/static/games/{path}").status_code == 404


def test_words_that_cannot_be_read_hurt_nobody(
    anna: Visitor, folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (folder / "locale/de/LC_MESSAGES/brings.po").write_bytes(b"msgid \xff\xfe\nmsgstr")
    anna.client.headers["accept-language"] = "de"
    assert anna.get("/").status_code == 200
    assert any("the words of the game 'brings'" in record.message for record in caplog.records)
