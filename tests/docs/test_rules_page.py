"""The page of the rules: a refusal names a rule, and its number leads there."""

from __future__ import annotations

import re

import pytest

import farmtable
from farmtable.i18n import LANGUAGES
from farmtable.web.rules import rules_html


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_one_place(language: str) -> None:
    ids = re.findall(r'<li id="(\w+)"', rules_html(farmtable.game("aehre"), language))
    assert ids == [f"R{number}" for number in range(1, 55)] + [f"D{number}" for number in range(1, 9)]


def test_another_games_rules_have_their_places() -> None:
    ids = re.findall(r'<li id="(\w+)"', rules_html(farmtable.game("market_day"), "en"))
    assert ids == [f"M{number}" for number in range(1, 8)]
