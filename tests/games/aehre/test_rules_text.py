"""The rules for people: every number is there, in every language."""

from __future__ import annotations

import re

import pytest

from tests.games.aehre.scenarios import GAME

LANGUAGES = ["en", "de", "fr", "it", "es"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_told(language: str) -> None:
    """R1 to R54 each begin a paragraph of their own, in order."""
    text = GAME.rules(language)
    told = [int(number) for number in re.findall(r"^- \*\*R(\d+) ", text, re.M)]
    rules = [number for index, number in enumerate(told) if number not in told[:index]]
    assert rules == list(range(1, 55))


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_and_differences_are_told(language: str) -> None:
    text = GAME.rules(language)
    for option in GAME.options:
        assert f"`{option.name}`" in text
        for choice in option.choices:
            assert f"`{choice}`" in text or option.name == "start"
    assert all(f"D{number}" in text for number in range(1, 9))


def test_languages_differ_and_unknown_ones_are_english() -> None:
    texts = {GAME.rules(language) for language in LANGUAGES}
    assert len(texts) == 5
    assert GAME.rules("xx") == GAME.rules("en")
