"""The rules of a game as a page, each rule where `#R15` leads to."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt

from farmtable.core import Game
from farmtable.web.reader import Reader

RULE = re.compile(r"[A-Z]\d+(?:\.\d+)?\b")


@lru_cache(maxsize=32)
def rules_html(game: Game, language: str) -> str:
    """The rules as HTML. A list item that begins with a new number in bold, as `R15`, has it as its id."""
    markdown = MarkdownIt("js-default")  # lets no HTML through: what a game's text says stays text
    tokens = markdown.parse(game.rules(language))
    anchored: set[str] = set()
    for item, _paragraph, words in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if item.type == "list_item_open" and (found := RULE.match(words.content.lstrip("*"))):
            rule = found[0]
            if rule not in anchored:
                item.attrSet("id", rule)
                anchored.add(rule)
    for token in tokens:  # columns are aligned by inline styles, which our content policy forbids
        if style := token.attrs.pop("style", None):
            token.attrSet("class", str(style).replace("text-align:", "align-"))
    return str(markdown.renderer.render(tokens, markdown.options, {}))


def cards_told(game: Game, reader: Reader, words: str) -> list[dict[str, Any]]:
    """The cards of a game that have all these words, as the page lists them, in the reader's language."""
    told = [
        {
            "name": reader.say(card.name),
            "kind": reader.say(card.kind),
            "number": card.number,
            "facts": [(reader.say(label), reader.say(fact)) for label, fact in card.facts],
            "text": reader.say(card.text),
        }
        for card in game.cards()
    ]
    wanted = words.casefold().split()
    return [card for card in told if all(word in _all_words(card) for word in wanted)]


def _all_words(card: dict[str, Any]) -> str:
    facts = [part for fact in card["facts"] for part in fact]
    return " ".join([card["name"], card["kind"], card["number"], card["text"], *facts]).casefold()
