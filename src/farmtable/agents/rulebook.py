"""The rules of a game to be looked things up in: a rule by its number, passages by words, cards by theirs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from farmtable.core import Game

MOST_FOUND = 12
"""So many passages answer a search; who finds more looks for less."""


@dataclass(frozen=True)
class Passage:
    """A paragraph, list item or table row of the rules, and the heading above it."""

    heading: str
    text: str


def rule(game: Game, number: str) -> str | None:
    """What the rule with this number, as `R15` or `R13.4`, says; of a chapter, all its rules.

    None where there is neither.
    """
    named = re.escape(number)
    return _beginning(game, rf"{named}(?!\w|\.\d)") or _beginning(game, rf"{named}\.\d") or None


def _beginning(game: Game, number: str) -> str:
    begins = re.compile(rf"(?:- |\| )?\*\*{number}")
    return "\n".join(one.text for one in _passages(game) if begins.match(one.text))


def search(game: Game, words: str) -> list[str]:
    """The passages and cards in which all the words stand, each under its heading."""
    wanted = words.casefold().split()
    said = [f"[{one.heading}] {one.text}" for one in _passages(game)] + _cards(game)
    return [text for text in said if all(word in text.casefold() for word in wanted)]


@lru_cache(maxsize=16)
def _passages(game: Game) -> tuple[Passage, ...]:
    found: list[Passage] = []
    heading, lines = game.title, list[str]()

    def end() -> None:
        if lines:
            found.append(Passage(heading, " ".join(lines)))
            lines.clear()

    for line in game.rules().splitlines():
        text = line.strip()
        if not text or text.startswith(("- ", "|", "#")):
            end()
        if text.startswith("#"):
            heading = text.lstrip("# ")
        elif text:
            lines.append(text)
    end()
    return tuple(found)


def _cards(game: Game) -> list[str]:
    return [
        f"[{card.kind}] {card.name}: {card.text}"
        + "".join(f" {label}: {value}." for label, value in card.facts)
        for card in game.cards()
    ]
