"""The rules of a game as a page, each rule where `#R15` leads to."""

from __future__ import annotations

import re
from functools import lru_cache

from markdown_it import MarkdownIt

from farmtable.core import Game

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
