"""The page of the rules: a refusal names a rule, and its number leads there."""

from __future__ import annotations

import re

import pytest

import farmtable
from farmtable.i18n import LANGUAGES
from farmtable.web.rules import rules_page

GAMES = ("aehre", "agricola", "mi_tierra")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_one_place(language: str) -> None:
    ids = re.findall(r'<li id="(\w+)"', rules_page(farmtable.game("aehre"), language).html)
    assert ids == [f"R{number}" for number in range(1, 55)] + [f"D{number}" for number in range(1, 9)]


def test_another_games_rules_have_their_places() -> None:
    ids = re.findall(r'<li id="(\w+)"', rules_page(farmtable.game("market_day"), "en").html)
    assert ids == [f"M{number}" for number in range(1, 8)]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_contents_lead_to_every_chapter_and_rule(game: str, language: str) -> None:
    rules = rules_page(farmtable.game(game), language)
    listed = [anchor for chapter in rules.chapters for anchor in (chapter.anchor, *dict(chapter.rules))]
    ids = re.findall(r' id="([^"]+)"', rules.html)
    assert listed == ids
    assert len(ids) == len(set(ids))
    assert all(chapter.title for chapter in rules.chapters)
    first = next(title for chapter in rules.chapters for _, title in chapter.rules)
    assert first
    assert not first.endswith(".")


@pytest.mark.parametrize("game", GAMES)
def test_chapters_have_the_same_address_in_every_language(game: str) -> None:
    pages = [rules_page(farmtable.game(game), language) for language in LANGUAGES]
    assert len({tuple((one.anchor, *dict(one.rules)) for one in page.chapters) for page in pages}) == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_rule_refers_to_is_there(game: str, language: str) -> None:
    html = rules_page(farmtable.game(game), language).html
    links = set(re.findall(r'<a href="#([^"]+)"', html))
    assert links
    assert links <= set(re.findall(r' id="([^"]+)"', html))


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables_have_no_heading_without_words_and_can_be_scrolled_by_keys(language: str) -> None:
    html = rules_page(farmtable.game("agricola"), language).html
    assert "<table" in html
    assert not re.search(r"<th[^>]*></th>", html)
    assert all('tabindex="0"' in table for table in re.findall(r"<table[^>]*>", html))
