"""The rules for people: every number is there, in every language that has them."""

from __future__ import annotations

import re

import pytest

from farmtable.games.mi_tierra import GAME
from farmtable.games.mi_tierra.position.facts import ROMAN
from tests.rules_text import text_of, texts_of

TEXTS = texts_of("mi_tierra")
RULES = [str(number) for number in range(1, 59)]


@pytest.mark.parametrize("name", TEXTS)
def test_every_rule_is_told(name: str) -> None:
    """Each begins a paragraph of its own, in order; what we decided ourselves has its reason further down."""
    assert re.findall(r"^- \*\*R(\d+) ·", text_of("mi_tierra", name), re.M) == RULES


@pytest.mark.parametrize("name", TEXTS)
def test_every_decision_of_ours_has_its_reason(name: str) -> None:
    text = text_of("mi_tierra", name)
    marked = re.findall(r"^- \*\*R(\d+) ·[^*]*\*\*[^◇\n]{0,20}◇", text, re.M)
    reasons = re.findall(r"^- \*\*(R[\d, R]+)\*\*", text, re.M)
    assert marked == sorted((rule.lstrip("R") for line in reasons for rule in line.split(", ")), key=int)


@pytest.mark.parametrize("name", TEXTS)
def test_options_are_told(name: str) -> None:
    text = text_of("mi_tierra", name)
    for option in GAME.options:
        assert f"`{option.name}`" in text
        ends = (option.choices[0], option.choices[-1]) if option.choices else ()
        assert all(f"`{choice}`" in text for choice in ends)


@pytest.mark.parametrize("name", TEXTS)
def test_every_development_card_has_its_line(name: str) -> None:
    assert re.findall(r"^\| ([IVX]+) \|", text_of("mi_tierra", name), re.M) == list(ROMAN)


@pytest.mark.parametrize("name", TEXTS)
def test_every_rule_spoken_of_exists(name: str) -> None:
    assert set(re.findall(r"\bR(\d+)", text_of("mi_tierra", name))) <= set(RULES)
