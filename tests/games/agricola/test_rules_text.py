"""The rules for people: every number is there, in every language that has them."""

from __future__ import annotations

import re

import pytest

import farmtable
from tests.rules_text import text_of, texts_of

GAME = farmtable.game("agricola")
TEXTS = texts_of("agricola")
# How many rules each chapter has.
CHAPTERS = {1: 8, 2: 10, 3: 8, 4: 4, 5: 8, 6: 10, 7: 8, 8: 5, 9: 19, 10: 3, 11: 2, 12: 5, 13: 9, 14: 10}
RULES = [f"{chapter}.{number}" for chapter, most in CHAPTERS.items() for number in range(1, most + 1)]


@pytest.mark.parametrize("name", TEXTS)
def test_every_rule_is_told(name: str) -> None:
    """Each begins a paragraph of its own, in order; what we decided ourselves has its reason further down."""
    rules = re.findall(r"^- \*\*R(\d+\.\d+) ·", text_of("agricola", name), re.M)
    assert rules == RULES


@pytest.mark.parametrize("name", TEXTS)
def test_every_decision_of_ours_has_its_reason(name: str) -> None:
    text = text_of("agricola", name)
    marked = re.findall(r"^- \*\*R(\d+\.\d+) ·[^*]*\*\* ◇", text, re.M)
    reasons = re.findall(r"^- \*\*(R[\d., R]+)\*\*", text, re.M)
    assert sorted(marked) == sorted(rule.lstrip("R") for line in reasons for rule in line.split(", "))


@pytest.mark.parametrize("name", TEXTS)
def test_options_are_told(name: str) -> None:
    text = text_of("agricola", name)
    for option in GAME.options:
        assert f"`{option.name}`" in text
        one_of_few = option.choices and not option.several
        ends = (option.choices[0], option.choices[-1]) if one_of_few else ()
        assert all(f"`{choice}`" in text for choice in ends)


@pytest.mark.parametrize("name", TEXTS)
def test_every_rule_spoken_of_exists(name: str) -> None:
    assert set(re.findall(r"R(\d+\.\d+)", text_of("agricola", name))) <= set(RULES)
