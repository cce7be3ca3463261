"""Reads the rules for people: the paragraph of a rule, and tables with the figures they tell."""

from __future__ import annotations

import re
from importlib.resources import files

# A reference to a rule, or to pages of a rulebook, is no figure.
_REFERENCES = re.compile(r"\bR[0-9]+(?:\.[0-9]+)?|\([^()]*\b[pS]\.\s[^()]*\)")

Table = list[list[str]]


def texts_of(game: str) -> list[str]:
    """The file names of a game's rules, one for each language."""
    found = files(f"farmtable.games.{game}").iterdir()
    return sorted(text.name for text in found if text.name.startswith("RULES"))


def text_of(game: str, name: str) -> str:
    return files(f"farmtable.games.{game}").joinpath(name).read_text(encoding="utf-8")


def language_of(name: str) -> str:
    """`de` for `RULES.de.md`, `en` for `RULES.md`."""
    return name.split(".")[1] if name.count(".") == 2 else "en"


def numbers(text: str) -> list[int]:
    """The whole numbers of a text in order, references to rules and pages left out."""
    return [int(number) for number in re.findall(r"[0-9]+", _REFERENCES.sub("", text))]


def paragraph(text: str, rule: str) -> str:
    """What is told as one rule, from behind its number to the next rule, table or heading."""
    found = re.search(rf"^- \*\*R{re.escape(rule)} ·(.*?)(?=^- |^$|^#)", text, re.M | re.S)
    assert found is not None, f"no rule {rule}"
    return found[1]


def tables(text: str) -> list[Table]:
    """All tables in order: rows of cells, the heading first, without the line below it."""
    found = re.findall(r"(?:^\|.*\n)+", text, re.M)
    return [
        [_cells(line) for line in table.splitlines() if not re.match(r"\|[ :|-]+$", line)] for table in found
    ]


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]
