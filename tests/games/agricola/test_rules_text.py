"""The rules for people: every number is there, in every language that has them."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

import farmtable

GAME = farmtable.game("agricola")
TEXTS = sorted(
    text.name for text in files("farmtable.games.agricola").iterdir() if text.name.startswith("RULES")
)
# The numbers of each chapter; those left out are about hand cards.
CHAPTERS = {
    1: (1, 2, 4, 6, 7, 8),
    2: (1, 2, 3, 4, 5, 6, 8, 9),
    3: (1, 2, 3, 4, 5, 6, 7, 8),
    4: (1, 2, 3, 4),
    5: (1, 2, 3, 4, 5, 6, 7, 8),
    6: (1, 2, 3, 5, 6, 7, 8),
    7: (1, 2, 3, 4, 5, 6),
    8: (1, 2, 3, 4, 5),
    9: (6, 14),
    10: (1, 2, 3),
    11: (1, 2),
    12: (1, 2, 3, 4, 5),
    13: (1, 2, 4, 7),
    14: (1, 2, 3, 6),
}
RULES = [f"{chapter}.{number}" for chapter, numbers in CHAPTERS.items() for number in numbers]


def text_of(name: str) -> str:
    return files("farmtable.games.agricola").joinpath(name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", TEXTS)
def test_every_rule_is_told(name: str) -> None:
    """Each begins a paragraph of its own, in order; what we decided ourselves has its reason further down."""
    rules = re.findall(r"^- \*\*R(\d+\.\d+) ·", text_of(name), re.M)
    assert rules == RULES


@pytest.mark.parametrize("name", TEXTS)
def test_every_decision_of_ours_has_its_reason(name: str) -> None:
    text = text_of(name)
    marked = re.findall(r"^- \*\*R(\d+\.\d+) ·[^*]*\*\* ◇", text, re.M)
    reasons = re.findall(r"^- \*\*(R[\d., R]+)\*\*", text, re.M)
    assert sorted(marked) == sorted(rule.lstrip("R") for line in reasons for rule in line.split(", "))


@pytest.mark.parametrize("name", TEXTS)
def test_options_are_told(name: str) -> None:
    text = text_of(name)
    for option in GAME.options:
        assert f"`{option.name}`" in text
        ends = (option.choices[0], option.choices[-1]) if option.choices else ()
        assert all(f"`{choice}`" in text for choice in ends)


@pytest.mark.parametrize("name", TEXTS)
def test_every_rule_spoken_of_exists(name: str) -> None:
    assert set(re.findall(r"R(\d+\.\d+)", text_of(name))) <= set(RULES)
