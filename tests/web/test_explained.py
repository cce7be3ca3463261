"""What explanations are made of: rules that there are, and what the log would say of an action."""

from __future__ import annotations

import re

import pytest

from farmtable import game as load_game
from farmtable.i18n import LANGUAGES
from farmtable.web.pages import TEMPLATES
from farmtable.web.rules import rules_page
from tests.web.visitor import Visitor

GAMES = ("aehre", "agricola", "mi_tierra")


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_a_template_names_stands_on_the_page_of_rules(game: str) -> None:
    folder = TEMPLATES / "games" / game
    templates = "".join(file.read_text(encoding="utf-8") for file in folder.glob("*.html"))
    named = set(re.findall(r'"(R\d+(?:\.\d+)?)"', templates))
    assert named
    for language in LANGUAGES:
        assert named <= set(re.findall(r'id="(R[\d.]+)"', rules_page(load_game(game), language).html))


def test_an_action_is_told_as_the_log_would_tell_it(anna: Visitor) -> None:
    """In the fourth game, which does nothing for it."""
    table = anna.set_up("local", "bot", name_0="Anna")
    answers = anna.get(f"/table/{table}/preview", seat=0, actions="5,6,1").json()
    assert answers[0]["told"] == "Anna reaches into the bag."
    assert re.fullmatch(r"Anna takes \w+ from the stall\.", answers[1]["told"])
    assert answers[2]["told"] is None
    assert answers[2]["why"]
