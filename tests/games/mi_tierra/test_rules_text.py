"""The rules for people: every number is there, in every language that has them."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from farmtable.games.mi_tierra import GAME
from farmtable.games.mi_tierra.position.facts import ROMAN

PACKAGE = "farmtable.games.mi_tierra"
TEXTS = sorted(text.name for text in files(PACKAGE).iterdir() if text.name.startswith("RULES"))
RULES = [str(number) for number in range(1, 59)]


def text_of(name: str) -> str:
    return files(PACKAGE).joinpath(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TEXTS)
def test_every_rule_is_told(name: str) -> None:
    """Each begins a paragraph of its own, in order; what we decided ourselves has its reason further down."""
    assert re.findall(r"^- \*\*R(\d+) ·", text_of(name), re.M) == RULES


@pytest.mark.parametrize("name", TEXTS)
def test_every_decision_of_ours_has_its_reason(name: str) -> None:
    text = text_of(name)
    marked = re.findall(r"^- \*\*R(\d+) ·[^*]*\*\*[^◇\n]{0,20}◇", text, re.M)
    reasons = re.findall(r"^- \*\*(R[\d, R]+)\*\*", text, re.M)
    assert marked == sorted((rule.lstrip("R") for line in reasons for rule in line.split(", ")), key=int)


@pytest.mark.parametrize("name", TEXTS)
def test_options_are_told(name: str) -> None:
    text = text_of(name)
    for option in GAME.options:
        assert f"`{option.name}`" in text
        ends = (option.choices[0], option.choices[-1]) if option.choices else ()
        assert all(f"`{choice}`" in text for choice in ends)


@pytest.mark.parametrize("name", TEXTS)
def test_every_development_card_has_its_line(name: str) -> None:
    assert re.findall(r"^\| ([IVX]+) \|", text_of(name), re.M) == list(ROMAN)


@pytest.mark.parametrize("name", TEXTS)
def test_every_rule_spoken_of_exists(name: str) -> None:
    assert set(re.findall(r"\bR(\d+)", text_of(name))) <= set(RULES)
