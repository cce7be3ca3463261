"""The rules of a game as a page: its table of contents, and an anchor for each rule (`#R15`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from farmtable.core import Game
from farmtable.web.beside.examples import examples_drawn
from farmtable.web.reader import Reader

RULE = re.compile(r"[A-Z]\d+(?:\.\d+)?\b")
MOST_WORDS = 20  # of a search for cards
TITLE = re.compile(r"\*\*[A-Z]\d+(?:\.\d+)?(?: · ([^*]*?))?\.?\*\*")


@dataclass
class Chapter:
    """A heading of the rules: its anchor, and the rules below it, each with its title, if it has one."""

    anchor: str
    title: str
    rules: list[tuple[str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Rules:
    """The rules of a game as a page shows them."""

    html: str
    chapters: list[Chapter]


@lru_cache(maxsize=32)
def rules_page(game: Game, language: str) -> Rules:
    """The rules as HTML, with a table of contents, and examples below the rules that have some.

    A list item that begins with a new number in bold, such as `R15`, has this number as its id; wherever else
    a text names the rule, it links there. Chapters are numbered, so that an address is valid in every
    language.
    """
    markdown = MarkdownIt("js-default")  # lets no HTML through: a game's text stays text
    tokens = markdown.parse(game.rules(language))
    chapters = _anchored(tokens)
    _make_tables_readable(tokens)
    tokens = list(_with_examples(tokens, examples_drawn(game, language)))
    known = {rule for chapter in chapters for rule, _ in chapter.rules}
    for token in tokens:
        if token.children:
            token.children = list(_linked(token.children, known))
    html = str(markdown.renderer.render(tokens, markdown.options, {}))
    return Rules(html, [chapter for chapter in chapters if chapter.title])


def _anchored(tokens: Sequence[Token]) -> list[Chapter]:
    """Give each chapter and each rule its anchor; returns the contents, with rules before the first chapter
    under an empty title."""
    chapters = [Chapter("", "")]
    anchored: set[str] = set()
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and token.tag in ("h2", "h3"):
            chapters.append(Chapter(f"chapter-{len(chapters)}", _plain(tokens[at + 1])))
            token.attrSet("id", chapters[-1].anchor)
        words = tokens[at + 2].content if token.type == "list_item_open" else ""
        found = RULE.match(words.lstrip("*"))
        if found is not None and found[0] not in anchored:
            token.attrSet("id", found[0])
            anchored.add(found[0])
            title = TITLE.match(words)
            chapters[-1].rules.append((found[0], (title and title[1]) or ""))
    return chapters


def _make_tables_readable(tokens: Sequence[Token]) -> None:
    """Make tables accessible: align columns by classes, because our content policy forbids inline styles; let
    wide tables be scrolled by keys; and leave no heading cell empty."""
    for at, token in enumerate(tokens):
        if style := token.attrs.pop("style", None):
            token.attrSet("class", str(style).replace("text-align:", "align-"))
        if token.type == "table_open":
            token.attrSet("tabindex", "0")
        if token.type == "th_open" and not tokens[at + 1].content:
            token.tag = tokens[at + 2].tag = "td"


def _with_examples(tokens: Sequence[Token], examples: dict[str, list[str]]) -> Iterator[Token]:
    """Each rule with its examples at its end."""
    open_items: list[str] = []
    for token in tokens:
        if token.type == "list_item_open":
            open_items.append(str(token.attrGet("id") or ""))
        elif token.type == "list_item_close":
            for html in examples.get(open_items.pop(), []):
                yield Token("html_block", "", 0, content=html)
        yield token


def _plain(words: Token) -> str:
    return "".join(child.content for child in words.children or [])


def _linked(children: Sequence[Token], known: set[str]) -> Iterator[Token]:
    """The parts of a sentence, with each number of a known rule as a link to it."""
    inside_link = 0
    for child in children:
        inside_link += child.nesting if child.type in ("link_open", "link_close") else 0
        if child.type != "text" or inside_link:
            yield child
            continue
        done = 0
        for found in RULE.finditer(child.content):
            if found[0] in known:
                yield _text(child.content[done : found.start()])
                yield Token("link_open", "a", 1, attrs={"href": f"#{found[0]}"})
                yield _text(found[0])
                yield Token("link_close", "a", -1)
                done = found.end()
        yield _text(child.content[done:])


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def cards_told(game: Game, reader: Reader, words: str) -> list[dict[str, Any]]:
    """The cards of a game that contain all these words (only the first `MOST_WORDS` count), in the reader's
    language."""
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
    wanted = words.casefold().split()[:MOST_WORDS]
    return [card for card in told if _has(card, wanted)]


def _has(card: dict[str, Any], wanted: list[str]) -> bool:
    facts = [part for fact in card["facts"] for part in fact]
    said = " ".join([card["name"], card["kind"], card["number"], card["text"], *facts]).casefold()
    return all(word in said for word in wanted)
